import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { Decoder } from '@evan/opus';
import { EncodedPacketSink, FilePathSource, Input, WEBM } from 'mediabunny';
import S3rver from 's3rver';
import {
  createConversation,
  deleteConversation,
  endConversation,
  getConversation,
} from '../../src/contract/conversations.ts';
import { getDeployment, initDeployment, patchDeployment } from '../../src/contract/deployments.ts';
import { getRecording } from '../../src/contract/recordings.ts';
import { joinRoom } from '../../src/contract/rooms.ts';
import { data } from '../../src/service/platform/asset.ts';
import { readFaceFile } from '../../src/service/rooms/embedded/face-file.ts';
import { encodeOpus } from '../../src/service/speech/opus.ts';
import { COPY_RETRIES } from '../../src/service/recordings/recordings.ts';
import { CallLogWriter, type CallLogPath } from '../../src/service/rooms/embedded/call-log.ts';
import { Receiver } from './receiver.ts';
import { TONE_RATE, tone } from './tone.ts';
import { ManualClock } from '../../src/service/platform/clock.ts';
import { ALICE, freshFolder, openWorld, type World } from './world.ts';

const OFFER = 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\n';
const DAY = 24 * 3600_000;

/** A frame of the camera, at a time in milliseconds from the call's beginning. */
interface Seen {
  at: number;
  /** When it came, where the network held it up. */
  came?: number;
  frame: Uint8Array;
}

/**
 * Writes down a call as the media process does: pictures, the visitor in the first half, the agent in the
 * second, and what the camera shows.
 */
async function perform(
  place: CallLogPath,
  began: number,
  seconds: number,
  seen: readonly Seen[] = [],
): Promise<void> {
  const faults: unknown[] = [];
  const log = new CallLogWriter(place, data('faces/mira.face'), began, (error) => faults.push(error));
  const packets = encodeOpus(tone(seconds * TONE_RATE), TONE_RATE);
  log.add('joined', began, new Uint8Array());
  for (const [tick, packet] of packets.entries()) {
    const at = began + tick * 20;
    const voice = Buffer.alloc(4 + packet.length);
    voice.writeUInt32BE((0xffff_0000 + tick * 960) >>> 0);
    voice.set(packet, 4);
    if (tick < packets.length / 2) log.add('visitor', at + (tick % 3) * 15, voice);
    else log.add('agent', at, packet);
    for (const { at: taken, came = taken, frame } of seen) {
      if (came < tick * 20 || came >= tick * 20 + 20) continue;
      const bytes = Buffer.alloc(4 + frame.length);
      bytes.writeUInt32BE((0xffff_f000 + taken * 90) >>> 0);
      bytes.set(frame, 4);
      log.add('camera', began + came, bytes);
    }
    if (tick % 2 === 0) log.add('picture', at, Buffer.from([0, 7 + (tick % 100 < 50 ? 0 : 3)]));
    if (tick % 25 === 0) log.flush(at);
  }
  await log.close();
  assert.deepEqual(faults, []);
}

/** What plays: seconds, pictures, and the loudness of each second. */
async function watch(file: string): Promise<{ seconds: number; pictures: number; loudness: number[] }> {
  const input = new Input({ formats: [WEBM], source: new FilePathSource(file) });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  let pictures = 0;
  if (video)
    for await (const packet of new EncodedPacketSink(video).packets())
      pictures += packet.data.length > 0 ? 1 : 0;
  const decoder = new Decoder({ channels: 1, sample_rate: TONE_RATE });
  const loudness: number[] = [];
  for await (const { data, timestamp } of new EncodedPacketSink(audio!).packets()) {
    const bytes = decoder.decode(data);
    const loud =
      new Int16Array(bytes.slice().buffer).reduce((sum, sample) => sum + Math.abs(sample), 0) / 320;
    const second = Math.floor(timestamp + 1e-6);
    loudness[second] = Math.max(loudness[second] ?? 0, loud);
  }
  const seconds = await input.computeDuration();
  input.dispose();
  return { seconds, pictures, loudness };
}

