import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { MOUTHS } from '../../src/contract/mouths.ts';
import {
  readFaceFile,
  writeFilmedFace,
  type DrawnFace,
  type FilmedFace,
} from '../../src/rooms/embedded/face-file.ts';
import { FilmedLoop } from '../../src/rooms/embedded/filmed-loop.ts';

const folder = mkdtempSync(join(tmpdir(), 'palkit-face-'));
after(() => rmSync(folder, { recursive: true }));

function readDrawn(path: string): DrawnFace {
  const face = readFaceFile(path);
  assert.ok(face.kind === 'drawn');
  return face;
}

/** Returns the first ten bytes of a VP8 key frame and one byte that tells frames apart. */
function keyFrame(mark: number, width = 16, height = 32): Buffer {
  return Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a, width, 0, height, 0, mark]);
}

const header = {
  name: 'test',
  width: 16,
  height: 32,
  rate: 25,
  codec: 'vp8',
  poses: 2,
  mouths: [...MOUTHS] as string[],
  frames: Array.from({ length: 14 }, (_, i): [number, number] => [(i % 7) * 11 + (i === 13 ? 11 : 0), 11]),
};
const body = Buffer.concat(Array.from({ length: 8 }, (_, mark) => keyFrame(mark)));

function writeFace(change: {
  magic?: string;
  header?: object | string;
  body?: Buffer;
  length?: number;
}): string {
  const text = Buffer.from(
    typeof change.header === 'string' ? change.header : JSON.stringify({ ...header, ...change.header }),
  );
  const start = Buffer.alloc(12);
  start.write(change.magic ?? 'PALFACE1');
  start.writeUInt32LE(change.length ?? text.length, 8);
  const path = join(folder, 'test.face');
  writeFileSync(path, Buffer.concat([start, text, change.body ?? body]));
  return path;
}

test('gives the frame of each pose and mouth, shared or its own', () => {
  const face = readDrawn(writeFace({}));
  const { frame, speaks, motion, pictureIndex, picture, ...facts } = face;
  const expected = { kind: 'drawn', name: 'test', width: 16, height: 32, rate: 25, poses: 2 };
  assert.deepEqual(facts, { ...expected, hasHalfSteps: false });
  assert.equal(picture(pictureIndex(1, 6)), frame(1, 6));
  assert.equal(picture(14), undefined);
  assert.equal(frame(0, 3, 5), frame(0, 3), 'a face without half steps shows the mouth');
  assert.deepEqual(
    MOUTHS.map((_, mouth) => frame(0, mouth).at(-1)),
    [0, 1, 2, 3, 4, 5, 6],
  );
  assert.deepEqual(
    MOUTHS.map((_, mouth) => frame(1, mouth).at(-1)),
    [0, 1, 2, 3, 4, 5, 7],
  );
  assert.equal(frame(1, 6).length, 11);
  assert.ok(speaks(0) && speaks(1));
  assert.deepEqual(
    [motion.moods.talking.round, motion.near],
    [
      [0, 1],
      [
        [1, 1],
        [0, 0],
      ],
    ],
    'without a motion the poses are a cycle',
  );
});

test('a pose of one picture does not speak', () => {
  const face = readDrawn(
    writeFace({
      header: { frames: Array.from({ length: 14 }, (_, i): [number, number] => [i < 7 ? i * 11 : 77, 11]) },
    }),
  );
  assert.deepEqual([face.speaks(0), face.speaks(1)], [true, false]);
});

test('gives the half step between two mouths, from either side', () => {
  const halfSteps = { pairs: [[2, 3]], frames: [[66, 11] as const, [77, 11] as const] };
  const face = readDrawn(writeFace({ header: { halfSteps } }));
  assert.ok(face.hasHalfSteps);
  assert.deepEqual([face.frame(0, 2, 3).at(-1), face.frame(0, 3, 2).at(-1)], [6, 6]);
  assert.equal(face.frame(1, 2, 3).at(-1), 7);
  assert.equal(face.frame(0, 0, 3), face.frame(0, 2), 'between shut and open lies the small opening');
  assert.equal(face.frame(0, 3, 3), face.frame(0, 3));
  assert.equal(face.picture(face.pictureIndex(1, 3, 2))!.at(-1), 7);
});

