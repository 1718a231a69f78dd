/**
 * The vectors of documents' sentences, so that they are found by meaning. A model on this machine takes its
 * time (some 30 ms a sentence), so documents are ready before it: a job makes what is missing, and makes all
 * anew where the model has changed.
 */
import * as z from 'zod';
import { EngineError } from '../language/engine-error.ts';
import type { Embeddings } from '../language/embeddings.ts';
import type { ReadBlocks } from '../agent/knowledge/block-reader.ts';
import { packVectors, textsOf } from '../agent/knowledge/sentence-table.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { Database, Store } from '../store/store.ts';
import { describe } from '../platform/describe.ts';

const EMBED = 'embed documents';
/** One job for all documents: it goes on until nothing is missing. */
const KEY = 'all';

/** Texts of one document that are made into vectors; a call knows no more of them. */
const MOST_TEXTS = 30_000;

/** What is made into vectors of each piece of a document, in order. */
export async function textsOfPieces(
  contents: readonly string[],
  name: string,
  read: ReadBlocks,
): Promise<string[][]> {
  const texts: string[][] = [];
  let count = 0;
  for await (const blocks of read(contents)) {
    const found = textsOf(blocks, name);
    count += found.length;
    texts.push(count <= MOST_TEXTS ? found : []);
  }
  return texts;
}

/** The vectors of each piece's texts; null for a piece without any. */
export async function vectorsOf(
  texts: readonly (readonly string[])[],
  embeddings: Embeddings,
  signal: AbortSignal,
): Promise<(Uint8Array | null)[]> {
  const vectors = await embeddings.embed(texts.flat(), signal);
  let from = 0;
  return texts.map(({ length }) =>
    length === 0 ? null : packVectors(vectors.slice(from, (from += length))),
  );
}

interface SentenceVectorParts {
  store: Store;
  jobs: Jobs;
  log: Log;
  embeddings: Embeddings;
  read: ReadBlocks;
}

export class SentenceVectors {
  readonly #parts: SentenceVectorParts;

  constructor(parts: SentenceVectorParts) {
    this.#parts = parts;
    parts.jobs.register({
      name: EMBED,
      payload: z.object({}),
      concurrency: 1,
      run: ({ signal }) => this.#run(signal),
    });
  }

  /** Something may be missing. */
  async enqueue(trx: Database): Promise<void> {
    await this.#parts.jobs.enqueue(trx, EMBED, { key: KEY, payload: {} });
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (;;) {
      const document = await this.#next();
      if (!document) return;
      await this.#embed(document, signal);
    }
  }

  /** The document with the least to do: nobody's small one waits for somebody else's large one. */
  async #next(): Promise<{ id: string; name: string } | undefined> {
    const { store, embeddings } = this.#parts;
    return store.db
      .selectFrom('document_chunks')
      .innerJoin('documents', 'documents.id', 'document_chunks.document_id')
      .select(['documents.id', 'documents.name'])
      .where('embedding_model', 'is distinct from', embeddings.model)
      .groupBy(['documents.id', 'documents.name'])
      .orderBy((select) => select.fn.countAll())
      .limit(1)
      .executeTakeFirst();
  }

  async #embed({ id, name }: { id: string; name: string }, signal: AbortSignal): Promise<void> {
    const { store, embeddings, log, read } = this.#parts;
    const chunks = await store.db
      .selectFrom('document_chunks')
      .select(['position', 'content', 'embedding_model'])
      .where('document_id', '=', id)
      .orderBy('position')
      .execute();
    let next = 0;
    let count = 0;
    for await (const blocks of read(chunks.map(({ content }) => content))) {
      const { position, content, embedding_model } = chunks[next++]!;
      const found = textsOf(blocks, name);
      count += found.length;
      const texts = count <= MOST_TEXTS ? found : [];
      if (embedding_model === embeddings.model) continue;
      signal.throwIfAborted();
      let vectors: Uint8Array | null = null;
      try {
        vectors = texts.length > 0 ? packVectors(await embeddings.embed(texts, signal)) : null;
      } catch (error) {
        if (!(error instanceof EngineError) || error.code !== 'bad_response') throw error;
        // What the model cannot read is found by its words.
        log.warn(
          { engine: 'embeddings', ...describe(error), document: id },
          'a piece of a document has no vectors',
        );
      }
      // A document that was made anew meanwhile has other pieces; its own turn comes.
      await store.db
        .updateTable('document_chunks')
        .set({ vectors, embedding_model: embeddings.model })
        .where('document_id', '=', id)
        .where('position', '=', position)
        .where('content', '=', content)
        .execute();
    }
  }
}
