/** An engine draws the face, over a fake connection and with a manual clock. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { beforeEach, describe, test } from 'node:test';
import { FACE_ENGINE, type ToEngine } from '../../../src/contract/face-engine.ts';
import { EngineFace } from '../../../src/rooms/face-engine/engine-face.ts';
import type { SocketListener } from '../../../src/rooms/face-engine/engine-socket.ts';
import { readFaceFile, type DrawnFace } from '../../../src/rooms/embedded/face-file.ts';
import { assetPath } from '../../../src/runtime/asset-data.ts';
import { pictureMessage } from './reference-engine.ts';

const mira = readFaceFile(assetPath('faces/mira.face')) as DrawnFace;
const PICTURE = mira.frame(0, 0);
const OTHER = mira.frame(0, 3);
const { width, height } = mira;

interface Connection {
  listener: SocketListener;
  sentMessages: (string | Uint8Array)[];
  isOpen: boolean;
  unread: number;
}
let now: number;
let connections: Connection[];
let faults: string[];
let face: EngineFace;
const waiters: (() => void)[] = [];

beforeEach(() => {
  now = 0;
  connections = [];
  faults = [];
  waiters.length = 0;
  face = new EngineFace({
    call: { callId: 'c1', faceId: 'r1', faceName: 'Ada', width, height },
    now: () => now,
    decode: () => new Int16Array(320).fill(7),
    runSoon: (callback) => waiters.push(callback),
    fault: (fault) => faults.push(fault),
    open(listener) {
      const connection: Connection = { listener, sentMessages: [], isOpen: false, unread: 0 };
      connections.push(connection);
      return {
        get isOpen() {
          return connection.isOpen;
        },
        get unreadBytes() {
          return connection.unread;
        },
        send: (message) => void connection.sentMessages.push(message),
        close: () => void (connection.isOpen = false),
      };
    },
  });
});

const engine = () => connections.at(-1)!;
function accept(): void {
  engine().isOpen = true;
  engine().listener.onOpen();
}
const ready = (size: object = { width, height }) =>
  engine().listener.text(JSON.stringify({ type: 'ready', ...size }));
function begin(): void {
  accept();
  ready();
}
/** Runs the tasks that wait for the clock, so that the engine receives the sound that is due. */
function runTasks(): void {
  for (let callback = waiters.shift(); callback; callback = waiters.shift()) callback();
}
const packets = (seconds: number) => Array.from({ length: seconds * 50 }, () => new Uint8Array(1));
function speak(id: string, seconds = 2): void {
  face.speak(id, packets(seconds));
  runTasks();
}
function draw(speech: number, startTime: number, endTime: number, bytes = PICTURE): void {
  for (let time = startTime; time < endTime; time += 40)
    engine().listener.onBinary(pictureMessage(speech, time, bytes));
}
const cueAt = (id: string, time: number) => {
  const picture = face.picture({ utteranceId: id, time });
  return picture === null ? 'own' : picture === 'same' ? 'same' : 'engine';
};
const texts = () =>
  engine()
    .sentMessages.filter((message) => typeof message === 'string')
    .map((message) => JSON.parse(message) as ToEngine);
const soundOf = (speech: number) =>
  engine()
    .sentMessages.filter((message) => typeof message !== 'string')
    .map((message) => Buffer.from(message))
    .filter((message) => message.readUInt32LE(0) === speech);

