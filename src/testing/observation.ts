/** Reads the result of a turn from the events of the room. Pure. */
import type { ScriptedModel } from './scripted-model.ts';
import type { ToolRun } from './scripted-server.ts';
import type { TimedEvent } from './visitor.ts';

export interface Call {
  name: string;
  arguments: unknown;
}

export interface Observation {
  /** Complete lines of the agent. */
  lines: readonly string[];
  /** The agent's unfinished line. */
  partialLine: string;
  /** True if the agent's last line is complete. */
  complete: boolean;
  /** Time of the agent's first word, in milliseconds of the clock. */
  first: number | null;
  visitorLines: readonly string[];
  calls: readonly Call[];
  /** The kind of the visible card; null if there is none. */
  card: string | null;
  guardrails: readonly string[];
  objectives: readonly { name: string; values: Record<string, unknown> }[];
  sources: readonly string[];
  interrupted: boolean;
  ended: string | null;
  /** Sentences that the simulated voice spoke; null without such a voice. */
  spoken: readonly string[] | null;
  /** Requests to the scripted model; null without one. */
  modelRequests: ScriptedModel['requests'] | null;
}

const SHOW = 'canvas_show_';

type Draft = { -readonly [Part in keyof Observation]: Observation[Part] } & {
  lines: string[];
  visitorLines: string[];
  calls: Call[];
  guardrails: string[];
  objectives: { name: string; values: Record<string, unknown> }[];
  sources: string[];
};

/** Reads the result of a turn. `card` is the card that was visible before these events. */
export function observe(
  events: readonly TimedEvent[],
  beside: {
    card: string | null;
    runs: readonly ToolRun[];
    spoken: readonly string[] | null;
    modelRequests: ScriptedModel['requests'] | null;
  },
): Observation {
  const draft: Draft = {
    lines: [],
    partialLine: '',
    complete: true,
    first: null,
    visitorLines: [],
    calls: beside.runs.map(({ name, arguments: callArguments }) => ({ name, arguments: callArguments })),
    card: beside.card,
    guardrails: [],
    objectives: [],
    sources: [],
    interrupted: false,
    ended: null,
    spoken: beside.spoken,
    modelRequests: beside.modelRequests,
  };
  for (const one of events) {
    const { event } = one;
    if ('role' in event.properties) line(one, draft);
    else if (event.event_type === 'conversation.tool_call') call(event.properties, draft);
    else if (event.event_type === 'conversation.guardrail_triggered')
      draft.guardrails.push(event.properties.guardrail);
    else if (event.event_type === 'conversation.objective.completed')
      draft.objectives.push({
        name: event.properties.objective_name,
        values: event.properties.output_variables,
      });
    else if (event.event_type === 'conversation.ended') draft.ended = event.properties.shutdown_reason;
  }
  return draft;
}

/** Adds an event of the agent's or the visitor's line to the draft. */
function line({ at, event }: TimedEvent, draft: Draft): void {
  const agent = 'role' in event.properties && event.properties.role === 'pal';
  if (event.event_type === 'conversation.utterance' && !agent)
    draft.visitorLines.push(event.properties.speech);
  if (!agent) return;
  if (event.event_type === 'conversation.utterance') {
    draft.lines.push(event.properties.speech);
    draft.sources.push(...(event.properties.sources ?? []).map(({ document_name }) => document_name));
    draft.first ??= at;
    draft.complete = true;
    draft.partialLine = '';
  } else if (event.event_type === 'conversation.utterance.streaming') {
    draft.first ??= at;
    draft.complete = false;
    draft.partialLine = event.properties.speech;
  } else if (event.event_type === 'conversation.started_speaking') draft.complete = false;
  else if (event.event_type === 'conversation.stopped_speaking') {
    draft.interrupted ||= event.properties.interrupted === true;
    // A line that was interrupted before its first word has no utterance.
    draft.complete = true;
    draft.partialLine = '';
  }
}

function call(toolCall: { name: string; arguments: string }, draft: Draft): void {
  const { name } = toolCall;
  if (name.startsWith(SHOW)) draft.card = name.slice(SHOW.length);
  else if (name === 'canvas_clear') draft.card = null;
  else if (name !== 'update_component') draft.calls.push({ name, arguments: objectOf(toolCall.arguments) });
}

function objectOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
