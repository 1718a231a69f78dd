/** The first pass over a film: locates the face in each frame and measures its movement. No pictures are stored. */
import { faceModels } from './face-models.ts';
import { CHIN_TIP, FOREHEAD, NOSE_BRIDGE } from './face-points.ts';
import type { Film } from './film.ts';
import { FaceTracker, type Picture, type Square } from './landmarks.ts';
import { faceBrightness, sharpness, thumbnail } from './looks.ts';
import { measureTrack, quantile, type FilmMeasures } from './measures.ts';

/** Frames per second of the analysis. */
export const RATE = 25;
/**
 * Pixels of the shorter side of the pictures for the models; larger pictures do not improve the landmarks.
 */
const MIN_SIDE = 720;
/** Number of frames between two searches for a second face, and between two measurements of the background. */
const SECOND_FACE_INTERVAL = 25;
/** Maximum milliseconds of the first pass, so that it ends in time even on a busy machine. */
const MAX_TIME = 120_000;
/** Number of frames after which the models run at full speed. */
const WARM_UP_FRAMES = 50;
/** Minimum score of a second face. */
const MIN_SECOND_SCORE = 0.75;
/** Minimum size of a second face relative to the first face. */
const SECOND_SIZE = 0.35;

/** Lengths are in pixels of the original film. */
export interface Analysis extends FilmMeasures {
  track: readonly (Float32Array | null)[];
  /** Thumbnails of the head, cut from a fixed square; null before the head is first found. */
  thumbnails: readonly (Uint8Array | null)[];
  sharpness: readonly number[];
  brightness: number;
  /** Fraction of the searches (0 to 1) that found a second face. */
  secondFace: number;
  /** Thumbnails of the complete picture, one per second. */
  backgrounds: readonly Uint8Array[];
  /** Milliseconds that the models need for a frame, as a measure of the machine's speed. */
  frameTime: number;
  /** The square from which the face is cut. */
  crop: Square;
}

export async function analyse(
  film: Film,
  { to, signal, progress }: { to: number; signal: AbortSignal; progress: (frame: number) => void },
): Promise<Analysis> {
  const tracker = new FaceTracker(await faceModels());
  const track: (Float32Array | null)[] = [];
  const thumbnails: (Uint8Array | null)[] = [];
  const edges: number[] = [];
  const backgrounds: Uint8Array[] = [];
  let headArea: Square | null = null;
  const times: number[] = [];
  const startedAt = performance.now();
  let searchCount = 0;
  let secondFaceCount = 0;
  for await (const picture of film.pictures({ to, minSide: MIN_SIDE, signal })) {
    signal.throwIfAborted();
    const start = performance.now();
    if (start - startedAt > MAX_TIME) break;
    const landmarks = tracker.track(picture);
    times.push(performance.now() - start);
    headArea ??= landmarks && headSquare([landmarks.points]);
    edges.push(landmarks ? sharpness(picture, landmarks.points) : 0);
    thumbnails.push(headArea && thumbnail(picture, headArea));
    track.push(landmarks && scalePoints(landmarks.points, film.width / picture.width));
    if ((track.length - 1) % SECOND_FACE_INTERVAL === 0) {
      searchCount++;
      if (hasSecondFace(tracker, picture)) secondFaceCount++;
      backgrounds.push(thumbnail(picture, fullPicture(picture)));
    }
    progress(track.length);
  }
  const filmMeasures = measureTrack(track);
  return {
    ...filmMeasures,
    track,
    thumbnails,
    sharpness: edges,
    brightness: quantile(
      thumbnails.flatMap((thumbnail) => (thumbnail ? [faceBrightness(thumbnail)] : [])),
      0.5,
    ),
    secondFace: searchCount > 0 ? secondFaceCount / searchCount : 0,
    backgrounds,
    frameTime: quantile(times.slice(Math.min(WARM_UP_FRAMES, times.length >> 1)), 0.5),
    crop: cropOf(track, film),
  };
}

const fullPicture = ({ width, height }: { width: number; height: number }): Square => ({
  x: width / 2,
  y: height / 2,
  side: Math.max(width, height),
  angle: 0,
});

function hasSecondFace(tracker: FaceTracker, picture: Picture): boolean {
  const [firstFace, ...others] = tracker.detect(picture);
  return others.some(({ score, side }) => score > MIN_SECOND_SCORE && side > firstFace!.side * SECOND_SIZE);
}

function scalePoints(points: Float32Array, factor: number): Float32Array {
  return factor === 1 ? points : points.map((value) => value * factor);
}

/** Returns a square around the head's median position, from above the hair to the shoulders. */
function headSquare(faces: readonly Float32Array[], size = 2.1): Square {
  const median = (read: (points: Float32Array) => number) => quantile(faces.map(read), 0.5);
  const top = median((points) => points[FOREHEAD * 3 + 1]!);
  const bottom = median((points) => points[CHIN_TIP * 3 + 1]!);
  const x = median((points) => points[NOSE_BRIDGE * 3]!);
  return { x, y: (top + bottom) / 2, side: (bottom - top) * size, angle: 0 };
}

/** Returns the head's square, moved and reduced to fit into the picture. */
function cropOf(track: readonly (Float32Array | null)[], film: Film): Square {
  const faces = track.filter((points) => points !== null);
  if (faces.length === 0) return { ...fullPicture(film), side: Math.min(film.width, film.height) };
  const head = headSquare(faces);
  const side = Math.floor(Math.min(head.side, film.width, film.height));
  const clampCentre = (centre: number, size: number) => Math.min(size - side / 2, Math.max(side / 2, centre));
  return { x: clampCentre(head.x, film.width), y: clampCentre(head.y, film.height), side, angle: 0 };
}
