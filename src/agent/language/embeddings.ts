/**
 * Converts texts to vectors with an OpenAI-compatible `/embeddings`. Similar texts get vectors of similar
 * direction.
 */
import * as z from 'zod';
import type { EngineConfig } from './openai-endpoint.ts';
import { EngineError } from './engine-error.ts';
import { post } from './openai-endpoint.ts';

export interface Embeddings {
  /** Name of the model. Vectors of different models cannot be compared. */
  readonly model: string;
  /**
   * BCP 47 primary languages that the model was trained on; null if the operator chose the model without naming them.
   */
  readonly languages: readonly string[] | null;
  /** True if the weights of `../knowledge/ranking.ts` were fitted on this model's cosines. */
  readonly calibrated: boolean;
  /** Returns a vector for each text, in the same order. Rejects with an `EngineError`, or with the signal's reason. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<number[][]>;
  /** Returns a question's vector of length 1, and its tokens with their vectors if the model reports them. */
  question?(text: string, signal?: AbortSignal): Promise<QuestionVectors>;
}

export interface QuestionVectors {
  vector: Float32Array;
  words: { text: string; parts: Float32Array[] }[];
}

/** Number of texts in one request. */
const BATCH = 64;
/** Maximum number of characters of a text that are embedded. */
const MAX_CHARACTERS = 8000;
const MAX_BYTES = 16 * 1024 * 1024;

const Answer = z.looseObject({
  data: z.array(z.looseObject({ index: z.int(), embedding: z.array(z.number()).min(1).max(8192) })),
});

/** Creates embeddings at an endpoint. `timeout` is the limit of one request in milliseconds. */
export function createEmbeddings({ baseUrl, apiKey, model }: EngineConfig, timeout: number): Embeddings {
  const name = model ?? 'text-embedding-3-small';
  return {
    model: name,
    languages: null,
    calibrated: false,
    async embed(texts, signal) {
      const vectors: number[][] = [];
      for (let from = 0; from < texts.length; from += BATCH) {
        const input = texts.slice(from, from + BATCH).map((text) => text.slice(0, MAX_CHARACTERS));
        const body = JSON.stringify({ model: name, input, encoding_format: 'float' });
        const bytes = await post(
          { fetch, baseUrl, key: apiKey ?? undefined, model: name, timeout },
          '/embeddings',
          { body, contentType: 'application/json', limit: MAX_BYTES, signal },
        );
        vectors.push(...parseVectors(new TextDecoder().decode(bytes), input.length));
      }
      return vectors;
    },
  };
}

function parseVectors(text: string, count: number): number[][] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = null;
  }
  const data = Answer.safeParse(json).data?.data.sort((a, b) => a.index - b.index);
  if (
    data?.length !== count ||
    data.some(
      ({ index, embedding }, position) =>
        index !== position || embedding.length !== data[0]!.embedding.length,
    )
  )
    throw new EngineError('bad_response', '/embeddings answered other vectors than asked for');
  return data.map(({ embedding }) => embedding);
}
