/** Films that are damaged on purpose. The same seed creates the same film. */
import { seededRandom } from '../../src/contract/face/random.ts';

const DAMAGES: readonly ((film: Buffer, random: () => number) => Buffer)[] = [
  // Cuts the film off at a random position.
  (film, random) => film.subarray(0, Math.floor(random() * film.length)),
  // Changes single bytes.
  (film, random) => {
    const copy = Buffer.from(film);
    for (let times = 1 + Math.floor(random() * 40); times > 0; times--)
      copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
    return copy;
  },
  // Changes sizes and counts at the beginning.
  (film, random) => {
    const copy = Buffer.from(film);
    for (let times = 1 + Math.floor(random() * 8); times > 0; times--)
      copy.writeUInt32BE(
        [0, 1, 7, 0x7fffffff, 0xffffffff][Math.floor(random() * 5)]!,
        Math.floor(random() * Math.min(600, copy.length - 4)),
      );
    return copy;
  },
  // Removes or repeats a section.
  (film, random) => {
    const start = Math.floor(random() * film.length);
    const end = start + Math.floor(random() * 2000);
    return Buffer.concat([film.subarray(0, start), film.subarray(end)]);
  },
  (film, random) => {
    const start = Math.floor(random() * film.length);
    const part = film.subarray(start, start + 1 + Math.floor(random() * 2000));
    return Buffer.concat([film.subarray(0, start), ...Array<Buffer>(20).fill(part), film.subarray(start)]);
  },
  // Replaces the middle of the film by bytes of another film.
  (film, random) => {
    const copy = Buffer.from(film);
    const start = Math.floor(random() * copy.length);
    for (let index = start; index < Math.min(copy.length, start + 3000); index++)
      copy[index] = Math.floor(random() * 256);
    return copy;
  },
];

export function hostileFilm(films: readonly Buffer[], seed: number): Buffer {
  const random = seededRandom(seed * 7919 + 1);
  for (let skippedCount = 0; skippedCount < 5; skippedCount++) random();
  const film = films[Math.floor(random() * films.length)]!;
  return DAMAGES[seed % DAMAGES.length]!(film, random);
}
