/** The lips that a page draws for the phones of real sentences never jump, and close at every m, b and p. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadFlite } from '../../../src/agent/speech/flite.ts';
import { mouthsOfPhones } from '../../../src/agent/speech/mouths.ts';
import { LipTrack, MOUTH_MS, MOUTH_SHAPES, type MouthShape } from '../../../src/contract/face/lips.ts';
import { MOUTHS } from '../../../src/contract/mouths.ts';

const SENTENCES = [
  'We are open from Monday to Friday, and on Saturday until noon.',
  'My brother bought a beautiful old boat, but nobody ever saw it.',
  'How many people are coming to the party on Sunday afternoon?',
  'Please wait, I am looking it up.',
  'The price of the big blue bicycle is four hundred and fifty euros.',
  'You may bring your dog, but please keep it on a lead.',
  'Perhaps my map is more helpful than a picture.',
  'Both pools are heated, from May until September.',
  'I am afraid that I could not find anything about that.',
  'Would you like to book a table for two people?',
];
const FRAME = 1000 / 60;

/** Returns the area within the outline of the lips that `src/elements/faces/lips.ts` paints, from its two halves. */
function areaOf({ half, corner, top, bow, bottom, pucker }: MouthShape): number {
  const steps = Array.from({ length: 25 }, (_, step) => step / 24);
  const curve = (a: number, b: number, c: number, d: number) => (t: number) =>
    (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t * t * (1 - t) * c + t ** 3 * d;
  const lowerCurve = curve(corner, bottom * (0.56 + 0.1 * pucker), bottom, bottom);
  const belowX = curve(half, half * (0.74 + 0.26 * pucker), half * 0.5, 0);
  const above = curve(corner, top * 0.55 + corner * 0.4, top, top);
  const aboveX = curve(half, half * (0.62 + 0.3 * pucker), half * 0.36, half * 0.2);
  const areaUnder = (x: (t: number) => number, y: (t: number) => number) =>
    steps.slice(1).reduce((sum, t, position) => {
      const previousStep = steps[position]!;
      return sum + (x(previousStep) - x(t)) * ((y(previousStep) + y(t)) / 2);
    }, 0);
  return 2 * (areaUnder(belowX, lowerCurve) - areaUnder(aboveX, above) - half * 0.2 * ((top + bow) / 2));
}
const MAX_AREA = Math.max(...MOUTHS.map((mouth) => areaOf(MOUTH_SHAPES[mouth])));

test('the mouth never jumps, and closes at every m, b and p', () => {
  const flite = loadFlite();
  const jumps: number[] = [];
  let closures = 0;
  for (const voice of ['slt', 'rms', 'awb'] as const) {
    for (const text of SENTENCES) {
      const { phones } = flite(text, { voice, speed: 1 });
      const count = Math.ceil((phones.at(-1)!.end * 1000) / MOUTH_MS) + 6;
      const track = new LipTrack();
      track.add(0, mouthsOfPhones(phones, count));
      const shapes = Array.from({ length: Math.floor((count * MOUTH_MS) / FRAME) }, (_, frame) =>
        track.shape(frame * FRAME),
      );
      const areas = shapes.map((shape) => areaOf(shape) / MAX_AREA);
      jumps.push(...areas.slice(1).map((area, frame) => Math.abs(area - areas[frame]!)));
      for (const [index, { name, end }] of phones.entries()) {
        if (!'mbp'.includes(name)) continue;
        const start = phones[index - 1]?.end ?? 0;
        const neighbours = shapes.slice(
          Math.max(0, Math.floor(((start - 0.04) * 1000) / FRAME)),
          Math.ceil(((end + 0.04) * 1000) / FRAME) + 1,
        );
        const gap = Math.min(...neighbours.map(({ gapTop, gapBottom }) => gapBottom - gapTop));
        assert.ok(gap <= 1, `${voice}: ${name} at ${start.toFixed(2)} s of "${text}" leaves a gap of ${gap}`);
        closures++;
      }
    }
  }
  jumps.sort((a, b) => a - b);
  const maximum = jumps[Math.floor(jumps.length * 0.99)]!;
  console.log(`${closures} closures; the area changes by ${(maximum * 100).toFixed(1)} % a frame (P99)`);
  assert.ok(closures > 100 && maximum <= 0.08, `${maximum} at the 99th percentile`);
});

test('later shapes replace future ones, and lips rest after the last shape', () => {
  const track = new LipTrack();
  const open = MOUTHS.indexOf('open');
  track.add(1000, new Array(50).fill(open));
  assert.equal(track.mouth(1500), open);
  assert.ok(track.shape(1500).jaw > 10);
  track.add(1600, []);
  assert.equal(track.mouth(1610), null);
  assert.deepEqual(
    Object.entries(track.shape(2000)).map(([key, value]) => [key, Math.round(value * 100) / 100]),
    Object.entries(MOUTH_SHAPES.rest),
  );
});
