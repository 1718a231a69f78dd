/**
 * A Piper voice on the ONNX Runtime in WebAssembly with one thread. The first run converts the phonemes of a
 * sentence to their durations and to the means of all frames; the sound is then computed in parts. The voice needs
 * its own process, because the runtime blocks its thread and never frees memory.
 */
import { readFile } from 'node:fs/promises';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import type { Phone } from '../flite.ts';
import { Resampler } from '../decoding/resampler.ts';
import { sentencePhones } from '../phonemes/sentence-phones.ts';
import { voiceSounds } from '../phonemes/voice-symbols.ts';
import type { WordTable } from '../reading/word-table.ts';
import { LEADING_SECONDS, trailingSeconds } from '../pauses.ts';
import {
  decodeFrames,
  framesOf,
  stageFrames,
  type LoadedStage,
  type Piece,
  type ReadFrames,
} from './frame-stages.ts';
import { FRAME_SAMPLES, VOICE_RATE, type Sentence, type Setup, type VoicePart } from './protocol.ts';
import { phoneTimes, symbolIds } from './symbol-ids.ts';
import { MAX_CONFIG_BYTES, VoiceConfig } from './voice-config.ts';
import { voiceGraphs } from './voice-graph.ts';

/** Path under which the runtime opens the weights. */
const WEIGHTS = 'weights';
/** Maximum number of input symbols of a sentence; a piece of 160 characters has about 400. */
const MAX_IDS = 1500;

interface LoadedGraphs {
  model: InferenceSession;
  durations: string | null;
  stages: readonly LoadedStage[];
}

export class PiperVoice {
  readonly #config: VoiceConfig;
  readonly #dictionary: WordTable;
  readonly #graphs: LoadedGraphs;

  private constructor(config: VoiceConfig, dictionary: WordTable, graphs: LoadedGraphs) {
    this.#config = config;
    this.#dictionary = dictionary;
    this.#graphs = graphs;
  }

  /** Rejects if a file is missing or is not a Piper voice. */
  static async load({ model, config: configPath }: Setup, dictionary: WordTable): Promise<PiperVoice> {
    const text = await readFile(configPath, 'utf8');
    if (text.length > MAX_CONFIG_BYTES) throw new RangeError('the file of the voice is too large');
    const config = VoiceConfig.parse(JSON.parse(text));
    env.wasm.numThreads = 1;
    const bytes = await readFile(model);
    const { model: rest, durations, stages } = voiceGraphs(bytes, WEIGHTS);
    const session = (graph: Uint8Array): Promise<InferenceSession> =>
      InferenceSession.create(graph, {
        executionProviders: ['wasm'],
        // Without the arena, the next sentence reuses the memory of a long one.
        enableCpuMemArena: false,
        enableMemPattern: false,
        externalData: [{ path: WEIGHTS, data: bytes }],
      });
    const graphs = { model: await session(rest), durations, stages: [] as LoadedStage[] };
    for (const { graph, ...stage } of stages) {
      graphs.stages.push(loadedStage(stage, await session(graph)));
    }
    return new PiperVoice(config, dictionary, graphs);
  }

