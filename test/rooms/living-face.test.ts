/** Limits how long one picture of a drawn face stays on screen, and reads the file with the intermediate poses. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { assetPath } from '../../src/runtime/asset-data.ts';
import {
  readFaceFile,
  withHeader,
  type BetweenHeader,
  type DrawnFace,
} from '../../src/rooms/embedded/face-file.ts';
import { Performance } from '../../src/contract/face/performance.ts';
import { SYSTEM_FACES } from '../../src/service/seed/seed.ts';

const folder = mkdtempSync(join(tmpdir(), 'palkit-living-'));
after(() => rmSync(folder, { recursive: true }));

/** Milliseconds: the duration of one picture, and the maximum time for which a picture may stay on screen. */
const FRAME_MS = 40;
const MAX_STILL_MS = 120;

const faceOf = (name: string): DrawnFace => {
  const face = readFaceFile(assetPath(`faces/${name}.face`));
  assert.ok(face.kind === 'drawn');
  return face;
};

/** Returns a pseudo-random generator that is determined by `seed`. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** Returns the maximum time in milliseconds for which one picture stays on screen during `seconds` in a mood. */
function maxStillTime(
  face: DrawnFace,
  mood: 'idle' | 'listening' | 'thinking',
  seconds: number,
  seed: number,
) {
  const performance = new Performance(face, randomNumbers(seed));
  let previousPicture: Uint8Array | null = null;
  let [stood, longest] = [0, 0];
  for (let clock = 0; clock < seconds * 1000; clock += FRAME_MS) {
    const { pose, mouth } = performance.next(mood, null);
    const picture = face.frame(pose, mouth);
    stood = previousPicture && Buffer.compare(previousPicture, picture) === 0 ? stood + FRAME_MS : FRAME_MS;
    longest = Math.max(longest, stood);
    previousPicture = picture;
  }
  return longest;
}

for (const { asset: name } of SYSTEM_FACES)
  for (const [mood, seconds] of [
    ['idle', 20],
    ['listening', 20],
    // The face stops thinking after 12 s.
    ['thinking', 11],
  ] as const)
    test(`${name}: no picture stays for more than ${MAX_STILL_MS} ms in ${seconds} s of ${mood}`, () => {
      const face = faceOf(name);
      const stillTimes = Array.from({ length: 30 }, (_, index) =>
        maxStillTime(face, mood, seconds, index + 1),
      );
      assert.ok(Math.max(...stillTimes) <= MAX_STILL_MS, `${Math.max(...stillTimes)} ms`);
    });

test('intermediate poses keep their lips at rest and are one step from poses that speak', () => {
  for (const { asset: name } of SYSTEM_FACES) {
    const face = faceOf(name);
    const { header } = parts(assetPath(`faces/${name}.between.face`));
    assert.ok(face.poses > header.after, name);
    for (let pose = header.after; pose < face.poses; pose++) {
      assert.ok(!face.speaks(pose));
      assert.ok(
        face.motion.near[pose]!.some((candidate) => face.speaks(candidate)),
        `${name}: pose ${pose}`,
      );
    }
  }
});

/** Copies Mira's face and changes the header of its second file. */
function changeHeader(change: (header: BetweenHeader) => object): string {
  const path = join(folder, 'mira.face');
  copyFileSync(assetPath('faces/mira.face'), path);
  const { header, body } = parts(assetPath('faces/mira.between.face'));
  writeFileSync(join(folder, 'mira.between.face'), withHeader({ ...header, ...change(header) }, [body]));
  return path;
}

function parts(path: string): { header: BetweenHeader; body: Uint8Array } {
  const file = readFileSync(path);
  const end = 12 + file.readUInt32LE(8);
  return { header: JSON.parse(file.toString('utf8', 12, end)) as BetweenHeader, body: file.subarray(end) };
}

const faults: [string, (header: BetweenHeader) => object, RegExp][] = [
  ['of another face', () => ({ name: 'noor' }), /it is of noor/],
  ['of another size', () => ({ width: 720, height: 720 }), /720 x 720/],
  ['after other poses', ({ after }) => ({ after: after - 1 }), /after \d+ poses/],
  ['whose motion knows other poses', ({ frames }) => ({ frames: frames.slice(1) }), /its motion knows/],
  ['without a motion', () => ({ motion: undefined }), /header is wrong[^]*motion/],
  [
    'with a frame beyond its end',
    ({ frames }) => ({ frames: [...frames.slice(1), [1e9, 1]] }),
    /lies beyond its end/,
  ],
];
for (const [title, change, message] of faults)
  test(`refuses intermediate poses ${title}`, () => {
    const path = changeHeader(change);
    assert.throws(
      () => readFaceFile(path),
      (error: Error) => {
        assert.match(error.message, message);
        return error.message.startsWith(path.replace('.face', '.between.face'));
      },
    );
  });
