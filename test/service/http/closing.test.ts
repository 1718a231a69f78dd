import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ALICE, openWorld } from '../world.ts';

test('a closing service does not wait for a request that never ends', { timeout: 40_000 }, async () => {
  const world = await openWorld();
  await world.service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = world.service.app.server.address() as AddressInfo;
  const socket = net.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const requestReceived = new Promise((resolve) => world.service.app.server.once('request', resolve));
  socket.write(
    `POST /v2/pals HTTP/1.1\r\nhost: x\r\nx-api-key: ${ALICE}\r\ncontent-type: application/json\r\n` +
      'content-length: 1000\r\n\r\n{"pal_name"',
  );
  await requestReceived;
  const closeEvent = once(socket, 'close');
  await world.close();
  await closeEvent;
  assert.ok(socket.destroyed);
});