describe('a working engine', () => {
  test('receives each sentence as it is spoken, and its pictures are shown at their times', () => {
    begin();
    assert.deepEqual(
      texts().map(({ type }) => type),
      ['start', 'mood'],
    );
    speak('u1');
    assert.deepEqual(texts().at(-1), { type: 'speech', speech: 1, samples: 32_000 });
    const sound = soundOf(1);
    assert.deepEqual(
      sound.map((message) => message.readUInt32LE(4)),
      Array.from({ length: 10 }, (_, index) => index * 200),
    );
    assert.equal(
      sound.reduce((sum, { length }) => sum + length - 8, 0),
      32_000 * 2,
    );
    assert.equal(face.mayBegin('u1'), false);
    draw(1, 0, 2000);
    assert.equal(face.mayBegin('u1'), true);
    for (let time = 0; time < 2000; time += 40) assert.equal(cueAt('u1', time), 'engine', `${time}`);
    assert.deepEqual(faults, []);
    face.endSentence('u1');
    assert.equal(face.picture(null), null);
  });

  test('also draws the greeting, whose sound waits for the connection', () => {
    speak('u1');
    assert.equal(face.mayBegin('u1'), false);
    now += 300;
    begin();
    runTasks();
    assert.deepEqual(texts().at(-1), { type: 'speech', speech: 1, samples: 32_000 });
    draw(1, 0, 400);
    assert.equal(face.mayBegin('u1'), true);
    assert.equal(cueAt('u1', 0), 'engine');
  });

  test('shows its own pictures of silence while they arrive', () => {
    begin();
    face.mood = 'listening';
    assert.deepEqual(texts().at(-1), { type: 'mood', mood: 'listening' });
    draw(0, 0, 40);
    assert.ok(face.picture(null) instanceof Uint8Array);
    assert.equal(face.picture(null), 'same');
    now += FACE_ENGINE.staleAfter + 1;
    assert.equal(face.picture(null), null);
  });

  test('is informed about an interruption, and its later pictures are dropped without an error', () => {
    begin();
    speak('u1');
    draw(1, 0, 400);
    face.cancel();
    assert.deepEqual(texts().at(-1), { type: 'cancel', through: 1 });
    draw(1, 400, 800);
    assert.deepEqual(faults, []);
    speak('u2');
    draw(2, 0, 400);
    assert.equal(face.mayBegin('u2'), true);
    assert.equal(cueAt('u2', 0), 'engine');
  });

  test('gets only as much sound as it may be ahead', () => {
    begin();
    for (let index = 0; index < 6; index++) speak(`u${index}`, 5);
    assert.equal(texts().filter(({ type }) => type === 'speech').length, 3);
    face.endSentence('u0');
    runTasks();
    assert.equal(texts().filter(({ type }) => type === 'speech').length, 4);
  });
});