  /** Yields the parts of a sentence; no parts if the text has no word. */
  async *speak(sentence: Sentence): AsyncGenerator<VoicePart, void, undefined> {
    const sounds = voiceSounds(sentencePhones(sentence.text, this.#dictionary, sentence.pronunciations));
    if (sounds.length === 0) return;
    const symbols = symbolIds(sounds, this.#config);
    const limitedSymbols = { ids: symbols.ids.slice(0, MAX_IDS), sounds: symbols.sounds.slice(0, MAX_IDS) };
    const pitchFactor = 2 ** (sentence.pitch / 12);
    const outputs = await this.#graphs.model.run(this.#feeds(limitedSymbols.ids, sentence, pitchFactor));
    const { durations } = this.#graphs;
    const frames = durations === null ? null : (outputs[durations]!.data as Float32Array);
    // Raising the declared sample rate raises the pitch and speeds up the sound. The model has slowed the
    // speech by the same factor, so the speed stays unchanged.
    const rate = Math.round(this.#config.audio.sample_rate * pitchFactor);
    const frameCount = frames ? frames.reduce((sum, value) => sum + value, 0) : 0;
    const pieces = this.#decode(outputs, frameCount);
    let trimmer: PartTrimmer | undefined;
    for await (const { samples, perFrame, isLast } of pieces) {
      const phones = frames ? phoneTimes(sounds, limitedSymbols, frames, perFrame / rate) : [];
      const isFirst = trimmer === undefined;
      trimmer ??= new PartTrimmer(rate, phones, samples.length, trailingSeconds(sentence.text));
      const part = trimmer.push(samples, isLast);
      yield isFirst ? { ...part, duration: trimmer.duration, phones: trimmer.phones } : part;
      if (part.last) return;
    }
  }

  #feeds(ids: readonly number[], { speaker, speed }: Sentence, rise: number): Record<string, Tensor> {
    const { noise_scale: noise, length_scale: length, noise_w: durationNoise } = this.#config.inference;
    const createTensor = (values: readonly number[], dims: readonly number[]) =>
      new Tensor('int64', BigInt64Array.from(values, BigInt), dims);
    return {
      input: createTensor(ids, [1, ids.length]),
      input_lengths: createTensor([ids.length], [1]),
      scales: new Tensor('float32', Float32Array.of(noise, (length / speed) * rise, durationNoise), [3]),
      ...(this.#graphs.model.inputNames.includes('sid')
        ? { sid: createTensor([Math.min(speaker, this.#config.num_speakers - 1)], [1]) }
        : {}),
    };
  }

  /** Computes the sound of `total` frames, in parts. */
  #decode(outputs: Record<string, Tensor>, total: number): AsyncGenerator<Piece, void, undefined> {
    const { model, stages } = this.#graphs;
    const [firstStage] = stages;
    const decoder = stages.at(-1);
    if (!firstStage || !decoder)
      return decodeAtOnce(outputs[model.outputNames[0]!]!.data as Float32Array, total);
    const frames = framesOf(outputs[firstStage.input]!);
    let readFrames: ReadFrames = async () => frames;
    for (const stage of stages.slice(0, -1)) {
      const mask = stage.mask === null ? null : framesOf(outputs[stage.mask]!);
      readFrames = stageFrames(stage, readFrames, frames.count, mask);
    }
    return decodeFrames(decoder, readFrames, frames.count);
  }
}

/** A function outside `load`, so that its closure does not keep the bytes of the file in memory. */
const loadedStage = (stage: Omit<LoadedStage, 'run'>, session: InferenceSession): LoadedStage => ({
  ...stage,
  run: (feeds) => session.run(feeds),
});

async function* decodeAtOnce(samples: Float32Array, frames: number): AsyncGenerator<Piece, void, undefined> {
  yield { samples, perFrame: frames > 0 ? samples.length / frames : 0, isLast: true };
}

/** Removes the silence around a sentence, and cuts the sound into complete video frames at `VOICE_RATE`. */
class PartTrimmer {
  /** Phones with their times in samples, from the first audible one. */
  readonly phones: readonly Phone[];
  /** Duration of the complete sentence in seconds. */
  readonly duration: number;
  readonly #resampler: Resampler;
  /** Number of samples at `VOICE_RATE` that have yet to be skipped. */
  #samplesToSkip: number;
  /** Number of samples at `VOICE_RATE` that have yet to be returned. */
  #remainingSamples: number;
  #pendingSamples = new Int16Array(0);

  /** If `phones` is empty, no silence is removed, and `samples` is the length of the complete sound. */
  constructor(rate: number, phones: readonly Phone[], samples: number, trailingSilence: number) {
    this.#resampler = new Resampler(rate, VOICE_RATE);
    const first = phones.findIndex(({ name }) => name !== 'pau');
    const last = phones.findLast(({ name }) => name !== 'pau');
    const soundEnd = phones.at(-1)?.end ?? samples / rate;
    const start = first > 0 ? Math.max(0, phones[first - 1]!.end - LEADING_SECONDS) : 0;
    // If the voice's trailing silence is too short, silence is added.
    const end = last ? last.end + trailingSilence : soundEnd;
    this.phones = phones.map((phone) => ({ ...phone, end: Math.max(0, phone.end - start) }));
    this.duration = end - start;
    this.#samplesToSkip = Math.round(start * VOICE_RATE);
    this.#remainingSamples = Math.round(this.duration * VOICE_RATE);
  }

  push(samples: Float32Array, last: boolean): VoicePart {
    const resampledSamples = this.#resampler.push(Int16Array.from(samples, toInt16));
    const newSamples = last ? [resampledSamples, this.#resampler.end()] : [resampledSamples];
    let joinedSamples = concatenate([this.#pendingSamples, ...newSamples]);
    const skippedSamples = Math.min(this.#samplesToSkip, joinedSamples.length);
    this.#samplesToSkip -= skippedSamples;
    joinedSamples = joinedSamples.slice(skippedSamples, skippedSamples + this.#remainingSamples);
    const isLast = last || joinedSamples.length >= this.#remainingSamples;
    const length = isLast
      ? this.#remainingSamples
      : Math.floor(joinedSamples.length / FRAME_SAMPLES) * FRAME_SAMPLES;
    this.#remainingSamples -= length;
    this.#pendingSamples = joinedSamples.slice(length);
    // If the sound ends too early, silence fills the rest of the part.
    const part = new Int16Array(length);
    part.set(joinedSamples.subarray(0, length));
    return { samples: part, last: isLast };
  }
}

function concatenate(parts: readonly Int16Array[]): Int16Array<ArrayBuffer> {
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const toInt16 = (sample: number): number => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));
