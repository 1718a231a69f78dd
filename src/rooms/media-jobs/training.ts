/**
 * Makes a face from a film. It is a speaking face if the person consented and the film is good enough,
 * otherwise a loop of the film.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FaceReport } from '@palkit/contract/face-report';
import type { Film } from '@palkit/face-training/film';
import type { Training } from '@palkit/face-training/train-face';
import { readFaceFile, writeFilmedFace, type FilmedFace } from '../embedded/face-file.ts';
import { writeSpeakingFace } from '../embedded/speaking-face-file.ts';
import { webpOf } from '../embedded/vp8.ts';
import { MediaJobRefusal, type MediaJob, type MediaJobResult } from './media-jobs.ts';
import { writeWebm } from './packing.ts';
import { declaredWebp } from './provenance.ts';
import { DRAWN_COLOURS, framesOf } from './rendering.ts';
import { measureRate, TICKS_PER_SECOND, readVp8Loop } from './vp8-loop.ts';

/** Duration of the preview in seconds. */
const PREVIEW_SECONDS = 10;

export interface TrainingTools {
  /**
   * Opens a film; null if no available decoder supports it.
   *
   * @throws MediaJobRefusal with the fault of the film
   */
  openFilm: (file: string) => Promise<Film | null>;
  progress: (share: number) => void;
  /** Pixels per side of a speaking face; tests use smaller ones. */
  size?: number;
  /** Maximum number of frames of a speaking face; tests use fewer. */
  longest?: number;
}

type Task = Omit<Extract<MediaJob, { do: 'train' }>, 'do'>;

/** @throws MediaJobRefusal with the fault of the film */
export async function trainFace(
  { file, folder, name, consent }: Task,
  { openFilm, progress, ...bounds }: TrainingTools,
): Promise<MediaJobResult> {
  const steps = reportEachPercent(progress);
  // The thread of the job is terminated from outside, so this signal never aborts.
  const { signal } = new AbortController();
  const film = await openFilm(file);
  try {
    // The models are loaded only if the person consented.
    const trainer = film && consent ? await import('@palkit/face-training/train-face') : null;
    const training =
      film && trainer && (await trainer.trainFace(film, { ...bounds, consent, signal, progress: steps }));
    if (training?.face) return await writeSpeaking({ training, folder, name });
    const report = training?.report;
    return await writeLoop({ file, folder, name, film, report, signal, progress: steps });
  } finally {
    await film?.close();
  }
}

/** Reports each percent of progress, because a message for each frame would be too many. */
function reportEachPercent(progress: (share: number) => void): (share: number) => void {
  let lastPercent = 0;
  return (share) => {
    if (share - lastPercent < 0.01 && share < 1) return;
    lastPercent = share;
    progress(share);
  };
}

async function writeSpeaking({
  training: { face, mouths, report },
  folder,
  name,
}: Pick<Task, 'folder' | 'name'> & { training: Training }): Promise<MediaJobResult> {
  const file = path.join(folder, 'face');
  await writeFile(file, writeSpeakingFace(name, face!));
  await writeFile(path.join(folder, 'mouths'), mouths!);
  const faceFile = readFaceFile(file);
  if (faceFile.kind !== 'drawn') throw new Error('A face that speaks was written as a loop.');
  const still = faceFile.frame(faceFile.motion.moods.idle.round[0]!, 0);
  await writeFile(path.join(folder, 'webp'), declaredWebp(still, { trained: true }));
  await writeWebm(path.join(folder, 'webm'), {
    picture: {
      width: faceFile.width,
      height: faceFile.height,
      colorSpace: DRAWN_COLOURS,
      frames: framesOf(faceFile, new Uint8Array(), PREVIEW_SECONDS),
    },
  });
  return { seconds: report.loops.talking + report.loops.listening, report };
}

interface LoopTask extends Pick<Task, 'file' | 'folder' | 'name'> {
  film: Film | null;
  report: FaceReport | undefined;
  signal: AbortSignal;
  progress: (share: number) => void;
}

/** Copies the film if it is VP8, otherwise re-encodes its pictures. */
async function writeLoop({
  file,
  folder,
  name,
  film,
  report,
  signal,
  progress,
}: LoopTask): Promise<MediaJobResult> {
  const { loop, colorSpace } = await readVp8Loop(file, name).catch(async (error: unknown) => {
    if (!film || !(error instanceof MediaJobRefusal)) throw error;
    const { loopOfPictures } = await import('@palkit/face-training/picture-loop');
    const pictures = await loopOfPictures(film, { signal, progress });
    if (!pictures) throw error;
    return { loop: measureRate({ kind: 'filmed', name, ...pictures }), colorSpace: DRAWN_COLOURS };
  });
  await writeFile(path.join(folder, 'face'), writeFilmedFace(loop));
  // Use the frame with the most detail, because a film may begin in the dark.
  const still = loop.frames
    .filter(({ key }) => key)
    .reduce((best, frame) => (frame.bytes.length > best.bytes.length ? frame : best));
  await writeFile(path.join(folder, 'webp'), webpOf(still.bytes));
  await writeWebm(path.join(folder, 'webm'), {
    picture: { width: loop.width, height: loop.height, colorSpace, frames: previewOf(loop) },
  });
  return { seconds: loop.duration / TICKS_PER_SECOND, ...(report ? { report } : {}) };
}

function previewOf(loop: FilmedFace) {
  const frames = loop.frames.filter(({ time }) => time < PREVIEW_SECONDS * TICKS_PER_SECOND);
  return frames.map((frame, index) => ({
    bytes: frame.bytes,
    key: frame.key,
    time: frame.time / TICKS_PER_SECOND,
    duration: ((frames[index + 1]?.time ?? loop.duration) - frame.time) / TICKS_PER_SECOND,
  }));
}