describe('a failing engine never delays the sound, and the trained face takes over', () => {
  test('if it crashes within a sentence', () => {
    begin();
    speak('u1');
    draw(1, 0, 600);
    assert.equal(face.mayBegin('u1'), true);
    for (let time = 0; time < 600; time += 40) assert.equal(cueAt('u1', time), 'engine');
    engine().listener.onClose();
    const firstPictures = [...Array(35).keys()]
      .map((index) => 600 + index * 40)
      .find((time) => cueAt('u1', time) === 'own');
    assert.ok(firstPictures !== undefined && firstPictures <= 1040, `${firstPictures}`);
    assert.equal(cueAt('u1', 1960), 'own');
    assert.deepEqual(faults, ['closed']);
  });

  test('and is connected again with growing delays for the next sentence', () => {
    begin();
    engine().listener.onClose();
    speak('u1');
    assert.equal(face.mayBegin('u1'), true);
    face.picture(null);
    assert.equal(connections.length, 1);
    now += 1000;
    face.picture(null);
    assert.equal(connections.length, 2);
    engine().listener.onClose();
    now += 1999;
    face.picture(null);
    assert.equal(connections.length, 2);
    now += 1;
    face.picture(null);
    assert.equal(connections.length, 3);
    begin();
    speak('u2');
    draw(2, 0, 400);
    assert.equal(cueAt('u2', 0), 'engine');
  });

  test('if it accepts a connection and never answers', () => {
    accept();
    speak('u1');
    assert.equal(face.mayBegin('u1'), false);
    now += FACE_ENGINE.firstWithin;
    assert.equal(face.mayBegin('u1'), true);
    assert.equal(cueAt('u1', 0), 'own');
    speak('u2');
    assert.equal(face.mayBegin('u2'), true);
    now += FACE_ENGINE.readyTimeoutMs + 1;
    assert.equal(face.picture(null), null);
    assert.deepEqual(faults, ['not_ready']);
  });

  test('if it draws nothing: a sentence waits for a while, three sentences at most', () => {
    begin();
    for (const id of ['u1', 'u2', 'u3']) {
      speak(id);
      assert.equal(face.mayBegin(id), false);
      now += FACE_ENGINE.firstWithin - 1;
      assert.equal(face.mayBegin(id), false);
      now += 1;
      assert.equal(face.mayBegin(id), true);
      assert.equal(cueAt(id, 0), 'own');
      face.endSentence(id);
    }
    assert.deepEqual(faults, ['late', 'late', 'late', 'given_up']);
    speak('u4');
    assert.equal(face.mayBegin('u4'), true);
    now += 60_000;
    face.picture(null);
    assert.equal(connections.length, 1);
  });

  test('if it is slower than the sound', () => {
    begin();
    speak('u1', 4);
    draw(1, 0, 280);
    assert.equal(face.mayBegin('u1'), true);
    let ownPictureAt: number | undefined;
    // The engine needs two seconds to draw one second of sound.
    for (let time = 0; time < 4000 && ownPictureAt === undefined; time += 40) {
      if (time % 80 === 0) draw(1, 280 + time / 2, 320 + time / 2);
      if (cueAt('u1', time) === 'own') ownPictureAt = time;
    }
    assert.ok(ownPictureAt !== undefined && ownPictureAt < 1600, `${ownPictureAt}`);
    draw(1, 3000, 3960);
    assert.equal(cueAt('u1', 3960), 'own');
    assert.deepEqual(faults, ['late']);
  });

  test('if its times go back, or its pictures are wrong or too many: they are dropped', () => {
    const invalidCases: Record<string, () => void> = {
      'times that go back': () => draw(1, 0, 40),
      'a time beyond the sound': () => draw(1, 99_960, 100_000),
      'a speech that was never said': () => draw(77, 0, 40),
      'another size': () => {
        const bytes = Uint8Array.from(OTHER);
        bytes[6] = 16;
        draw(1, 1960, 2000, bytes);
      },
      'no key frame': () => draw(1, 1960, 2000, Uint8Array.from(PICTURE).fill(1, 0, 1)),
      'no picture at all': () => draw(1, 1960, 2000, new Uint8Array(3)),
      'half a header': () => engine().listener.onBinary(new Uint8Array(5)),
      'too large': () => draw(1, 1960, 2000, new Uint8Array(FACE_ENGINE.maxPictureBytes + 1)),
      'ready twice': () => ready(),
      'no JSON': () => engine().listener.text('{'),
      'an unknown type': () => engine().listener.text('{"type":"dance"}'),
      'a long text': () => engine().listener.text(`"${'x'.repeat(FACE_ENGINE.maxText)}"`),
    };
    begin();
    speak('u1');
    draw(1, 0, 400);
    for (const [title, send] of Object.entries(invalidCases)) {
      faults.length = 0;
      send();
      assert.deepEqual(faults, ['wrong_message'], title);
    }
    assert.equal(cueAt('u1', 0), 'engine');
    while (!faults.includes('given_up')) draw(1, 0, 40);
    assert.equal(cueAt('u1', 40), 'own');
  });

  test('if it floods a speech or the silence', () => {
    begin();
    speak('u1');
    const maximum = 2 * FACE_ENGINE.maxRate + FACE_ENGINE.maxRate;
    for (let time = 0; time < maximum; time++) engine().listener.onBinary(pictureMessage(1, time, PICTURE));
    assert.deepEqual(faults, []);
    engine().listener.onBinary(pictureMessage(1, maximum, PICTURE));
    assert.deepEqual(faults, ['wrong_message']);
    for (let time = 0; time < 100; time++) engine().listener.onBinary(pictureMessage(0, time, PICTURE));
    assert.equal(faults.at(-1), 'given_up');
    assert.equal(engine().isOpen, false);
  });

  test('if it reads nothing', () => {
    begin();
    engine().unread = 3 * 1024 * 1024;
    speak('u1');
    assert.deepEqual(faults, ['unread']);
    assert.equal(face.mayBegin('u1'), true);
  });

  test('if it refuses the face, or reports an impossible size', () => {
    accept();
    ready({ width: 20_000, height: 1 });
    assert.deepEqual(faults, ['wrong_message']);
    engine().listener.text('{"type":"refused","reason":"unknown face"}');
    assert.deepEqual(faults, ['wrong_message', 'refused']);
    now += 60_000;
    face.picture(null);
    assert.equal(connections.length, 1);
  });
});

test('the guide contains each bound and each time of the contract', () => {
  const guide = fs.readFileSync('docs/guide/face-engines.md', 'utf8').replaceAll(',', '');
  for (const [name, value] of Object.entries(FACE_ENGINE))
    if (name !== 'headerBytes') assert.match(guide, new RegExp(`\\b${value}\\b`), name);
});
