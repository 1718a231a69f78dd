/**
 * A pause within an utterance, measured by the samples since it began. A closed consonant looks like a pause, but
 * the voice continues immediately. This module does no I/O.
 */
import { turnDuration } from './turn-options.ts';

const SAMPLES_PER_MILLISECOND = 16;
const MAX_PAUSE_MS = turnDuration('maxPauseDuration');

export interface Pause {
  readonly id: number;
  /** Number of 16 kHz samples since the pause began. */
  readonly samples: number;
  /** True if the words before the pause were requested. */
  readonly isRead: boolean;
  /** True if the voice continued after the pause. */
  readonly isResumed: boolean;
}

export const beginPause = (id: number): Pause => ({ id, samples: 0, isRead: false, isResumed: false });

/** True if a pause has lasted `settling` milliseconds and its words have to be recognised. */
export const isSettled = ({ isRead, isResumed, samples }: Pause, settling: number): boolean =>
  !isRead && !isResumed && samples >= settling * SAMPLES_PER_MILLISECOND;

/** True if the voice has continued long enough to show that the pause was not the end of the utterance. */
export const isPast = ({ samples }: Pause): boolean => samples > MAX_PAUSE_MS * SAMPLES_PER_MILLISECOND;
