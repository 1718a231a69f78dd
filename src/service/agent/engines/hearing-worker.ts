/**
 * The worker behind `hearing-pool.ts`: one decoder, many people. It follows one utterance while it is spoken; when
 * another is complete before that, it leaves the one for the other and starts the one again from its kept sound, so
 * nobody waits for somebody else to stop talking.
 */
import { parentPort } from 'node:worker_threads';
import type { Vocabulary } from './engines.ts';
import { OPENING_SAMPLES, loadPocketSphinx } from './pocketsphinx.ts';

export type HearingRequest =
  | { is: 'open'; id: number; vocabulary?: Vocabulary }
  | { is: 'write'; id: number; samples: Int16Array }
  | { is: 'finish'; id: number }
  | { is: 'drop'; id: number };

export interface HearingReply {
  id: number;
  text: string;
}

interface Utterance {
  id: number;
  vocabulary: Vocabulary | undefined;
  sound: Int16Array[];
  /** How many of `sound` the decoder has had. */
  heard: number;
  finished: boolean;
}

/** Sound decoded before messages are looked at again: one second, about 0.1 s of work. */
const SLICE = 16_000;

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

/** Enough has been heard of it to begin, or all there is. */
function canBegin({ sound, finished }: Utterance): boolean {
  return finished || sound.reduce((sum, samples) => sum + samples.length, 0) >= OPENING_SAMPLES;
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
  const utterances = [...waiting.values()];
  const next = (current?.finished ? current : undefined) ?? utterances.find(({ finished }) => finished) ?? current ?? utterances.find(canBegin);
  if (!next) return;
  if (next !== current) {
    leaveCurrent();
    recogniser.use(next.vocabulary);
    recogniser.begin(opening(next));
    current = next;
  }
  for (let done = 0; done < SLICE && next.heard < next.sound.length; next.heard += 1) {
    const samples = next.sound[next.heard]!;
    recogniser.write(samples);
    done += samples.length;
  }
  if (next.heard < next.sound.length) schedule();
  else if (next.finished) {
    waiting.delete(next.id);
    current = undefined;
    port.postMessage({ id: next.id, text: recogniser.end() } satisfies HearingReply);
    if (waiting.size > 0) schedule();
  }
}

port.on('message', (request: HearingRequest) => {
  if (request.is === 'open') {
    waiting.set(request.id, { id: request.id, vocabulary: request.vocabulary, sound: [], heard: 0, finished: false });
  }
  const utterance = waiting.get(request.id);
  if (!utterance) return;
  if (request.is === 'write') utterance.sound.push(request.samples);
  else if (request.is === 'finish') utterance.finished = true;
  else if (request.is === 'drop') {
    if (current === utterance) leaveCurrent();
    waiting.delete(request.id);
  }
  schedule();
});
port.postMessage({ ready: true });
