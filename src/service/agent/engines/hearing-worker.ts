/**
 * The worker behind `hearing-pool.ts`: one decoder, many people. It follows one utterance while it is spoken; when
 * another is complete before that, it leaves the one for the other and starts the one again from its kept sound, so
 * nobody waits for somebody else to stop talking. Where the voice pauses, its words are read at once, for that is where it
 * mostly ends: if it does, they are there without waiting; if it goes on, it too is started again, so that nothing is cut in two.
 */
import { parentPort } from 'node:worker_threads';
import type { Vocabulary } from './engines.ts';
import { OPENING_SAMPLES, loadPocketSphinx } from './pocketsphinx.ts';

export type HearingRequest =
  | { is: 'open'; id: number; vocabulary?: Vocabulary }
  | { is: 'write'; id: number; samples: Int16Array }
  | { is: 'pause'; id: number; pause: number }
  | { is: 'finish'; id: number }
  | { is: 'drop'; id: number };

export interface HearingReply {
  id: number;
  /** At this pause; undefined: at the end. */
  pause?: number;
  text: string;
}

interface Utterance {
  id: number;
  vocabulary: Vocabulary | undefined;
  sound: Int16Array[];
  /** How many of `sound` the decoder has had. */
  heard: number;
  finished: boolean;
  /** The last pause's number, how many of `sound` were there by then, and the words up to there, once they are read. */
  pauses: number;
  pause: number;
  words: string | null;
}

/** Sound decoded before messages are looked at again: one second, about 0.1 s of work. */
const SLICE = 16_000;
/** Only what is heard this much after a pause shows that the voice goes on: shorter, the end of the utterance would have come. */
const GOES_ON = 4_000;
/** Longer utterances are not read at their pauses: to begin them again would cost more than the pause gives (8 s, about 0.8 s of work). */
const LONGEST_FORESEEN = 128_000;

const recogniser = await loadPocketSphinx();
// The general language is compiled before anybody speaks, and the first decoding touches all of the engine.
recogniser.use();
recogniser.begin(new Int16Array(8_000));
recogniser.write(new Int16Array(8_000));
recogniser.end();

const port = parentPort!;
const waiting = new Map<number, Utterance>();
let current: Utterance | undefined;
let scheduled = false;

function leaveCurrent(): void {
  if (!current) return;
  recogniser.end();
  current.heard = 0;
  current = undefined;
}

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  setImmediate(() => {
    scheduled = false;
    work();
  });
}

const lengthOf = (sound: readonly Int16Array[]): number => sound.reduce((sum, samples) => sum + samples.length, 0);

/** Its words are read, and nothing tells yet that there will be more. */
function rests({ sound, pause, words }: Utterance): boolean {
  return words !== null && lengthOf(sound.slice(pause)) < GOES_ON;
}

/** It pauses and its words are not read yet. */
function pauses({ sound, pause, words, heard }: Utterance): boolean {
  return pause > 0 && words === null && heard <= pause && lengthOf(sound.slice(pause)) < GOES_ON && lengthOf(sound) <= LONGEST_FORESEEN;
}

/** Enough has been heard of it to begin, or all there is. */
function canBegin(utterance: Utterance): boolean {
  if (rests(utterance)) return false;
  return utterance.finished || pauses(utterance) || lengthOf(utterance.sound) >= OPENING_SAMPLES;
}

function reply({ id }: Utterance, text: string): void {
  waiting.delete(id);
  port.postMessage({ id, text } satisfies HearingReply);
}

function opening({ sound }: Utterance): Int16Array {
  const samples = new Int16Array(OPENING_SAMPLES);
  let length = 0;
  for (let i = 0; i < sound.length && length < OPENING_SAMPLES; i += 1) {
    const part = sound[i]!.subarray(0, OPENING_SAMPLES - length);
    samples.set(part, length);
    length += part.length;
  }
  return samples.subarray(0, length);
}

function work(): void {
  for (const utterance of waiting.values()) {
    if (!utterance.finished || utterance.words === null) continue;
    // It was the end; who was begun again in vain is left.
    if (current === utterance) leaveCurrent();
    reply(utterance, utterance.words);
  }
  const utterances = [...waiting.values()];
  const next = (current?.finished ? current : undefined) ?? utterances.find(({ finished }) => finished) ?? current ?? utterances.find(canBegin);
  if (!next) return;
  if (next !== current) {
    leaveCurrent();
    recogniser.use(next.vocabulary);
    recogniser.begin(opening(next));
    current = next;
  }
  const foreseen = pauses(next);
  const until = foreseen ? next.pause : next.sound.length;
  for (let done = 0; done < SLICE && next.heard < until; next.heard += 1) {
    const samples = next.sound[next.heard]!;
    recogniser.write(samples);
    done += samples.length;
  }
  if (next.heard < until) schedule();
  else if (foreseen) {
    current = undefined;
    next.words = recogniser.end();
    next.heard = 0;
    port.postMessage({ id: next.id, pause: next.pauses, text: next.words } satisfies HearingReply);
    schedule();
  } else if (next.finished) {
    current = undefined;
    reply(next, recogniser.end());
    if (waiting.size > 0) schedule();
  }
}

port.on('message', (request: HearingRequest) => {
  if (request.is === 'open') {
    waiting.set(request.id, { id: request.id, vocabulary: request.vocabulary, sound: [], heard: 0, finished: false, pauses: 0, pause: 0, words: null });
  }
  const utterance = waiting.get(request.id);
  if (!utterance) return;
  if (request.is === 'write') utterance.sound.push(request.samples);
  else if (request.is === 'pause') {
    utterance.pauses = request.pause;
    utterance.pause = utterance.sound.length;
    utterance.words = null;
  } else if (request.is === 'finish') utterance.finished = true;
  else if (request.is === 'drop') {
    if (current === utterance) leaveCurrent();
    waiting.delete(request.id);
  }
  schedule();
});
port.postMessage({ ready: true });
