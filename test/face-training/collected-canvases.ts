/**
 * Encodes pictures while the garbage collector runs and all threads of the pool are busy. If an encoding reads a
 * canvas that was collected, this process crashes. `collected-canvases.test.ts` starts it.
 */
import { pbkdf2 } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Encoder } from '../../src/face-training/encoder.ts';
import type { Film } from '../../src/face-training/film.ts';
import { stillOf } from '../../src/face-training/films/still.ts';
import { mouthSheet } from '../../src/face-training/mouth-sheet.ts';
import { loopOfPictures } from '../../src/face-training/picture-loop.ts';

const SIDE = 512;
const THREADS = 4;
/** Occupies each thread for half a second or more. */
const ITERATIONS = 600_000;

const rgb = new Uint8Array(SIDE * SIDE * 3);
const rgba = new Uint8ClampedArray(SIDE * SIDE * 4);
const film: Film = {
  width: SIDE,
  height: SIDE,
  seconds: 0.12,
  async *pictures() {
    for (let index = 0; index < 3; index++) yield { index, width: SIDE, height: SIDE, rgb };
  },
  sound: () => null,
  async close() {},
};

for (let thread = 0; thread < THREADS; thread++)
  pbkdf2('password', 'salt', ITERATIONS, 64, 'sha512', () => {});
const { signal } = new AbortController();
const encoder = new Encoder(SIDE, 80);
stillOf({ index: 0, width: SIDE, height: SIDE, rgb });
mouthSheet([rgba, rgba], SIDE);
const loop = loopOfPictures(film, { signal, progress: () => {} });
const frames = Array.from({ length: 4 }, () => encoder.encode(rgba));
for (let round = 0; round < 10; round++) {
  globalThis.gc!();
  await delay(10);
}
await Promise.all([loop, ...frames]);
process.stdout.write('encoded');
