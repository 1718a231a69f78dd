/**
 * A recogniser of a kilobyte: an ONNX model, written byte by byte, that returns "hello" for sound and an empty text
 * for silence. sherpa-onnx accepts it as a CTC model in NeMo's format.
 */
import fs from 'node:fs';
import path from 'node:path';
import { field, FLOAT, INT64, message, node, port, tensor } from '../onnx-bytes.ts';

/** Number of logarithmic features per frame, and the mean above which a frame counts as the word. */
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
  const metadata = {
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
    ...Object.entries(metadata).map(([key, value]) => field(14, message(field(1, key), field(2, value)))),
  );
}

/** Writes the two files of the model and its description to a folder. */
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
