/**
 * The first step of a training. It determines the film's duration, and writes a still for the owner and the
 * sound, in which the consent is recognised. The training itself checks the pictures.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Film, FilmPicture } from '@palkit/face-training/film';
import { FilmError } from '@palkit/face-training/films/film-error';
import { openFilm } from '@palkit/face-training/films/open-film';
import { stillOf } from '@palkit/face-training/films/still';
import type { MediaJob, MediaJobResult } from './media-jobs.ts';

/** Index of the frame for the still; it is not the first one, because a film may begin in the dark. */
const STILL_FRAME_INDEX = 25;
const STILL_SIDE = 512;
/** Maximum seconds of sound; each has 16,000 samples of two bytes. */
const MAX_SOUND_SECONDS = 180;

export async function examineFilm({
  file,
  folder,
  ffmpeg,
}: Extract<MediaJob, { do: 'examine' }>): Promise<MediaJobResult> {
  const film = await openFilm(file, { ffmpeg });
  try {
    const hasStill = await writeStill(film, path.join(folder, 'still'));
    const hasSound = await writeSound(film, path.join(folder, 'sound'));
    return { seconds: film.seconds, hasStill, hasSound };
  } finally {
    await film.close();
  }
}

async function writeStill(film: Film, file: string): Promise<boolean> {
  let still: FilmPicture | null = null;
  try {
    const { signal } = new AbortController();
    for await (const picture of film.pictures({ to: STILL_FRAME_INDEX + 1, minSide: STILL_SIDE, signal }))
      still = picture;
  } catch (error) {
    if (!(error instanceof FilmError)) throw error;
  }
  if (still) await fs.writeFile(file, stillOf(still));
  return still !== null;
}

async function writeSound(film: Film, file: string): Promise<boolean> {
  const { signal } = new AbortController();
  const pieces = film.sound(signal);
  if (!pieces) return false;
  const handle = await fs.open(file, 'w');
  let remainingSamples = MAX_SOUND_SECONDS * 16_000;
  try {
    for await (const piece of pieces) {
      const samples = Int16Array.from(piece.subarray(0, remainingSamples), (sample) =>
        Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))),
      );
      await handle.write(new Uint8Array(samples.buffer));
      remainingSamples -= samples.length;
      if (remainingSamples <= 0) break;
    }
  } catch (error) {
    // Keep the sound before a damaged part, because it may contain the consent.
    if (!(error instanceof FilmError)) throw error;
  } finally {
    await handle.close();
  }
  return true;
}
