/**
 * The worker of `recognition-pool.ts`, with one model and one decoder per speaker. It processes utterances while
 * they are spoken, one slice of each in turn, so that no speaker waits for another; an ended utterance comes
 * first. At a pause it recognises the words at once, because most utterances end there. If the voice continues, it
 * recognises the last words again, so that no word is split.
 */
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod';
import { assetPath } from '@palkit/runtime/asset-data';
import { handleRequests } from '@palkit/runtime/worker-port';
import type { Vocabulary } from './engines.ts';
import { loadNoiseSuppression } from './noise-suppression.ts';
import { loadPronunciations } from './reading/pronouncing-dictionary.ts';
import { FROM_THE_START, joinWords, resumptionAfter, type Resumption } from './resumption.ts';
import { loadVosk, SAMPLE_RATE, type Decoder } from './vosk.ts';
import { UtteranceSound } from './utterance-sound.ts';
import { WordRecovery } from './word-recovery.ts';

export type HearingRequest =
  | { is: 'open'; id: number; vocabulary?: Vocabulary }
  | { is: 'write'; id: number; samples: Int16Array }
  | { is: 'pause'; id: number; pause: number }
  | { is: 'resume'; id: number }
  | { is: 'finish'; id: number }
  | { is: 'drop'; id: number };

export interface HearingReply {
  id: number;
  /** The number of the pause; undefined at the end. */
  pause?: number;
  /** True for the words so far while the voice continues; they may still change. */
  isPartial?: true;
  text: string;
}

/** A part of the worker that could not be loaded, and the reason. Speech is recognised without it. */
export interface HearingFault {
  fault: string;
}

/** The settings of a worker. */
export const HearingModel = z.object({
  /** The model's folder. */
  folder: z.string(),
  /** True if the model ships with the service. */
  embedded: z.boolean(),
  english: z.boolean(),
  /** Maximum number of utterances that are processed at a time. The sound of further utterances is buffered. */
  decoders: z.int().min(1),
});
export type HearingModel = z.infer<typeof HearingModel>;

interface Utterance {
  id: number;
  vocabulary: Vocabulary | undefined;
  sound: UtteranceSound;
  /** The number of chunks of `sound` that the decoder has processed. */
  decodedChunks: number;
  decoder: Decoder | null;
  /** The point at which recognition continues after the last pause. */
  resumption: Resumption;
  /** Time in seconds at which this decoder started. */
  startedAt: number;
  finished: boolean;
  /** The number of the last pause. */
  pauses: number;
  /** The number of chunks of `sound` at the last pause. */
  pause: number;
  /** The recognised words up to the last pause; null until they are recognised. */
  words: string | null;
  /** The words reported while the voice continues. */
  partial: string;
}

/** Samples that are decoded before messages are read again: 200 ms, about 50 ms of work. */
const SLICE = 3_200;
/**
 * If this many samples follow a pause, the voice has continued, although no event reported it; the end of the
 * utterance would have been reported earlier.
 */
const CONTINUATION_SAMPLES = 4_000;

/** Maximum number of vocabularies that are cached. */
const MAX_VOCABULARIES = 4;

const model = HearingModel.parse(workerData);
const newDecoder = await loadVosk(model.folder, model);
const port = parentPort!;
// Without noise suppression, more words are wrong in noise, but a visitor can still talk.
const createSuppressor = await loadNoiseSuppression().catch((error: unknown) => {
  port.postMessage({ fault: `noise suppression: ${String(error)}` } satisfies HearingFault);
  return null;
});
// The first decoding makes the engine load all of its parts into memory.
const first = newDecoder();
first.write(new Int16Array(8_000));
first.end();

const pronounce = model.english
  ? loadPronunciations(assetPath('speech-to-text/pronunciations/cmudict-en-us.dict'))
  : null;
// V8 compiles code after a few runs, so run it before the first words need it (26 ms instead of 76 ms).
if (pronounce) {
  const recovery = new WordRecovery(['We are open from nine in the morning.'], pronounce);
  const unsure = 'when are you open in the morning'.split(' ').map((word) => ({ word, confidence: 0.5 }));
  for (let time = 0; time < 3; time += 1) recovery.recover(unsure);
}
const recoveries = new Map<string, WordRecovery>();

/**
 * Returns the word recovery for this vocabulary from the cache, or creates one; null if the model is not English or
 * the vocabulary is empty.
 */
function recoveryOf({ id, texts }: Vocabulary): WordRecovery | null {
  if (!pronounce || texts.length === 0) return null;
  const recovery = recoveries.get(id) ?? new WordRecovery(texts, pronounce);
  recoveries.delete(id);
  recoveries.set(id, recovery);
  if (recoveries.size > MAX_VOCABULARIES) recoveries.delete(recoveries.keys().next().value!);
  return recovery;
}

const utterances = new Map<number, Utterance>();
let turn = 0;
let scheduled = false;

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  setImmediate(() => {
    scheduled = false;
    work();
  });
}

const lengthOf = (sound: readonly Int16Array[]): number =>
  sound.reduce((sum, samples) => sum + samples.length, 0);

/** True if the words up to the last pause were recognised and hardly any sound has followed. */
function isIdle({ sound, pause, words }: Utterance): boolean {
  return words !== null && lengthOf(sound.chunks.slice(pause)) < CONTINUATION_SAMPLES;
}

/**
 * True if the voice pauses, the words are not recognised yet, and no other utterance would have to wait for a second
 * recognition.
 */
function isPauseDue({ sound, pause, words, decodedChunks }: Utterance): boolean {
  return (
    pause > 0 &&
    words === null &&
    decodedChunks <= pause &&
    utterances.size === 1 &&
    lengthOf(sound.chunks.slice(pause)) < CONTINUATION_SAMPLES
  );
}

