/**
 * Calls without WebRTC: a media process, a voice and ears that are played, so that turns, interruptions and
 * noises are those of a call with sound, and a scenario decides what is said aloud and what is heard of it.
 */
import { PRIMARY_LANGUAGES, type Speech, type SpeechToText, type TextToSpeech } from '@palkit/agent';
import type { Clock } from '@palkit/runtime/clock';
import { passed } from './steady-clock.ts';
import type { MediaEvent } from '../rooms/embedded/media-messages.ts';
import type { MediaPort } from '../rooms/embedded/embedded-room.ts';
import type { Engines } from '../compose/agent-factory.ts';

const SAMPLE_RATE = 16_000;
/** Samples come in parts of so many milliseconds. */
const PART_MS = 100;
/** The silence that ends an utterance, until the room says otherwise. */
const PATIENCE_MS = 600;
/** After so much silence a voice pauses. */
const PAUSE_MS = 80;
/** A voice is a loud tone, by whose height above this the ears know what was said; samples of half a wave. */
const LOUD = 6000;
const MOST_NUMBERS = 20_000;
const HALF_WAVE = 40;
/** Milliseconds that the ears take. */
const EARS_MS = 40;
/** Seconds that a voice takes for a word, where no room says otherwise. */
const WORD_S = 0.08;

/** A voice and ears that are played know every language that the service has words in. */
export const LANGUAGES = PRIMARY_LANGUAGES;

interface Queued {
  id: string;
  speech: Speech;
}

/** One call's mouth: says one sentence after another in the time that they take. */
class Playing {
  readonly spoken: string[] = [];
  #queue: Queued[] = [];
  #now: { item: Queued; left: number; since: number; stop: AbortController | null } | null = null;
  #held = false;
  readonly #emit: (event: MediaEvent) => void;
  readonly #callId: string;
  readonly #clock: Clock;
  patience = PATIENCE_MS;
  word = WORD_S;

  constructor(callId: string, clock: Clock, emit: (event: MediaEvent) => void) {
    this.#clock = clock;
    this.#callId = callId;
    this.#emit = emit;
  }

  say(item: Queued): void {
    this.spoken.push(item.speech.text);
    this.#queue.push(item);
    this.#next();
  }

  hold(held: boolean): void {
    this.#held = held;
    const now = this.#now;
    if (held && now?.stop) {
      now.stop.abort();
      now.stop = null;
      now.left -= this.#clock.now() - now.since;
    } else if (!held && now && !now.stop) this.#run();
    else if (!held) this.#next();
  }

  hush(): void {
    const now = this.#now;
    this.#queue = [];
    this.#held = false;
    this.#now = null;
    if (!now) return;
    if (now.stop) {
      now.stop.abort();
      now.left -= this.#clock.now() - now.since;
    }
    this.#told(now.item, 1 - Math.max(0, now.left) / this.#length(now.item), true);
  }

  #next(): void {
    if (this.#now || this.#held) return;
    const item = this.#queue.shift();
    if (!item) return;
    this.#now = { item, left: this.#length(item), since: 0, stop: null };
    this.#emit({ is: 'saying', callId: this.#callId, utteranceId: item.id });
    // Who hears of it may have hushed it.
    if (this.#now?.item === item) this.#run();
  }

  #run(): void {
    const now = this.#now!;
    now.since = this.#clock.now();
    now.stop = new AbortController();
    const ended = () => {
      this.#now = null;
      this.#told(now.item, 1, false);
      this.#next();
    };
    this.#clock.after(Math.max(0, now.left), ended, now.stop.signal);
  }

  #told({ id, speech }: Queued, part: number, interrupted: boolean): void {
    const seconds = Math.min(1, Math.max(0, part)) * speech.duration;
    this.#emit({ is: 'said', callId: this.#callId, utteranceId: id, seconds, interrupted });
  }

  #length({ speech }: Queued): number {
    return Math.max(40, wordsOf(speech.text) * this.word * 1000);
  }
}

const wordsOf = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** What somebody says aloud; the words are those that the ears understand. */
export interface Utterance {
  words: string;
  seconds: number;
  language?: string | undefined;
}

