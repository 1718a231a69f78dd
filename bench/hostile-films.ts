/**
 * Damaged films, read by each decoder: `node --import tsx bench/hostile-films.ts [COUNT] [none]`. Each ends as a
 * film or as a FilmError within its limits; anything else is printed and fails the run. `none` leaves ffmpeg out.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFfmpeg } from '../src/face-training/films/ffmpeg.ts';
import { FilmError } from '../src/face-training/films/film-error.ts';
import { openFilm } from '../src/face-training/films/open-film.ts';
import { hostileFilm } from '../test/face-training/hostile-films.ts';

const [count = '500', setting] = process.argv.slice(2);
const FILMS = path.join(import.meta.dirname, '../test/face-training/films');
const sources = fs.readdirSync(FILMS).map((name) => fs.readFileSync(path.join(FILMS, name)));
const ffmpeg = await findFfmpeg(setting ?? null);
const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-hostile-')), 'film');
const ends: Record<string, number> = {};
let longest = 0;
let faults = 0;

for (let seed = 1; seed <= Number(count); seed++) {
  fs.writeFileSync(file, hostileFilm(sources, seed));
  const begin = performance.now();
  const signal = AbortSignal.timeout(60_000);
  let end = 'read';
  try {
    const film = await openFilm(file, { ffmpeg });
    try {
      for await (const picture of film.pictures({ leastSide: 64, signal })) void picture;
      for await (const piece of film.sound(signal) ?? []) void piece;
    } finally {
      await film.close();
    }
  } catch (error) {
    end = error instanceof FilmError ? error.code : 'fault';
    if (end === 'fault') console.error(`seed ${seed}:`, error);
    if (end === 'fault') faults++;
  }
  ends[end] = (ends[end] ?? 0) + 1;
  longest = Math.max(longest, performance.now() - begin);
}
fs.rmSync(path.dirname(file), { recursive: true });
console.log({
  ffmpeg,
  count: Number(count),
  ends,
  longestSeconds: Math.round(longest / 100) / 10,
  peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
});
process.exitCode = faults > 0 ? 1 : 0;