function removeUtterance(utterance: Utterance): void {
  utterance.decoder?.drop();
  utterance.decoder = null;
  utterance.sound.close();
  utterances.delete(utterance.id);
}

function reply(utterance: Utterance, text: string): void {
  removeUtterance(utterance);
  port.postMessage({ id: utterance.id, text } satisfies HearingReply);
}

/** Returns the utterance's decoder at the position where recognition continues. */
function decoderOf(utterance: Utterance): Decoder {
  if (utterance.decoder) return utterance.decoder;
  const { sound, resumption } = utterance;
  let samples = 0;
  utterance.decodedChunks = 0;
  for (const { length } of sound.chunks) {
    if (samples + length > resumption.from * SAMPLE_RATE) break;
    samples += length;
    utterance.decodedChunks += 1;
  }
  utterance.startedAt = samples / SAMPLE_RATE;
  return (utterance.decoder = newDecoder());
}

/** Ends the decoder and returns all recognised words. */
function finalWords(utterance: Utterance): string {
  const { startedAt, resumption, sound } = utterance;
  const repeatedWords = (utterance.decoder?.end() ?? []).map((word) => ({
    ...word,
    start: startedAt + word.start,
    end: startedAt + word.end,
  }));
  const words = joinWords(resumption, repeatedWords);
  utterance.resumption = resumptionAfter(
    words,
    lengthOf(sound.chunks.slice(0, utterance.decodedChunks)) / SAMPLE_RATE,
  );
  utterance.decoder = null;
  const { vocabulary } = utterance;
  // In noise, recovery replaces more right words than wrong ones (docs/decisions/0002-embedded-ears.md).
  const recovery = words.length > 0 && vocabulary && !sound.isNoisy ? recoveryOf(vocabulary) : null;
  return recovery ? recovery.recover(words) : words.map(({ word }) => word).join(' ');
}

/**
 * Reports the first words while they are spoken. It stops at the first pause, after which a new decoder starts in the
 * middle of the words.
 */
function reportPartial(utterance: Utterance, decoder: Decoder): void {
  if (utterance.resumption !== FROM_THE_START) return;
  const text = decoder.partial().trim();
  if (text === '' || text === utterance.partial) return;
  utterance.partial = text;
  port.postMessage({ id: utterance.id, isPartial: true, text } satisfies HearingReply);
}

/** True if the utterance has work to do now. */
function hasWork(utterance: Utterance): boolean {
  return (
    utterance.finished ||
    (!isIdle(utterance) && (utterance.decodedChunks < utterance.sound.chunks.length || isPauseDue(utterance)))
  );
}

/**
 * Selects the next utterance. A finished one comes first, whether or not a decoder is free; otherwise all take turns,
 * and a new one needs a free decoder.
 */
function nextUtterance(): Utterance | undefined {
  const all = [...utterances.values()];
  const free = all.filter(({ decoder }) => decoder !== null).length < model.decoders;
  const readyUtterances = all.filter(
    (utterance) => hasWork(utterance) && (utterance.decoder !== null || free || utterance.finished),
  );
  return (
    readyUtterances.find(({ finished }) => finished) ?? readyUtterances[(turn += 1) % readyUtterances.length]
  );
}

function work(): void {
  for (const utterance of utterances.values())
    if (utterance.finished && utterance.words !== null) reply(utterance, utterance.words);
  const utterance = nextUtterance();
  if (!utterance) return;
  const decoder = decoderOf(utterance);
  const isPauseExpected = isPauseDue(utterance);
  const until = isPauseExpected ? utterance.pause : utterance.sound.chunks.length;
  for (let count = 0; count < SLICE && utterance.decodedChunks < until; utterance.decodedChunks += 1) {
    const samples = utterance.sound.chunks[utterance.decodedChunks]!;
    decoder.write(samples);
    count += samples.length;
  }
  if (!isPauseExpected && !utterance.finished) reportPartial(utterance, decoder);
  if (utterance.decodedChunks === until) {
    if (isPauseExpected && !utterance.finished) {
      utterance.words = finalWords(utterance);
      port.postMessage({
        id: utterance.id,
        pause: utterance.pauses,
        text: utterance.words,
      } satisfies HearingReply);
    } else if (utterance.finished) reply(utterance, finalWords(utterance));
  }
  schedule();
}

handleRequests(port, (request: HearingRequest) => {
  if (request.is === 'open') {
    // Create the word recovery before the first words arrive, so that they need not wait for it.
    if (request.vocabulary) recoveryOf(request.vocabulary);
    utterances.set(request.id, {
      id: request.id,
      vocabulary: request.vocabulary,
      sound: new UtteranceSound(createSuppressor),
      decodedChunks: 0,
      decoder: null,
      resumption: FROM_THE_START,
      startedAt: 0,
      finished: false,
      pauses: 0,
      pause: 0,
      words: null,
      partial: '',
    });
  }
  const utterance = utterances.get(request.id);
  if (!utterance) return;
  if (request.is === 'write') utterance.sound.write(request.samples);
  else if (request.is === 'pause') {
    utterance.sound.flush();
    utterance.pauses = request.pause;
    utterance.pause = utterance.sound.chunks.length;
    utterance.words = null;
  } else if (request.is === 'resume') {
    utterance.pause = 0;
    utterance.words = null;
  } else if (request.is === 'finish') {
    utterance.sound.flush();
    utterance.finished = true;
  }
  if (request.is === 'drop') removeUtterance(utterance);
  schedule();
});
port.postMessage({ ready: true });
