/** A download that is too slow is aborted; one that is slow but steady is not. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../src/runtime/clock.ts';
import { createOutbound, type Outbound } from '../../src/outbound/outbound.ts';
import { until } from '../service/until.ts';

const WINDOW = 15_000;
const clock = new ManualClock();
let server: http.Server;
let outbound: Outbound;
let sender: ServerResponse | null = null;
before(async () => {
  server = http
    .createServer((_request, response) => {
      sender = response;
      response.writeHead(200).flushHeaders();
    })
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  outbound = createOutbound({ clock, allowedHosts: [host()] });
});
after(async () => {
  await outbound.close();
  server.closeAllConnections();
  server.close();
});
const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Begins a download with a minimum rate of 8 kB per second, and counts the received bytes. */
async function download() {
  sender = null;
  const response = await outbound.fetch(`http://${host()}/`, { timeout: 3_600_000, minRate: 8000 });
  const progress = { bytes: 0 };
  const reading = (async () => {
    for await (const chunk of response.body ?? []) progress.bytes += (chunk as Uint8Array).byteLength;
  })();
  reading.catch(() => undefined);
  return { progress, reading };
}

test('a body of one byte per second is aborted after fifteen seconds', async () => {
  const { progress, reading } = await download();
  sender?.write('x');
  await until('the byte', () => progress.bytes === 1);
  clock.move(WINDOW);
  await assert.rejects(reading, { code: 'too_slow' });
});

test('a burst at the beginning does not allow a slower rate later', async () => {
  const { progress, reading } = await download();
  sender?.write(Buffer.alloc(400_000));
  await until('the burst', () => progress.bytes === 400_000);
  clock.move(WINDOW);
  clock.move(WINDOW);
  await assert.rejects(reading, { code: 'too_slow' });
});

test('a body of ten kilobytes per second is read to its end', async () => {
  const { progress, reading } = await download();
  for (let window = 1; window <= 5; window++) {
    sender?.write(Buffer.alloc(150_000));
    await until('the part', () => progress.bytes === window * 150_000);
    clock.move(WINDOW);
  }
  sender?.end();
  await reading;
  assert.equal(progress.bytes, 750_000);
});
