/**
 * A model that answers from a script over OpenAI's chat completions API: streamed to visitors, in JSON to judges, and
 * with the error responses of servers that are not fully compatible.
 */
import type http from 'node:http';
import * as z from 'zod';
import type { Clock } from '@palkit/runtime/clock';
import type { Judgement, MockModel, Reply, Step } from './script.ts';
import { wait } from './steady-clock.ts';

const Message = z.looseObject({
  role: z.string(),
  content: z.unknown().optional(),
  tool_calls: z.array(z.looseObject({})).optional(),
});
type Message = z.output<typeof Message>;

export const ChatRequest = z.looseObject({
  stream: z.boolean().optional(),
  messages: z.array(Message).max(2000),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
  temperature: z.number().optional(),
});
export type ChatRequest = z.output<typeof ChatRequest>;

/** Messages with which real servers refuse a field. */
const REFUSAL_WORDS: Record<MockModel['refuses'][number], string> = {
  tools: 'this model does not support tools',
  temperature: "Unsupported value: 'temperature' does not support 0 with this model.",
  alternation: 'Conversation roles must alternate user/assistant/user/assistant/...',
  system: "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
  json_mode: "'response_format' of type 'json_object' is not supported with this model.",
  stream_options: 'stream_options: Extra inputs are not permitted',
  tool_choice: "tool_choice 'none' is not supported",
  max_tokens: "Unsupported parameter: 'max_tokens' is not supported; use 'max_completion_tokens' instead.",
};

export class ScriptedModel {
  readonly #script: MockModel;
  readonly #onChange: () => void;
  readonly #clock: Clock;
  readonly #replyCounts = new Map<Reply, number>();
  /** The requests for answers to visitors: the messages as text, their roles, and the names of the tools. */
  readonly requests: { text: string; roles: string[]; tools: string[] }[] = [];
  /** The judged texts. */
  readonly judgedLines: string[] = [];

  constructor(script: MockModel, clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#script = script;
    this.#onChange = onChange;
  }

  async answer(request: ChatRequest, response: http.ServerResponse): Promise<void> {
    const refusedPart = this.#script.refuses.find((field) => isRefused(request, field));
    if (refusedPart) return refuse(response, 400, REFUSAL_WORDS[refusedPart]);
    if (!request.stream) return this.#judge(request, response);
    this.requests.push({
      text: request.messages.map(writtenText).join('\n'),
      roles: request.messages.map(({ role }) => role),
      tools: (request.tools ?? []).map((tool) => tool.function.name),
    });
    this.#onChange();
    const lastUserIndex = request.messages.findLastIndex(({ role }) => role === 'user');
    const line = lineOf(request.messages[lastUserIndex]);
    const toolResults = request.messages.slice(lastUserIndex + 1).filter(({ role }) => role === 'tool');
    const reply = this.#replyTo(line, toolResults.length > 0);
    if (!reply) return stream(response, [{ say: `You said ${line}` }], this.#clock, 0, (text) => text);
    if (reply.status) {
      if (reply.retry_after !== undefined) response.setHeader('retry-after', reply.retry_after);
      return refuse(response, reply.status, reply.words ?? 'no');
    }
    const fillPlaceholders = (text: string) =>
      text
        .replaceAll('{line}', line.slice(0, 200))
        .replaceAll('{tool}', toolResults.map(writtenText).join(' ').slice(0, 300));
    if (reply.delay) await wait(this.#clock, reply.delay * 1000);
    await stream(response, stepsOf(reply), this.#clock, reply.pace ?? 0, fillPlaceholders);
  }

  #replyTo(line: string, afterTool: boolean): Reply | undefined {
    const reply = this.#script.replies.find(
      (reply) =>
        (reply.when === undefined || new RegExp(reply.when, 'iu').test(line)) &&
        (reply.after === undefined || (reply.after === 'tool') === afterTool) &&
        (this.#replyCounts.get(reply) ?? 0) < (reply.times ?? Infinity),
    );
    if (reply) this.#replyCounts.set(reply, (this.#replyCounts.get(reply) ?? 0) + 1);
    return reply;
  }

  #judge(request: ChatRequest, response: http.ServerResponse): void {
    const text = textOf(request.messages.at(-1)?.content);
    this.judgedLines.push(text);
    this.#onChange();
    const [, newLines = text] = text.split('To be judged:');
    const wantsJson = request.messages.some(({ content }) => /\bJSON\b/.test(textOf(content)));
    const content = wantsJson ? JSON.stringify(this.#judgementOf(newLines, text)) : 'Nothing to add.';
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }] }));
  }

  #judgementOf(newLines: string, conversation: string): unknown {
    const triggeredRules: object[] = [];
    let objective: object | null = null;
    for (const judgement of this.#script.judgements) {
      // Rules are judged by the new lines, objectives by the complete conversation.
      const judgedText = judgement.objective || judgement.known ? conversation : newLines;
      const match =
        judgement.when === undefined ? [judgedText] : new RegExp(judgement.when, 'iu').exec(judgedText);
      if (!match) continue;
      if (judgement.answer !== undefined) return judgement.answer;
      triggeredRules.push(...rulesOf(judgement));
      const values = judgement.objective ?? judgement.known;
      if (values && !objective)
        objective = {
          completed: Boolean(judgement.objective),
          values: fillGroups(values, match),
          next: null,
        };
    }
    return { triggered: triggeredRules, objective };
  }
}

