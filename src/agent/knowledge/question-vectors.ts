/** Requests the vectors of a question from an embedding engine, and stores those of the newest questions. */
import type { Embeddings, QuestionVectors } from '../language/embeddings.ts';

/**
 * Requests the vectors of a question. If the engine fails, calls `onFailure` and returns null, so that the
 * search uses words only. Rejects if `signal` aborts.
 */
export async function questionVectors(
  embeddings: Embeddings,
  question: string,
  onFailure: (error: unknown) => void,
  signal?: AbortSignal,
): Promise<QuestionVectors | null> {
  try {
    if (embeddings.question) return await embeddings.question(question, signal);
    const [vector] = await embeddings.embed([question], signal);
    const length = Math.hypot(...vector!) || 1;
    return { vector: Float32Array.from(vector!, (value) => value / length), words: [] };
  } catch (error) {
    signal?.throwIfAborted();
    onFailure(error);
    return null;
  }
}

/** Maximum number of questions whose vectors are stored; one line of a visitor is searched in up to three forms. */
const MAX_RECENT = 6;

/** The vectors of the newest questions of a call. */
export class RecentVectors {
  readonly #vectors = new Map<string, QuestionVectors>();

  get(question: string): QuestionVectors | undefined {
    return this.#vectors.get(question);
  }

  set(question: string, vectors: QuestionVectors): void {
    this.#vectors.delete(question);
    this.#vectors.set(question, vectors);
    const [oldest] = this.#vectors.keys();
    if (this.#vectors.size > MAX_RECENT) this.#vectors.delete(oldest!);
  }
}
