import assert from 'node:assert/strict';
import { BlockList, isIPv4 } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { httpsHost, isPublicHost } from '../../src/contract/public-host.ts';

const PRIVATE = [
  // IPv4 addresses in all forms that browsers accept.
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7F.0.0.1',
  '017700000001',
  '0177.0.0.1',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '10.1',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '0300.0250.0.1',
  '192.168.1.1',
  '3232235777',
  '127.0.0.1.',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '0xa83f8110',
  // Numbers that are not addresses.
  '256.1.1.1',
  '4294967296',
  '08.8.8.8',
  '1.2.3.4.5',
  '0x',
  '1.2.3.0xg0.5',
  'example.1',
  'example.0x1',
  // IPv6 addresses.
  '[::1]',
  '[::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[0:0:0:0:0:ffff:a9fe:a9fe]',
  '[::127.0.0.1]',
  '[::8.8.8.8]',
  '[::7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::808:808]',
  '[2002:7f00:1::]',
  '[2001:db8::1]',
  '[2001::1]',
  '[100::1]',
  '[fe80::1%eth0]',
  '[::1',
  '::1',
  '[1]',
  '[127.0.0.1]',
  '[]',
  // Names of hosts in a local network or without a public address.
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'printer.local',
  'metadata.google.internal',
  'METADATA.Google.Internal.',
  'instance-data.ec2.internal',
  'metadata',
  'intranet',
  'router.lan',
  'nas.home.arpa',
  'db.corp',
  'metadata.goog',
  'x.test',
  'x.onion',
  // Hosts that parsers interpret differently.
  '',
  '.',
  '..',
  'a..b',
  '.example.com',
  'exa mple.com',
  'user@example.com',
  'example.com:80',
  'example.com/x',
  '127.0.0.1%2f.example.com',
  '１２７.0.0.1',
  '127。0。0。1',
  'ⓔxample.com',
  '-a.example.com',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(127)}com`,
];
const PUBLIC = [
  'example.com',
  'EXAMPLE.com.',
  'book.example.co.uk',
  'xn--bcher-kva.example.com',
  'a_b.example.com',
  '8.8.8.8',
  '0x08080808',
  '134744072',
  '010.010.010.010',
  '1.1',
  '[2606:4700::1111]',
  '[::ffff:8.8.8.8]',
  '[2001:4860:4860::8888]',
  'local.example.com',
  'localhost.example.com',
  'internal.io',
  'mylocal.dev',
  '1.example.com',
  '10.0.0.1.example.com',
  '0x7f.example.com',
];

test('hosts are judged by their name only', () => {
  for (const host of PRIVATE) assert.equal(isPublicHost(host), false, host);
  for (const host of PUBLIC) assert.equal(isPublicHost(host), true, host);
});

test('an IPv4 address is judged as the URL standard parses it, in any notation', () => {
  const block = new BlockList();
  for (const [net, bits] of [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const)
    block.addSubnet(net, bits);
  const write = fc.constantFrom<(part: number) => string>(
    (part) => String(part),
    (part) => `0x${part.toString(16)}`,
    (part) => `0${part.toString(8)}`,
  );
  const firstByte = fc.oneof(fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 224), fc.nat(255));
  fc.assert(
    fc.property(
      firstByte,
      fc.array(fc.nat(255), { minLength: 3, maxLength: 3 }),
      fc.array(write, { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
      (firstBits, remainingBits, writers, parts) => {
        const bytes = [firstBits, ...remainingBits];
        const lastPart = bytes.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0);
        const host = [...bytes.slice(0, parts - 1), lastPart]
          .map((part, index) => writers[index]!(part))
          .join('.');
        const { hostname } = new URL(`https://${host}/`);
        assert.ok(isIPv4(hostname));
        if (block.check(hostname)) assert.equal(isPublicHost(host), false, host);
        assert.equal(isPublicHost(host), isPublicHost(hostname), host);
      },
    ),
    { numRuns: 2000 },
  );
});

test('a URL passes only if every parser finds the same host', () => {
  for (const url of [
    'https://example.com',
    'https://example.com/a?b#c',
    'HTTPS://Example.com:8443/',
    'https://[2606:4700::1]/x',
    'https://example.com?x',
    'https://example.com/@127.0.0.1',
  ]) {
    assert.equal(httpsHost(url)?.toLowerCase(), new URL(url).hostname, url);
  }
  for (const url of [
    'http://example.com',
    'https:example.com',
    'https:/example.com',
    'https:///example.com',
    '//example.com',
    'javascript:alert(1)',
    'https://user@example.com',
    'https://user:word@127.0.0.1',
    'https://example.com\\@127.0.0.1',
    'https://127.\t0.0.1',
    'https://exa\nmple.com',
    ' https://example.com',
    'https://example.com:',
    'https://example.com:x',
    'https://example.com/a b',
    'https://',
    'https://%31%32%37.0.0.1',
    'https://１２７.0.0.1/',
    'https://example.com/ü',
  ])
    assert.equal(httpsHost(url), null, url);
});
