/**
 * Trains a speaking face from the film of a person: the person's own mouth shapes are composed into a calm segment of
 * the film. The first pass finds the face in each frame; the second one crops the frames that are needed.
 */
import type { FaceReport } from '@palkit/contract/face-report';
import { SPEAKING_FILM } from '@palkit/contract/face-report';
import { HALF_STEPS } from '@palkit/contract/face/half-steps';
import type { FaceMotion } from '@palkit/contract/face/motion';
import { MOUTHS } from '@palkit/contract/mouths';
import { analyse, RATE, type Analysis } from './analysis.ts';
import { compose, type Layers } from './composition.ts';
import { cutOut, pointsIn, addAlpha } from './cut-out.ts';
import { denoise } from './denoise.ts';
import { Encoder } from './encoder.ts';
import { chooseExemplars, type Exemplar, type CroppedFrame } from './exemplars.ts';
import { checkFilm } from './film-checks.ts';
import type { Film } from './film.ts';
import { smooth } from './measures.ts';
import { TARGET_SHAPES, shapesOf, type Shapes } from './mouth-choice.ts';
import { fitMouth, meanMaps } from './mouth-fit.ts';
import { mouthMask } from './mouth-mask.ts';
import { mouthSheet } from './mouth-sheet.ts';
import { segmentsOf, type Segments } from './segments.ts';

export interface TrainingOptions {
  /** True if the person consented to moving lips. Otherwise the film is not analysed. */
  consent: boolean;
  signal: AbortSignal;
  /** Receives the progress from 0 to 1. */
  progress: (share: number) => void;
  /** Pixels per side of the face. */
  size?: number;
  /** Maximum number of frames of a segment that is repeated. */
  longest?: number;
}

/** A face with all mouth shapes in VP8 key frames. */
export interface SpeakingFace {
  /** Pixels per side. */
  size: number;
  /** Poses per second. */
  rate: number;
  motion: FaceMotion;
  /** The mouth shapes of each pose in the order of `MOUTHS`, or a single picture with resting lips. */
  poses: Uint8Array[][];
  /** For each pose with mouth shapes, a picture for each of `HALF_STEPS`. */
  halfSteps: Uint8Array[][];
}
export interface Training {
  report: FaceReport;
  /** Null if the face can only be a loop of the film. */
  face: SpeakingFace | null;
  /** The seven mouth shapes side by side as a WebP picture. */
  mouths: Uint8Array | null;
}

const SIZE = 512;
/** Number of pictures that are encoded in parallel with the composition. */
const ENCODED_AT_ONCE = 3;
/**
 * `DRAWING_TIME`: milliseconds for drawing. `POSE_TIME`: time of a pose, as a multiple of the time of a frame in the
 * first pass.
 */
const DRAWING_TIME = 90_000;
const POSE_TIME = 45;
const MIN_POSES = 40;
/** Progress (0 to 1) after the first and after the second pass. */
const ANALYSED_PROGRESS = 0.45;
const COLLECTED_PROGRESS = 0.55;

const loopOnly = (report: Partial<FaceReport>): Training => ({
  report: {
    verdict: 'loop_only',
    reasons: [],
    checks: [],
    mouths: [],
    loops: { talking: 0, listening: 0 },
    ...report,
  },
  face: null,
  mouths: null,
});

export async function trainFace(film: Film, options: TrainingOptions): Promise<Training> {
  const { consent, signal, progress, size = SIZE, longest = Infinity } = options;
  if (!consent) return loopOnly({ reasons: ['no_consent'] });
  const to = Math.min(Math.ceil(film.seconds * RATE), SPEAKING_FILM.maxSeconds * RATE);
  const analysis = await analyse(film, {
    to,
    signal,
    progress: (frame) => progress(Math.min(1, frame / to) * ANALYSED_PROGRESS),
  });
  const checks = checkFilm(analysis, film);
  const failedChecks = checks.filter(({ passed }) => !passed).map(({ code }) => code);
  if (failedChecks.length > 0) return loopOnly({ reasons: failedChecks, checks });
  const segments = segmentsOf(analysis, Math.min(longest, posesInTime(analysis.frameTime)));
  // Each segment contains a cut or a frame without a face, so the face can only be a loop.
  if (!segments) return loopOnly({ reasons: ['face_not_found'], checks });
  const shapes = shapesOf(analysis, segments.speaking);
  const shots = await collect(film, { analysis, segments, shapes, size, signal });
  progress(COLLECTED_PROGRESS);
  const baseShots = [...segments.speaking, ...segments.listening].map((frame) => ({
    ...shots.get(frame)!,
    points: pointsIn(smooth(analysis.track, frame), analysis.crop, size),
  }));
  const middle = baseShots[segments.speaking.length >> 1]!;
  const exemplars = chooseExemplars(shapes, shots, middle).map(({ croppedFrame, ...exemplar }) => ({
    ...exemplar,
    croppedFrame: denoiseShot(croppedFrame),
  }));
  const poses = await drawPoses(baseShots, exemplars, segments.speaking.length, {
    signal,
    progress: (share) => progress(COLLECTED_PROGRESS + share * (1 - COLLECTED_PROGRESS)),
  });
  const face = { size, rate: RATE, motion: segments.motion, ...poses };
  return {
    report: {
      verdict: 'speaks',
      reasons: [],
      checks,
      mouths: mouthsOf(exemplars, shapes.widest),
      loops: {
        talking: segments.speaking.length / RATE,
        listening: segments.listening.length / RATE,
      },
    },
    face,
    mouths: mouthSheet(mouthPictures(middle, exemplars), size),
  };
}

