/**
 * A voice of a few kilobytes in Piper's format: rounded durations turn symbols into frames, a flow of two
 * couplings smooths the noisy frames as widely as a real flow, and a decoder stretches the frames twice to a tone.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SYMBOLS } from '../../../../src/agent/speech/phonemes/voice-symbols.ts';
import type { Setup } from '../../../../src/agent/speech/neural/protocol.ts';
import { field, FLOAT, INT64, message, node, port, tensor } from '../../onnx-bytes.ts';

const INTEGER = 2;
const INTEGERS = 7;
const SAMPLES_A_FRAME = 256;
/** Frames per symbol with a `length` of 1. */
export const FRAMES_A_SYMBOL = 3;

const integer = (name: string, value: number): Buffer =>
  message(field(1, name), field(3, value), field(20, INTEGER));
const integers = (name: string, values: readonly number[]): Buffer =>
  message(field(1, name), ...values.map((value) => field(8, value)), field(20, INTEGERS));
const integerTensor = (name: string, dims: readonly number[], values: readonly number[]): Buffer =>
  message(
    ...dims.map((dim) => field(1, dim)),
    field(2, INT64),
    field(8, name),
    field(9, new Uint8Array(BigInt64Array.from(values, BigInt).buffer)),
  );

/** Number of frames on each side that each coupling of the flow smooths over. */
export const COUPLING_REACH = 16;
/** Number of columns into which the decoder stretches a frame first. */
const FIRST_STRETCH = 8;
/** Number of weights of the tone, which is more than a graph stores itself (`MIN_EXTERNAL_BYTES`). */
const TONE_SAMPLES = 256;

/**
 * Returns the model of the voice. The options produce models that cannot be split or streamed as usual:
 *
 * - `tangled`, and `flow: false`: the decoder, or the flow, also uses a tensor from before the frames, so it
 *   cannot become a separate graph;
 * - `durations: false`: durations are rounded by `Floor`, which `voiceGraphs` does not recognise;
 * - `unknown`: a layer of the decoder has an unknown reach;
 * - `skips`: a layer of the decoder skips every second frame.
 */
