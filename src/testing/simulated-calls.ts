/**
 * Calls without WebRTC, with simulated media, voice and recogniser. Turns, interruptions and noises work as in a call
 * with sound, and a scenario defines the spoken and the recognised words.
 */
import { PRIMARY_LANGUAGES, type Speech, type SpeechToText, type TextToSpeech } from '@palkit/agent';
import type { Clock } from '@palkit/runtime/clock';
import { wait } from './steady-clock.ts';

const SAMPLE_RATE = 16_000;
/** Duration of the sound in one event in milliseconds. */
const PART_MS = 100;
/** Default milliseconds of silence that end an utterance. */
const PATIENCE_MS = 600;
/** Milliseconds of silence after which a pause is reported. */
const PAUSE_MS = 80;
/**
 * Base amplitude of a voice, a square wave. The amplitude minus this base is the utterance's number, by which the
 * recogniser finds its words.
 */
const BASE_AMPLITUDE = 6000;
const MAX_NUMBERS = 20_000;
/** Half the length of a wave in samples. */
const HALF_WAVE = 40;
/** Duration of a recognition in milliseconds. */
const RECOGNITION_MS = 40;
/** Default seconds per word of a voice. */
const WORD_S = 0.08;

/** The simulated voice and recogniser support all languages of the service. */
export const LANGUAGES = PRIMARY_LANGUAGES;

interface QueuedSpeech {
  id: string;
  speech: Speech;
}

/** Events of a call's media; a subset of those of the service's media process. */
type SimulatedEvent =
  | { is: 'connected' | 'lost' | 'voice-began' | 'voice-paused'; callId: string }
  | { is: 'voice-ended'; callId: string; silence: number }
  | { is: 'voice'; callId: string; samples: Int16Array }
  | { is: 'saying'; callId: string; utteranceId: string }
  | { is: 'said'; callId: string; utteranceId: string; seconds: number; interrupted: boolean };

/** Plays one sentence after another, each for the duration of its words. */
class Playout {
  readonly spokenLines: string[] = [];
  #queuedSpeech: QueuedSpeech[] = [];
  #now: { item: QueuedSpeech; remainingMs: number; startedAt: number; stop: AbortController | null } | null =
    null;
  #onHold = false;
  readonly #emit: (event: SimulatedEvent) => void;
  readonly #callId: string;
  readonly #clock: Clock;
  silenceMs = PATIENCE_MS;
  secondsPerWord = WORD_S;

  constructor(callId: string, clock: Clock, emit: (event: SimulatedEvent) => void) {
    this.#clock = clock;
    this.#callId = callId;
    this.#emit = emit;
  }

  say(item: QueuedSpeech): void {
    this.spokenLines.push(item.speech.text);
    this.#queuedSpeech.push(item);
    this.#next();
  }

  hold(onHold: boolean): void {
    this.#onHold = onHold;
    const now = this.#now;
    if (onHold && now?.stop) {
      now.stop.abort();
      now.stop = null;
      now.remainingMs -= this.#clock.now() - now.startedAt;
    } else if (!onHold && now && !now.stop) this.#run();
    else if (!onHold) this.#next();
  }

  stopAll(): void {
    const now = this.#now;
    this.#queuedSpeech = [];
    this.#onHold = false;
    this.#now = null;
    if (!now) return;
    if (now.stop) {
      now.stop.abort();
      now.remainingMs -= this.#clock.now() - now.startedAt;
    }
    this.#report(now.item, 1 - Math.max(0, now.remainingMs) / this.#length(now.item), true);
  }

  #next(): void {
    if (this.#now || this.#onHold) return;
    const item = this.#queuedSpeech.shift();
    if (!item) return;
    this.#now = { item, remainingMs: this.#length(item), startedAt: 0, stop: null };
    this.#emit({ is: 'saying', callId: this.#callId, utteranceId: item.id });
    // A listener may have stopped the playback, so continue only if this sentence is still playing.
    if (this.#now?.item === item) this.#run();
  }

  #run(): void {
    const now = this.#now!;
    now.startedAt = this.#clock.now();
    now.stop = new AbortController();
    const handleEnd = () => {
      this.#now = null;
      this.#report(now.item, 1, false);
      this.#next();
    };
    this.#clock.after(Math.max(0, now.remainingMs), handleEnd, now.stop.signal);
  }

  #report({ id, speech }: QueuedSpeech, playedShare: number, interrupted: boolean): void {
    const seconds = Math.min(1, Math.max(0, playedShare)) * speech.duration;
    this.#emit({ is: 'said', callId: this.#callId, utteranceId: id, seconds, interrupted });
  }

  #length({ speech }: QueuedSpeech): number {
    return Math.max(40, wordsOf(speech.text) * this.secondsPerWord * 1000);
  }
}

