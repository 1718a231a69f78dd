/**
 * A pause within an utterance, measured by the sound since its beginning: a closed consonant looks like a pause, but
 * the voice continues at once. Pure.
 */
import { turnDuration } from './turn-options.ts';

const SAMPLES_A_MILLISECOND = 16;
const MAX_MS = turnDuration('maxPauseDuration');

export interface Pause {
  readonly id: number;
  /** Samples of 16 kHz since it began. */
  readonly samples: number;
  /** True if the words before the pause were requested. */
  readonly isRead: boolean;
  /** True if the voice continued after it. */
  readonly isResumed: boolean;
}

export const beginPause = (id: number): Pause => ({ id, samples: 0, isRead: false, isResumed: false });

/** True once a pause has lasted for `settling` milliseconds and its words must be read. */
export const settles = ({ isRead, isResumed, samples }: Pause, settling: number): boolean =>
  !isRead && !isResumed && samples >= settling * SAMPLES_A_MILLISECOND;

/** True if the voice has continued so long that the pause was not the end of the utterance. */
export const isPast = ({ samples }: Pause): boolean => samples > MAX_MS * SAMPLES_A_MILLISECOND;
