/** Reads the container of a film and checks it before decoding. */
import {
  FilePathSource,
  Input,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
  type InputAudioTrack,
  type InputFormat,
  type InputVideoTrack,
} from 'mediabunny';
import { TRAINING_VIDEO } from '@palkit/contract/faces';
import { FilmError } from './film-error.ts';

/** Pictures per second at which a film is read. */
export const RATE = 25;
/** The limit allows 4K films of a phone. */
const MAX_SIDE = 4096;
const MIN_SIDE = TRAINING_VIDEO.minSide;

export interface Container {
  input: Input;
  video: InputVideoTrack;
  audio: InputAudioTrack | null;
  kind: 'mov' | 'matroska';
  /** The codec's name in the container; null if it is unknown. */
  codec: string | null;
  /** Pixels as displayed: rotated, with square pixels. */
  width: number;
  height: number;
  /** Rotation in degrees, clockwise. */
  rotation: 0 | 90 | 180 | 270;
  seconds: number;
  close(): void;
}

export async function openContainer(path: string): Promise<Container> {
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new FilePathSource(path) });
  try {
    const format = await readOrRefuse(async () => ((await input.canRead()) ? input.getFormat() : null));
    if (!format) throw new FilmError('film_unreadable');
    const video = await readOrRefuse(() => input.getPrimaryVideoTrack());
    if (!video) throw new FilmError('film_without_picture');
    const tracks = await readOrRefuse(async () => ({
      codec: await video.getCodec(),
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      coded: Math.max(await video.getCodedWidth(), await video.getCodedHeight()),
      rotation: await video.getRotation(),
      seconds: await video.computeDuration(),
      audio: await input.getPrimaryAudioTrack(),
    }));
    checkMeasures(tracks);
    const { audio, codec, rotation, seconds } = tracks;
    return {
      input,
      video,
      audio,
      kind: kindOf(format),
      codec,
      rotation,
      seconds,
      width: Math.round(tracks.width),
      height: Math.round(tracks.height),
      close: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

const kindOf = (format: InputFormat): Container['kind'] =>
  format === MATROSKA || format === WEBM ? 'matroska' : 'mov';

interface Measures {
  width: number;
  height: number;
  coded: number;
  seconds: number;
}

function checkMeasures({ width, height, coded, seconds }: Measures): void {
  const { minSeconds, maxSeconds } = TRAINING_VIDEO;
  const size = `The picture is ${Math.round(width)} x ${Math.round(height)}`;
  if (!(Math.min(width, height) >= MIN_SIDE))
    throw new FilmError('film_too_small', `${size}; at least ${MIN_SIDE} x ${MIN_SIDE} is needed.`);
  if (!(Math.max(width, height, coded) <= MAX_SIDE))
    throw new FilmError('film_too_large', `${size}; at most ${MAX_SIDE} pixels per side are accepted.`);
  if (!(seconds >= minSeconds))
    throw new FilmError(
      'film_too_short',
      `The film lasts ${seconds.toFixed(1)} s; at least ${minSeconds} s are needed.`,
    );
  // A recorder may display the last picture slightly longer.
  if (seconds > maxSeconds + 1)
    throw new FilmError(
      'film_too_long',
      `The film lasts ${Math.ceil(seconds / 60)} minutes; at most ${maxSeconds / 60} are accepted.`,
    );
}

/**
 * Runs `read`. An error of a parser means that the file is damaged, so it is rethrown as a `FilmError`.
 * Errors of the file system are rethrown unchanged.
 */
export async function readOrRefuse<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    // A file that cannot be opened does not make the film faulty.
    if (error instanceof FilmError || typeof (error as NodeJS.ErrnoException).syscall === 'string')
      throw error;
    throw new FilmError('film_damaged', undefined, { cause: error });
  }
}

/**
 * Returns the size in which pictures are delivered: never larger than filmed, even, and at least `minSide` on
 * both sides.
 */
export function deliveredSize(
  { width, height }: { width: number; height: number },
  minSide = Infinity,
): { width: number; height: number } {
  const share = Math.min(1, minSide / Math.min(width, height));
  const evenSide = (side: number) => Math.max(2, 2 * Math.ceil((side * share) / 2 - 1e-6));
  return share === 1 ? { width, height } : { width: evenSide(width), height: evenSide(height) };
}

/** Returns the number of pictures in a film. */
export const pictureCount = (seconds: number): number => Math.max(1, Math.round(seconds * RATE));
