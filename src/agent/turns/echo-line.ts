/**
 * Lines that the page or the owner's server sends to be spoken. Sound (base64, 16-bit little-endian mono
 * samples) becomes packets and mouth shapes that follow the loudness. Long sound arrives in several messages
 * that form one line. The line ends with `done` or after a silence (docs/guide/own-engines.md).
 */
import type { VisitorEvent } from '@palkit/contract/room-events';
import type { Clock } from '@palkit/runtime/clock';
import type { Room } from '../ports/room.ts';
import type { Speech } from '../speech/engines.ts';
import { OPUS_SAMPLE_RATES, type OpusSampleRate } from '../speech/opus.ts';
import type { SynthesisPool } from '../speech/synthesis-pool.ts';
import { turnDuration } from './turn-options.ts';

export interface EchoProperties {
  text?: string | undefined;
  audio?: string | undefined;
  sample_rate?: number | undefined;
  done?: boolean | undefined;
}

const DEFAULT_SAMPLE_RATE = 24_000;
const UNHEARD_SOUND = 'Sound does not reach the visitor now: send text.';
const NO_SAMPLES = 'audio must be base64 of 16-bit little-endian mono samples.';
const NOTHING_TO_SAY = 'text or audio must be sent.';
/** Maximum duration of a line in seconds; the rest is dropped. */
const MAX_SECONDS = 600;

/** A line that is being received. */
interface EchoLine {
  queue: Promise<Speech | null>[];
  wake: () => void;
  /** Samples that do not fill a video frame; they wait for more samples or for the end. */
  pendingSamples: Int16Array;
  rate: OpusSampleRate;
  text: string;
  seconds: number;
  isClosed: boolean;
  /** True after an interruption; the remaining messages of the line are ignored. */
  isInterrupted: boolean;
  silenceTimer: AbortController;
}

interface EchoParts {
  clock: Clock;
  encode: SynthesisPool['encode'] | null;
  /** Called before a line is spoken. */
  onBegin(): void;
  say(line: string | AsyncIterable<Speech>): void;
  signal: AbortSignal;
}

export class EchoLines {
  readonly #room: () => Room;
  readonly #parts: EchoParts;
  #line: EchoLine | null = null;
  /** True from the first to the last message of a line whose sound does not reach the visitor. */
  #isInaudible = false;

  constructor(room: () => Room, parts: EchoParts) {
    this.#room = room;
    this.#parts = parts;
  }

  take(properties: EchoProperties): void {
    const { text = '', audio, sample_rate = DEFAULT_SAMPLE_RATE, done: isLast = false } = properties;
    const isAudible = this.#room().audible && this.#parts.encode !== null;
    const samples = audio && isAudible ? samplesOf(audio) : null;
    if (samples) return this.#addSound(toPlayableRate(samples, sample_rate), text, isLast);
    if (!text.trim()) this.#explain(properties, isAudible);
    this.#isInaudible = Boolean(audio) && !isAudible && !isLast;
    if (!audio || !isAudible) this.#addText(text, isLast);
    else if (isLast && this.#line) this.#close(this.#line);
  }

  /**
   * Tells the page why a message without text has no effect. Sent only once for a line of several messages.
   */
  #explain({ audio, done }: EchoProperties, isAudible: boolean): void {
    const isEnd = !audio && (done === true || this.#line !== null);
    if (isEnd || this.#isInaudible) return;
    const message = !audio ? NOTHING_TO_SAY : isAudible ? NO_SAMPLES : UNHEARD_SOUND;
    this.#room().send('conversation.warning', { event_type: 'conversation.echo', message });
  }

  #addText(text: string, done: boolean): void {
    if (this.#line && (text.trim() || done)) this.#close(this.#line);
    if (!text.trim()) return;
    this.#parts.onBegin();
    this.#parts.say(text);
  }

  #addSound({ rate, sound }: ReturnType<typeof toPlayableRate>, text: string, done: boolean): void {
    const line = (this.#line ??= this.#open(rate, text));
    if (line.rate !== rate) this.#flush(line, rate);
    line.seconds += sound.length / rate;
    if (!line.isInterrupted && line.seconds <= MAX_SECONDS) this.#add(line, sound);
    line.silenceTimer.abort();
    line.silenceTimer = new AbortController();
    if (done) this.#close(line);
    else
      this.#parts.clock.after(
        turnDuration('echoSilence'),
        () => this.#close(line),
        AbortSignal.any([line.silenceTimer.signal, this.#parts.signal]),
      );
  }

  #open(rate: OpusSampleRate, text: string): EchoLine {
    const line: EchoLine = {
      queue: [],
      wake: () => {},
      pendingSamples: new Int16Array(0),
      rate,
      text: text.trim(),
      seconds: 0,
      isClosed: false,
      isInterrupted: false,
      silenceTimer: new AbortController(),
    };
    this.#parts.onBegin();
    this.#parts.say(streamSpeeches(line));
    return line;
  }

  #add(line: EchoLine, sound: Int16Array): void {
    const frame = line.rate * 0.04;
    const allSamples = new Int16Array(line.pendingSamples.length + sound.length);
    allSamples.set(line.pendingSamples);
    allSamples.set(sound, line.pendingSamples.length);
    const readySamples = Math.floor(allSamples.length / frame) * frame;
    line.pendingSamples = allSamples.slice(readySamples);
    this.#encode(line, allSamples.slice(0, readySamples));
  }

  #flush(line: EchoLine, rate: OpusSampleRate): void {
    if (!line.isInterrupted) this.#encode(line, line.pendingSamples);
    line.pendingSamples = new Int16Array(0);
    line.rate = rate;
  }

