/** Converts samples of any layout to 16-bit mono. The bytes may be split anywhere. This module does no I/O. */
import type { SampleLayout } from './sound-format.ts';

type ReadSample = (view: DataView, at: number) => number;
/**
 * Functions that return one sample as a number from -32,768 to 32,767, by the number of bits; `f` marks
 * floating point.
 */
const SAMPLE_READERS: Readonly<Record<string, ReadSample>> = {
  8: (view, at) => (view.getUint8(at) - 128) * 256,
  16: (view, at) => view.getInt16(at, true),
  24: (view, at) => view.getInt8(at + 2) * 256 + view.getUint8(at + 1),
  32: (view, at) => view.getInt32(at, true) / 65_536,
  f32: (view, at) => view.getFloat32(at, true) * 32_768,
  f64: (view, at) => view.getFloat64(at, true) * 32_768,
};

export const isReadable = ({ bits, isFloat, channels }: SampleLayout): boolean =>
  Object.hasOwn(SAMPLE_READERS, `${isFloat ? 'f' : ''}${bits}`) && channels >= 1 && channels <= 8;

export class SampleReader {
  readonly #layout: SampleLayout;
  readonly #read: ReadSample;
  #incompleteFrame: Uint8Array = new Uint8Array(0);

  constructor(layout: SampleLayout) {
    this.#layout = layout;
    this.#read = SAMPLE_READERS[`${layout.isFloat ? 'f' : ''}${layout.bits}`] ?? (() => 0);
  }

  /** Returns the samples that are complete so far; several channels are averaged. */
  push(bytes: Uint8Array): Int16Array {
    const { bits, channels } = this.#layout;
    const allBytes = this.#incompleteFrame.length > 0 ? Buffer.concat([this.#incompleteFrame, bytes]) : bytes;
    const size = bits / 8;
    const count = Math.floor(allBytes.length / (size * channels));
    const view = new DataView(allBytes.buffer, allBytes.byteOffset, allBytes.byteLength);
    const samples = new Int16Array(count);
    for (let frame = 0; frame < count; frame++) {
      let sum = 0;
      for (let channel = 0; channel < channels; channel++)
        sum += this.#read(view, (frame * channels + channel) * size);
      samples[frame] = Math.max(-32_768, Math.min(32_767, Math.round(sum / channels) || 0));
    }
    this.#incompleteFrame = allBytes.slice(count * size * channels);
    return samples;
  }
}
