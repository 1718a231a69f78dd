/** Derives the lines of the transcript from the room's events. */
import type { AgentEvent, AgentEventType } from '@palkit/contract/room-events';
import type { Line } from './phases.ts';

/** A line with keys that identify it in later events. */
interface Entry extends Line {
  /** Set for a line that was typed on this page and not echoed yet. */
  pending?: true;
  inference?: string;
  turn?: number;
}

type Lines = readonly Entry[];
type EventOf<Type extends AgentEventType> = Extract<AgentEvent, { event_type: Type }>;

/** Prefix of a typed line's id. */
const TYPED_PREFIX = 'typed:';

/**
 * Returns the lines after an event. A line keeps its id while it grows, and its complete version replaces it. A
 * line that arrives twice (with a legacy and a current role name, or typed and echoed) is shown once.
 */
export function nextTranscript(lines: Lines, event: AgentEvent, now: number): readonly Line[] {
  switch (event.event_type) {
    case 'conversation.utterance.streaming':
      return applyStreaming(lines, event, now);
    case 'conversation.utterance':
      return applyComplete(lines, event, now);
    case 'conversation.stopped_speaking':
      return markInterrupted(lines, event);
    default:
      return lines;
  }
}

function applyStreaming(
  lines: Lines,
  event: EventOf<'conversation.utterance.streaming'>,
  now: number,
): readonly Line[] {
  const { role, speech, final } = event.properties;
  const open = openLine(lines, event, role);
  if (open) {
    // The utterance was only noise, so remove its line. Earlier lines must stay, because ids are derived from the
    // number of lines.
    if (role === 'user' && final && !speech.trim() && open === lines.at(-1)) return lines.slice(0, -1);
    const text = speech.trim() ? speech : open.text;
    return replace(lines, { ...open, ...eventKeys(event), text, streaming: !final });
  }
  // A partial line that arrives after the complete one is outdated.
  if (!speech.trim() || exists(lines, event, role, speech)) return lines;
  return append(lines, event, role, speech, !final, now);
}

function applyComplete(lines: Lines, event: EventOf<'conversation.utterance'>, now: number): readonly Line[] {
  const { role, speech } = event.properties;
  const open = openLine(lines, event, role) ?? sameInference(lines, event, role);
  if (!speech.trim()) return open?.streaming ? replace(lines, { ...open, streaming: false }) : lines;
  if (open) return replace(lines, { ...open, ...eventKeys(event), text: speech, streaming: false });
  if (exists(lines, event, role, speech)) return lines;
  const echoedLine = role === 'user' ? findPendingLine(lines, speech) : undefined;
  if (!echoedLine) return append(lines, event, role, speech, false, now);
  const { pending: _, ...line } = echoedLine;
  return replace(lines, { ...line, ...eventKeys(event) });
}

/** Marks the agent's line as interrupted. */
function markInterrupted(lines: Lines, event: EventOf<'conversation.stopped_speaking'>): readonly Line[] {
  const { role, interrupted } = event.properties;
  if (role !== 'pal' || !interrupted) return lines;
  const cutEntry = event.inference_id
    ? sameInference(lines, event, role)
    : lines.findLast((line) => line.role === role);
  return cutEntry ? replace(lines, { ...cutEntry, interrupted: true }) : lines;
}

/** Adds a line that the visitor has just typed, before the agent has received it. */
export function addTypedLine(lines: Lines, text: string, now: number): readonly Line[] {
  return [
    ...lines,
    {
      id: `${TYPED_PREFIX}${lines.length}`,
      role: 'user',
      text,
      streaming: false,
      interrupted: false,
      at: now,
      pending: true,
    } satisfies Entry,
  ];
}

/** True if the visitor typed the line on this page. */
export function isTyped({ id }: Line): boolean {
  return id.startsWith(TYPED_PREFIX);
}

/** Returns the typed lines that are not echoed yet. */
export function unconfirmedLines(lines: Lines): readonly Line[] {
  return lines.filter((line) => line.pending);
}

/** Returns the open line that an event continues; undefined if its keys differ. */
function openLine(lines: Lines, event: AgentEvent, role: Line['role']): Entry | undefined {
  const open = lines.findLast((line) => line.role === role && line.streaming);
  return open &&
    isSameOrUnknown(open.inference, event.inference_id) &&
    isSameOrUnknown(open.turn, event.turn_idx)
    ? open
    : undefined;
}

/** Returns the typed line that an event echoes. */
function findPendingLine(lines: Lines, speech: string): Entry | undefined {
  return lines.find((line) => line.pending && line.text.trim() === speech.trim());
}

function sameInference(lines: Lines, event: AgentEvent, role: Line['role']): Entry | undefined {
  return event.inference_id
    ? lines.findLast((line) => line.role === role && line.inference === event.inference_id)
    : undefined;
}

/** True if the line already exists, with the same inference id or with the same text in the same turn. */
function exists(lines: Lines, event: AgentEvent, role: Line['role'], speech: string): boolean {
  if (sameInference(lines, event, role)) return true;
  if (event.turn_idx !== undefined) {
    return lines.some(
      (line) =>
        line.role === role &&
        line.turn === event.turn_idx &&
        line.text === speech &&
        isSameOrUnknown(line.inference, event.inference_id),
    );
  }
  const lastLine = lines.at(-1);
  return (
    lastLine?.role === role &&
    !lastLine.pending &&
    lastLine.text === speech &&
    isSameOrUnknown(lastLine.inference, event.inference_id)
  );
}

function isSameOrUnknown<Key>(a: Key | undefined, b: Key | null | undefined): boolean {
  return a === undefined || b === undefined || b === null || a === b;
}

/** Returns the keys and attributes that the event adds to a line. */
function eventKeys(
  event: AgentEvent,
): Partial<Pick<Entry, 'inference' | 'turn' | 'sources' | 'interrupted' | 'person'>> {
  const { sources, interrupted, person } =
    event.event_type === 'conversation.utterance'
      ? event.properties
      : ({} as Partial<EventOf<'conversation.utterance'>['properties']>);
  return {
    ...(sources && sources.length > 0 ? { sources } : {}),
    ...(interrupted ? { interrupted } : {}),
    ...(person ? { person } : {}),
    ...(event.inference_id ? { inference: event.inference_id } : {}),
    ...(event.turn_idx === undefined ? {} : { turn: event.turn_idx }),
  };
}

/** Adds a line, and closes an open line of the same speaker. */
function append(
  lines: Lines,
  event: AgentEvent,
  role: Line['role'],
  text: string,
  streaming: boolean,
  now: number,
): readonly Line[] {
  const startedAt = event.timestamp === undefined ? now : event.timestamp * 1000;
  const closedLines = lines.some((line) => line.streaming && line.role === role)
    ? lines.map((line) => (line.streaming && line.role === role ? { ...line, streaming: false } : line))
    : lines;
  return [
    ...closedLines,
    {
      id: `${role}:${lines.length}`,
      role,
      text,
      streaming,
      interrupted: false,
      at: startedAt,
      ...eventKeys(event),
    } satisfies Entry,
  ];
}

function replace(lines: Lines, line: Entry): readonly Line[] {
  return lines.map((existing) => (existing.id === line.id ? line : existing));
}
