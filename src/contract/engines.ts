/** The engines of the service, for its owner. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const EngineUse = z.object({
  engine: z.enum(['language', 'voice', 'ears', 'embeddings']),
  /**
   * `setting`: an endpoint or a model of the settings. `installed`: a model that `palkit models` added, used
   * only for its languages. `built_in`: part of the service. `none`: there is no such engine.
   */
  source: z.enum(['setting', 'installed', 'built_in', 'none']),
  /** Null for the default of the engine, or for an engine without model names. */
  model: z.nullable(z.string()),
  /** Address in the setting without user name, password and query; null for all accounts but the owner's. */
  address: z.nullable(z.string()),
});

export const LocalModel = z.object({
  /** The program that runs the model, for example Ollama. */
  name: z.string(),
  /** Values of `LLM_BASE_URL` and `LLM_MODEL` that select the model. */
  base_url: z.string(),
  model: z.string(),
});

/** The owner of a service is the account with the lowest id. */
export const readEngines = endpoint({
  name: 'readEngines',
  method: 'GET',
  path: '/v2/engines',
  auth: 'key',
  scope: 'all',
  tag: 'account',
  result: z.object({
    version: z.string(),
    data: z.array(EngineUse),
    /** Language models that run on the service's machine; empty for all accounts but the owner's. */
    local_models: z.array(LocalModel),
  }),
  status: 200,
  errors: [],
});
