/**
 * The process that runs one language model with node-llama-cpp. A process isolates crashes of native code and returns
 * the model's memory when it ends. It answers one request after another.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { startWatchdog } from '@palkit/runtime/watchdog';
import { renderPrompt, type ChatTemplate, type PromptPiece } from './chat-prompt.ts';
import type { Reply, Request, Setup } from './protocol.ts';

type Token = number;
interface Sequence {
  readonly contextTokens: readonly Token[];
  compareContextTokens(tokens: readonly Token[]): { firstDifferentIndex: number };
  adaptStateToTokens(tokens: readonly Token[], allowShift: boolean): Promise<void>;
  evaluateWithoutGeneratingNewTokens(tokens: readonly Token[]): Promise<void>;
  evaluate(tokens: readonly Token[], options: object): AsyncGenerator<Token>;
}
interface LlamaModel {
  readonly fileInfo: { metadata: { tokenizer?: { chat_template?: string } } };
  readonly trainContextSize: number;
  readonly tokens: {
    bos: Token | null;
    bosString: string | null;
    eosString: string | null;
    shouldPrependBosToken: boolean;
  };
  tokenize(text: string, specialTokens: boolean, options?: 'trimLeadingSpace'): Token[];
  detokenize(tokens: readonly Token[], specialTokens: boolean): string;
  createContext(options: object): Promise<{ readonly contextSize: number; getSequence(): Sequence }>;
}
/** The part of the package's API that is used. */
interface Engine {
  getLlama(options: object): Promise<{ loadModel(options: object): Promise<LlamaModel> }>;
}
interface Jinja {
  Template: new (source: string) => ChatTemplate;
}
type AnswerRequest = Extract<Request, { is: 'answer' }>;

/** Tokens of one conversation that the model sees: its prompt and its answer. */
const CONTEXT_TOKENS = 6144;
/**
 * Number of conversations whose prompt stays in memory, so that for the next question only the new text has to
 * be read.
 */
const CONVERSATIONS = 2;
/** Tokens that are read at once. An interruption waits until they are read, one to two seconds on a slow core. */
const TOKENS_AT_ONCE = 64;
/** Maximum number of tokens of an answer. */
const MAX_ANSWER_TOKENS = 512;
/** Number of tokens that a prompt has to leave for the answer. */
const MIN_ANSWER_TOKENS = 128;
/** Sampling with little variety, because small models invent more if it is higher. */
const SAMPLING = { topK: 20, topP: 0.8 };
const TEMPERATURE = 0.3;
/** Penalty for repeated tokens, from Qwen's own settings. */
const REPEAT_PENALTY = 1.1;
/** Number of latest tokens to which the penalty applies. */
const REPEAT_TOKENS = 64;
/** The chat template for models whose file contains none. */
const CHAT_ML =
  "{% for message in messages %}{{ '<|im_start|>' + message.role + '\n' + message.content + '<|im_end|>\n' }}" +
  "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";

const setup = JSON.parse(process.argv[2]!) as Setup;
const reply = (message: Reply): void => void process.send!(message);
process.on('disconnect', () => process.exit());
startWatchdog(Infinity, true);

/** Requests that have not begun, because another is being answered or the model is still being loaded. */
const waitingRequests: AnswerRequest[] = [];
const stoppedIds = new Set<number>();
/** Null until the model is loaded. */
let answerNext: (() => Promise<void>) | null = null;
let isBusy = true;

process.on('message', (request: Request) => {
  if (request.is === 'ping') return reply({ alive: true });
  if (request.is === 'stop') return void stoppedIds.add(request.id);
  waitingRequests.push(request);
  if (!isBusy) void answerNext?.();
});

const { getLlama } = (await import(pathToFileURL(setup.engine).href)) as Engine;
const { Template } = createRequire(setup.engine)('@huggingface/jinja') as Jinja;
const llama = await getLlama({
  // The engine must not compile or download anything when a call begins.
  build: 'never',
  skipDownload: true,
  progressLogs: false,
  logger: () => undefined,
  maxThreads: setup.threads,
});
// On processors for which the weights are rearranged, a memory-mapped file would need twice the memory.
const model = await llama.loadModel({ modelPath: setup.model, useMmap: false });
const context = await model.createContext({
  contextSize: Math.min(CONTEXT_TOKENS, model.trainContextSize),
  sequences: CONVERSATIONS,
  threads: setup.threads,
});
/** One sequence of tokens for each conversation in memory, the most recently used last. */
const sequences = Array.from({ length: CONVERSATIONS }, () => context.getSequence());
const source = withSingleBraces(model.fileInfo.metadata.tokenizer?.chat_template ?? CHAT_ML);
const template = new Template(source);

