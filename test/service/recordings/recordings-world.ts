/** A service that records, a customer's storage and a storage that rejects all copies, for the tests. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before } from 'node:test';
import S3rver from 's3rver';
import { createConversation, endConversation, getConversation } from '../../../src/contract/conversations.ts';
import { getRecording } from '../../../src/contract/recordings.ts';
import { joinRoom } from '../../../src/contract/rooms.ts';
import { assetPath } from '../../../src/runtime/asset-data.ts';
import { encodeOpus } from '../../../src/agent/speech/opus.ts';
import { CallLogWriter, type CallLogPath } from '../../../src/rooms/embedded/call-log.ts';
import { Receiver } from '../receiver.ts';
import { TONE_RATE, tone } from '../tone.ts';
import { ALICE, openWorld, type World } from '../world.ts';

export const OFFER = 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\n';

/** A camera frame; `at` is the time in milliseconds since the start of the call. */
export interface CameraPicture {
  at: number;
  /** Time of arrival in milliseconds, if the network delayed the frame. */
  came?: number;
  frame: Uint8Array;
}

/**
 * Writes a call's log as the media process does: pictures, the visitor in the first half, the agent in the second
 * half, and the camera.
 */
export async function perform(
  logPath: CallLogPath,
  startedAt: number,
  seconds: number,
  pictures: readonly CameraPicture[] = [],
): Promise<void> {
  const faults: unknown[] = [];
  const log = new CallLogWriter(logPath, assetPath('faces/mira.face'), startedAt, (error) =>
    faults.push(error),
  );
  const packets = encodeOpus(tone(seconds * TONE_RATE), TONE_RATE);
  log.add('joined', startedAt, new Uint8Array());
  for (const [tick, packet] of packets.entries()) {
    const at = startedAt + tick * 20;
    const voice = Buffer.alloc(4 + packet.length);
    voice.writeUInt32BE((0xffff_0000 + tick * 960) >>> 0);
    voice.set(packet, 4);
    if (tick < packets.length / 2) log.add('visitor', at + (tick % 3) * 15, voice);
    else log.add('agent', at, packet);
    for (const { at: time, came: arrivedAt = time, frame } of pictures) {
      if (arrivedAt < tick * 20 || arrivedAt >= tick * 20 + 20) continue;
      const bytes = Buffer.alloc(4 + frame.length);
      bytes.writeUInt32BE((0xffff_f000 + time * 90) >>> 0);
      bytes.set(frame, 4);
      log.add('camera', startedAt + arrivedAt, bytes);
    }
    if (tick % 2 === 0) log.add('picture', at, Buffer.from([0, 7 + (tick % 100 < 50 ? 0 : 3)]));
    if (tick % 25 === 0) log.flush(at);
  }
  await log.close();
  assert.deepEqual(faults, []);
}
export let world: World;
export let receiver: Receiver;
export let folder: string;
let s3: S3rver;
export let s3Address: string;
export let failingServer: http.Server;
before(async () => {
  receiver = await Receiver.open();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-s3-'));
  s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'calls' }],
  });
  s3Address = `127.0.0.1:${(await s3.run()).port}`;
  failingServer = http
    .createServer((request, response) => {
      request
        .resume()
        .on('end', () =>
          response
            .writeHead(403, { 'content-type': 'application/xml' })
            .end(
              '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Not yours.</Message></Error>',
            ),
        );
    })
    .listen(0, '127.0.0.1');
  await once(failingServer, 'listening');
  world = await openWorld({
    environment: { OUTBOUND_ALLOWED_HOSTS: `${receiver.host},${s3Address},${at(failingServer)}` },
  });
});
after(async () => {
  await world?.close();
  await s3?.close();
  failingServer?.close();
  await receiver?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  receiver.received.length = 0;
});

export const at = (server: http.Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;
export const untilIdle = () => world.service.context.jobs.idle();
export const s3Storage = (host: string, extraFields: object = {}) => ({
  provider: 's3',
  bucket_name: 'calls',
  endpoint: `http://${host}`,
  access_key_id: 'S3RVER',
  secret_access_key: 'S3RVER',
  ...extraFields,
});
export const create = async (properties: object = {}) =>
  (
    await world.call(createConversation, {
      credential: ALICE,
      body: {
        pal_id: await world.pal(),
        callback_url: receiver.url(),
        properties: { enable_recording: true, ...properties },
      },
    })
  ).result;
/** Joins, talks for this many seconds and ends the call; resolves when all due jobs are done. */
export const hold = async (
  conversation: { conversation_id: string; meeting_token: string },
  seconds = 4,
  pictures: readonly CameraPicture[] = [],
) => {
  const params = { conversation_id: conversation.conversation_id };
  await world.call(joinRoom, { params, credential: conversation.meeting_token, body: OFFER });
  world.media.emit({ is: 'connected', callId: conversation.conversation_id });
  await perform(
    world.media.callLogs.get(conversation.conversation_id)!,
    world.clock.now(),
    seconds,
    pictures,
  );
  await world.call(endConversation, { credential: ALICE, params });
  await untilIdle();
  world.clock.move(5000);
  await untilIdle();
};
export const read = async ({ conversation_id }: { conversation_id: string }) =>
  (await world.call(getRecording, { credential: ALICE, params: { conversation_id } })).result;
export const recordingEvents = async ({ conversation_id }: { conversation_id: string }) =>
  (
    await world.call(getConversation, {
      credential: ALICE,
      params: { conversation_id },
      query: { verbose: 'true' },
    })
  ).result.events!.filter(({ event_type }) => event_type.startsWith('application.recording'));
