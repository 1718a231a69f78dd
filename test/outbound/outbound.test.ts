import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ManualClock } from '../../src/runtime/clock.ts';
import { readConfig } from '../../src/service/config/config.ts';
import { isPublicAddress } from '../../src/contract/public-host.ts';
import { OutboundError } from '../../src/outbound/outbound-error.ts';
import { createOutbound, type Outbound, type OutboundOptions } from '../../src/outbound/outbound.ts';
import type { Resolve } from '../../src/outbound/public-connections.ts';

test('only addresses of the public internet count as public', () => {
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '2606:4700:4700::1111',
    '::ffff:8.8.8.8',
    '2001:4860:4860::8888',
  ])
    assert.ok(isPublicAddress(address), address);
  for (const address of [
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '192.88.99.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::',
    '::1',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001::1',
    '100::1',
    '4000::1',
    'not an address',
    '',
  ])
    assert.ok(!isPublicAddress(address), address);
});

describe('outbound', () => {
  const clock = new ManualClock();
  let server: http.Server;
  let port: number;
  let requestPaths: string[] = [];
  const outbounds: Outbound[] = [];
  const open = (allowedHosts: string[], resolve?: Resolve) => {
    const outbound = createOutbound({ clock, allowedHosts, resolve });
    outbounds.push(outbound);
    return outbound;
  };
  const fetchFailure = async (outbound: Outbound, url: string, options?: OutboundOptions) => {
    try {
      await (await outbound.fetch(url, options)).arrayBuffer();
    } catch (error) {
      assert.ok(error instanceof OutboundError, `${url} fails with ${String(error)}`);
      return error.code;
    }
    return 'none';
  };

  before(async () => {
    server = http.createServer((request, response) => {
      requestPaths.push(`${request.headers.host} ${request.url}`);
      const target = /^\/to\?(.*)/.exec(request.url!)?.[1];
      if (target) return response.writeHead(302, { location: decodeURIComponent(target) }).end('moved');
      if (request.url === '/again') return response.writeHead(302, { location: '/again' }).end();
      if (request.url === '/large') return response.end(Buffer.alloc(200_000));
      if (request.url === '/bomb')
        return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000)));
      if (request.url === '/stops') return void response.write('first');
      if (request.url === '/silent') return undefined;
      return response.end(JSON.stringify(request.headers));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  after(async () => {
    await Promise.all(outbounds.map((outbound) => outbound.close()));
    server.closeAllConnections();
    server.close();
  });

  test('no notation of a private address is connected to', async () => {
    const outbound = open([]);
    requestPaths = [];
    const spellings = [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '0x7f000001',
      '0177.0.0.1',
      '017700000001',
      '0',
      '0.0.0.0',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:ffff:127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '127。0。0。1',
      '①②⑦.0.0.1',
      'localhost',
      'LOCALHOST',
    ];
    for (const host of spellings)
      assert.equal(await fetchFailure(outbound, `http://${host}:${port}/`), 'address_refused', host);
    for (const host of ['10.0.0.1', '169.254.169.254', '[fd00:ec2::254]', '[fe80::1]'])
      assert.equal(await fetchFailure(outbound, `http://${host}/latest/meta-data`), 'address_refused', host);
    assert.deepEqual(requestPaths, []);
  });

  test('an address other than plain http is refused', async () => {
    const outbound = open(['127.0.0.1', 'unix']);
    for (const url of [
      'ftp://example.com/',
      'file:///etc/passwd',
      'unix:/var/run/docker.sock',
      'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
      'data:text/plain,x',
      'javascript:1',
      'http://',
      'http:///',
      'nothing',
      `http://user:secret@127.0.0.1:${port}/`,
      `http://user@127.0.0.1:${port}/`,
      'http://127.0.0.1:99999/',
      'http://127.0.0.1:22/',
      'http://a b/',
      '//127.0.0.1/',
      '',
    ])
      assert.equal(await fetchFailure(outbound, url), 'invalid_url', url);
    assert.equal(
      await fetchFailure(
        open([], async () => []),
        'http://unix:/var/run/docker.sock:/info',
      ),
      'name_not_found',
    );
  });

  test('the connection uses the same DNS answer that was judged', async () => {
    const hostnames: string[] = [];
    // Each connection makes exactly one lookup. With a second one, the address could change after the check.
    const rebinding = open([], async (hostname) => {
      hostnames.push(hostname);
      return [{ address: '127.0.0.1', family: 4 }];
    });
    requestPaths = [];
    for (let round = 1; round <= 3; round++) {
      assert.equal(await fetchFailure(rebinding, `http://rebind.example:${port}/`), 'address_refused');
      assert.equal(hostnames.length, round, 'one question for each connection');
    }
    const mixedAddresses = open([], async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
      { address: '::ffff:127.0.0.1', family: 6 },
      { address: '10.0.0.1', family: 4 },
    ]);
    assert.equal(await fetchFailure(mixedAddresses, `http://mixed.example:${port}/`), 'address_refused');
    assert.deepEqual(requestPaths, []);
    assert.equal(
      await fetchFailure(
        open([], () => Promise.reject(new Error('SERVFAIL'))),
        'http://nowhere.example/',
      ),
      'name_not_found',
    );
  });

  test('named private hosts may be reached, by host or by host and port, and no others', async () => {
    for (const allowedHost of ['127.0.0.1', `127.0.0.1:${port}`]) {
      const response = await open([allowedHost]).fetch(`http://127.0.0.1:${port}/hello`, {
        headers: { 'x-a': 'b' },
      });
      assert.equal(response.url, `http://127.0.0.1:${port}/hello`);
      const headers = (await response.json()) as Record<string, string>;
      assert.equal(headers['x-a'], 'b');
      assert.equal(headers['user-agent'], 'Palkit');
      assert.equal(headers['cookie'], undefined);
    }
    assert.equal(
      await fetchFailure(open([`127.0.0.1:${port + 1}`]), `http://127.0.0.1:${port}/`),
      'address_refused',
    );
    assert.equal(await fetchFailure(open(['127.0.0.1']), `http://[::1]:${port}/`), 'address_refused');
    const byName = readConfig({
      OUTBOUND_ALLOWED_HOSTS: 'Intranet.example, [::1]:80,10.0.0.5:8080,::1',
    }).outboundAllowedHosts;
    assert.equal(
      await fetchFailure(
        open(byName, async () => [{ address: '127.0.0.1', family: 4 }]),
        `http://other.example:${port}/`,
      ),
      'address_refused',
    );
  });

  test('a body of any length is accepted without a bound, as callbacks do', async () => {
    const options = { method: 'POST', body: '{}', maximumBytes: Infinity };
    const { status } = await open(['127.0.0.1']).fetch(`http://127.0.0.1:${port}/`, options);
    assert.equal(status, 200);
  });

  test('redirects are followed only on request, and each hop is judged', async () => {
    const outbound = open([`127.0.0.1:${port}`]);
    const redirectTo = (url: string) => `http://127.0.0.1:${port}/to?${encodeURIComponent(url)}`;
    assert.equal((await outbound.fetch(redirectTo('/hello'))).status, 302);
    requestPaths = [];
    const response = await outbound.fetch(redirectTo('/hello'), { redirects: 3 });
    assert.equal(response.url, `http://127.0.0.1:${port}/hello`);
    assert.equal(requestPaths.length, 2);
    for (const url of [
      `http://localhost:${port}/`,
      `http://2130706433:${port + 1}/`,
      'http://169.254.169.254/',
      `//[::1]:${port}/`,
    ])
      assert.equal(await fetchFailure(outbound, redirectTo(url), { redirects: 3 }), 'address_refused', url);
    for (const url of ['file:///etc/passwd', 'http://u:p@127.0.0.1/'])
      assert.equal(await fetchFailure(outbound, redirectTo(url), { redirects: 3 }), 'invalid_url', url);
    assert.equal(
      await fetchFailure(outbound, `http://127.0.0.1:${port}/again`, { redirects: 3 }),
      'too_many_redirects',
    );
    assert.equal(
      (await outbound.fetch(redirectTo('/hello'), { method: 'POST', body: '{}', redirects: 3 })).status,
      302,
      'what was posted is not posted elsewhere',
    );
  });

  test('a redirect to another host does not take secrets along', async () => {
    const resolve: Resolve = async () => [];
    const outbound = open([`127.0.0.1:${port}`, `localhost:${port}`], resolve);
    const response = await outbound.fetch(
      `http://127.0.0.1:${port}/to?${encodeURIComponent(`http://localhost:${port}/hello`)}`,
      { headers: { authorization: 'Bearer secret', accept: 'text/html' }, redirects: 1 },
    );
    const headers = (await response.json()) as Record<string, string>;
    assert.equal(headers['authorization'], undefined);
    assert.equal(headers['accept'], 'text/html');
  });

  test('time and size have limits, also after decompression and after the first byte', async () => {
    const outbound = open(['127.0.0.1']);
    const addressOf = (path: string) => `http://127.0.0.1:${port}${path}`;
    assert.equal(await fetchFailure(outbound, addressOf('/large'), { maximumBytes: 100_000 }), 'too_large');
    assert.equal(await fetchFailure(outbound, addressOf('/bomb'), { maximumBytes: 100_000 }), 'too_large');
    assert.equal(await fetchFailure(outbound, addressOf('/large'), { maximumBytes: 200_000 }), 'none');
    const arrival = once(server, 'request');
    const silent = fetchFailure(outbound, addressOf('/silent'), { timeout: 10_000 });
    await arrival;
    clock.move(9999);
    clock.move(1);
    assert.equal(await silent, 'timed_out');
    const response = await outbound.fetch(addressOf('/stops'), { timeout: 10_000 });
    const reading = assert.rejects(response.text(), (error: OutboundError) => error.code === 'timed_out');
    clock.move(10_000);
    await reading;
    const stop = new AbortController();
    const request = once(server, 'request');
    const failure = fetchFailure(outbound, addressOf('/silent'), { signal: stop.signal });
    await request;
    stop.abort();
    assert.equal(await failure, 'aborted');
    assert.equal(await fetchFailure(open(['127.0.0.1']), 'http://127.0.0.1:1/'), 'invalid_url');
    assert.equal(await fetchFailure(open(['127.0.0.1']), 'http://127.0.0.1:9/'), 'invalid_url');
  });

  test('a server that closes its connection while the reader is slow causes no error', async () => {
    for (const size of [60_000, 300_000]) {
      const raw = net
        .createServer((socket) => {
          socket
            .on('error', () => undefined)
            .once('data', () => {
              socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\nconnection: close\r\n\r\n`);
              socket.end(Buffer.alloc(size));
            })
            .once('close', () => raw.emit('gone'));
        })
        .listen(0, '127.0.0.1');
      await once(raw, 'listening');
      const closedEvent = once(raw, 'gone');
      const response = await open(['127.0.0.1']).fetch(
        `http://127.0.0.1:${(raw.address() as AddressInfo).port}/`,
      );
      // The body is read only after the other side has closed: undici 7 would end the process here if its parser were
      // paused.
      await closedEvent;
      assert.equal((await response.arrayBuffer()).byteLength, size);
      raw.close();
    }
  });

  test('an idempotent request on a connection that its server closed is repeated on a new one', async () => {
    for (const [options, outcome] of [
      [{}, 'none'],
      [{ method: 'POST', body: '{}', repeatable: true }, 'none'],
      [{ method: 'POST', body: '{}' }, 'connection_failed'],
      [{ repeatable: false }, 'connection_failed'],
    ] as const) {
      let connections = 0;
      const raw = net
        .createServer((socket) => {
          connections++;
          let requests = 0;
          socket
            .on('error', () => undefined)
            .on('data', () => {
              if (requests++ > 0) return void socket.resetAndDestroy();
              return socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
            });
        })
        .listen(0, '127.0.0.1');
      await once(raw, 'listening');
      const url = `http://127.0.0.1:${(raw.address() as AddressInfo).port}/`;
      const outbound = open(['127.0.0.1']);
      try {
        assert.equal(await fetchFailure(outbound, url), 'none');
        // Waits until the client can reuse the connection.
        await new Promise(setImmediate);
        assert.equal(await fetchFailure(outbound, url, options), outcome, JSON.stringify(options));
        assert.equal(connections, outcome === 'none' ? 2 : 1);
      } finally {
        await outbound.close();
        raw.close();
      }
    }
  });

  test('a server that closes each connection gets at most two requests', async () => {
    let connections = 0;
    const raw = net
      .createServer((socket) => {
        connections++;
        socket.on('error', () => undefined).on('data', () => socket.resetAndDestroy());
      })
      .listen(0, '127.0.0.1');
    await once(raw, 'listening');
    const url = `http://127.0.0.1:${(raw.address() as AddressInfo).port}/`;
    try {
      assert.equal(await fetchFailure(open(['127.0.0.1']), url), 'connection_failed');
      assert.equal(connections, 2);
    } finally {
      raw.close();
    }
  });
});