const denoiseShot = (croppedFrame: CroppedFrame): CroppedFrame => ({
  ...croppedFrame,
  picture: denoise(croppedFrame.picture),
});

/** Returns the number of poses that can be drawn in time; smaller on a busy machine. */
const posesInTime = (frameTime: number): number =>
  Math.max(MIN_POSES, Math.floor(DRAWING_TIME / (frameTime * POSE_TIME)));

const round = (value: number) => Math.round(value * 1000) / 1000;

function mouthsOf(exemplars: readonly Exemplar[], widest: number): FaceReport['mouths'] {
  return exemplars.map(({ candidate, bend }, index) => {
    const mouth = MOUTHS[index]!;
    return {
      mouth,
      second: round(candidate.frame / RATE),
      aim: round(TARGET_SHAPES[mouth].open * widest),
      opening: round(candidate.open * (bend?.open ?? 1) * widest),
      bent: bend !== null,
    };
  });
}

interface Collection {
  analysis: Analysis;
  segments: Segments;
  shapes: Shapes;
  size: number;
  signal: AbortSignal;
}

/** Runs the second pass, which collects and crops the frames that are needed. */
async function collect(
  film: Film,
  { analysis, segments, shapes, size, signal }: Collection,
): Promise<Map<number, CroppedFrame>> {
  const neededFrames = new Set([
    ...segments.speaking,
    ...segments.listening,
    ...MOUTHS.flatMap((mouth) => shapes.candidates[mouth].map(({ frame }) => frame)),
  ]);
  const { crop, track } = analysis;
  const minSide = Math.ceil((size / crop.side) * Math.min(film.width, film.height));
  const [from, to] = [Math.min(...neededFrames), Math.max(...neededFrames) + 1];
  const shots = new Map<number, CroppedFrame>();
  for await (const picture of film.pictures({ from, to, minSide, signal })) {
    signal.throwIfAborted();
    const points = track[picture.index];
    if (!neededFrames.has(picture.index) || !points) continue;
    shots.set(picture.index, {
      picture: cutOut(picture, crop, film.width, size),
      points: pointsIn(points, crop, size),
    });
  }
  return shots;
}

/** Returns the area of a pose that is replaced, and the position of each mouth in it. */
function fitMouths(baseShot: CroppedFrame, exemplars: readonly Exemplar[]) {
  const fits = exemplars.map(({ croppedFrame, bend }) =>
    fitMouth(croppedFrame.points, baseShot.points, bend),
  );
  return {
    fits,
    mask: mouthMask(baseShot.points, fits, baseShot.picture.size),
    base: addAlpha(baseShot.picture),
  };
}

function mouthPictures(
  baseShot: CroppedFrame,
  exemplars: readonly Exemplar[],
): Uint8ClampedArray<ArrayBuffer>[] {
  const { fits, mask, base } = fitMouths(baseShot, exemplars);
  return fits.map(({ maps }, index) =>
    compose(base, baseShot.picture.size, mask, { pictures: [exemplars[index]!.croppedFrame.picture], maps }),
  );
}

/** Draws all mouth shapes and half steps of the speaking poses, and the other poses with resting lips. */
async function drawPoses(
  baseShots: readonly CroppedFrame[],
  exemplars: readonly Exemplar[],
  speaking: number,
  { signal, progress }: { signal: AbortSignal; progress: (share: number) => void },
): Promise<Pick<SpeakingFace, 'poses' | 'halfSteps'>> {
  const { size } = baseShots[0]!.picture;
  const encoder = await Encoder.createFitting(addAlpha(denoise(baseShots[0]!.picture)), size);
  const poses: Uint8Array[][] = baseShots.map(() => []);
  const halfSteps: Uint8Array[][] = baseShots.map(() => []);
  const picture = new Uint8ClampedArray(size * size * 4);
  const runningSteps = new Set<Promise<void>>();
  const total = speaking * (MOUTHS.length + HALF_STEPS.length) + baseShots.length - speaking;
  let drawnCount = 0;
  for (const [pose, croppedFrame] of baseShots.entries()) {
    const baseShot = denoiseShot(croppedFrame);
    const poseExemplars = pose < speaking ? exemplars : exemplars.slice(0, 1);
    const { fits, mask, base } = fitMouths(baseShot, poseExemplars);
    const pictureOf = (mouth: number) => poseExemplars[mouth]!.croppedFrame.picture;
    const draw = async (list: Uint8Array[], at: number, layers: Layers) => {
      signal.throwIfAborted();
      const encoding = encoder.encode(compose(base, size, mask, layers, picture)).then((bytes) => {
        list[at] = bytes;
        runningSteps.delete(encoding);
      });
      runningSteps.add(encoding);
      if (runningSteps.size >= ENCODED_AT_ONCE) await Promise.race(runningSteps);
      progress(++drawnCount / total);
    };
    for (const [mouth, fit] of fits.entries())
      await draw(poses[pose]!, mouth, { pictures: [pictureOf(mouth)], maps: fit.maps });
    if (pose >= speaking) continue;
    for (const [index, [one, other]] of HALF_STEPS.entries()) {
      const maps = meanMaps(fits[one]!, fits[other]!);
      await draw(halfSteps[pose]!, index, { pictures: [pictureOf(one), pictureOf(other)], maps });
    }
  }
  await Promise.all(runningSteps);
  return { poses, halfSteps: halfSteps.slice(0, speaking) };
}
