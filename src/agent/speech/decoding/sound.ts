/** Decodes a server's sound from any known format to mono samples of a suitable rate, while it arrives. */
import { EngineError } from '../../language/engine-error.ts';
import { opusSamples } from './opus-container.ts';
import { Resampler } from './resampler.ts';
import { isReadable, SampleReader } from './samples.ts';
import { PCM_RATE, soundFormat, FORMAT_PROBE_BYTES, type SampleLayout } from './sound-format.ts';
import { wavHead } from './wav-reader.ts';

/** Maximum duration in seconds; a piece of text is always spoken in much less. */
const MAX_SECONDS = 60;
/** Maximum size in bytes in the largest common format: a minute of 48 kHz, two channels, 32 bits. */
export const MAX_BYTES = MAX_SECONDS * 48_000 * 2 * 4;

export interface Sound<Rate extends number> {
  sampleRate: Rate | typeof PCM_RATE;
  /** 16-bit samples in this machine's byte order, which is little-endian on all supported platforms. */
  bytes: AsyncIterable<Uint8Array>;
}

export interface SoundRequest<Rate extends number> {
  /** The requested format. */
  format: string;
  /** Returns the content type of the response, after it has begun. */
  contentType: () => string;
  /** Rates that need no resampling. Sounds with another rate are converted to `PCM_RATE`. */
  rates: readonly Rate[];
}

/** Opens a sound; resolves when enough bytes have arrived to detect its format. */
export async function openSound<Rate extends number>(
  source: AsyncIterable<Uint8Array>,
  request: SoundRequest<Rate>,
): Promise<Sound<Rate>> {
  const body = new Body(source);
  try {
    return await openFormat(body, request);
  } catch (error) {
    await body.close();
    throw error;
  }
}

async function openFormat<Rate extends number>(
  body: Body,
  request: SoundRequest<Rate>,
): Promise<Sound<Rate>> {
  const { format: requestedFormat, contentType, rates } = request;
  const start = await body.peek(FORMAT_PROBE_BYTES);
  if (start.length < 2) throw new EngineError('bad_response', '/audio/speech answered nothing');
  const format = soundFormat(contentType(), start);
  switch (format.kind) {
    case 'text':
      throw new EngineError('bad_response', '/audio/speech answered a text');
    case 'unreadable':
      throw wrongFormat(format.name, requestedFormat);
    case 'samples':
      return readSamples(body.readRest(), format.layout, Infinity, rates);
    case 'wav':
      return openWav(body, request);
    case 'container': {
      const samples = await opusSamples(await body.readAll(), MAX_SECONDS * PCM_RATE);
      if (typeof samples === 'string') throw wrongFormat(`${format.name} with ${samples}`, requestedFormat);
      return { sampleRate: PCM_RATE, bytes: yieldOnce(samples) };
    }
  }
}

/** Builds the error for an unexpected format. `name` is the name of that format, never text from a server. */
const wrongFormat = (name: string, requestedFormat: string): EngineError =>
  new EngineError('wrong_format', `it sends ${name}, although ${requestedFormat} was asked for`);

async function openWav<Rate extends number>(
  body: Body,
  { format: requestedFormat, rates }: SoundRequest<Rate>,
): Promise<Sound<Rate>> {
  try {
    for (let size = FORMAT_PROBE_BYTES; ; size *= 2) {
      const start = await body.peek(size);
      const head = wavHead(start);
      if (head && isReadable(head.layout)) {
        body.skip(head.start);
        return readSamples(body.readRest(), head.layout, head.length, rates);
      }
      if (head || start.length < size) throw wrongFormat('WAV of an unknown layout', requestedFormat);
    }
  } catch (error) {
    throw error instanceof RangeError ? wrongFormat(error.message, requestedFormat) : error;
  }
}

function readSamples<Rate extends number>(
  source: AsyncIterable<Uint8Array>,
  layout: SampleLayout,
  maximum: number,
  rates: readonly Rate[],
): Sound<Rate> {
  const sampleRate = rates.find((rate) => rate === layout.sampleRate) ?? PCM_RATE;
  return { sampleRate, bytes: convertRate(source, layout, sampleRate, maximum) };
}

async function* convertRate(
  source: AsyncIterable<Uint8Array>,
  layout: SampleLayout,
  rate: number,
  maximum: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = new SampleReader(layout);
  const resampler = rate === layout.sampleRate ? null : new Resampler(layout.sampleRate, rate);
  let remainingBytes = maximum;
  let samples = 0;
  for await (const chunk of source) {
    const convertedSamples = reader.push(chunk.subarray(0, remainingBytes));
    remainingBytes -= Math.min(remainingBytes, chunk.length);
    samples += convertedSamples.length;
    if (samples > MAX_SECONDS * layout.sampleRate)
      throw new EngineError('bad_response', `/audio/speech answered more than ${MAX_SECONDS} s`);
    yield bytesOf(resampler ? resampler.push(convertedSamples) : convertedSamples);
  }
  if (resampler) yield bytesOf(resampler.end());
}

async function* yieldOnce(samples: Int16Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytesOf(samples);
}

const bytesOf = (samples: Int16Array): Uint8Array =>
  new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);

/** A stream whose beginning can be inspected before it is consumed. */
class Body {
  readonly #source: AsyncIterator<Uint8Array>;
  #start: Uint8Array = new Uint8Array(0);
  #isOver = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Resolves with at least `count` bytes, or with all of a shorter stream. */
  async peek(count: number): Promise<Uint8Array> {
    const parts = [this.#start];
    for (let length = this.#start.length; length < count && !this.#isOver;) {
      const next = await this.#source.next();
      if (next.done) this.#isOver = true;
      else {
        parts.push(next.value);
        length += next.value.length;
      }
    }
    this.#start = parts.length > 1 ? Buffer.concat(parts) : this.#start;
    return this.#start;
  }

  skip(count: number): void {
    this.#start = this.#start.subarray(count);
  }

  async *readRest(): AsyncGenerator<Uint8Array, void, undefined> {
    yield this.#start;
    if (!this.#isOver) yield* { [Symbol.asyncIterator]: () => this.#source };
  }

  async readAll(): Promise<Uint8Array> {
    return this.peek(MAX_BYTES);
  }

  /** Ends the request; a failure to end it is ignored. */
  async close(): Promise<void> {
    await this.#source.return?.().catch(() => undefined);
  }
}
