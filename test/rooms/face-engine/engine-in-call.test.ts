/** An engine draws the face in a real call: the media process connects a visitor and the engine's WebSocket. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Encoder } from '@evan/opus';
import rtc from 'node-datachannel';
import type { Speech } from '../../../src/agent/speech/engines.ts';
import { readFaceFile, type DrawnFace } from '../../../src/rooms/embedded/face-file.ts';
import { Media } from '../../../src/rooms/embedded/media.ts';
import type { MediaEvent } from '../../../src/rooms/embedded/media-messages.ts';
import { isRtcp, payloadOf, timestampOf } from '../../../src/rooms/embedded/rtp.ts';
import { keyFrameSize } from '../../../src/rooms/embedded/vp8.ts';
import { assetPath } from '../../../src/runtime/asset-data.ts';
import { until } from '../../service/until.ts';
import { joinNatively } from '../native-visitor.ts';
import { ReferenceEngine } from './reference-engine.ts';

/** RTP clock ticks per millisecond of video. */
const VIDEO_CLOCK = 90;
/** The engine's pictures are larger than the service's own, so a picture's size shows its source. */
const drawnFace = readFaceFile(assetPath('faces/mira.large.face')) as DrawnFace;

let engine: ReferenceEngine;
let media: Media;
const events: MediaEvent[] = [];
const logged: Record<string, unknown>[] = [];

before(async () => {
  engine = await ReferenceEngine.open(drawnFace);
  media = await Media.start({
    udpPort: 0,
    faceEngine: { url: engine.url, key: 'secret of the engine' },
    log: (_level, _message, fields) => logged.push(fields),
  });
  media.subscribe((event) => events.push(event));
});
after(async () => {
  await media.close();
  await engine.close();
  // Without this cleanup, native threads would keep this process alive.
  rtc.cleanup();
});
beforeEach(() => {
  engine.messages.length = 0;
  engine.isStuck = engine.isMute = false;
  engine.maxPictures = Infinity;
  logged.length = 0;
});

/** Returns a tone of `seconds`, in the form of a voice's speech. */
function tone(seconds: number): Speech {
  const encoder = new Encoder({ channels: 1, sample_rate: 16_000, application: 'voip' });
  const sample = (index: number) => 9000 * Math.sin((index / 16_000) * 2 * Math.PI * 440);
  const packets = Array.from({ length: seconds * 50 }, (_, packet) =>
    encoder.encode(Int16Array.from({ length: 320 }, (_, index) => sample(packet * 320 + index))),
  );
  return { text: 'A tone.', packets, mouths: new Uint8Array(seconds * 25).fill(3), duration: seconds };
}

/** Starts a call and records the packets that its visitor receives. */
async function call(callId: string, faceId: string | null = 'r1') {
  const visitor = await joinNatively(media, callId, null, undefined, { faceId });
  const pictures: { isEngine: boolean; time: number }[] = [];
  /** Number of received sound packets. */
  let sounds = 0;
  visitor.camera.onMessage((packet) => {
    const payload = isRtcp(packet) ? null : payloadOf(packet);
    // Skip the four bytes of the VP8 payload descriptor before the picture.
    const size = payload && (payload[0]! & 0x10) !== 0 ? keyFrameSize(payload.subarray(4)) : null;
    if (size) pictures.push({ isEngine: size.width === drawnFace.width, time: timestampOf(packet) });
  });
  visitor.voice.onMessage((packet) => {
    if (!isRtcp(packet) && payloadOf(packet)) sounds++;
  });
  await until('the first pictures', () => pictures.length > 5);
  return {
    pictures,
    async leave() {
      await visitor.close();
      media.leave(callId);
    },
    /** Plays a tone and waits for its end; afterwards, `pictures` and `sounds` contain the received packets. */
    async say(id: string, seconds: number) {
      pictures.length = sounds = 0;
      media.say(callId, id, tone(seconds));
      const isEnd = (event: MediaEvent) =>
        event.is === 'said' && event.callId === callId && event.utteranceId === id;
      await until('the end of the sentence', () => events.some(isEnd));
      await until('all of its sound', () => sounds >= seconds * 50);
      assert.equal(sounds, seconds * 50);
    },
  };
}

