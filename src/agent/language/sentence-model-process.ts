/**
 * The process behind `sentence-model.ts`, in which one model embeds one text after another. It is a separate process
 * because its 150 MB of memory are returned to the system only when a process ends.
 */
import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { assetPath } from '@palkit/runtime/asset-data';
import { optimiseOnlyHotWasm } from '@palkit/runtime/wasm-budget';
import { startWatchdog } from '@palkit/runtime/watchdog';
import type { SentenceReply, SentenceRequest } from './sentence-model.ts';

const FOLDER = 'embeddings/palkit-sentences-en';
/** The files of a model that replaces Palkit's own; null if Palkit's model is used. */
const replacementFiles = JSON.parse(process.argv[2] ?? 'null') as { model: string; tokenizer: string } | null;
const files = replacementFiles ?? {
  model: assetPath(`${FOLDER}/model.onnx`),
  tokenizer: assetPath(`${FOLDER}/tokenizer.json`),
};
/** Maximum number of tokens of a text that are read; the model was trained on this length. */
const MAX_TOKENS = 256;

optimiseOnlyHotWasm();
process.on('disconnect', () => process.exit());
startWatchdog(Infinity, true);
const reply = (message: SentenceReply) => void process.send?.(message);
// Add the listener before loading the engine: with nothing to keep its event loop alive, Node waits for V8's
// background compilation, which would delay the first text by one second. The service sends no text before
// `ready`.
process.on('message', (request: SentenceRequest | 'ping') => {
  if (request === 'ping') reply({ alive: true });
  else void answer(request).then(reply);
});
env.wasm.numThreads = 1;
const tokenizer = new Tokenizer(JSON.parse(await readFile(files.tokenizer, 'utf8')), {});
const session = await InferenceSession.create(await readFile(files.model), {
  executionProviders: ['wasm'],
  graphOptimizationLevel: 'basic',
});

/** Returns the tokens of a text with a unit vector for each. The first and last token are the model's markers. */
async function read(
  text: string,
): Promise<{ tokens: string[]; vectors: Float32Array[]; mean: Float32Array }> {
  const { ids, tokens } = tokenizer.encode(text);
  const boundedIds = ids.length > MAX_TOKENS ? [...ids.slice(0, MAX_TOKENS - 1), ids.at(-1)!] : ids;
  const shape = [1, boundedIds.length];
  const tensor = (values: readonly number[]) =>
    new Tensor('int64', BigInt64Array.from(values, BigInt), shape);
  const inputs = {
    input_ids: tensor(boundedIds),
    attention_mask: tensor(boundedIds.map(() => 1)),
    token_type_ids: tensor(boundedIds.map(() => 0)),
  };
  // Some models have no input for token types.
  const feeds = Object.entries(inputs).filter(([name]) => session.inputNames.includes(name));
  const { last_hidden_state: output } = await session.run(Object.fromEntries(feeds));
  const values = output!.data as Float32Array;
  const dimensions = output!.dims[2]!;
  const sum = new Float32Array(dimensions);
  for (let index = 0; index < values.length; index += 1) sum[index % dimensions]! += values[index]!;
  const vectors = boundedIds.map((_: number, index: number) =>
    toUnitVector(values.subarray(index * dimensions, (index + 1) * dimensions)),
  );
  // The mean over all tokens is the pooling that sentence-transformers uses for this model.
  return { tokens: tokens.slice(0, boundedIds.length), vectors, mean: toUnitVector(sum) };
}

function toUnitVector(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** Joins word pieces to form words. */
function wordsOf(
  tokens: readonly string[],
  vectors: readonly Float32Array[],
): { text: string; parts: Float32Array[] }[] {
  const words: { text: string; parts: Float32Array[] }[] = [];
  for (let index = 1; index < tokens.length - 1; index += 1) {
    const token = tokens[index]!;
    const last = words.at(-1);
    // WordPiece marks a continuation with `##`; SentencePiece marks the start of a word with `▁`.
    const continuation =
      replacementFiles && !token.startsWith('▁') && /^[\p{L}\p{N}]/u.test(token)
        ? token
        : /^##(.+)/.exec(token)?.[1];
    if (continuation && last) {
      last.text += continuation;
      last.parts.push(vectors[index]!);
    } else if (/[\p{L}\p{N}]/u.test(token))
      words.push({ text: token.replace(/^▁/, ''), parts: [vectors[index]!] });
  }
  return words;
}

async function answer({ id, text, words }: SentenceRequest): Promise<SentenceReply> {
  try {
    const { tokens, vectors, mean } = await read(text);
    return { id, vector: mean, words: words ? wordsOf(tokens, vectors) : [] };
  } catch (error) {
    // Report only the error class, because the message could quote the text.
    return { id, error: error instanceof Error ? error.name : 'unknown' };
  }
}

// The first run loads all parts of the inference engine into memory.
await read('How are you?');
// Frees the file contents, which the engine has copied, without waiting for V8.
globalThis.gc?.();
reply({ ready: true });
