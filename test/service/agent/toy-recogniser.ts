/**
 * A recogniser of a kilobyte: an ONNX model, written here byte by byte, that says "hello" where there is
 * sound and nothing where there is silence. It is what sherpa-onnx takes for a CTC model of NeMo's.
 */
import fs from 'node:fs';
import path from 'node:path';

/**
 * Fields of Protocol Buffers: a number is a varint, everything else its bytes with their length before
 * them.
 */
function field(number: number, value: number | string | Uint8Array): Buffer {
  if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)]);
  const bytes = Buffer.from(value as string);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left]);
    bytes.push((left % 128) | 128);
  }
}

const message = (...fields: Buffer[]): Buffer => Buffer.concat(fields);
const FLOAT = 1;
const INT64 = 7;

const tensor = (name: string, dims: readonly number[], values: readonly number[]): Buffer =>
  message(
    ...dims.map((dim) => field(1, dim)),
    field(2, FLOAT),
    field(8, name),
    field(9, new Uint8Array(Float32Array.from(values).buffer)),
  );

const node = (kind: string, inputs: readonly string[], output: string, ...attributes: Buffer[]): Buffer =>
  message(
    ...inputs.map((input) => field(1, input)),
    field(2, output),
    field(4, kind),
    ...attributes.map((each) => field(5, each)),
  );

const port = (name: string, type: number, dims: readonly (number | string)[]): Buffer =>
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

/** Features, and how loud their mean must be to be a word: a logarithm. */
const MELS = 80;
const LOUD = 8;

function onnx(): Buffer {
  const graph = message(
    field(
      1,
      node(
        'Transpose',
        ['audio_signal'],
        'frames',
        message(field(1, 'perm'), field(20, 7), field(8, 0), field(8, 2), field(8, 1)),
      ),
    ),
    field(1, node('MatMul', ['frames', 'weights'], 'sums')),
    field(1, node('Add', ['sums', 'bias'], 'scores')),
    field(
      1,
      node('LogSoftmax', ['scores'], 'logprobs', message(field(1, 'axis'), field(20, 2), field(3, 2))),
    ),
    field(2, 'toy'),
    field(
      5,
      tensor(
        'weights',
        [MELS, 2],
        Array.from({ length: MELS * 2 }, (_, index) => (index % 2 === 0 ? 1 / MELS : 0)),
      ),
    ),
    field(5, tensor('bias', [2], [LOUD, 0])),
    field(11, port('audio_signal', FLOAT, ['batch', MELS, 'time'])),
    field(11, port('length', INT64, ['batch'])),
    field(12, port('logprobs', FLOAT, ['batch', 'time', 2])),
  );
  const said = {
    model_type: 'EncDecCTCModelBPE',
    vocab_size: '1',
    subsampling_factor: '1',
    normalize_type: '',
  };
  return message(
    field(1, 8),
    field(2, 'palkit'),
    field(7, graph),
    field(8, message(field(1, ''), field(2, 13))),
    ...Object.entries(said).map(([key, value]) => field(14, message(field(1, key), field(2, value)))),
  );
}

/** Writes the model's two files, and what it is, into a folder. */
export function writeToyRecogniser(folder: string, name = 'toy'): void {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'model.onnx'), onnx());
  fs.writeFileSync(path.join(folder, 'tokens.txt'), '▁hello 0\n<blk> 1\n');
  fs.writeFileSync(
    path.join(folder, 'palkit-model.json'),
    JSON.stringify({
      name,
      for: 'speech_to_text',
      family: 'ctc',
      languages: ['en'],
      licence: 'MIT',
      parts: { model: 'model.onnx', tokens: 'tokens.txt' },
    }),
  );
}
