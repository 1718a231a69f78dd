/** Reads the header of a WAV file, which may arrive in pieces and lack a length. This module does no I/O. */
import type { SampleLayout } from './sound-format.ts';

/** Maximum size of a header in bytes; longer ones contain pictures and texts. */
const MAX_HEADER_BYTES = 65_536;

export interface WavHead {
  layout: SampleLayout;
  /** Offset of the samples. */
  start: number;
  /** Length of the samples in bytes; Infinity if the header does not state it. */
  length: number;
}

/** Parses the header; null while it is incomplete. Throws a RangeError for an invalid header. */
export function wavHead(bytes: Uint8Array): WavHead | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let layout: SampleLayout | null = null;
  for (let index = 12; index + 8 <= bytes.length;) {
    const name = String.fromCharCode(...bytes.subarray(index, index + 4));
    const length = view.getUint32(index + 4, true);
    const start = index + 8;
    if (name === 'data') {
      if (!layout) throw new RangeError('a WAV file without a format');
      // A server that streams does not know the length yet, so it writes 0 or the maximum value.
      return { layout, start, length: length === 0 || length >= 0x7fff_0000 ? Infinity : length };
    }
    if (name === 'fmt ' && start + Math.min(length, 40) > bytes.length) break;
    if (name === 'fmt ') layout = layoutAt(view, start, length);
    index = start + length + (length & 1);
  }
  if (bytes.length > MAX_HEADER_BYTES) throw new RangeError('a WAV file without samples');
  return null;
}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

function layoutAt(view: DataView, at: number, length: number): SampleLayout {
  const formatTag = view.getUint16(at, true);
  const format = formatTag === EXTENSIBLE && length >= 26 ? view.getUint16(at + 24, true) : formatTag;
  if (format !== PCM && format !== FLOAT) throw new RangeError('compressed WAV');
  const [channels, sampleRate] = [view.getUint16(at + 2, true), view.getUint32(at + 4, true)];
  const bits = view.getUint16(at + 14, true) as SampleLayout['bits'];
  if (sampleRate < 4000 || sampleRate > 192_000) throw new RangeError('a WAV file of no usual rate');
  return { sampleRate, channels, bits, isFloat: format === FLOAT };
}
