/** The behaviour and misbehaviour of scripted models and tools: the fields of a scenario's `model` and `tools`. */
import * as z from 'zod';

const text = z.string('must be a text').max(20_000);
const seconds = z.number('must be a number of seconds').min(0).max(120);
const pattern = text.max(1000).refine((value) => {
  try {
    return Boolean(new RegExp(value, 'iu'));
  } catch {
    return false;
  }
}, 'must be a regular expression');

const Call = z.strictObject({
  name: z.string().max(200),
  /** An object; a text is sent unchanged. */
  arguments: z.unknown().optional(),
});

/** One step of an answer's stream. `{line}` is the visitor's line, `{tool}` the tools' answers. */
const Step = z
  .strictObject({
    /** Word by word. */
    say: text.optional(),
    /** In the field of reasoning. */
    reason: text.optional(),
    call: Call.optional(),
    /** A chunk's delta, unchanged. */
    delta: z.looseObject({}).optional(),
    /** A chunk, unchanged. */
    chunk: z.looseObject({}).optional(),
    /** Seconds. */
    wait: seconds.optional(),
    finish: z.string().max(60).optional(),
    /** The connection is cut, or stalls. */
    then: z.enum(['cut', 'hang']).optional(),
  })
  .refine((step) => Object.keys(step).length === 1, 'must hold one thing');
export type Step = z.output<typeof Step>;

const Reply = z.strictObject({
  /** The visitor's last line matches this; without it, every line matches. */
  when: pattern.optional(),
  /** Tools were called for this line (and answered so), or were not. */
  after: z.union([z.literal('tool'), z.literal('question')]).optional(),
  /** Number of answers; without it, it always answers. */
  times: z.int().min(1).max(1000).optional(),
  /** Seconds to the first chunk. */
  delay: seconds.optional(),
  /** Seconds between two words. */
  pace: z.number().min(0).max(10).optional(),
  /** The whole answer. */
  say: text.optional(),
  calls: z.array(Call).max(50).optional(),
  /** Refused with this status, with `words` and `retry_after` seconds. */
  status: z.int().min(300).max(599).optional(),
  words: text.optional(),
  retry_after: z.int().min(0).max(3600).optional(),
  /** The answer, step by step. */
  stream: z.array(Step).max(500).optional(),
});
export type Reply = z.output<typeof Reply>;

const Judgement = z.strictObject({
  /** The judged text must match this. */
  when: pattern.optional(),
  /** Numbers of guardrails that the visitor, or the agent, broke. */
  visitor_breaks: z.array(z.int()).max(50).optional(),
  agent_breaks: z.array(z.int()).max(50).optional(),
  /** The objective is completed, with these values; `{1}` is the pattern's first group. */
  objective: z.record(z.string(), z.unknown()).optional(),
  /** An objective in progress: the values known so far. */
  known: z.record(z.string(), z.unknown()).optional(),
  /** Any answer, sent unchanged. */
  answer: z.unknown().optional(),
});
export type Judgement = z.output<typeof Judgement>;

/** Fields that the server refuses with a status of 400, as some compatible servers do. */
export const REFUSALS = [
  'tools',
  'temperature',
  'alternation',
  'system',
  'json_mode',
  'stream_options',
  'tool_choice',
  'max_tokens',
] as const;

export const MockModel = z.strictObject({
  replies: z.array(Reply).max(200).default([]),
  judgements: z.array(Judgement).max(100).default([]),
  refuses: z.array(z.enum(REFUSALS)).max(REFUSALS.length).default([]),
});
export type MockModel = z.output<typeof MockModel>;

export const ToolScript = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -'),
  description: text.optional(),
  parameters: z.looseObject({}).optional(),
  /** `http`: the scripted server answers; `page`: the visitor's page does, by `answer` in the turns. */
  by: z.enum(['http', 'page']).default('http'),
  answers: z.unknown().optional(),
  status: z.int().min(200).max(599).default(200),
  /** Seconds that it takes. */
  after: seconds.default(0),
  /** Further fields of the tool, as in the API. */
  more: z.looseObject({}).optional(),
});
export type ToolScript = z.output<typeof ToolScript>;
