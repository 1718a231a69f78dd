/** The longest time for which one picture of a drawn face is shown, and the file with the intermediate poses. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { data } from '../../src/runtime/asset-data.ts';
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

/** Milliseconds of one picture, and the longest time for which one may be shown. */
const FRAME = 40;
const STILL = 120;

const faceOf = (name: string): DrawnFace => {
  const face = readFaceFile(data(`faces/${name}.face`));
  assert.ok(face.kind === 'drawn');
  return face;
};

/** The same numbers for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** The longest time in milliseconds for which one picture was shown, over this many seconds in a mood. */
function longestStill(
  face: DrawnFace,
  mood: 'idle' | 'listening' | 'thinking',
  seconds: number,
  seed: number,
) {
  const performance = new Performance(face, numbers(seed));
  let before: Uint8Array | null = null;
  let [stood, longest] = [0, 0];
  for (let clock = 0; clock < seconds * 1000; clock += FRAME) {
    const { pose, mouth } = performance.next(mood, null);
    const picture = face.frame(pose, mouth);
    stood = before && Buffer.compare(before, picture) === 0 ? stood + FRAME : FRAME;
    longest = Math.max(longest, stood);
    before = picture;
  }
  return longest;
}

for (const { asset: name } of SYSTEM_FACES)
  for (const [mood, seconds] of [
    ['idle', 20],
    ['listening', 20],
    // A thought is given up after 12 s.
    ['thinking', 11],
  ] as const)
    test(`${name}: no picture stands for more than ${STILL} ms in ${seconds} s of ${mood}`, () => {
      const face = faceOf(name);
      const found = Array.from({ length: 30 }, (_, index) => longestStill(face, mood, seconds, index + 1));
      assert.ok(Math.max(...found) <= STILL, `${Math.max(...found)} ms`);
    });

test('the poses between others rest their lips and are one step from poses that speak', () => {
  for (const { asset: name } of SYSTEM_FACES) {
    const face = faceOf(name);
    const { header } = parts(data(`faces/${name}.between.face`));
    assert.ok(face.poses > header.after, name);
    for (let pose = header.after; pose < face.poses; pose++) {
      assert.ok(!face.speaks(pose));
      assert.ok(
        face.motion.near[pose]!.some((other) => face.speaks(other)),
        `${name}: pose ${pose}`,
      );
    }
  }
});

/** Copies Mira with a changed second file. */
function changed(change: (header: BetweenHeader) => object): string {
  const path = join(folder, 'mira.face');
  copyFileSync(data('faces/mira.face'), path);
  const { header, body } = parts(data('faces/mira.between.face'));
  writeFileSync(join(folder, 'mira.between.face'), withHeader({ ...header, ...change(header) }, [body]));
  return path;
}

function parts(path: string): { header: BetweenHeader; body: Uint8Array } {
  const file = readFileSync(path);
  const end = 12 + file.readUInt32LE(8);
  return { header: JSON.parse(file.toString('utf8', 12, end)) as BetweenHeader, body: file.subarray(end) };
}

const wrong: [string, (header: BetweenHeader) => object, RegExp][] = [
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
for (const [what, change, message] of wrong)
  test(`refuses poses between others ${what}`, () => {
    const path = changed(change);
    assert.throws(
      () => readFaceFile(path),
      (error: Error) => {
        assert.match(error.message, message);
        return error.message.startsWith(path.replace('.face', '.between.face'));
      },
    );
  });
