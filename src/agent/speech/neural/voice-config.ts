/** The configuration file of a Piper voice. */
import * as z from 'zod';

const MAX_SYMBOLS = 1000;
const boundedNumber = (minimum: number, maximum: number) => z.number().min(minimum).max(maximum);

export const VoiceConfig = z.object({
  audio: z.object({ sample_rate: z.int().min(8000).max(48_000) }),
  /** The language of the symbols as espeak-ng names it, for example `en-us`. */
  espeak: z.object({ voice: z.string().max(40) }),
  inference: z
    .object({
      noise_scale: boundedNumber(0, 2).default(0.667),
      length_scale: boundedNumber(0.2, 5).default(1),
      noise_w: boundedNumber(0, 2).default(0.8),
    })
    .prefault({}),
  /** Ids in the model by symbol. */
  phoneme_id_map: z
    .record(z.string().max(8), z.array(z.int().min(0).max(65_535)).min(1).max(8))
    .refine((map) => Object.keys(map).length <= MAX_SYMBOLS, `must hold at most ${MAX_SYMBOLS} symbols`)
    .refine((map) => ['^', '_', '$'].every((mark) => Object.hasOwn(map, mark)), 'must hold ^, _ and $'),
  num_speakers: z.int().min(1).max(2000).default(1),
});
export type VoiceConfig = z.output<typeof VoiceConfig>;

/** Maximum file size in bytes. Piper's files have 5 KB, or 20 KB with hundreds of speakers. */
export const MAX_CONFIG_BYTES = 1_000_000;
