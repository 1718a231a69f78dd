/** Schemas of a model as it is published, and of the record in its folder after installation. */
import * as z from 'zod';

export const PURPOSES = ['speech_to_text', 'text_to_speech', 'embeddings', 'language_model'] as const;
export type Purpose = (typeof PURPOSES)[number];

/**
 * For each family of models, the engine that runs it, and the required files by their role. `data` is a folder.
 * Each is checked before loading, because native code ends its process if a file is missing.
 */
export const FAMILIES = {
  vosk: { engine: 'vosk', parts: ['am', 'conf'] },
  moonshine: {
    engine: 'sherpa-onnx',
    parts: ['preprocessor', 'encoder', 'uncached_decoder', 'cached_decoder', 'tokens'],
  },
  whisper: { engine: 'sherpa-onnx', parts: ['encoder', 'decoder', 'tokens'] },
  transducer: { engine: 'sherpa-onnx', parts: ['encoder', 'decoder', 'joiner', 'tokens'] },
  streaming_transducer: { engine: 'sherpa-onnx', parts: ['encoder', 'decoder', 'joiner', 'tokens'] },
  ctc: { engine: 'sherpa-onnx', parts: ['model', 'tokens'] },
  piper: { engine: 'sherpa-onnx', parts: ['model', 'tokens', 'data'] },
  piper_onnx: { engine: 'onnxruntime', parts: ['model', 'config'] },
  sentences: { engine: 'onnxruntime', parts: ['model', 'tokenizer'] },
  kokoro: { engine: 'sherpa-onnx', parts: ['model', 'voices', 'tokens', 'data'] },
  gguf: { engine: 'node-llama-cpp', parts: ['model'] },
} as const satisfies Record<string, { engine: string; parts: readonly string[] }>;
export type Family = keyof typeof FAMILIES;
/** The families that run in an engine. */
export type FamilyOf<Engine> = {
  [Name in Family]: (typeof FAMILIES)[Name]['engine'] extends Engine ? Name : never;
}[Family];
export type EngineName = (typeof FAMILIES)[Family]['engine'];

export const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const SAFE_PATH = /^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.@+ -]+(?:\/[\w.@+ -]+)*$/;
const path = z.string().max(200).regex(SAFE_PATH, "must be a path within the model's folder");
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

/** The description that a folder contains of its model: `palkit-model.json`. */
export const ModelDescription = z.object({
  name: z.string().max(60).regex(NAME, 'must be small letters and digits with hyphens between them'),
  for: z.enum(PURPOSES),
  family: z.enum(Object.keys(FAMILIES) as [Family, ...Family[]]),
  /** BCP 47 primary languages. */
  languages: z
    .array(z.string().regex(/^[a-z]{2,3}$/))
    .min(1)
    .max(120),
  licence: z.string().min(1).max(300),
  /** Paths within the folder, by part. */
  parts: z.record(z.string().max(40), path),
  /** The speaker for each embedded voice that this one may replace. Without this field it speaks for every face. */
  speakers: z.record(z.string().max(20), z.int().min(0).max(2000)).optional(),
});
export type ModelDescription = z.output<typeof ModelDescription>;

export const InstalledRecord = ModelDescription.extend({
  /** The files from which the folder was built. */
  sources: z.array(z.object({ address: z.string().max(2000), sha256, bytes: z.int().min(0) })).max(50),
  installed_at: z.iso.datetime(),
});
export type InstalledRecord = z.output<typeof InstalledRecord>;

/** A file of the publisher. */
export interface Source {
  /** The https address; plain http is allowed for hosts in `OUTBOUND_ALLOWED_HOSTS`. */
  address: string;
  /** Null if unknown; the checksum of the first download is then pinned for later ones. */
  sha256: string | null;
  /** The publisher's MD5, if there is no better checksum. */
  md5?: string;
  /** Size of the file; null if unknown. */
  bytes: number | null;
  /** The format of the archive; null for a plain file, which is stored as `to`. */
  packed: 'zip' | 'tar.bz2' | 'tar.gz' | null;
  to?: string;
}

/** A voice's model card with its training data, which is shown before the download. */
export interface ModelCard {
  /** Address of the published card. */
  address: string;
  /** Name of the recordings; `datasetLicence` is their licence. */
  dataset: string;
  datasetLicence: string;
  training: string;
  /** The owner and the licence of a voice or of recordings for research only, if this voice derives from them. */
  research: string | null;
}

/** An entry of the catalogue. */
export interface Model extends Omit<ModelDescription, 'languages'> {
  languages: readonly string[];
  description: string;
  sources: readonly Source[];
  /** The card of a voice, which the owner must accept before use. */
  card?: ModelCard;
  /** The test that Palkit's developers ran with the model, or null. */
  tried: string | null;
}