export class SimulatedCalls {
  readonly #calls = new Map<string, Playing>();
  readonly #listeners = new Set<(event: MediaEvent) => void>();
  /** What is said, by the number that its samples hold. */
  readonly #said = new Map<number, Utterance>();
  #number = 0;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly media: MediaPort = {
    join: async ({ callId }) => {
      this.#calls.set(
        callId,
        this.#calls.get(callId) ?? new Playing(callId, this.#clock, (event) => this.#emit(event)),
      );
      return { answer: 'v=0\r\n' };
    },
    leave: (callId) => this.#calls.get(callId)?.hush(),
    say: (callId, id, speech) => this.#calls.get(callId)?.say({ id, speech }),
    hush: (callId) => this.#calls.get(callId)?.hush(),
    hold: (callId, held) => this.#calls.get(callId)?.hold(held),
    // What it sends is read over HTTP.
    send: () => {},
    listen: (callId, { patience }) => {
      const call = this.#calls.get(callId);
      if (call) call.patience = patience ?? PATIENCE_MS;
    },
    subscribe: (listener) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
  };

  readonly engines: Engines = (() => {
    const voice: TextToSpeech = { languages: LANGUAGES, speak: (text) => sentence(text) };
    const ears: SpeechToText = { languages: LANGUAGES, listen: () => this.#listen() };
    return { voice, ears, embedded: { voice, ears: () => ears }, speech: { encode } };
  })();

  /** The visitor is there. */
  connect(callId: string, word: number): void {
    const call = this.#calls.get(callId);
    if (call) call.word = word;
    this.#emit({ is: 'connected', callId });
  }

  lose(callId: string): void {
    this.#calls.get(callId)?.hush();
    this.#emit({ is: 'lost', callId });
  }

  /** What the voice was given, in order. */
  spoken(callId: string): readonly string[] {
    return this.#calls.get(callId)?.spoken ?? [];
  }

  forget(callId: string): void {
    this.#calls.get(callId)?.hush();
    this.#calls.delete(callId);
  }

  /** Settles when the utterance has ended, with the silence after it; answers with when the voice did. */
  async speak(callId: string, utterance: Utterance): Promise<number> {
    const number = ++this.#number % MOST_NUMBERS;
    this.#said.set(number, utterance);
    const samples = new Int16Array((SAMPLE_RATE * PART_MS) / 1000).map(
      (_, at) => (LOUD + number) * (Math.floor(at / HALF_WAVE) % 2 ? -1 : 1),
    );
    this.#emit({ is: 'voice-began', callId });
    for (let left = utterance.seconds * 1000; left > 0; left -= PART_MS) {
      this.#emit({ is: 'voice', callId, samples: samples.slice() });
      await passed(this.#clock, Math.min(left, PART_MS));
    }
    const quiet = this.#clock.now();
    await passed(this.#clock, PAUSE_MS);
    this.#emit({ is: 'voice-paused', callId });
    await passed(this.#clock, Math.max(0, (this.#calls.get(callId)?.patience ?? PATIENCE_MS) - PAUSE_MS));
    this.#emit({ is: 'voice-ended', callId });
    return quiet;
  }

  #emit(event: MediaEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #listen(): ReturnType<SpeechToText['listen']> {
    let heard: Utterance | undefined;
    return {
      write: (samples) => {
        heard ??= this.#said.get(Math.abs(samples[0] ?? 0) - LOUD);
      },
      finish: async () => {
        await passed(this.#clock, EARS_MS);
        return heard?.words ?? '';
      },
      get language() {
        return heard?.language;
      },
    };
  }
}

async function* sentence(text: string): AsyncIterable<Speech> {
  yield { text, packets: [], mouths: new Uint8Array(), duration: Math.max(0.1, wordsOf(text) * WORD_S) };
}

/** Sound of a configured voice: only how long it is counts. */
const encode: NonNullable<Engines['speech']>['encode'] = async ({ samples, sampleRate }) => ({
  packets: [],
  mouths: new Uint8Array(),
  duration: samples.length / sampleRate,
});
