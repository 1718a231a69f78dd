/**
 * Reads and writes Protocol Buffers: the part of the wire format that an ONNX graph needs. This module does no I/O.
 */

/** Wire types. */
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** A field of a message. */
export interface Field {
  number: number;
  /** Offset of the tag. */
  start: number;
  /** Offset of the value. */
  from: number;
  to: number;
  /** The value if it is a varint; otherwise -1. */
  varint: number;
}

/** Thrown if the bytes are not a message in this format. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError';
}

/** @throws ProtobufError */
export function* fieldsOf(bytes: Uint8Array, from = 0, to = bytes.length): Generator<Field, void, undefined> {
  const reader = { bytes, at: from, to };
  while (reader.at < to) {
    const start = reader.at;
    const tag = readVarint(reader);
    const number = Math.floor(tag / 8);
    const wireType = tag % 8;
    if (number === 0) throw new ProtobufError('a field has the number 0');
    if (wireType === VARINT) {
      const valueStart = reader.at;
      const varint = readVarint(reader);
      yield { number, start, from: valueStart, to: reader.at, varint };
      continue;
    }
    const length =
      wireType === BYTES ? readVarint(reader) : wireType === FIXED64 ? 8 : wireType === FIXED32 ? 4 : -1;
    const end = reader.at + length;
    if (length < 0 || end > to) throw new ProtobufError('a field is longer than its message');
    yield { number, start, from: reader.at, to: end, varint: -1 };
    reader.at = end;
  }
}

/** Reads varints without tags, as in a packed field. @throws ProtobufError */
export function* varintsOf(bytes: Uint8Array, from: number, to: number): Generator<number, void, undefined> {
  const reader = { bytes, at: from, to };
  while (reader.at < to) yield readVarint(reader);
}

/** Reads a varint of at most ten bytes. Values above 2^53 are rounded. */
function readVarint(reader: { bytes: Uint8Array; at: number; to: number }): number {
  let value = 0;
  for (let byte = 0, scale = 1; byte < 10; byte += 1, scale *= 128) {
    if (reader.at >= reader.to) break;
    const nextByte = reader.bytes[reader.at++]!;
    value += (nextByte & 127) * scale;
    if (nextByte < 128) return value;
  }
  throw new ProtobufError('a number does not end');
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let remainder = value; ; remainder = Math.floor(remainder / 128)) {
    if (remainder < 128) return [...bytes, remainder];
    bytes.push((remainder % 128) | 128);
  }
}

/** Encodes a protobuf field: a varint for a number, length-delimited for bytes or text. */
export function field(number: number, value: number | string | Uint8Array): Buffer {
  if (typeof value === 'number') return Buffer.from([...varint(number * 8 + VARINT), ...varint(value)]);
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([Buffer.from([...varint(number * 8 + BYTES), ...varint(bytes.length)]), bytes]);
}
