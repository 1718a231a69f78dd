/**
 * Runs the stages of a voice on sections of its frames. Each section includes enough neighbouring frames that the
 * joints are inaudible.
 */
import { Tensor } from 'onnxruntime-web/wasm';
import type { FrameStage } from './voice-graph.ts';

/** Values of frames, as the engine stores them: channels × columns, with the same number of columns in each frame. */
export interface Frames {
  values: Float32Array;
  channels: number;
  /** Number of frames. */
  count: number;
  /** Number of columns in a frame. */
  columns: number;
}

/** A stage that the engine has loaded. */
export interface LoadedStage extends Omit<FrameStage, 'graph'> {
  run: (feeds: Record<string, Tensor>) => Promise<Record<string, Tensor>>;
}

/** A section of the sound. */
export interface Piece {
  samples: Float32Array;
  /** Number of samples in a frame. */
  perFrame: number;
  isLast: boolean;
}

/** Number of frames in the first parts, for which a listener waits, and in later parts. A frame lasts about 12 ms. */
const PART_FRAMES = [32, 48, 96, 128];
/**
 * Minimum number of frames that a stage before the last one computes in its first, second and later blocks. The
 * first block is only as long as the first part needs, so that the sound starts soon. Later blocks are longer,
 * because each block computes neighbours on both sides again.
 */
const BLOCK_FRAMES = [0, 128, 256];

/** Returns frames of which at least the first `end` are computed. */
export type ReadFrames = (end: number) => Promise<Frames>;

/** Computes a stage block by block, only as far as a reader needs it. The sentence has `count` frames. */
export function stageFrames(
  stage: LoadedStage,
  read: ReadFrames,
  count: number,
  mask: Frames | null,
): ReadFrames {
  if (mask && mask.count !== count) throw new RangeError('the mask of the voice has another length');
  let frames: Frames | null = null;
  let computedFrames = 0;
  let blockIndex = 0;
  return async (end) => {
    while (frames === null || computedFrames < end) {
      const size = BLOCK_FRAMES[blockIndex++] ?? BLOCK_FRAMES.at(-1)!;
      const targetEnd = Math.min(count, Math.max(end, computedFrames + size));
      const from = Math.max(0, computedFrames - stage.context);
      const sectionEnd = Math.min(count, targetEnd + stage.context);
      const feeds = {
        [stage.input]: sectionOf(await read(sectionEnd), from, sectionEnd),
        ...(mask && stage.mask !== null ? { [stage.mask]: sectionOf(mask, from, sectionEnd) } : {}),
      };
      const section = framesOf((await stage.run(feeds))[stage.output]!, sectionEnd - from);
      const { channels, columns } = section;
      frames ??= { values: new Float32Array(channels * count * columns), channels, count, columns };
      for (let channel = 0; channel < channels; channel += 1) {
        const row = (channel * section.count - from) * columns;
        frames.values.set(
          section.values.subarray(row + computedFrames * columns, row + targetEnd * columns),
          (channel * count + computedFrames) * columns,
        );
      }
      computedFrames = targetEnd;
    }
    return frames;
  };
}

/** Yields the sound of `count` frames in parts, with the last stage. */
export async function* decodeFrames(
  { run, input, output, context }: LoadedStage,
  read: ReadFrames,
  count: number,
): AsyncGenerator<Piece, void, undefined> {
  for (let at = 0, part = 0; at < count; part += 1) {
    const end = Math.min(count, at + (PART_FRAMES[part] ?? PART_FRAMES.at(-1)!));
    const from = Math.max(0, at - context);
    const to = Math.min(count, end + context);
    const section = sectionOf(await read(to), from, to);
    const sound = (await run({ [input]: section }))[output]!.data as Float32Array;
    const perFrame = sound.length / (to - from);
    const samples = sound.slice((at - from) * perFrame, (end - from) * perFrame);
    at = end;
    yield { samples, perFrame, isLast: at >= count };
  }
}

/**
 * Returns the values of a tensor of 1 × channels × columns. The tensor contains `count` frames, or one frame in
 * each column.
 */
export function framesOf(tensor: Tensor, count?: number): Frames {
  const [, channels = 0, length = 0] = tensor.dims;
  return {
    values: tensor.data as Float32Array,
    channels,
    count: count ?? length,
    columns: count ? length / count : 1,
  };
}

function sectionOf({ values, channels, count, columns }: Frames, from: number, to: number): Tensor {
  const length = (to - from) * columns;
  const section = new Float32Array(channels * length);
  for (let channel = 0; channel < channels; channel += 1) {
    const row = channel * count * columns;
    section.set(values.subarray(row + from * columns, row + to * columns), channel * length);
  }
  return new Tensor('float32', section, [1, channels, length]);
}
