/**
 * Examines damaged films as the service does: `node --import tsx bench/hostile-films.ts [COUNT] [none]`. Each must
 * be accepted or refused with an error within the limits; any other result is printed and fails the run. `none`
 * tests without ffmpeg.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFfmpeg } from '../src/face-training/films/ffmpeg.ts';
import { MediaJobRefusal, runMediaJob } from '../src/rooms/media-jobs/media-jobs.ts';
import { hostileFilm } from '../test/face-training/hostile-films.ts';

/** Maximum milliseconds for a film; the service allows more. */
const MAX_TIME = 20_000;
const [count = '500', setting] = process.argv.slice(2);
const FILMS = path.join(import.meta.dirname, '../test/face-training/films');
const sources = fs.readdirSync(FILMS).map((name) => fs.readFileSync(path.join(FILMS, name)));
const ffmpeg = await findFfmpeg(setting ?? null);
const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-hostile-')), 'film');
const endCounts: Record<string, number> = {};
let longest = 0;
let faults = 0;

for (let seed = 1; seed <= Number(count); seed++) {
  fs.writeFileSync(file, hostileFilm(sources, seed));
  const begin = performance.now();
  const { signal } = new AbortController();
  let end = 'read';
  try {
    const task = { do: 'examine', file, folder: path.dirname(file), ffmpeg } as const;
    await runMediaJob(task, { signal, maxTime: MAX_TIME });
  } catch (error) {
    end = error instanceof MediaJobRefusal ? (error.code ?? 'takes too long') : 'fault';
    if (end === 'fault') console.error(`seed ${seed}:`, error);
    if (end === 'fault') faults++;
  }
  endCounts[end] = (endCounts[end] ?? 0) + 1;
  longest = Math.max(longest, performance.now() - begin);
}
fs.rmSync(path.dirname(file), { recursive: true });
console.log({
  ffmpeg,
  count: Number(count),
  ends: endCounts,
  longestSeconds: Math.round(longest / 100) / 10,
  peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
});
process.exitCode = faults > 0 ? 1 : 0;
