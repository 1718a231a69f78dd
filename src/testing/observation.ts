/** Reads the result of a turn from the events of the room. */
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
  isComplete: boolean;
  /** Time of the agent's first word, in milliseconds of the clock. */
  firstWordAt: number | null;
  visitorLines: readonly string[];
  calls: readonly Call[];
  /** The kind of the visible card; null if there is none. */
  card: string | null;
  guardrails: readonly string[];
  objectives: readonly { name: string; values: Record<string, unknown> }[];
  sources: readonly string[];
  wasInterrupted: boolean;
  endReason: string | null;
  /** Sentences that the simulated voice spoke; null without such a voice. */
  spokenSentences: readonly string[] | null;
  /** Requests to the scripted model; null without one. */
  modelRequests: ScriptedModel['requests'] | null;
}

const SHOW_TOOL_PREFIX = 'canvas_show_';

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
  initialState: {
    card: string | null;
    toolRuns: readonly ToolRun[];
    spoken: readonly string[] | null;
    modelRequests: ScriptedModel['requests'] | null;
  },
): Observation {
  const draft: Draft = {
    lines: [],
    partialLine: '',
    isComplete: true,
    firstWordAt: null,
    visitorLines: [],
    calls: initialState.toolRuns.map(({ name, arguments: callArguments }) => ({
      name,
      arguments: callArguments,
    })),
    card: initialState.card,
    guardrails: [],
    objectives: [],
    sources: [],
    wasInterrupted: false,
    endReason: null,
    spokenSentences: initialState.spoken,
    modelRequests: initialState.modelRequests,
  };
  for (const timedEvent of events) {
    const { event } = timedEvent;
    if ('role' in event.properties) line(timedEvent, draft);
    else if (event.event_type === 'conversation.tool_call') call(event.properties, draft);
    else if (event.event_type === 'conversation.guardrail_triggered')
      draft.guardrails.push(event.properties.guardrail);
    else if (event.event_type === 'conversation.objective.completed')
      draft.objectives.push({
        name: event.properties.objective_name,
        values: event.properties.output_variables,
      });
    else if (event.event_type === 'conversation.ended') draft.endReason = event.properties.shutdown_reason;
  }
  return draft;
}

/** Adds an event of the agent's or the visitor's line to the draft. */
function line({ at: arrivedAt, event }: TimedEvent, draft: Draft): void {
  const agent = 'role' in event.properties && event.properties.role === 'pal';
  if (event.event_type === 'conversation.utterance' && !agent)
    draft.visitorLines.push(event.properties.speech);
  if (!agent) return;
  if (event.event_type === 'conversation.utterance') {
    draft.lines.push(event.properties.speech);
    draft.sources.push(...(event.properties.sources ?? []).map(({ document_name }) => document_name));
    draft.firstWordAt ??= arrivedAt;
    draft.isComplete = true;
    draft.partialLine = '';
  } else if (event.event_type === 'conversation.utterance.streaming') {
    draft.firstWordAt ??= arrivedAt;
    draft.isComplete = false;
    draft.partialLine = event.properties.speech;
  } else if (event.event_type === 'conversation.started_speaking') draft.isComplete = false;
  else if (event.event_type === 'conversation.stopped_speaking') {
    draft.wasInterrupted ||= event.properties.interrupted === true;
    // A line that was interrupted before its first word has no utterance.
    draft.isComplete = true;
    draft.partialLine = '';
  }
}

function call(toolCall: { name: string; arguments: string }, draft: Draft): void {
  const { name } = toolCall;
  if (name.startsWith(SHOW_TOOL_PREFIX)) draft.card = name.slice(SHOW_TOOL_PREFIX.length);
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