const wordsOf = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** A spoken line; `words` is the text that the recogniser returns. */
export interface Utterance {
  words: string;
  seconds: number;
  language?: string | undefined;
}

export class SimulatedCalls {
  readonly #calls = new Map<string, Playout>();
  readonly #listeners = new Set<(event: SimulatedEvent) => void>();
  /** Utterances by the number that their samples contain. */
  readonly #utterances = new Map<number, Utterance>();
  #number = 0;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Implements the service's media port. */
  readonly media = {
    join: async ({ callId }: { callId: string }) => {
      this.#calls.set(
        callId,
        this.#calls.get(callId) ?? new Playout(callId, this.#clock, (event) => this.#emit(event)),
      );
      return { answer: 'v=0\r\n' };
    },
    leave: (callId: string) => this.#calls.get(callId)?.stopAll(),
    say: (callId: string, id: string, speech: Speech) => this.#calls.get(callId)?.say({ id, speech }),
    hush: (callId: string) => this.#calls.get(callId)?.stopAll(),
    hold: (callId: string, onHold: boolean) => this.#calls.get(callId)?.hold(onHold),
    // Scenarios read the messages of the room over HTTP, so nothing is sent.
    send: () => {},
    listen: (callId: string, { patience }: { patience?: number | undefined }) => {
      const call = this.#calls.get(callId);
      if (call) call.silenceMs = patience ?? PATIENCE_MS;
    },
    subscribe: (listener: (event: SimulatedEvent) => void) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
  };

  /** The simulated voice and recogniser as engines of the service. */
  readonly engines = (() => {
    const voice: TextToSpeech = { languages: LANGUAGES, speak: (text) => speakSentence(text) };
    const recogniser: SpeechToText = { languages: LANGUAGES, listen: () => this.#listen() };
    return { voice, ears: recogniser, embedded: { voice, ears: () => recogniser }, speech: { encode } };
  })();

  /** Reports that the visitor's media are connected. The agent's voice needs `secondsPerWord` for each word. */
  connect(callId: string, secondsPerWord: number): void {
    const call = this.#calls.get(callId);
    if (call) call.secondsPerWord = secondsPerWord;
    this.#emit({ is: 'connected', callId });
  }

  loseCall(callId: string): void {
    this.#calls.get(callId)?.stopAll();
    this.#emit({ is: 'lost', callId });
  }

  /** Returns the texts that the agent's voice spoke, in order. */
  spokenSentences(callId: string): readonly string[] {
    return this.#calls.get(callId)?.spokenLines ?? [];
  }

  removeCall(callId: string): void {
    this.#calls.get(callId)?.stopAll();
    this.#calls.delete(callId);
  }

  /** Settles after the utterance and the silence that ends it. Resolves with the time at which the voice stopped. */
  async speak(callId: string, utterance: Utterance): Promise<number> {
    const number = ++this.#number % MAX_NUMBERS;
    this.#utterances.set(number, utterance);
    const samples = new Int16Array((SAMPLE_RATE * PART_MS) / 1000).map(
      (_, index) => (BASE_AMPLITUDE + number) * (Math.floor(index / HALF_WAVE) % 2 ? -1 : 1),
    );
    this.#emit({ is: 'voice-began', callId });
    for (let remainingMs = utterance.seconds * 1000; remainingMs > 0; remainingMs -= PART_MS) {
      this.#emit({ is: 'voice', callId, samples: samples.slice() });
      await wait(this.#clock, Math.min(remainingMs, PART_MS));
    }
    const quietSince = this.#clock.now();
    await wait(this.#clock, PAUSE_MS);
    this.#emit({ is: 'voice-paused', callId });
    const silence = this.#calls.get(callId)?.silenceMs ?? PATIENCE_MS;
    await wait(this.#clock, Math.max(0, silence - PAUSE_MS));
    this.#emit({ is: 'voice-ended', callId, silence });
    return quietSince;
  }

  #emit(event: SimulatedEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #listen(): ReturnType<SpeechToText['listen']> {
    let utterance: Utterance | undefined;
    return {
      write: (samples) => {
        utterance ??= this.#utterances.get(Math.abs(samples[0] ?? 0) - BASE_AMPLITUDE);
      },
      finish: async () => {
        await wait(this.#clock, RECOGNITION_MS);
        return utterance?.words ?? '';
      },
      get language() {
        return utterance?.language;
      },
    };
  }
}

async function* speakSentence(text: string): AsyncIterable<Speech> {
  yield { text, packets: [], mouths: new Uint8Array(), duration: Math.max(0.1, wordsOf(text) * WORD_S) };
}

/** Returns the duration of a configured voice's sound, of which nothing else is used. */
const encode = async ({ samples, sampleRate }: { samples: Int16Array; sampleRate: number }) => ({
  packets: [],
  mouths: new Uint8Array(),
  duration: samples.length / sampleRate,
});