export function toyVoice({
  tangled = false,
  durations = true,
  flow = true,
  unknown = false,
  skips = false,
} = {}): Buffer {
  const secondStretch = SAMPLES_A_FRAME / FIRST_STRETCH;
  const toneWeights = Array.from({ length: TONE_SAMPLES }, (_, index) =>
    Math.sin((2 * Math.PI * index) / secondStretch),
  );
  const trimmed = (TONE_SAMPLES - secondStretch) / 2;
  const nodes = [
    node('Cast', ['input'], 'symbols', integer('to', FLOAT)),
    node('Gather', ['scales', 'one'], 'length'),
    node('Mul', ['symbols', 'nought'], 'none'),
    node('Add', ['none', 'frames_each'], 'even'),
    node('Mul', ['even', 'length'], 'long'),
    node(durations ? 'Ceil' : 'Floor', ['long'], 'durations'),
    node('ReduceSum', ['durations'], 'total', integer('keepdims', 0)),
    node('Range', ['start', 'total', 'step'], 'places'),
    node('Sin', ['places'], 'waves'),
    node('Unsqueeze', ['waves', 'axes'], 'means'),
    node('Mul', ['means', 'nought'], 'zeros'),
    node('Add', ['zeros', 'unit'], 'mask'),
    node('RandomNormalLike', ['means'], 'noise'),
    node('Mul', ['noise', 'nought'], 'scaled'),
    node('Add', ['means', 'scaled'], 'noisy'),
    node('Conv', ['noisy', 'spread'], 'spread_once', integers('pads', [COUPLING_REACH, COUPLING_REACH])),
    node('Mul', ['spread_once', 'mask'], 'masked'),
    node('Concat', ['masked'], 'joined', integer('axis', 1)),
    node('Conv', ['joined', 'spread'], 'spread_twice', integers('pads', [COUPLING_REACH, COUPLING_REACH])),
    node('Concat', ['spread_twice'], 'flowed', integer('axis', 1)),
    flow ? node('Identity', ['flowed'], 'valid') : node('Add', ['flowed', 'zeros'], 'valid'),
    node('Mul', ['valid', flow ? 'mask' : 'unit'], 'frames'),
    node(
      'Conv',
      ['frames', 'smooth'],
      'smoothed',
      integers('pads', [3, 3]),
      integers('strides', [skips ? 2 : 1]),
    ),
    node(unknown ? 'Softmax' : 'LeakyRelu', ['smoothed'], 'bent'),
    node('ConvTranspose', ['bent', 'steps'], 'stepped', integers('strides', [FIRST_STRETCH])),
    node('Conv', ['stepped', 'smooth'], 'slopes', integers('dilations', [4]), integers('pads', [12, 12])),
    node(
      'ConvTranspose',
      ['slopes', 'tone'],
      'stretched',
      integers('strides', [secondStretch]),
      integers('pads', [trimmed, trimmed]),
    ),
    tangled ? node('Add', ['stretched', 'nothing'], 'raw') : node('Identity', ['stretched'], 'raw'),
    node('Tanh', ['raw'], 'output'),
    ...(tangled ? [node('Mul', ['total', 'nought'], 'nothing')] : []),
  ];
  // Nodes must be in the order of their dependencies.
  if (tangled) nodes.splice(7, 0, nodes.pop()!);
  const weights = [
    integerTensor('one', [], [1]),
    tensor('nought', [1], [0]),
    tensor('unit', [1], [1]),
    tensor(
      'spread',
      [1, 1, 2 * COUPLING_REACH + 1],
      Array.from({ length: 2 * COUPLING_REACH + 1 }, (_, index) =>
        index === COUPLING_REACH ? 0.7 : index % 16 === 0 ? 0.15 : 0.003,
      ),
    ),
    tensor('frames_each', [1], [FRAMES_A_SYMBOL - 0.5]),
    tensor('start', [], [0]),
    tensor('step', [], [1]),
    integerTensor('axes', [2], [0, 1]),
    tensor('smooth', [1, 1, 7], [0.1, 0.1, 0.2, 0.2, 0.2, 0.1, 0.1]),
    tensor('steps', [1, 1, FIRST_STRETCH], Array<number>(FIRST_STRETCH).fill(1)),
    tensor('tone', [1, 1, TONE_SAMPLES], toneWeights),
  ];
  const graph = message(
    ...nodes.map((entry) => field(1, entry)),
    field(2, 'toy'),
    ...weights.map((weight) => field(5, weight)),
    field(11, port('input', INT64, [1, 'symbols'])),
    field(11, port('input_lengths', INT64, [1])),
    field(11, port('scales', FLOAT, [3])),
    field(12, port('output', FLOAT, [1, 1, 'samples'])),
  );
  return message(field(1, 8), field(7, graph), field(8, message(field(1, ''), field(2, 15))));
}

/** Writes the voice and its configuration file; each symbol has a separate number. */
export function writeToyVoice(folder: string, form: Parameters<typeof toyVoice>[0] = {}): Setup {
  mkdirSync(folder, { recursive: true });
  const map = Object.fromEntries(['_', '^', '$', ...SYMBOLS].map((symbol, id) => [symbol, [id]]));
  const config = {
    audio: { sample_rate: 22_050 },
    espeak: { voice: 'en-us' },
    inference: { noise_scale: 0, length_scale: 1, noise_w: 0 },
    phoneme_id_map: map,
    num_speakers: 1,
  };
  const setup = { model: join(folder, 'toy.onnx'), config: join(folder, 'toy.onnx.json') };
  writeFileSync(setup.model, toyVoice(form));
  writeFileSync(setup.config, JSON.stringify(config));
  return setup;
}
