/** Models that the owner can add to the service, for speech and language. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Facts from the model card of a voice. The service's owner must accept them before the voice is added. */
export const VoiceCard = z.object({
  address: z.string(),
  /** The recordings on which the voice was trained, and their licence. */
  dataset: z.string(),
  dataset_licence: z.string(),
  training: z.string(),
  /** A licence of the voice or its sources that is for research only; null if there is none. */
  research: z.nullable(z.string()),
});

export const AvailableModel = z.object({
  name: z.string(),
  engine: z.enum(['voice', 'ears', 'embeddings', 'language']),
  /** BCP 47 primary languages. */
  languages: z.array(z.string()),
  description: z.string(),
  licence: z.string(),
  /** Size of the download in bytes; null if the publisher does not state it. */
  bytes: z.nullable(z.int()),
  card: z.nullable(VoiceCard),
  /** Licence of a program that is installed with the model; null if none is needed. */
  notice: z.nullable(z.string()),
  /** True if the model's files exist; the service uses them after its next start. */
  installed: z.boolean(),
});

export const ModelInstallation = z.object({
  /** Name of the model that is being installed, or of the last one. */
  name: z.string(),
  /** Names of all models of this installation, in the order of their download. */
  names: z.array(z.string()),
  state: z.enum(['running', 'installed', 'failed', 'stopped']),
  /** The current step as text, for example "Unpacking". */
  step: z.string(),
  /** Received bytes of the current file, and its size in bytes if it is known. */
  bytes: z.int(),
  total_bytes: z.nullable(z.int()),
  /** A code of the error table; null unless the installation failed. */
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
  query: z.object({
    /** The language of descriptions, cards and the step. The default is English. */
    language: z.optional(z.enum(['en', 'de'])),
  }),
  result: z.object({
    /** Empty for all accounts but the owner's. */
    data: z.array(AvailableModel),
    /** Each language with the names of the models that it needs: a recogniser, a voice and a sentence model. */
    languages: z.array(z.object({ language: z.string(), models: z.array(z.string()) })),
    /** The latest installation that this process of the service started; null before the first. */
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
  body: z.object({
    /** Must be true for a voice that has a `card`: states that the owner has read it. */
    agreed: z.optional(z.boolean()),
  }),
  bodyOptional: true,
  result: ModelInstallation,
  status: 202,
  errors: ['forbidden', 'model_not_found', 'model_busy', 'service_stopping'],
});

export const installLanguage = endpoint({
  name: 'installLanguage',
  method: 'POST',
  path: '/v2/model-languages/{language}',
  auth: 'key',
  tag: 'account',
  body: z.object({
    /** Must be true if one of the models has a `card`. */
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
  status: 204,
  errors: ['forbidden', 'model_not_found', 'model_busy'],
});
