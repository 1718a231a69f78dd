/** Computes the vectors of a document's sentences, so that it can be searched by meaning. */
import {
  type Embeddings,
  EngineError,
  packVectors,
  type ReadBlocks,
  textsOf,
  vectorsName,
} from '@palkit/agent';
import { pause, type Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';

/** Maximum number of texts of one document that get vectors; a call uses no more. */
const MAX_TEXTS = 30_000;
/** Number of texts in one request to an embeddings endpoint. */
const BATCH = 64;
/** Milliseconds before each retry. */
const RETRY_DELAYS_MS = [1000, 4000, 16_000];

interface VectorMakerParts {
  clock: Clock;
  log: Log;
  read: ReadBlocks;
  embeddings: Embeddings;
  /**
   * True if the model runs on this machine. A text that it cannot read is then searched by its words only, whereas
   * requests to an endpoint are retried and finally fail.
   */
  local: boolean;
}

/** The vectors of one chunk of a document; null if it has no sentences, or none that the model can read. */
export interface PieceVectors {
  at: number;
  vectors: Uint8Array | null;
}

interface Batch {
  pieces: { at: number; texts: string[] }[];
  size: number;
}

export class VectorMaker {
  readonly #parts: VectorMakerParts;

  constructor(parts: VectorMakerParts) {
    this.#parts = parts;
  }

  /** The name that is stored with each vector: the model and the splitting method. */
  get model(): string {
    return vectorsName(this.#parts.embeddings.model);
  }

  /**
   * Yields the vectors of a document's chunks in order; `name` is the document's name. `hasVectors(index)` is true if
   * that chunk needs no new vectors. Throws an `EngineError` if the model keeps failing.
   */
  async *make(
    contents: readonly string[],
    name: string,
    {
      signal,
      hasVectors: hasStoredVectors = () => false,
    }: { signal: AbortSignal; hasVectors?: (at: number) => boolean },
  ): AsyncIterable<PieceVectors> {
    const { read, local } = this.#parts;
    // A local model gets one text at a time, so that a visitor's question does not wait for a batch.
    const maximum = local ? 1 : BATCH;
    let index = 0;
    let count = 0;
    let batch: Batch = { pieces: [], size: 0 };
    for await (const blocks of read(contents)) {
      signal.throwIfAborted();
      const allTexts = textsOf(blocks, name);
      count += allTexts.length;
      const texts = count <= MAX_TEXTS ? allTexts : [];
      if (!hasStoredVectors(index)) {
        batch.pieces.push({ at: index, texts });
        batch.size += texts.length;
      }
      index += 1;
      if (batch.size < maximum) continue;
      yield* await this.#embed(batch, signal);
      batch = { pieces: [], size: 0 };
    }
    if (batch.pieces.length > 0) yield* await this.#embed(batch, signal);
  }

  async #embed({ pieces }: Batch, signal: AbortSignal): Promise<PieceVectors[]> {
    const texts = pieces.flatMap((chunk) => chunk.texts);
    const vectors = texts.length > 0 ? await this.#vectorsOf(texts, signal) : null;
    let from = 0;
    return pieces.map(({ at, texts: { length } }) => ({
      at,
      vectors: vectors && length > 0 ? packVectors(vectors.slice(from, (from += length))) : null,
    }));
  }

  async #vectorsOf(texts: readonly string[], signal: AbortSignal): Promise<number[][] | null> {
    const { embeddings, clock, log, local } = this.#parts;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await embeddings.embed(texts, signal);
      } catch (error) {
        if (signal.aborted || !(error instanceof EngineError)) throw error;
        if (local && error.code === 'bad_response') {
          log.warn({ engine: 'embeddings', ...describe(error) }, 'a piece of a document has no vectors');
          return null;
        }
        const delay = RETRY_DELAYS_MS[attempt];
        if (delay === undefined || error.code === 'unauthorized') throw error;
        await pause(clock, delay, signal);
      }
    }
  }
}
