import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { assetPath } from '../../src/runtime/asset-data.ts';
import { MOUTHS } from '../../src/contract/mouths.ts';
import { readFaceFile, type DrawnFace } from '../../src/rooms/embedded/face-file.ts';
import type { SilentMood as Mood } from '../../src/contract/face/motion.ts';
import { Performance } from '../../src/contract/face/performance.ts';
import { SYSTEM_FACES } from '../../src/service/seed/seed.ts';
import { launch, openPage } from '../browser.ts';

const faces = SYSTEM_FACES.map(({ asset: name }) => {
  const face = readFaceFile(assetPath(`faces/${name}.face`));
  assert.ok(face.kind === 'drawn');
  return face;
});
const REST = 0;

/** Returns a pseudo-random generator that is determined by `seed`. */
function randomNumbers(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** A segment of a call: a number of frames in a mood, with or without sound. */
interface Segment {
  mood: Mood;
  frames: number;
  mouths: number[] | null;
}
const stretch = fc.record({
  mood: fc.constantFrom<Mood>('idle', 'listening', 'thinking'),
  frames: fc.integer({ min: 1, max: 120 }),
  mouths: fc.option(
    fc.array(fc.integer({ min: 0, max: MOUTHS.length - 1 }), { minLength: 1, maxLength: 60 }),
  ),
});

function play(
  face: DrawnFace,
  seed: number,
  stretches: readonly Segment[],
): { pose: number; mouth: number; target: number | null }[] {
  const performance = new Performance(face, randomNumbers(seed));
  return stretches.flatMap(({ mood, frames, mouths }) =>
    Array.from({ length: frames }, (_, frame) => {
      const target = mouths ? mouths[frame % mouths.length]! : null;
      return { ...performance.next(mood, target), target };
    }),
  );
}

for (const face of faces) {
  describe(face.name, () => {
    test('for any events of a call, each picture is a neighbour of the previous one', () => {
      fc.assert(
        fc.property(fc.integer(), fc.array(stretch, { minLength: 1, maxLength: 12 }), (seed, stretches) => {
          const frames = play(face, Math.abs(seed), stretches);
          for (const [index, { pose }] of frames.entries()) {
            const previousPose = frames[index - 1]?.pose ?? pose;
            assert.ok(
              pose === previousPose || face.motion.near[previousPose]!.includes(pose),
              `from pose ${previousPose} to ${pose}`,
            );
          }
        }),
        { numRuns: 60 },
      );
    });

    test('the lips move with the first frame of the sound for any head pose, and rest with its last', () => {
      fc.assert(
        fc.property(fc.integer(), fc.array(stretch, { minLength: 1, maxLength: 12 }), (seed, stretches) => {
          const frames = play(face, Math.abs(seed), stretches);
          for (const [index, { mouth, target }] of frames.entries()) {
            const previousFrame = frames[index - 1];
            if ((target ?? REST) === REST && (previousFrame?.target ?? REST) === REST)
              assert.equal(mouth, REST, `frame ${index}`);
            // Between closed and wide open, there must be a frame with a small opening.
            if ((target ?? REST) !== REST) assert.notEqual(mouth, REST, `frame ${index}`);
          }
        }),
        { numRuns: 60 },
      );
    });

    test('each mood has its own look, reached within a second', () => {
      for (let seed = 1; seed < 40; seed++) {
        for (const [from, to] of [
          ['idle', 'listening'],
          ['listening', 'thinking'],
          ['thinking', 'idle'],
          ['idle', 'thinking'],
          ['thinking', 'listening'],
        ] as const) {
          const frames = play(face, seed, [
            { mood: from, frames: 40 + seed, mouths: null },
            { mood: to, frames: 24, mouths: null },
          ]);
          const ownPoses = new Set(face.motion.moods[to].round);
          assert.ok(
            frames.slice(-24).some(({ pose }) => ownPoses.has(pose)),
            `from ${from} to ${to}, seed ${seed}`,
          );
        }
      }
    });

    test('the face blinks, at irregular times, in every mood', () => {
      for (const [mood, mouths] of [
        ['idle', null],
        ['listening', null],
        ['thinking', null],
        ['idle', [3, 3, 2, 2, 0, 0, 0, 4, 4, 2]],
      ] as const) {
        const lids = new Set(
          face.motion.moods[mouths ? 'talking' : mood].gestures[0]!.ways.map((way) => way[1]!),
        );
        // The face stops thinking after 12 s.
        const frames = play(
          face,
          5,
          Array.from({ length: 12 }, () => [
            { mood, frames: 250, mouths: mouths && [...mouths] },
            ...(mood === 'thinking' ? [{ mood: 'idle' as const, frames: 1, mouths: null }] : []),
          ]).flat(),
        );
        const times = frames.flatMap(({ pose }, index) =>
          lids.has(pose) && !lids.has(frames[index - 1]?.pose ?? -1) ? [index / 25] : [],
        );
        const longGaps = times
          .slice(1)
          .map((time, index) => time - times[index]!)
          .filter((gap) => gap > 0.5);
        assert.ok(times.length >= 12, `${times.length} blinks in two minutes of ${mood}`);
        assert.ok(
          Math.max(...longGaps) - Math.min(...longGaps) > 1.5,
          `${mood}: ${longGaps.map((gap) => gap.toFixed(1)).join(' ')}`,
        );
      }
    });

    test('the face stops thinking if no answer follows', () => {
      const frames = play(face, 3, [{ mood: 'thinking', frames: 400, mouths: null }]);
      const idlePoses = new Set(face.motion.moods.idle.round);
      assert.ok(
        !idlePoses.has(frames[200]!.pose) && frames.slice(330).some(({ pose }) => idlePoses.has(pose)),
      );
    });
  });
}

describe('the pictures of faces', () => {
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await launch();
    page = await openPage(browser);
    // WebCodecs exists only in a secure context. A page at localhost is one, and the route replaces a server.
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto('http://localhost/');
  });
  after(() => browser?.close());

  /** Decodes pictures and returns the mean absolute difference of the luma (0 to 255) for each pair. */
  async function compareLuma(pictures: Uint8Array[], pairs: [number, number][]): Promise<number[]> {
    return page.evaluate(
      async ({ pictures, pairs }) => {
        const planes: Uint8Array[] = [];
        const decoder = new VideoDecoder({
          output: (frame) => {
            const { codedWidth: width, codedHeight: height } = frame;
            const pixels = new Uint8Array(frame.allocationSize());
            const offset = planes.push(new Uint8Array(0)) - 1;
            void frame.copyTo(pixels).then(() => {
              // Every other row and column is sufficient.
              planes[offset] = Uint8Array.from(
                { length: (width * height) / 4 },
                (_, index) =>
                  pixels[Math.floor(index / (width / 2)) * 2 * width + (index % (width / 2)) * 2]!,
              );
              frame.close();
            });
          },
          error: (error) => {
            throw error;
          },
        });
        decoder.configure({ codec: 'vp8' });
        for (const [index, bytes] of pictures.entries())
          decoder.decode(
            new EncodedVideoChunk({
              type: 'key',
              timestamp: index * 40_000,
              data: Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)),
            }),
          );
        await decoder.flush();
        while (planes.length < pictures.length || planes.some((plane) => plane.length === 0))
          await new Promise(requestAnimationFrame);
        return pairs.map(
          ([first, second]) =>
            planes[first]!.reduce((sum, level, index) => sum + Math.abs(level - planes[second]![index]!), 0) /
            planes[first]!.length,
        );
      },
      { pictures: pictures.map((bytes) => Buffer.from(bytes).toString('base64')), pairs },
    );
  }

  for (const face of faces) {
    test(`${face.name}: neighbours and mouths differ by little, moods by more`, async () => {
      const resting = Array.from({ length: face.poses }, (_, pose) => face.frame(pose, REST));
      const steps = face.motion.near.flatMap((neighbours, pose) =>
        neighbours
          .filter((candidate) => candidate > pose)
          .map((neighbour): [number, number] => [pose, neighbour]),
      );
      const appearance = (['listening', 'thinking'] as const).map((mood): [number, number] => [
        face.motion.moods.idle.round[0]!,
        face.motion.moods[mood].round[0]!,
      ]);
      const differences = await compareLuma(resting, [...steps, ...appearance]);
      const stepLuma = differences.slice(0, steps.length);
      const [listening, thinking] = differences.slice(steps.length);
      const maximum = Math.max(...stepLuma);
      const home = face.motion.moods.idle.round[0]!;
      const speaking = Math.max(
        ...(await compareLuma(
          MOUTHS.map((_, mouth) => face.frame(home, mouth)),
          MOUTHS.map((_, mouth): [number, number] => [0, mouth]),
        )),
      );
      console.log(
        `${face.name}: a step ${maximum.toFixed(2)} at most, ` +
          `${(stepLuma.reduce((sum, value) => sum + value, 0) / stepLuma.length).toFixed(2)} in the mean; a mouth ` +
          `${speaking.toFixed(2)} at most; listening ${listening!.toFixed(2)}, thinking ` +
          `${thinking!.toFixed(2)} from idle`,
      );
      assert.ok(maximum < 3.5 && speaking < 2.5);
      assert.ok(thinking! > maximum && listening! > 1);
    });
  }
});
