import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { ALICE, openWorld, type World } from './world.ts';

describe('requests that do not come to an end', () => {
  let world: World;
  let port: number;
  before(async () => {
    world = await openWorld();
    await world.service.app.listen({ port: 0, host: '127.0.0.1' });
    const { server } = world.service.app;
    port = (server.address() as AddressInfo).port;
    // The product's own limits, shortened for the test.
    assert.equal(server.requestTimeout, 30_000);
    assert.equal(server.headersTimeout, 15_000);
    server.requestTimeout = 300;
    server.headersTimeout = 200;
  });
  after(() => world.close());

  /** What the service says to these bytes, once it has hung up. */
  const hungUp = async (bytes: string): Promise<string> => {
    const socket = net.connect(port, '127.0.0.1');
    let answer = '';
    socket
      .setEncoding('utf8')
      .on('data', (text: string) => (answer += text))
      .on('error', () => {});
    await once(socket, 'connect');
    socket.write(bytes);
    await once(socket, 'close');
    return answer;
  };

  test('a body that stops half way', async () => {
    assert.match(
      await hungUp(
        `POST /v2/pals HTTP/1.1\r\nhost: a\r\nx-api-key: ${ALICE}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"pal_name":`,
      ),
      /^(HTTP\/1\.1 4\d\d|$)/,
    );
  });
  test('headers that never end', async () => {
    assert.match(await hungUp('GET /healthz HTTP/1.1\r\nhost: a\r\nx-slow: '), /^(HTTP\/1\.1 408|$)/);
  });
  test('headers without bounds', async () => {
    assert.match(
      await hungUp(`GET /healthz HTTP/1.1\r\nhost: a\r\nx-large: ${'a'.repeat(100_000)}\r\n\r\n`),
      /^HTTP\/1\.1 431/,
    );
  });
  test('a body that is longer than it says, and one whose length is told twice', async () => {
    assert.match(
      await hungUp(
        `POST /v2/pals HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}{}GET / HTTP/1.1\r\n\r\n`,
      ),
      /^HTTP\/1\.1 4\d\d/,
    );
    assert.match(
      await hungUp(
        'POST /v2/pals HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      ),
      /^HTTP\/1\.1 400/,
    );
  });
  test('others are answered meanwhile', async () => {
    const slow = Array.from({ length: 50 }, () =>
      hungUp('POST /v2/pals HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n{'),
    );
    assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
    await Promise.all(slow);
  });
});