test('has no frame outside its poses and mouths', () => {
  const face = readDrawn(writeFace({}));
  for (const [pose, mouth] of [
    [2, 0],
    [-1, 0],
    [0, 7],
    [0, -1],
    [0.5, 0],
  ] as const) {
    assert.throws(() => face.frame(pose, mouth), RangeError);
  }
});

const faults: [string, Parameters<typeof writeFace>[0], RegExp][] = [
  ['other magic', { magic: 'PALFACE2' }, /does not begin with PALFACE1/],
  ['a header longer than the file', { length: 1e6 }, /ends within its header/],
  ['a header that is not JSON', { header: '{"name":' }, /header is not JSON/],
  ['another codec', { header: { codec: 'vp9' } }, /header is wrong[^]*codec/],
  ['mouths in another order', { header: { mouths: [...MOUTHS].reverse() } }, /header is wrong[^]*mouths/],
  ['a mouth too few', { header: { mouths: MOUTHS.slice(1) } }, /header is wrong[^]*mouths/],
  ['a negative offset', { header: { frames: [[-1, 11]] } }, /header is wrong[^]*frames/],
  [
    'frames for another number of poses',
    { header: { poses: 3 } },
    /3 poses need 21 frames, its header lists 14/,
  ],
  [
    'half steps of a mouth that is none',
    { header: { halfSteps: { pairs: [[2, 7]], frames: [[0, 11]] } } },
    /header is wrong[^]*halfSteps/,
  ],
  [
    'a half step too few',
    { header: { halfSteps: { pairs: [[2, 3]], frames: [[0, 11]] } } },
    /2 poses need 2 half steps, it has 1/,
  ],
  ['a frame beyond the end', { body: body.subarray(0, -1) }, /frame 13 lies beyond its end/],
  [
    'a delta frame',
    { body: Buffer.concat([Buffer.from([0x11]), body.subarray(1)]) },
    /frame 0 is not a VP8 key frame of 16 x 32/,
  ],
  [
    'a loop whose times do not rise',
    { header: { duration: 9, times: Array.from({ length: 14 }, (_, index) => (index === 3 ? 2 : index)) } },
    /times do not rise/,
  ],
  [
    'a loop that ends before its last frame',
    { header: { duration: 13, times: Array.from({ length: 14 }, (_, index) => index) } },
    /times do not rise from 0 to its duration/,
  ],
  ['a loop with a time too few', { header: { duration: 99, times: [0] } }, /1 times for 14 frames/],
  [
    'a loop that begins in the middle',
    {
      header: {
        duration: 99,
        times: [0, 1],
        frames: [
          [3, 11],
          [0, 11],
        ],
      },
    },
    /does not begin with a VP8 key frame/,
  ],
  [
    'a frame of another size',
    { body: Buffer.concat([keyFrame(0, 16, 16), body.subarray(11)]) },
    /frame 0 is not a VP8 key frame/,
  ],
];
for (const [title, change, message] of faults) {
  test(`refuses ${title}`, () => {
    const path = writeFace(change);
    assert.throws(
      () => readFaceFile(path),
      (error: Error) => error.message.startsWith(path) && message.test(error.message),
    );
  });
}

const mood = { round: [0, 1], dwell: 2, gestures: [] as object[] };
const motion = (change: object = {}, neighbours: number[][] = [[1], [0]]) => ({
  header: {
    motion: {
      near: neighbours,
      moods: { idle: mood, listening: mood, thinking: mood, talking: mood, ...change },
    },
  },
});
const invalidFaces: [string, Parameters<typeof writeFace>[0], RegExp][] = [
  ['over other poses', motion({}, [[1]]), /knows 1 of 2 poses/],
  ['with a one-way step', motion({}, [[1], []]), /pose 0 is beside one that is not beside it/],
  ['with a step to nowhere', motion({}, [[1, 7], [0]]), /pose 0 is beside one/],
  ['whose round jumps', motion({ idle: { ...mood, round: [0, 5] } }), /round of idle jumps/],
  [
    'whose gesture jumps',
    motion({ talking: { ...mood, gestures: [{ gap: [1, 2], ways: [[0, 3]] }] } }),
    /gesture of talking jumps/,
  ],
  [
    'whose gesture has no gap',
    motion({ talking: { ...mood, gestures: [{ gap: [3, 2], ways: [[0]] }] } }),
    /gap that ends before it begins/,
  ],
  [
    'that is cut in two',
    motion(
      {
        idle: { ...mood, round: [0] },
        listening: { ...mood, round: [0] },
        thinking: { ...mood, round: [1] },
        talking: { ...mood, round: [1] },
      },
      [[], []],
    ),
    /idle cannot be reached from everywhere/,
  ],
  ['without a mood', motion({ thinking: undefined }), /header is wrong[^]*thinking/],
];
for (const [title, change, message] of invalidFaces)
  test(`refuses a motion ${title}`, () => assert.throws(() => readFaceFile(writeFace(change)), message));

