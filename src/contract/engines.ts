/** The service's own engines, for its owner. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const EngineUse = z.object({
  engine: z.enum(['language', 'voice', 'ears', 'embeddings']),
  /** `installed`: a model that `palkit models` added; it is used for its own languages only. */
  source: z.enum(['setting', 'installed', 'built_in', 'none']),
  /** Null for the engine's default, or for an engine without names. */
  model: z.nullable(z.string()),
  /** Address in the setting, without its user name, password and query; null except for the owner's account. */
  address: z.nullable(z.string()),
});

export const LocalModel = z.object({
  /** The program that runs it, for example Ollama. */
  name: z.string(),
  /** Values of the settings `LLM_BASE_URL` and `LLM_MODEL` that use it. */
  base_url: z.string(),
  model: z.string(),
});

/** The owner of a service is its account with the lowest id. */
export const readEngines = endpoint({
  name: 'readEngines',
  method: 'GET',
  path: '/v2/engines',
  auth: 'key',
  scope: 'all',
  tag: 'account',
  summary: "List the configured engines and the language models that run on the service's machine",
  result: z.object({
    version: z.string(),
    data: z.array(EngineUse),
    /** Language models that run on the service's machine; empty except for the owner's account. */
    local_models: z.array(LocalModel),
  }),
  status: 200,
  errors: [],
});
