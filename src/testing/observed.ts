/** What came of a turn, read out of what was seen. Pure. */
import type { ScriptedModel } from './scripted-model.ts';
import type { ToolRun } from './scripted-server.ts';
import type { Seen } from './visitor.ts';

export interface Call {
  name: string;
  arguments: unknown;
}

export interface Observed {
  /** Complete lines of the agent's. */
  said: readonly string[];
  /** What it is saying, as far as it is told. */
  saying: string;
  /** Its last line is complete. */
  complete: boolean;
  /** When its first word came. */
  first: number | null;
  heard: readonly string[];
  calls: readonly Call[];
  /** The kind of the card that is shown. */
  card: string | null;
  guardrails: readonly string[];
  objectives: readonly { name: string; values: Record<string, unknown> }[];
  sources: readonly string[];
  interrupted: boolean;
  ended: string | null;
  /** Null where no voice was simulated, or no model was played. */
  spoken: readonly string[] | null;
  asked: ScriptedModel['asked'] | null;
}

const SHOW = 'canvas_show_';

type Talked = { -readonly [Part in keyof Observed]: Observed[Part] } & {
  said: string[];
  heard: string[];
  calls: Call[];
  guardrails: string[];
  objectives: { name: string; values: Record<string, unknown> }[];
  sources: string[];
};

/** `card` is the one that was shown before. */
export function observed(
  seen: readonly Seen[],
  given: {
    card: string | null;
    runs: readonly ToolRun[];
    spoken: readonly string[] | null;
    asked: ScriptedModel['asked'] | null;
  },
): Observed {
  const talked: Talked = {
    said: [],
    saying: '',
    complete: true,
    first: null,
    heard: [],
    calls: given.runs.map(({ name, arguments: made }) => ({ name, arguments: made })),
    card: given.card,
    guardrails: [],
    objectives: [],
    sources: [],
    interrupted: false,
    ended: null,
    spoken: given.spoken,
    asked: given.asked,
  };
  for (const one of seen) {
    const { event } = one;
    if ('role' in event.properties) line(one, talked);
    else if (event.event_type === 'conversation.tool_call') call(event.properties, talked);
    else if (event.event_type === 'conversation.guardrail_triggered')
      talked.guardrails.push(event.properties.guardrail);
    else if (event.event_type === 'conversation.objective.completed')
      talked.objectives.push({
        name: event.properties.objective_name,
        values: event.properties.output_variables,
      });
    else if (event.event_type === 'conversation.ended') talked.ended = event.properties.shutdown_reason;
  }
  return talked;
}

/** Something of a line of either side. */
function line({ at, event }: Seen, talked: Talked): void {
  const agent = 'role' in event.properties && event.properties.role === 'pal';
  if (event.event_type === 'conversation.utterance' && !agent) talked.heard.push(event.properties.speech);
  if (!agent) return;
  if (event.event_type === 'conversation.utterance') {
    talked.said.push(event.properties.speech);
    talked.sources.push(...(event.properties.sources ?? []).map(({ document_name }) => document_name));
    talked.first ??= at;
    talked.complete = true;
    talked.saying = '';
  } else if (event.event_type === 'conversation.utterance.streaming') {
    talked.first ??= at;
    talked.complete = false;
    talked.saying = event.properties.speech;
  } else if (event.event_type === 'conversation.started_speaking') talked.complete = false;
  else if (event.event_type === 'conversation.stopped_speaking') {
    talked.interrupted ||= event.properties.interrupted === true;
    // Of a line that was cut before its first word there is no more.
    talked.complete = true;
    talked.saying = '';
  }
}

function call(given: { name: string; arguments: string }, talked: Talked): void {
  const { name } = given;
  if (name.startsWith(SHOW)) talked.card = name.slice(SHOW.length);
  else if (name === 'canvas_clear') talked.card = null;
  else if (name !== 'update_component') talked.calls.push({ name, arguments: objectOf(given.arguments) });
}

function objectOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
