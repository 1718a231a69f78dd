/**
 * Normalises a piece of a chat model's answer from the formats of many servers: text, reasoning, calls and finish
 * reason. Unknown formats are ignored.
 */
import * as z from 'zod';
import { unknownFields, type OpaqueValues } from './opaque-fields.ts';

/** Some servers send a string, others a list of parts, of which only the text parts are read. */
const Text = z.union([
  z.string(),
  z.array(
    z.looseObject({ type: z.string().optional(), text: z.string().optional().catch(undefined) }).catch({}),
  ),
]);
const Name = z.nullish(z.string()).catch(null);
const CalledFunction = z.looseObject({
  name: Name,
  /** Arguments as a JSON string, or as an object. */
  arguments: z
    .nullish(z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]))
    .catch(null),
});
const Call = z.looseObject({
  index: z.nullish(z.coerce.number().int()).catch(null),
  id: Name,
  function: z.nullish(CalledFunction).catch(null),
});
const Delta = z.looseObject({
  content: z.nullish(Text).catch(null),
  refusal: z.nullish(z.string()).catch(null),
  reasoning_content: z.nullish(z.unknown()),
  reasoning: z.nullish(z.unknown()),
  thinking: z.nullish(z.unknown()),
  tool_calls: z.nullish(z.array(Call.nullable().catch(null))).catch(null),
  function_call: z.nullish(CalledFunction).catch(null),
});
const Count = z.number().catch(0);
const Usage = z.looseObject({
  prompt_tokens: Count,
  completion_tokens: Count,
  prompt_tokens_details: z.nullish(z.looseObject({ cached_tokens: z.nullish(Count) })).catch(null),
});
const Choice = z.looseObject({
  finish_reason: z.nullish(z.string()).catch(null),
  delta: z.nullish(Delta).catch(null),
  // The complete message from a server that does not stream.
  message: z.nullish(Delta).catch(null),
});
const Piece = z.looseObject({
  // Azure sends no choices in the first piece, and none in the last one, which has the usage.
  choices: z.nullish(z.array(Choice.nullable().catch(null))).catch(null),
  usage: z.nullish(Usage).catch(null),
});
const Fault = z.union([
  z.looseObject({
    error: z.union([z.string().min(1), z.literal(true), z.looseObject({}).refine(hasContent)]),
  }),
  z.looseObject({ object: z.literal('error') }),
]);

function hasContent(fields: object): boolean {
  return Object.values(fields).some(Boolean);
}

export interface CallPiece {
  index: number | null;
  id: string | null;
  name: string | null;
  arguments: string;
  /** Unknown fields of the call and of its `function`. */
  opaque?: OpaqueValues | undefined;
}

export interface ModelChunk {
  /** Text for the visitor. */
  text: string;
  /** True for a piece of reasoning, which is never shown. */
  reasoning: boolean;
  refusal: string;
  calls: CallPiece[];
  /** Unknown fields that may have to be sent back with the message. */
  opaque?: OpaqueValues | undefined;
  /** The finish reason; null while the answer continues. */
  finish: string | null;
  usage: { prompt: number; completion: number; cached: number } | null;
}

/**
 * True if the server reports a failure. An empty `error` field is not a failure, because some servers send
 * one with every piece.
 */
export const isFault = (json: unknown): boolean => Fault.safeParse(json).success;

/** Parses a piece of an answer; null for other data. */
export function readChunk(json: unknown): ModelChunk | null {
  const { data } = Piece.safeParse(json);
  const choice = data?.choices?.find((each) => each !== null);
  if (!data || (!choice && !data.usage)) return null;
  const delta = choice?.delta ?? choice?.message ?? {};
  return {
    text: contentOf(delta.content),
    reasoning: isReasoning(delta),
    refusal: delta.refusal ?? '',
    calls: callsOf(delta),
    opaque: unknownFields(delta, MESSAGE_FIELDS),
    finish: choice?.finish_reason ?? null,
    usage: usageOf(data.usage),
  };
}

function callsOf({ tool_calls, function_call: legacyCall }: z.output<typeof Delta>): CallPiece[] {
  if (legacyCall && !tool_calls?.length)
    return [{ index: 0, id: null, name: legacyCall.name || null, arguments: textOf(legacyCall.arguments) }];
  const calls = (tool_calls ?? []).filter((call) => call !== null);
  return calls.map((call) => ({
    index: call.index ?? null,
    id: call.id || null,
    name: call.function?.name || null,
    arguments: textOf(call.function?.arguments),
    opaque: opaqueOf(call),
  }));
}

/** Fields that this module reads, and fields that a server does not need back. */
const MESSAGE_FIELDS = new Set(
  'role content refusal tool_calls function_call audio index logprobs annotations'.split(' '),
);
const CALL_FIELDS = new Set(['index', 'id', 'type', 'function']);
const FUNCTION_FIELDS = new Set(['name', 'arguments']);

function opaqueOf(call: z.output<typeof Call>): OpaqueValues | undefined {
  const callFields = unknownFields(call, CALL_FIELDS);
  const functionFields = call.function ? unknownFields(call.function, FUNCTION_FIELDS) : undefined;
  return functionFields ? { ...callFields, function: functionFields } : callFields;
}

const isReasoning = ({ reasoning_content, reasoning, thinking, content }: z.output<typeof Delta>): boolean =>
  Boolean(reasoning_content || reasoning || thinking || hasReasoning(content));

const usageOf = (usage: z.output<typeof Usage> | null | undefined): ModelChunk['usage'] =>
  usage
    ? {
        prompt: usage.prompt_tokens,
        completion: usage.completion_tokens,
        cached: usage.prompt_tokens_details?.cached_tokens ?? 0,
      }
    : null;

const textOf = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

type Content = z.output<typeof Text> | null | undefined;
const contentOf = (content: Content): string =>
  typeof content === 'string'
    ? content
    : (content ?? [])
        .map(({ type, text }) => (type === undefined || type === 'text' ? (text ?? '') : ''))
        .join('');
const hasReasoning = (content: Content): boolean =>
  Array.isArray(content) && content.some(({ type }) => type === 'thinking' || type === 'reasoning');
