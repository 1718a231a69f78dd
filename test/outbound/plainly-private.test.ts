import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPublicAddress } from '../../src/contract/public-host.ts';
import { isPlainlyPrivate } from '../../src/outbound/plainly-private.ts';

test('an address that outbound requests refuse without DNS is plainly private', () => {
  for (const url of [
    'http://127.0.0.1:11434/v1',
    'http://2130706433/',
    'http://0x7f.1/v1',
    'http://[::1]:8000/v1',
    'https://localhost/v1',
    'http://model/v1',
    'http://169.254.169.254/latest',
    'http://metadata.google.internal/',
    'http://192.168.1.7',
    'http://[fe80::1]/',
    'http://[::ffff:10.0.0.1]/',
  ])
    assert.ok(isPlainlyPrivate(url, []), url);
  for (const url of [
    'https://models.example/v1',
    'http://8.8.8.8/v1',
    'https://[2606:4700::1111]/',
    'https://api.example.co.uk:8443/v1?x',
  ])
    assert.ok(!isPlainlyPrivate(url, []), url);
});

test('a literal is judged as the connector judges it, in any notation', () => {
  const octet = fc.oneof(fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 224, 254), fc.nat(255));
  const ipv4 = fc
    .tuple(octet, octet, octet, octet)
    .chain((bytes) =>
      fc.constantFrom(
        bytes.join('.'),
        String(bytes.reduce((sum, byte) => sum * 256 + byte, 0)),
        bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
      ),
    );
  const ipv6 = fc
    .array(fc.oneof(fc.constantFrom(0, 0xfe80, 0xfc00, 0x2001, 0xffff), fc.nat(0xffff)), {
      minLength: 8,
      maxLength: 8,
    })
    .map((parts) => `[${parts.map((part) => part.toString(16)).join(':')}]`);
  fc.assert(
    fc.property(
      fc.oneof(ipv4, ipv6),
      fc.constantFrom('http', 'https'),
      fc.integer({ min: 1, max: 65_535 }),
      (host, scheme, port) => {
        const url = `${scheme}://${host}:${port}/v1`;
        const { hostname } = new URL(url);
        const bareHost = hostname.replace(/^\[|\]$/g, '');
        assert.notEqual(isIP(bareHost), 0);
        assert.equal(isPlainlyPrivate(url, []), !isPublicAddress(bareHost), url);
        for (const allowedHost of [bareHost, hostname, `${hostname}:${port}`])
          assert.ok(!isPlainlyPrivate(url, [allowedHost]), `${url} where ${allowedHost} is allowed`);
        assert.equal(
          isPlainlyPrivate(url, [`${hostname}:${port === 1 ? 2 : port - 1}`]),
          !isPublicAddress(bareHost),
          `${url} where another port is allowed`,
        );
      },
    ),
    { numRuns: 2000 },
  );
});
