/** Yields the events of a voice frame by frame. */
import type { VoiceActivity } from './voice-activity.ts';

export type VoiceEvent =
  | { is: 'voice-began' | 'voice-paused' | 'voice-resumed' | 'voice-ended' }
  | { is: 'voice'; samples: Int16Array };

/** Yields the events of a frame: begin and resume before the sound, pause and end after it. */
export function* voiceEvents(
  activity: Pick<VoiceActivity, 'push' | 'speaking' | 'takePreRoll'>,
  frame: Int16Array,
): Generator<VoiceEvent> {
  const change = activity.push(frame);
  if (change === 'began' || change === 'resumed') yield { is: `voice-${change}` };
  if (change === 'began') yield { is: 'voice', samples: activity.takePreRoll() };
  else if (activity.speaking || change === 'ended') yield { is: 'voice', samples: frame };
  if (change === 'paused' || change === 'ended') yield { is: `voice-${change}` };
}