/** Corrects the example of a call in the GGUF files of Qwen2.5, whose doubled braces the model would copy. */
function withSingleBraces(chatTemplate: string): string {
  return chatTemplate.replace(/\{(\{\\?"name\\?": <function-name>, .{0,60}<args-json-object>\})\}/, '$1');
}

async function answerAll(): Promise<void> {
  isBusy = true;
  for (let request = waitingRequests.shift(); request; request = waitingRequests.shift()) {
    const { id } = request;
    await answer(request).catch((error: unknown) =>
      reply({ id, failed: error instanceof Error ? error.name : 'unknown' }),
    );
    stoppedIds.delete(id);
  }
  isBusy = false;
}

async function answer(request: AnswerRequest): Promise<void> {
  const { id, tools, temperature } = request;
  const isReadOnly = request.maxTokens === 0;
  if (tools.length > 0 && !/\btools\b/.test(source))
    return reply({ id, refused: 'This model does not support tools.' });
  let pieces: PromptPiece[];
  try {
    pieces = renderPrompt(template, request, specialTokens(), isReadOnly);
  } catch (error) {
    return reply({ id, refused: `The chat template refused: ${(error as Error).message.slice(0, 300)}` });
  }
  const tokens = tokensOf(pieces);
  const availableTokens = context.contextSize - tokens.length;
  if (availableTokens < MIN_ANSWER_TOKENS)
    return reply({ id, refused: `The prompt exceeds the maximum context length (${context.contextSize}).` });
  const sequence = sequenceFor(tokens);
  const usage = { prompt: tokens.length, completion: 0, cached: await readPrompt(sequence, tokens, id) };
  const maxTokens = Math.min(request.maxTokens, MAX_ANSWER_TOKENS, availableTokens);
  if (isReadOnly || stoppedIds.has(id)) return reply({ id, finish: 'stop', usage });
  const answerTokens: Token[] = [];
  let sentLength = 0;
  const options = {
    ...SAMPLING,
    temperature: temperature ?? TEMPERATURE,
    repeatPenalty: { penalty: REPEAT_PENALTY, punishTokens: () => answerTokens.slice(-REPEAT_TOKENS) },
  };
  for await (const token of sequence.evaluate(tokens.slice(-1), options)) {
    if (stoppedIds.has(id)) break;
    answerTokens.push(token);
    const text = model.detokenize(answerTokens, true);
    // The bytes of one character may be in several tokens.
    if (!text.endsWith('\uFFFD')) {
      reply({ id, text: text.slice(sentLength) });
      sentLength = text.length;
    }
    if (answerTokens.length >= maxTokens) break;
  }
  usage.completion = answerTokens.length;
  reply({ id, finish: answerTokens.length >= maxTokens ? 'length' : 'stop', usage });
}

const specialTokens = () => ({
  bos_token: model.tokens.bosString ?? '',
  eos_token: model.tokens.eosString ?? '',
});

function tokensOf(pieces: readonly PromptPiece[]): Token[] {
  // Some tokenisers begin every text with a space, which only the first piece may have.
  const tokens = pieces.flatMap(({ text, isTemplate }, at) =>
    model.tokenize(text, isTemplate, at === 0 ? undefined : 'trimLeadingSpace'),
  );
  const { bos, shouldPrependBosToken } = model.tokens;
  return shouldPrependBosToken && bos !== null && tokens[0] !== bos ? [bos, ...tokens] : tokens;
}

/**
 * Returns the sequence that has the most tokens in common with the prompt, or the least recently used one.
 */
function sequenceFor(tokens: readonly Token[]): Sequence {
  let [best] = sequences as [Sequence, ...Sequence[]];
  for (const sequence of sequences)
    if (commonTokens(sequence, tokens) > commonTokens(best, tokens)) best = sequence;
  sequences.push(...sequences.splice(sequences.indexOf(best), 1));
  return best;
}

function commonTokens({ contextTokens }: Sequence, tokens: readonly Token[]): number {
  const firstDifference = contextTokens.findIndex((token, at) => token !== tokens[at]);
  return firstDifference < 0 ? contextTokens.length : firstDifference;
}

/**
 * Reads the prompt except its last token, which begins the answer. Returns how many tokens were already in
 * memory.
 */
async function readPrompt(sequence: Sequence, tokens: readonly Token[], id: number): Promise<number> {
  const end = tokens.length - 1;
  const commonLength = sequence.compareContextTokens(tokens).firstDifferentIndex;
  const cachedTokens = Math.min(commonLength, end);
  await sequence.adaptStateToTokens(tokens.slice(0, cachedTokens), false);
  for (let at = cachedTokens; at < end && !stoppedIds.has(id); at += TOKENS_AT_ONCE) {
    reply({ id, reading: true });
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(at, Math.min(at + TOKENS_AT_ONCE, end)));
  }
  return cachedTokens;
}

answerNext = answerAll;
isBusy = false;
reply({ ready: true });
await answerAll();
