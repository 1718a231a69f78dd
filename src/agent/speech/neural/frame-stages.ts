/** Runs the stages of a voice on sections of its frames, with enough neighbours that no seam can be heard. */
import { Tensor } from 'onnxruntime-web/wasm';
import type { FrameStage } from './voice-graph.ts';

/** Values of frames, as the engine stores them: channels × frames. */
export interface Frames {
  values: Float32Array;
  channels: number;
  count: number;
}

export type Run = (feeds: Record<string, Tensor>) => Promise<Record<string, Tensor>>;

/** A section of the sound. */
export interface Piece {
  samples: Float32Array;
  /** Number of samples in a frame. */
  perFrame: number;
  last: boolean;
}

/** Number of frames in the first parts, for which a listener waits, and in later ones. A frame lasts about 12 ms. */
const PART_FRAMES = [32, 48, 96, 128];
/** Number of frames on each side that affect a part's sound; the layers of a Piper decoder reach 11 frames. */
const DECODER_CONTEXT = 12;
/**
 * Number of frames that the flow computes at least at a time. The first block is as long as the first part needs,
 * and later ones are longer, because each costs `FLOW_CONTEXT` frames more on both sides.
 */
const FLOW_BLOCKS = [PART_FRAMES[0]! + DECODER_CONTEXT, 128, 256];
/** Number of frames on each side that affect a frame of the flow: four couplings of four layers reach 2 frames each. */
const FLOW_CONTEXT = 32;

/** Returns frames of which at least the first `end` are computed. */
export type ReadFrames = (end: number) => Promise<Frames>;

/** Computes the flow block by block, as far as a reader needs it. */
export function flowFrames(run: Run, stage: FrameStage, noisy: Frames, mask: Frames | null): ReadFrames {
  if (mask && mask.count !== noisy.count) throw new RangeError('the mask of the voice has another length');
  let frames: Frames | null = null;
  let ready = 0;
  let block = 0;
  return async (end) => {
    while (frames === null || ready < end) {
      const size = FLOW_BLOCKS[block++] ?? FLOW_BLOCKS.at(-1)!;
      const target = Math.min(noisy.count, Math.max(end, ready + size));
      const from = Math.max(0, ready - FLOW_CONTEXT);
      const to = Math.min(noisy.count, target + FLOW_CONTEXT);
      const feeds = {
        [stage.input]: sectionOf(noisy, from, to),
        ...(mask && stage.mask !== null ? { [stage.mask]: sectionOf(mask, from, to) } : {}),
      };
      const section = framesOf((await run(feeds))[stage.output]!);
      const { channels } = section;
      frames ??= { values: new Float32Array(channels * noisy.count), channels, count: noisy.count };
      for (let channel = 0; channel < channels; channel += 1) {
        const row = channel * section.count - from;
        frames.values.set(section.values.subarray(row + ready, row + target), channel * noisy.count + ready);
      }
      ready = target;
    }
    return frames;
  };
}

/** Yields the sound of `count` frames in parts. */
export async function* decodeFrames(
  run: Run,
  { input, output }: FrameStage,
  read: ReadFrames,
  count: number,
): AsyncGenerator<Piece, void, undefined> {
  for (let at = 0, part = 0; at < count; part += 1) {
    const end = Math.min(count, at + (PART_FRAMES[part] ?? PART_FRAMES.at(-1)!));
    const from = Math.max(0, at - DECODER_CONTEXT);
    const to = Math.min(count, end + DECODER_CONTEXT);
    const section = sectionOf(await read(to), from, to);
    const sound = (await run({ [input]: section }))[output]!.data as Float32Array;
    const perFrame = sound.length / (to - from);
    const samples = sound.slice((at - from) * perFrame, (end - from) * perFrame);
    at = end;
    yield { samples, perFrame, last: at >= count };
  }
}

export function framesOf(tensor: Tensor): Frames {
  const [, channels = 0, count = 0] = tensor.dims;
  return { values: tensor.data as Float32Array, channels, count };
}

function sectionOf({ values, channels, count }: Frames, from: number, to: number): Tensor {
  const section = new Float32Array(channels * (to - from));
  for (let channel = 0; channel < channels; channel += 1)
    section.set(values.subarray(channel * count + from, channel * count + to), channel * (to - from));
  return new Tensor('float32', section, [1, channels, to - from]);
}
