/** Requests the vectors of a question from an embedding engine. */
import type { Embeddings, QuestionVectors } from '../language/embeddings.ts';

/**
 * Requests the vectors of a question. If the engine fails, calls `failed` and returns null, so that the
 * search uses words only. Rejects if `signal` aborts.
 */
export async function questionVectors(
  embeddings: Embeddings,
  question: string,
  failed: (error: unknown) => void,
  signal?: AbortSignal,
): Promise<QuestionVectors | null> {
  try {
    if (embeddings.question) return await embeddings.question(question, signal);
    const [vector] = await embeddings.embed([question], signal);
    const length = Math.hypot(...vector!) || 1;
    return { vector: Float32Array.from(vector!, (value) => value / length), words: [] };
  } catch (error) {
    signal?.throwIfAborted();
    failed(error);
    return null;
  }
}
