/** Writes tiny ONNX models byte by byte. */

/** Encodes a field of Protocol Buffers: a number as a varint, anything else as its length and its bytes. */
export function field(number: number, value: number | string | Uint8Array): Buffer {
  if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)]);
  const bytes = Buffer.from(value as string);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let remaining = value; ; remaining = Math.floor(remaining / 128)) {
    if (remaining < 128) return Buffer.from([...bytes, remaining]);
    bytes.push((remaining % 128) | 128);
  }
}

export const message = (...fields: Buffer[]): Buffer => Buffer.concat(fields);
export const FLOAT = 1;
export const INT64 = 7;

export const tensor = (name: string, dims: readonly number[], values: readonly number[]): Buffer =>
  message(
    ...dims.map((dim) => field(1, dim)),
    field(2, FLOAT),
    field(8, name),
    field(9, new Uint8Array(Float32Array.from(values).buffer)),
  );

export const node = (
  kind: string,
  inputs: readonly string[],
  output: string,
  ...attributes: Buffer[]
): Buffer =>
  message(
    ...inputs.map((input) => field(1, input)),
    field(2, output),
    field(4, kind),
    ...attributes.map((entry) => field(5, entry)),
  );

export const port = (name: string, type: number, dims: readonly (number | string)[]): Buffer =>
  message(
    field(1, name),
    field(
      2,
      field(
        1,
        message(
          field(1, type),
          field(2, message(...dims.map((dim) => field(1, field(typeof dim === 'number' ? 1 : 2, dim))))),
        ),
      ),
    ),
  );
