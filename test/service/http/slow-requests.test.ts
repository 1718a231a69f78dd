import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { until } from '../until.ts';
import { ALICE, openWorld, type World } from '../world.ts';

describe('requests that never end', () => {
  let world: World;
  let port: number;
  before(async () => {
    world = await openWorld();
    await world.service.app.listen({ port: 0, host: '127.0.0.1' });
    const { server } = world.service.app;
    port = (server.address() as AddressInfo).port;
    // These limits are the service's own; the test then shortens the limit for headers.
    assert.equal(server.headersTimeout, 15_000);
    assert.equal(server.requestTimeout, 600_000);
    server.headersTimeout = 200;
  });
  after(() => world.close());

  /** Sends bytes on a new connection; `answer` resolves with the response once the service closes the connection. */
  const sendBytes = async (bytes: string): Promise<{ answer: Promise<string>; received: () => string }> => {
    const socket = net.connect(port, '127.0.0.1');
    let receivedText = '';
    socket
      .setEncoding('utf8')
      .on('data', (text: string) => (receivedText += text))
      .on('error', () => {});
    await once(socket, 'connect');
    socket.write(bytes);
    // `once` would reject if the service resets a connection before it has read all bytes.
    const closing = new Promise((resolve) => socket.once('close', resolve));
    return { answer: closing.then(() => receivedText), received: () => receivedText };
  };
  const sendUntilClosed = async (bytes: string) => (await sendBytes(bytes)).answer;
  const HALF_MINUTE = 30_000;
  const UPLOAD_TIME = 600_000;

  test('a body that stops half way is refused', async () => {
    const { answer } = await sendBytes(
      `POST /v2/pals HTTP/1.1\r\nhost: a\r\nx-api-key: ${ALICE}\r\ncontent-type: ` +
        'application/json\r\ncontent-length: 100\r\n\r\n{"pal_name":',
    );
    await until('its time to run', () => world.clock.waits(HALF_MINUTE));
    world.clock.move(HALF_MINUTE);
    assert.match(await answer, /^(HTTP\/1\.1 4\d\d|$)/);
  });
  test('a body that stops half way after its request was answered gets no second answer', async () => {
    const { answer, received } = await sendBytes(
      'GET /healthz HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nab',
    );
    await until('its time to run', () => world.clock.waits(HALF_MINUTE));
    await until('it to be answered', received);
    world.clock.move(HALF_MINUTE);
    assert.deepEqual((await answer).match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200']);
  });
  test('a slow file has ten minutes, and no more', async () => {
    const { server } = world.service.app;
    const form = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nab`;
    const { answer } = await sendBytes(
      `POST /v2/documents HTTP/1.1\r\nhost: a\r\nx-api-key: ${ALICE}\r\ncontent-type: ` +
        `multipart/form-data; boundary=x\r\ncontent-length: 1000\r\n\r\n${form}`,
    );
    await until('it to be read', async () => {
      const workFolder = path.join(world.service.context.media.folder('documents'), '..', 'work');
      return (await fs.promises.readdir(workFolder).catch(() => [])).length > 0;
    });
    assert.ok(!world.clock.waits(HALF_MINUTE));
    // Node enforces this limit with its own timer, so the test shortens it.
    assert.equal(server.requestTimeout, UPLOAD_TIME);
    server.requestTimeout = 300;
    assert.match(await answer, /^(HTTP\/1\.1 4\d\d|$)/);
    server.requestTimeout = UPLOAD_TIME;
  });
  test('headers that never end are refused', async () => {
    assert.match(
      await sendUntilClosed('GET /healthz HTTP/1.1\r\nhost: a\r\nx-slow: '),
      /^(HTTP\/1\.1 408|$)/,
    );
  });
  test('headers without bounds are refused', async () => {
    assert.match(
      await sendUntilClosed(`GET /healthz HTTP/1.1\r\nhost: a\r\nx-large: ${'a'.repeat(100_000)}\r\n\r\n`),
      /^HTTP\/1\.1 431/,
    );
  });
  test('a body that is longer than declared, and one with two lengths, are refused', async () => {
    assert.match(
      await sendUntilClosed(
        'POST /v2/pals HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ' +
          '2\r\nconnection: close\r\n\r\n{}{}GET / HTTP/1.1\r\n\r\n',
      ),
      /^HTTP\/1\.1 4\d\d/,
    );
    assert.match(
      await sendUntilClosed(
        'POST /v2/pals HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      ),
      /^HTTP\/1\.1 400/,
    );
  });
  test('others are answered meanwhile', async () => {
    const slow = await Promise.all(
      Array.from({ length: 50 }, () =>
        sendBytes(
          'POST /v2/pals HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{',
        ),
      ),
    );
    assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
    await until('all of them to be waited for', () => world.clock.countWaits(HALF_MINUTE) === slow.length);
    world.clock.move(HALF_MINUTE);
    await Promise.all(slow.map(({ answer }) => answer));
  });
});
