/**
 * Suppresses the noise behind a voice with RNNoise, a small recurrent network in WebAssembly (Valin, "A Hybrid
 * DSP/Deep Learning Approach to Real-Time Full-Band Speech Enhancement", 2018; the weights of 2024). It needs about a
 * sixth of a core per voice, so it is used only where there is noise.
 */
import { Resampler } from './decoding/resampler.ts';
import { SAMPLE_RATE } from './vosk.ts';

/** The sample rate of the network. */
const NETWORK_RATE = 48_000;
/** Delay of the network's output in samples at 16 kHz. */
const NETWORK_DELAY = 320;
/** Samples at 16 kHz that are buffered, so that each chunk has a result: a frame of the network and both filters. */
const BUFFERED = 240;
/** Fraction of the suppressed sound in the result. With 0.35 or 0.7, more words of people in noise were wrong. */
const SUPPRESSED = 0.5;
/** Maximum number of samples with which the network adapts to the noise before the first result. */
const MAX_ADAPTATION = 4_800;

/** Delay of the result in samples at 16 kHz: 35 ms. */
export const SUPPRESSION_DELAY = NETWORK_DELAY + BUFFERED;

export interface NoiseSuppressor {
  /** Returns as many samples as it receives, 16 kHz mono, delayed by `SUPPRESSION_DELAY`. */
  push(samples: Int16Array): Int16Array;
  /** Frees the memory. No further call is allowed. */
  close(): void;
}

/** Creates a suppressor that has adapted to the noise in the first sound of an utterance. */
export type SuppressorFactory = (first: Int16Array) => NoiseSuppressor;

/** Loads the network (60 MB at first, some of it garbage). */
export async function loadNoiseSuppression(): Promise<SuppressorFactory> {
  // The package is built for browsers and refuses other environments, although it needs nothing of a browser.
  const globals: Record<string, unknown> = globalThis;
  globals['WorkerGlobalScope'] ??= class WorkerGlobalScope {};
  const { Rnnoise } = await import('@shiguredo/rnnoise-wasm');
  const network = await Rnnoise.load();

  return (first) => {
    const state = network.createDenoiseState();
    const frame = new Float32Array(network.frameSize);
    let frameLength = 0;
    const upsampler = new Resampler(SAMPLE_RATE, NETWORK_RATE);
    const downsampler = new Resampler(NETWORK_RATE, SAMPLE_RATE);
    const suppressed = new SampleQueue(BUFFERED);
    const original = new SampleQueue(SUPPRESSION_DELAY);

    const suppress = (samples: Int16Array): void => {
      const upsampledSamples = upsampler.push(samples);
      const results = new Int16Array(upsampledSamples.length + frame.length);
      let length = 0;
      for (const sample of upsampledSamples) {
        frame[frameLength++] = sample;
        if (frameLength < frame.length) continue;
        state.processFrame(frame);
        for (const result of frame) results[length++] = Math.max(-32_768, Math.min(32_767, result));
        frameLength = 0;
      }
      suppressed.add(downsampler.push(results.subarray(0, length)));
    };

    const adaptation = new Resampler(SAMPLE_RATE, NETWORK_RATE).push(first.subarray(0, MAX_ADAPTATION));
    for (let index = 0; index + frame.length <= adaptation.length; index += frame.length)
      state.processFrame(Float32Array.from(adaptation.subarray(index, index + frame.length)));

    return {
      push(samples) {
        suppress(samples);
        original.add(samples);
        const suppressedSamples = suppressed.take(samples.length);
        return original
          .take(samples.length)
          .map((sample, at) => (1 - SUPPRESSED) * sample + SUPPRESSED * (suppressedSamples[at] ?? 0));
      },
      close: () => state.destroy(),
    };
  };
}

/** A queue of samples that starts with silence. */
class SampleQueue {
  #samples: Int16Array;

  constructor(silence: number) {
    this.#samples = new Int16Array(silence);
  }

  add(samples: Int16Array): void {
    const joined = new Int16Array(this.#samples.length + samples.length);
    joined.set(this.#samples);
    joined.set(samples, this.#samples.length);
    this.#samples = joined;
  }

  /** Removes and returns the first `count` samples, or all if there are fewer. */
  take(count: number): Int16Array {
    const samples = this.#samples.slice(0, count);
    this.#samples = this.#samples.slice(count);
    return samples;
  }
}