const rulesOf = ({ visitor_breaks, agent_breaks }: Judgement): object[] => [
  ...(visitor_breaks ?? []).map((rule) => ({ rule, by: 'visitor' })),
  ...(agent_breaks ?? []).map((rule) => ({ rule, by: 'agent' })),
];

const fillGroups = (values: Record<string, unknown>, groups: readonly string[]) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string'
        ? value.replace(/\{(\d)\}/g, (_, group: string) => groups[Number(group)] ?? '')
        : value,
    ]),
  );

/** Returns the visitor's text without the notes and the page context that accompany it. */
const lineOf = (message: Message | undefined): string =>
  (textOf(message?.content).split(/\n\n<(?:note|page)\b/)[0] ?? '').trim();

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : content === null || content === undefined
      ? ''
      : JSON.stringify(content);

const writtenText = ({ content, tool_calls }: Message): string =>
  [textOf(content), tool_calls && JSON.stringify(tool_calls)].filter(Boolean).join(' ');

function isRefused(request: ChatRequest, what: MockModel['refuses'][number]): boolean {
  const roles = request.messages.map(({ role }) => role);
  switch (what) {
    case 'tools':
      return request.tools !== undefined;
    case 'temperature':
      return request.temperature !== undefined && request.temperature !== 1;
    case 'alternation': {
      const dialogueRoles = roles.filter((role) => role === 'user' || role === 'assistant');
      return dialogueRoles.some((role, index) => role !== (index % 2 ? 'assistant' : 'user'));
    }
    case 'system':
      return roles.includes('system');
    case 'json_mode':
      return 'response_format' in request;
    default:
      return what in request;
  }
}

function refuse(response: http.ServerResponse, status: number, words: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { message: words } }));
}

function stepsOf({ say, calls, stream: steps }: Reply): Step[] {
  if (steps) {
    const hasEnd = steps.some((step) => step.finish !== undefined || step.then !== undefined);
    return hasEnd ? steps : [...steps, { finish: steps.some((step) => step.call) ? 'tool_calls' : 'stop' }];
  }
  return [
    ...(say === undefined ? [] : [{ say }]),
    ...(calls ?? []).map((call) => ({ call })),
    { finish: calls ? 'tool_calls' : 'stop' },
  ];
}

async function stream(
  response: http.ServerResponse,
  steps: readonly Step[],
  clock: Clock,
  secondsPerWord: number,
  fill: (text: string) => string,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  const send = (chunk: object) => response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  const deltaChunk = (content: object, finish: string | null = null) =>
    send({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: content, finish_reason: finish }] });
  deltaChunk({ role: 'assistant', content: '' });
  let calls = 0;
  for (const step of steps) {
    if (response.destroyed) return;
    if (step.say !== undefined || step.reason !== undefined) {
      const field = step.say === undefined ? 'reasoning_content' : 'content';
      for (const word of wordsOf(fill(step.say ?? step.reason!))) {
        if (secondsPerWord > 0) await wait(clock, secondsPerWord * 1000);
        deltaChunk({ [field]: word });
      }
    } else if (step.call) deltaChunk({ tool_calls: [callOf(step.call, calls++)] });
    else if (step.chunk) send(step.chunk);
    else if (step.then) return breakResponse(response, step.then, clock);
    else if (step.wait === undefined) deltaChunk(step.delta ?? {}, step.finish);
    else await wait(clock, step.wait * 1000);
  }
  response.end('data: [DONE]\n\n');
}

const wordsOf = (text: string): readonly string[] => text.match(/\S+\s*|\s+/g) ?? [];

async function breakResponse(
  response: http.ServerResponse,
  failure: 'cut' | 'hang',
  clock: Clock,
): Promise<void> {
  if (failure === 'hang') return;
  // Wait until the written bytes have been sent before closing the connection.
  await wait(clock, 20);
  response.destroy();
}

const callOf = (call: { name: string; arguments?: unknown }, index: number) => ({
  index,
  id: `call_${index}`,
  type: 'function',
  function: {
    name: call.name,
    arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {}),
  },
});
