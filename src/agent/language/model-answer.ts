/**
 * Assembles a model's answer from the pieces of the stream: text without reasoning, then the calls and the finish
 * reason.
 */
import * as z from 'zod';
import type { Clock } from '@palkit/runtime/clock';
import { factsOf, storeFact, refuteFact, removeFact } from './engine-memory.ts';
import { ModelCalls, type AnswerFields, type ModelCall } from './model-calls.ts';
import type { ModelEndpoint } from './model-request.ts';
import { streamModel } from './model-stream.ts';
import { OpaqueFields } from './opaque-fields.ts';
import { ReasoningFilter, type ModelText } from './reasoning.ts';
import type { OfferedTools } from './text-calls.ts';

/** The end of an answer: its calls and finish reason. */
export interface AnswerEnd {
  calls: ModelCall[];
  /** Finish reason such as `stop`, `length` or `content_filter`; empty if the server states none. */
  finish: string;
  refusal: string;
  /** Fields that are sent back with the answer's message. */
  fields?: AnswerFields;
  usage: { prompt: number; completion: number; cached: number } | null;
}

/** Maximum number of characters of an answer; the rest is ignored. */
export const MAX_ANSWER = 20_000;
/** Maximum number of characters of a refusal that is spoken. */
const MAX_REFUSAL = 1000;

const OfferedTool = z.object({
  function: z.object({ name: z.string(), parameters: z.looseObject({}).catch({}) }),
});

/**
 * Yields the text of an answer and returns its end. A call of a tool that the request does not offer is
 * kept only if the server sends it as a tool call, not as text.
 */
export async function* streamAnswer(
  endpoint: ModelEndpoint,
  request: Readonly<Record<string, unknown>>,
  { signal, clock }: { signal: AbortSignal; clock: Clock },
): AsyncGenerator<{ text: string } | { reasoning: true }, AnswerEnd> {
  const isReasoningExpected = factsOf(endpoint, clock.now()).has('unopened_thought');
  const tools = toolsOf(request);
  const filter = new ReasoningFilter(isReasoningExpected, tools);
  const calls = new ModelCalls(tools);
  const opaque = new OpaqueFields();
  let characters = 0;
  const end: AnswerEnd = { calls: [], finish: '', refusal: '', usage: null };
  const handleText = (modelText: ModelText) => {
    for (const call of modelText.calls) calls.addWrittenCalls(call);
    if (modelText.unopened) storeFact(endpoint, 'unopened_thought', clock.now());
    // An answer that was cut off may have ended inside its reasoning.
    if (modelText.noThought && end.finish !== 'length') removeFact(endpoint, 'unopened_thought');
  };
  for await (const chunk of streamModel(endpoint, request, { signal, clock })) {
    end.finish = chunk.finish || end.finish;
    end.refusal = (end.refusal + chunk.refusal).slice(0, MAX_REFUSAL);
    end.usage = chunk.usage ?? end.usage;
    calls.addPieces(chunk.calls);
    opaque.add(chunk.opaque);
    const modelText = filter.push(chunk.text);
    handleText(modelText);
    if (chunk.reasoning || modelText.reasoning) yield { reasoning: true };
    const text = modelText.text.slice(0, MAX_ANSWER - characters);
    characters += text.length;
    if (text) yield { text };
    if (characters === MAX_ANSWER) {
      end.finish = 'length';
      return withCalls(end, calls, opaque);
    }
  }
  const lastText = filter.end();
  handleText(lastText);
  const remainingText = lastText.text.slice(0, MAX_ANSWER - characters);
  if (remainingText) yield { text: remainingText };
  // The answer was complete and contained no end mark of reasoning, so this model does not begin inside a
  // reasoning block. If a later answer contains the mark, it is a quotation.
  if (
    !isReasoningExpected &&
    filter.isPlain &&
    characters + remainingText.length > 0 &&
    end.finish !== 'length'
  )
    refuteFact(endpoint, 'unopened_thought', clock.now());
  return withCalls(end, calls, opaque);
}

function withCalls(end: AnswerEnd, calls: ModelCalls, opaque: OpaqueFields): AnswerEnd {
  const fields = { opaque: opaque.all() };
  return { ...end, calls: calls.all(fields), fields };
}

function toolsOf({ tools }: Readonly<Record<string, unknown>>): OfferedTools {
  const offeredTools = z.array(OfferedTool).safeParse(tools ?? []).data ?? [];
  return new Map(offeredTools.map((tool) => [tool.function.name, tool.function.parameters]));
}
