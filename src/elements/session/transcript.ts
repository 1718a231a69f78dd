/** The transcript as a fold of the room's events: lines as a reader sees them. Pure. */
import type { AgentEvent } from '../../contract/room-events.ts';
import type { Line } from './phases.ts';

/**
 * The lines after an event. A line grows under one id while it streams; a complete one replaces it; the same line told twice
 * (an older and a newer role word, a typed line and its echo) is shown once.
 */
export function transcript(lines: readonly Line[], event: AgentEvent, now: number): readonly Line[] {
  const at = event.timestamp === undefined ? now : event.timestamp * 1000;
  switch (event.event_type) {
    case 'conversation.utterance.streaming': {
      const { role, speech, final } = event.properties;
      const open = lines.findLast((line) => line.streaming && line.role === role);
      if (!open) return speech ? [...lines, { id: idOf(event, lines), role, text: speech, streaming: !final, interrupted: false, at }] : lines;
      return replace(lines, { ...open, text: speech, streaming: !final });
    }
    case 'conversation.utterance': {
      const { role, speech } = event.properties;
      if (!speech.trim()) return lines;
      const id = idOf(event, lines);
      const open = lines.findLast((line) => line.role === role && (line.streaming || line.id === id));
      if (open) return replace(lines, { ...open, text: speech, streaming: false });
      // A typed line stands already; a duplicate of the last line of its speaker says nothing new.
      const typed = lines.find((line) => line.id.startsWith(TYPED) && line.text === speech);
      if (role === 'user' && typed) return replace(lines, { ...typed, id: `${CONFIRMED}${typed.id}` }, typed.id);
      const last = lines.at(-1);
      if (last && last.role === role && last.text === speech && Math.abs(last.at - at) < 1500) return lines;
      return [...lines, { id, role, text: speech, streaming: false, interrupted: false, at }];
    }
    case 'conversation.stopped_speaking': {
      if (event.properties.role !== 'pal' || !event.properties.interrupted) return lines;
      const open = lines.findLast((line) => line.role === 'pal');
      return open ? replace(lines, { ...open, interrupted: true }) : lines;
    }
    default:
      return lines;
  }
}

const TYPED = 'typed:';
const CONFIRMED = 'said:';

/** The lines with what the visitor just typed, before the agent has it. */
export function typed(lines: readonly Line[], text: string, now: number): readonly Line[] {
  return [...lines, { id: `${TYPED}${lines.length}`, role: 'user', text, streaming: false, interrupted: false, at: now }];
}

function idOf(event: AgentEvent, lines: readonly Line[]): string {
  return event.inference_id ?? (event.turn_idx === undefined ? `line:${lines.length}` : `turn:${event.turn_idx}`);
}

function replace(lines: readonly Line[], line: Line, id = line.id): readonly Line[] {
  return lines.map((known) => (known.id === id ? line : known));
}
