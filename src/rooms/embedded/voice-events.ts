/** Yields the events of a voice frame by frame. */
import type { VoiceActivity } from './voice-activity.ts';

export type VoiceEvent =
  | { is: 'voice-began' | 'voice-paused' | 'voice-resumed' }
  /** `silence` is the duration in milliseconds that ended the utterance. */
  | { is: 'voice-ended'; silence: number }
  | { is: 'voice'; samples: Int16Array };

/** Yields the events of a frame: begin and resume before the sound, pause and end after it. */
export function* voiceEvents(
  activity: Pick<VoiceActivity, 'push' | 'speaking' | 'silence' | 'takePreRoll'>,
  frame: Int16Array,
): Generator<VoiceEvent> {
  const change = activity.push(frame);
  if (change === 'began' || change === 'resumed') yield { is: `voice-${change}` };
  if (change === 'began') yield { is: 'voice', samples: activity.takePreRoll() };
  else if (activity.speaking || change === 'ended') yield { is: 'voice', samples: frame };
  if (change === 'paused') yield { is: 'voice-paused' };
  if (change === 'ended') yield { is: 'voice-ended', silence: activity.silence };
}
