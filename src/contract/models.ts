/** Models that the service's owner may add to it: voices, ears, and sentence models. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Facts from a voice's model card. The service's owner must accept them before the voice is added. */
export const VoiceCard = z.object({
  address: z.string(),
  /** The recordings that it was trained on, and their licence. */
  dataset: z.string(),
  dataset_licence: z.string(),
  training: z.string(),
  /** A licence for research only in the voice's past; null without one. */
  research: z.nullable(z.string()),
});

export const AvailableModel = z.object({
  name: z.string(),
  engine: z.enum(['voice', 'ears', 'embeddings']),
  /** BCP 47 primary languages. */
  languages: z.array(z.string()),
  description: z.string(),
  licence: z.string(),
  /** Size of the download; null if the publisher does not state it. */
  bytes: z.nullable(z.int()),
  card: z.nullable(VoiceCard),
  /** Licence of a program that is installed with the model; null if none is needed. */
  notice: z.nullable(z.string()),
  /** True once its files exist; the service uses it from its next start on. */
  installed: z.boolean(),
});

export const ModelInstallation = z.object({
  name: z.string(),
  state: z.enum(['running', 'installed', 'failed', 'stopped']),
  /** The current step in words, for example "Unpacking". */
  step: z.string(),
  /** Bytes of the current file so far, and of the whole file if they are known. */
  bytes: z.int(),
  total_bytes: z.nullable(z.int()),
  /** A code of the table of errors; null unless the installation failed. */
  error_code: z.nullable(z.string()),
  error_message: z.nullable(z.string()),
});

export const listModels = endpoint({
  name: 'listModels',
  method: 'GET',
  path: '/v2/models',
  auth: 'key',
  scope: 'all',
  tag: 'account',
  summary: "List the models that the service's owner may add, and the progress of the latest installation",
  query: z.object({
    /** The language of descriptions, cards and the step; by default English. */
    language: z.optional(z.enum(['en', 'de'])),
  }),
  result: z.object({
    /** Empty except for the owner's account. */
    data: z.array(AvailableModel),
    /** The latest installation that this process of the service began; null before the first. */
    installation: z.nullable(ModelInstallation),
  }),
  status: 200,
  errors: [],
});

export const installModel = endpoint({
  name: 'installModel',
  method: 'POST',
  path: '/v2/models/{name}',
  auth: 'key',
  tag: 'account',
  summary: "Begin to add a model from its publisher; the service's owner alone, one model at a time",
  body: z.object({
    /** Must be true for a model with a `card`. */
    agreed: z.optional(z.boolean()),
  }),
  bodyOptional: true,
  result: ModelInstallation,
  status: 202,
  errors: ['forbidden', 'model_not_found', 'model_busy', 'service_stopping'],
});

export const removeModel = endpoint({
  name: 'removeModel',
  method: 'DELETE',
  path: '/v2/models/{name}',
  auth: 'key',
  tag: 'account',
  summary:
    "Remove a model, or stop adding it; the service's owner alone, and one in use stays until the next start",
  status: 204,
  errors: ['forbidden', 'model_not_found', 'model_busy'],
});
