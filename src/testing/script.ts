/** The behaviour and faults of scripted models and tools: the fields of a scenario's `model` and `tools`. */
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
  /** The arguments as an object; a string is sent unchanged. */
  arguments: z.unknown().optional(),
});

/** One step of a streamed answer. `{line}` is replaced by the visitor's line, `{tool}` by the tools' results. */
const Step = z
  .strictObject({
    /** Text that is streamed word by word. */
    say: text.optional(),
    /** Text in the field for reasoning. */
    reason: text.optional(),
    call: Call.optional(),
    /** The delta of a chunk, sent unchanged. */
    delta: z.looseObject({}).optional(),
    /** A complete chunk, sent unchanged. */
    chunk: z.looseObject({}).optional(),
    /** Seconds to wait before the next step. */
    wait: seconds.optional(),
    finish: z.string().max(60).optional(),
    /** Closes the connection, or makes it stall. */
    then: z.enum(['cut', 'hang']).optional(),
  })
  .refine((step) => Object.keys(step).length === 1, 'must hold one thing');
export type Step = z.output<typeof Step>;

const Reply = z.strictObject({
  /** Pattern for the visitor's last line; without it, every line matches. */
  when: pattern.optional(),
  /** `tool` matches after tools returned results for this line, `question` before. */
  after: z.union([z.literal('tool'), z.literal('question')]).optional(),
  /** Maximum number of uses of this reply; unlimited by default. */
  times: z.int().min(1).max(1000).optional(),
  /** Seconds until the first chunk. */
  delay: seconds.optional(),
  /** Seconds between two words. */
  pace: z.number().min(0).max(10).optional(),
  /** The complete answer. */
  say: text.optional(),
  calls: z.array(Call).max(50).optional(),
  /** Refuses with this status, and with `words` and `retry_after` seconds. */
  status: z.int().min(300).max(599).optional(),
  words: text.optional(),
  retry_after: z.int().min(0).max(3600).optional(),
  /** The steps of a streamed answer. */
  stream: z.array(Step).max(500).optional(),
});
export type Reply = z.output<typeof Reply>;

const Judgement = z.strictObject({
  /** Pattern for the judged text. */
  when: pattern.optional(),
  /** Numbers of guardrails that the visitor or the agent violated. */
  visitor_breaks: z.array(z.int()).max(50).optional(),
  agent_breaks: z.array(z.int()).max(50).optional(),
  /** Values of the completed objective; `{1}` is replaced by the pattern's first group. */
  objective: z.record(z.string(), z.unknown()).optional(),
  /** Values known so far, for an objective in progress. */
  known: z.record(z.string(), z.unknown()).optional(),
  /** Any answer; it is sent unchanged. */
  answer: z.unknown().optional(),
});
export type Judgement = z.output<typeof Judgement>;

/** Fields that the server refuses with status 400, as some compatible servers do. */
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
  /** With `http` the scripted server answers; with `page` the visitor's page does, by `answer` in the turns. */
  by: z.enum(['http', 'page']).default('http'),
  answers: z.unknown().optional(),
  status: z.int().min(200).max(599).default(200),
  /** Seconds until the tool answers. */
  after: seconds.default(0),
  /** Additional fields of the tool as in the API. */
  more: z.looseObject({}).optional(),
});
export type ToolScript = z.output<typeof ToolScript>;