describe('recordings', () => {
  let world: World;
  let receiver: Receiver;
  let folder: string;
  let s3: S3rver;
  let s3Address: string;
  let broken: http.Server;
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
    broken = http
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
    await once(broken, 'listening');
    world = await openWorld({
      environment: { OUTBOUND_ALLOWED_HOSTS: `${receiver.host},${s3Address},${at(broken)}` },
    });
  });
  after(async () => {
    await world?.close();
    await s3?.close();
    broken?.close();
    await receiver?.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => {
    receiver.received.length = 0;
  });

  const at = (server: http.Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const idle = () => world.service.context.jobs.idle();
  const s3Storage = (host: string, more: object = {}) => ({
    provider: 's3',
    bucket_name: 'calls',
    endpoint: `http://${host}`,
    access_key_id: 'S3RVER',
    secret_access_key: 'S3RVER',
    ...more,
  });
  const create = async (properties: object = {}) =>
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
  /** Joins, talks for so many seconds, and ends; settles when what is due is done. */
  const hold = async (
    made: { conversation_id: string; meeting_token: string },
    seconds = 4,
    seen: readonly Seen[] = [],
  ) => {
    const params = { conversation_id: made.conversation_id };
    await world.call(joinRoom, { params, credential: made.meeting_token, body: OFFER });
    world.media.emit({ is: 'connected', callId: made.conversation_id });
    await perform(world.media.callLogs.get(made.conversation_id)!, world.clock.now(), seconds, seen);
    await world.call(endConversation, { credential: ALICE, params });
    await idle();
    world.clock.move(5000);
    await idle();
  };
  const read = async ({ conversation_id }: { conversation_id: string }) =>
    (await world.call(getRecording, { credential: ALICE, params: { conversation_id } })).result;
  const told = async ({ conversation_id }: { conversation_id: string }) =>
    (
      await world.call(getConversation, {
        credential: ALICE,
        params: { conversation_id },
        query: { verbose: 'true' },
      })
    ).result.events!.filter(({ event_type }) => event_type.startsWith('application.recording'));
  const files = (name: string) =>
    fs
      .readdirSync(path.join(world.service.context.config.dataDir, 'media', 'recordings'))
      .filter((entry) => entry.startsWith(name));

  test('a deployment records its calls, and its visitors are told before and while it does', async () => {
    const deployment_id = await world.deployment({ enable_recording: true });
    const params = { deployment_id };
    assert.equal((await world.call(initDeployment, { params })).result.recording, true);
    const made = await world.start(deployment_id);
    assert.equal((await read(made)).status, 'recording');
    await hold(made);
    assert.equal((await read(made)).status, 'ready');
    const ready = () =>
      world.media
        .sent(made.conversation_id)
        .flatMap(({ event_type, properties }) =>
          event_type === 'conversation.ready' ? [properties['recording']] : [],
        );
    assert.deepEqual(ready(), [true]);
    await world.call(patchDeployment, {
      credential: ALICE,
      params,
      body: [{ op: 'replace', path: '/enable_recording', value: false }],
    });
    assert.equal(
      (await world.call(getDeployment, { credential: ALICE, params })).result.enable_recording,
      false,
    );
    assert.equal((await world.call(initDeployment, { params })).result.recording, false);
    const other = await world.start(deployment_id);
    assert.equal(
      (
        await world.refused(getRecording, {
          credential: ALICE,
          params: { conversation_id: other.conversation_id },
        })
      ).code,
      'recording_not_found',
    );
    assert.equal(
      (
        await world.refused(patchDeployment, {
          credential: ALICE,
          params,
          body: [{ op: 'replace', path: '/enable_recording', value: 'yes' }],
        })
      ).code,
      'invalid_patch',
    );
  });

  test("a call becomes a film with both voices and its face, and is copied into the customer's storage", async () => {
    const made = await create({ recording_storage: s3Storage(s3Address, { prefix: 'nora/' }) });
    assert.equal((await read(made)).status, 'recording');
    await hold(made);
    const recording = await read(made);
    assert.equal(recording.status, 'ready');
    assert.equal(recording.copy_status, 'copied');
    assert.ok(Math.abs(recording.duration! - 4) < 0.2);
    const key = `nora/${made.conversation_id}/${recording.recording_id}.webm`;
    const [event] = await told(made);
    assert.deepEqual(
      [event!.event_type, event!.properties],
      [
        'application.recording_ready',
        {
          bucket_name: 'calls',
          s3_key: key,
          duration: recording.duration,
          storage_provider: 's3',
          storage_uri: `s3://calls/${key}`,
        },
      ],
    );
    await idle();
    assert.equal(receiver.types().filter((type) => type === 'application.recording_ready').length, 1);
    const stored = path.join(folder, 'calls', `${key}._S3rver_object`);
    const played = await watch(stored);
    assert.ok(Math.abs(played.seconds - 4) < 0.2, `${played.seconds} s`);
    assert.ok(played.pictures > 20);
    assert.ok(
      played.loudness.slice(0, 4).every((loud) => loud > 1000),
      `${played.loudness}`,
    );
    // The service's own copy: by its address, in parts.
    const url = new URL(recording.recording_url!).pathname;
    const part = await world.service.app.inject({ url, headers: { range: 'bytes=0-3' } });
    assert.deepEqual(
      [part.statusCode, part.headers['content-type'], part.rawPayload.toString('hex')],
      [206, 'video/webm', '1a45dfa3'],
    );
    assert.equal((await world.service.app.inject({ url })).rawPayload.length, fs.statSync(stored).size);
    const name = path.basename(url, '.webm');
    assert.deepEqual(files(name), [`${name}.webm`], 'what it was made of is gone');
    assert.ok(
      !(
        await world.service.context.store.db
          .selectFrom('recordings')
          .select('sealed')
          .where('id', '=', recording.recording_id)
          .executeTakeFirstOrThrow()
      ).sealed,
      'and so is the key to the storage',
    );
  });

  test('the camera is a second picture beside the face, in time, and black while it is off', async () => {
    const face = readFaceFile(data('faces/tomas.face'));
    assert.ok(face.kind === 'drawn');
    const key = face.frame(0, 0);
    const shown: Seen[] = [];
    const show = (from: number, to: number) => {
      for (let at = from, number = 0; at < to; at += 40, number++) {
        // Every second one comes 30 ms late.
        shown.push({
          at,
          came: at + (number % 2) * 30,
          frame:
            number % 25 === 0 ? key : Buffer.concat([Buffer.from([1, number]), Buffer.alloc(200, number)]),
        });
      }
    };
    show(1000, 3000);
    show(9000, 11_000);
    const made = await create();
    await hold(made, 12, shown);
    const recording = await read(made);
    assert.equal(recording.status, 'ready');
    const name = path.basename(recording.recording_url!, '.webm');
    const input = new Input({
      formats: [WEBM],
      source: new FilePathSource(
        path.join(world.service.context.config.dataDir, 'media', 'recordings', `${name}.webm`),
      ),
    });
    const [first, second, ...others] = await input.getVideoTracks();
    assert.equal(others.length, 0);
    assert.equal((await input.getPrimaryVideoTrack())!.id, first!.id);
    assert.equal(await second!.getName(), 'Visitor');
    const written: { at: number; key: boolean; bytes: Buffer }[] = [];
    for await (const packet of new EncodedPacketSink(second!).packets())
      written.push({ at: packet.timestamp, key: packet.type === 'key', bytes: Buffer.from(packet.data) });
    const seconds = await first!.computeDuration();
    input.dispose();
    const black = written.filter(({ bytes }) => bytes.length < 30);
    assert.deepEqual(
      written.filter((one) => !black.includes(one)).map(({ bytes }) => bytes.toString('hex')),
      shown.map(({ frame }) => Buffer.from(frame).toString('hex')),
      'nothing is touched',
    );
    for (const [index, { at, key: begins }] of written.filter((one) => !black.includes(one)).entries()) {
      assert.ok(Math.abs(at - shown[index]!.at / 1000) < 0.005, `${at} s, not ${shown[index]!.at} ms`);
      assert.equal(begins, index % 25 === 0);
    }
    assert.deepEqual(
      black.map(({ at, key: begins }) => [Math.round(at), begins]),
      [
        [0, true],
        [6, true],
        [9, true],
      ],
    );
    assert.ok(Math.abs(seconds - 12) < 0.2);
    assert.ok(written.every(({ at }, index) => index === 0 || at > written[index - 1]!.at));
  });

  test("a copy that is refused is tried for hours, then told of; the service's own is kept for 30 days", async () => {
    const made = await create({ recording_storage: s3Storage(at(broken)) });
    await hold(made);
    assert.equal((await read(made)).copy_status, 'pending');
    for (const delay of COPY_RETRIES) {
      assert.deepEqual(await told(made), []);
      world.clock.move(delay + 2000);
      await idle();
    }
    const recording = await read(made);
    assert.equal(recording.copy_status, 'failed');
    assert.equal(recording.status, 'ready');
    const [event] = await told(made);
    assert.deepEqual(
      [event!.event_type, event!.properties],
      [
        'application.recording_copy_failed',
        {
          recording_id: recording.recording_id,
          s3_key: `${made.conversation_id}/${recording.recording_id}.webm`,
          duration: recording.duration,
          storage_provider: 's3',
          error_code: 'AccessDenied',
          error_message: 'Not yours.',
        },
      ],
    );
    const url = new URL(recording.recording_url!).pathname;
    world.clock.move(29 * DAY);
    await idle();
    assert.equal((await world.service.app.inject({ url })).statusCode, 200);
    world.clock.move(DAY + 2000);
    await idle();
    assert.equal((await read(made)).status, 'expired');
    assert.equal((await world.service.app.inject({ url })).statusCode, 404);
  });

  test('storage at an address that is not public is refused like any other way out', async () => {
    const made = await create({ recording_storage: s3Storage('10.0.0.1') });
    const gcs = await create({
      recording_storage: {
        provider: 'gcs',
        bucket_name: 'calls',
        client_email: 'a@b.example',
        private_key: 'k',
        endpoint: 'http://127.0.0.1:1',
      },
    });
    await hold(made);
    await hold(gcs);
    for (const delay of COPY_RETRIES) {
      world.clock.move(delay + 2000);
      await idle();
    }
    for (const each of [made, gcs])
      assert.equal((await told(each))[0]!.properties['error_code'], 'address_refused');
  });

  test("without storage of one's own it is kept and shown, and nobody is told", async () => {
    const made = await create();
    await hold(made, 2);
    const { recording } = (
      await world.call(getConversation, {
        credential: ALICE,
        params: { conversation_id: made.conversation_id },
        query: { verbose: 'true' },
      })
    ).result;
    assert.equal(recording!.status, 'ready');
    assert.deepEqual([recording!.storage_provider, recording!.copy_status], [null, null]);
    assert.deepEqual(await told(made), []);
  });

  test('a call log that broke off in a record is as long as it came; a second connection goes on', async () => {
    const made = await create();
    const params = { conversation_id: made.conversation_id };
    await world.call(joinRoom, { params, credential: made.meeting_token, body: OFFER });
    world.media.emit({ is: 'connected', callId: made.conversation_id });
    const place = world.media.callLogs.get(made.conversation_id)!;
    await perform(place, world.clock.now(), 4);
    const [first] = files(place.name).filter((entry) => entry.endsWith('.take'));
    const file = path.join(place.folder, first!);
    fs.truncateSync(file, Math.floor(fs.statSync(file).size * 0.75));
    await perform(place, world.clock.now() + 20_000, 4);
    await world.call(endConversation, { credential: ALICE, params });
    await idle();
    world.clock.move(5000);
    await idle();
    const { duration, status } = await read(made);
    assert.equal(status, 'ready');
    assert.ok(
      duration! > 6 && duration! < 9,
      `${duration} s: the time in which nobody was there is left out`,
    );
  });

  test('a service that stops in the middle of a film, or while the storage is away, goes on where it was', async () => {
    const dataDir = await freshFolder();
    const environment = { OUTBOUND_ALLOWED_HOSTS: `${receiver.host},${s3Address}` };
    let reached!: () => void;
    const working = new Promise<void>((resolve) => (reached = resolve));
    // The first service dies while it works on the film.
    const first = await openWorld({
      dataDir,
      environment,
      runMediaJob: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          reached();
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    });
    const made = (
      await first.call(createConversation, {
        credential: ALICE,
        body: {
          pal_id: await first.pal(),
          callback_url: receiver.url(),
          properties: { enable_recording: true, recording_storage: s3Storage(s3Address) },
        } as never,
      })
    ).result;
    const params = { conversation_id: made.conversation_id };
    await first.call(joinRoom, { params, credential: made.meeting_token, body: OFFER });
    first.media.emit({ is: 'connected', callId: made.conversation_id });
    await perform(first.media.callLogs.get(made.conversation_id)!, first.clock.now(), 2);
    await first.call(endConversation, { credential: ALICE, params });
    await first.service.context.jobs.idle();
    first.clock.move(5000);
    await working;
    const now = first.clock.now();
    await first.close();
    const second = await openWorld({ dataDir, environment, clock: new ManualClock(now + 1000) });
    await second.service.context.jobs.idle();
    const { recording, events } = (
      await second.call(getConversation, { credential: ALICE, params, query: { verbose: 'true' } })
    ).result;
    assert.deepEqual([recording!.status, recording!.copy_status], ['ready', 'copied']);
    assert.equal(events!.filter(({ event_type }) => event_type === 'application.recording_ready').length, 1);
    await second.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  test('nobody came: there is no recording; a deleted conversation takes its recording with it', async () => {
    const empty = await create();
    await world.call(endConversation, {
      credential: ALICE,
      params: { conversation_id: empty.conversation_id },
    });
    await idle();
    world.clock.move(5000);
    await idle();
    assert.equal(
      (
        await world.refused(getRecording, {
          credential: ALICE,
          params: { conversation_id: empty.conversation_id },
        })
      ).code,
      'recording_not_found',
    );
    const made = await create();
    await hold(made, 2);
    const { name } = world.media.callLogs.get(made.conversation_id)!;
    assert.equal(files(name).length, 1);
    await world.call(deleteConversation, {
      credential: ALICE,
      params: { conversation_id: made.conversation_id },
    });
    await idle();
    assert.deepEqual(files(name), []);
  });

  test('what may not be given is refused in words', async () => {
    const pal_id = await world.pal();
    const cases: [object, RegExp][] = [
      [{ recording_storage: s3Storage('x') }, /recording_storage needs properties\.enable_recording/],
      [{ enable_recording: 'yes' }, /^properties\.enable_recording must be true or false/],
      [
        { enable_recording: true, recording_storage: { provider: 'ftp' } },
        /recording_storage.* must be an object whose provider is s3, gcs or azure_blob/,
      ],
      [
        { enable_recording: true, recording_storage: { ...s3Storage('x'), bucket_name: '../x' } },
        /bucket_name must be the name of a bucket/,
      ],
      [
        { enable_recording: true, recording_storage: { ...s3Storage('x'), prefix: 'a?b' } },
        /prefix must be at most 200/,
      ],
      [
        {
          enable_recording: true,
          recording_storage: {
            provider: 'azure_blob',
            bucket_name: 'calls',
            account_name: 'evil.example/',
            account_key: 'k',
          },
        },
        /account_name must be the name of a storage account/,
      ],
    ];
    for (const [properties, words] of cases)
      assert.match(
        (
          await world.refused(createConversation, {
            credential: ALICE,
            body: { pal_id, properties } as never,
          })
        ).text,
        words,
      );
  });
});