test('the engine is informed about the call, receives the sentence, and its pictures are sent with it', async () => {
  const { pictures, say, leave } = await call('works');
  await until('the engine to know its mood', () => engine.messages.length >= 2);
  const start = engine.messages[0];
  assert.ok(start?.type === 'start');
  assert.deepEqual([start.conversation_id, start.face_id], ['works', 'r1']);
  assert.equal(engine.authorizations.at(-1), 'Bearer secret of the engine');
  assert.ok(pictures.every(({ isEngine }) => !isEngine));
  await say('u1', 2);
  const engines = pictures.filter(({ isEngine }) => isEngine);
  assert.ok(engines.length > 25, `${engines.length} of 50 pictures`);
  const samples = engine.speeches.get(1)!.samples;
  assert.equal(samples.length, 2 * 16_000);
  const loudness = Math.sqrt(samples.reduce((sum, value) => sum + value ** 2, 0) / samples.length);
  assert.ok(Math.abs(loudness - 9000 / Math.SQRT2) < 900, `${loudness}`);
  assert.deepEqual(logged, []);
  await leave();
  await until('the connection to end', () => engine.connections === 0);
});

test('killed within a sentence: no sound is lost, and the trained face is visible within a second', async () => {
  const { pictures, say, leave } = await call('killed');
  engine.maxPictures = 20;
  const kill = until('pictures of the engine', () => pictures.some(({ isEngine }) => isEngine)).then(() =>
    engine.kill(),
  );
  await say('u1', 3);
  await kill;
  const lastPicture = pictures.findLast(({ isEngine }) => isEngine);
  assert.ok(lastPicture);
  const next = pictures.find(
    ({ time }) => (time - lastPicture.time) >>> 0 > 0 && (time - lastPicture.time) >>> 0 < 2 ** 31,
  );
  assert.ok(next && !next.isEngine);
  const gapMs = ((next.time - lastPicture.time) >>> 0) / VIDEO_CLOCK;
  assert.ok(gapMs <= 1000, `${gapMs} ms without a new picture`);
  assert.ok(logged.some(({ where }) => where === 'face engine: closed'));
  // The engine works again, so the next sentence uses it.
  engine.maxPictures = Infinity;
  await until('another connection', () => engine.connections === 1);
  await until(
    'the engine to be ready',
    () => engine.messages.filter(({ type }) => type === 'mood').length >= 2,
  );
  await say('u2', 2);
  assert.ok(pictures.some(({ isEngine }) => isEngine));
  await leave();
});

test('an engine that draws nothing delays a sentence by at most 0.6 s', async () => {
  const { pictures, say, leave } = await call('stuck');
  await until('the engine to know the call', () => engine.messages.length >= 2);
  engine.isStuck = true;
  const startedAt = performance.now();
  await say('u1', 1);
  assert.ok(performance.now() - startedAt < 1000 + 600 + 3000);
  assert.ok(pictures.every(({ isEngine }) => !isEngine));
  await leave();
});

test('an engine that never reports that it is ready changes nothing', async () => {
  engine.isMute = true;
  const { pictures, say, leave } = await call('mute');
  await say('u1', 1);
  assert.ok(pictures.length > 15 && pictures.every(({ isEngine }) => !isEngine));
  await leave();
});

test('pictures of silence are sent during silence', async () => {
  const { pictures, leave } = await call('silent');
  await until('the engine to know the call', () => engine.messages.length >= 2);
  engine.rest(0);
  await until('a picture of silence', () => pictures.some(({ isEngine }) => isEngine));
  await until('the own face again', () => !pictures.at(-1)!.isEngine);
  await leave();
});

test('a face whose consent is withdrawn, and one without an id, are not drawn by the engine', async () => {
  const withdrawnCall = await call('withdrawn');
  await until('the engine to know the call', () => engine.messages.length >= 2);
  media.changeFace('withdrawn', assetPath('faces/noor.face'));
  await until('the connection to end', () => engine.connections === 0);
  await withdrawnCall.leave();
  engine.messages.length = 0;
  const unnamedCall = await call('unnamed', null);
  await unnamedCall.say('u1', 1);
  assert.deepEqual(engine.messages, []);
  await unnamedCall.leave();
});
