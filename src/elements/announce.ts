/** Tells the page what happens in a visit, as events of its channel. */
import {
  PalEndedEvent,
  PalErrorEvent,
  PalMessageEvent,
  PalReadyEvent,
  PalStartedEvent,
  PalStateChangeEvent,
} from './events.ts';
import type { View } from './session/phases.ts';

/** One for each visit, called with every view of it: what changed since the one before is told once. */
export function announce(channel: EventTarget): (view: View) => void {
  let before: View['phase'] | null = null;
  let told = 0;
  return ({ phase, lines }) => {
    const earlier = before;
    if (phase !== earlier) {
      before = phase;
      channel.dispatchEvent(new PalStateChangeEvent(phase));
      if (phase.is === 'ready' && earlier?.is !== 'gate') channel.dispatchEvent(new PalReadyEvent());
      if (phase.is === 'live' && earlier?.is !== 'live')
        channel.dispatchEvent(new PalStartedEvent(phase.conversationId));
      if (phase.is === 'ended') channel.dispatchEvent(new PalEndedEvent(phase.conversationId, phase.reason));
      if (phase.is === 'failed') channel.dispatchEvent(new PalErrorEvent(phase.code, phase.message));
    }
    const complete = lines.filter((line) => !line.streaming);
    if (complete.length < told) told = 0;
    for (const line of complete.slice(told)) channel.dispatchEvent(new PalMessageEvent(line.role, line.text));
    told = complete.length;
  };
}