test('a motion is read as it was written', () => {
  const { motion: storedMotion } = readDrawn(
    writeFace(motion({ idle: { ...mood, gestures: [{ gap: [3, 9], on: 'pause', ways: [[1, 0, 0]] }] } })),
  );
  assert.deepEqual(storedMotion.moods.idle, {
    round: [0, 1],
    dwell: 2,
    gestures: [{ gap: [3, 9], on: 'pause', ways: [[1, 0, 0]] }],
  });
});

const delta = (mark: number) => Buffer.from([0x11, 0, 0, mark]);
const filmedFace: FilmedFace = {
  kind: 'filmed',
  name: 'loop',
  width: 16,
  height: 32,
  duration: 9000,
  frames: [keyFrame(1), delta(2), keyFrame(3), delta(4)].map((bytes, index) => ({
    bytes,
    time: index * 2000,
    key: index % 2 === 0,
  })),
};

test('a filmed face is read as it was written', () => {
  const path = join(folder, 'loop.face');
  writeFileSync(path, writeFilmedFace(filmedFace));
  const face = readFaceFile(path);
  assert.ok(face.kind === 'filmed');
  assert.deepEqual(
    { ...face, frames: face.frames.map((frame) => ({ ...frame, bytes: Buffer.from(frame.bytes) })) },
    filmedFace,
  );
});

test('a loop repeats in its own time, without a gap', () => {
  const loop = new FilmedLoop(filmedFace);
  const sentPoses: number[] = [];
  for (let now = 500; now <= 21_000; now += 1800)
    for (let frame = loop.next(now); frame; frame = loop.next(now)) sentPoses.push(frame.time - 500);
  assert.deepEqual(sentPoses, [0, 2000, 4000, 6000, 9000, 11_000, 13_000, 15_000, 18_000]);
});

test('a delayed loop continues without a burst', () => {
  const loop = new FilmedLoop(filmedFace);
  assert.equal(loop.next(0)?.time, 0);
  assert.equal(loop.next(1_000_000)?.time, 1_000_000);
  assert.equal(loop.next(1_000_000), null);
  assert.equal(loop.next(1_002_000)?.time, 1_002_000);
});

test('a loop returns to the nearest key frame on request, at a limited rate', () => {
  const loop = new FilmedLoop(filmedFace);
  const next = (now: number) => {
    const bytes = loop.next(now)?.bytes;
    return filmedFace.frames.findIndex((frame) => frame.bytes === bytes);
  };
  loop.restart(0);
  assert.deepEqual([next(0), next(2000), next(4000), next(6000)], [0, 1, 2, 3]);
  loop.restart(6001);
  assert.equal(next(6001), 2);
  loop.restart(6002);
  assert.equal(loop.next(6002), null, 'asked for again at once');
  assert.equal(next(8001), 3);
});

for (const name of ['mira', 'tomas', 'noor', 'pip']) {
  test(`${name} is complete, distinct in each mouth, and small`, () => {
    const path = fileURLToPath(new URL(`../../src/assets/faces/${name}.face`, import.meta.url));
    const face = readDrawn(path);
    assert.deepEqual([face.name, face.width, face.height, face.rate], [name, 512, 512, 25]);
    assert.ok(face.poses >= 75);
    for (let pose = 0; pose < face.poses; pose++) {
      const pictures = new Set(
        MOUTHS.map((_, mouth) => Buffer.from(face.frame(pose, mouth)).toString('latin1')),
      );
      assert.equal(pictures.size, face.speaks(pose) ? MOUTHS.length : 1, `pose ${pose}`);
    }
    assert.ok(statSync(path).size <= 6e6);
  });
}