  #encode(line: EchoLine, samples: Int16Array): void {
    if (samples.length === 0) return;
    const text = line.text;
    line.text = '';
    const encodedSound = this.#parts.encode!(
      { samples, sampleRate: line.rate, whole: true },
      this.#parts.signal,
    ).then(
      (sound) => ({ text, ...sound }),
      () => null,
    );
    line.queue.push(encodedSound);
    line.wake();
  }

  #close(line: EchoLine): void {
    if (line.isClosed) return;
    this.#flush(line, line.rate);
    line.isClosed = true;
    line.silenceTimer.abort();
    line.wake();
    if (this.#line === line) this.#line = null;
  }
}

/** Returns why an event has no effect in a room without sound; null if it has an effect. */
export const unheardSoundReason = ({ event_type, properties }: VisitorEvent): string | null =>
  event_type === 'conversation.echo' && properties.audio && !properties.text?.trim() ? UNHEARD_SOUND : null;

/** Yields the parts in the order in which they arrived, although later parts may be encoded first. */
async function* streamSpeeches(line: EchoLine): AsyncIterable<Speech> {
  try {
    for (;;) {
      const next = line.queue.shift();
      if (next) {
        const speech = await next;
        if (speech) yield speech;
      } else if (line.isClosed) return;
      else await new Promise<void>((resolve) => (line.wake = resolve));
    }
  } finally {
    line.isInterrupted = true;
    line.queue = [];
  }
}

/** Decodes samples from base64; null if the text is invalid. */
export function samplesOf(audio: string): Int16Array | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(audio) || audio.length % 4 !== 0) return null;
  const bytes = Buffer.from(audio, 'base64');
  if (bytes.length < 2 || bytes.length % 2 !== 0) return null;
  return Int16Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2));
}

/** Resamples to the next higher rate that Opus accepts, with linear interpolation. */
export function toPlayableRate(
  samples: Int16Array,
  rate: number,
): { rate: OpusSampleRate; sound: Int16Array } {
  const to = OPUS_SAMPLE_RATES.find((each) => each >= rate) ?? 48_000;
  if (to === rate) return { rate: to, sound: samples };
  const sound = new Int16Array(Math.round((samples.length * to) / rate));
  for (let index = 0; index < sound.length; index++) {
    const position = (index * rate) / to;
    const lowerIndex = Math.min(samples.length - 1, Math.floor(position));
    const upperIndex = Math.min(samples.length - 1, lowerIndex + 1);
    sound[index] = Math.round(
      samples[lowerIndex]! + (samples[upperIndex]! - samples[lowerIndex]!) * (position - lowerIndex),
    );
  }
  return { rate: to, sound };
}
