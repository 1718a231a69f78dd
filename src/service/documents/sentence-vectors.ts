/**
 * Computes missing vectors of ready documents after an update that changed the model or the splitting of sentences. A
 * document that is read again gets its vectors before it becomes ready (`process.ts`).
 */
import * as z from 'zod';
import type { Jobs } from '../jobs/jobs.ts';
import type { Database, Store } from '../store/store.ts';
import type { VectorMaker } from './vector-maker.ts';

const EMBED_JOB = 'embed documents';
/** Key of the single job for all documents, which runs until all vectors exist. */
const KEY = 'all';

interface SentenceVectorDependencies {
  store: Store;
  jobs: Jobs;
  maker: VectorMaker;
}

export class SentenceVectors {
  readonly #dependencies: SentenceVectorDependencies;

  constructor(dependencies: SentenceVectorDependencies) {
    this.#dependencies = dependencies;
    dependencies.jobs.register({
      name: EMBED_JOB,
      payload: z.object({}),
      concurrency: 1,
      run: ({ signal }) => this.#run(signal),
    });
  }

  /** Queues the job that searches for documents without vectors. */
  async enqueue(trx: Database): Promise<void> {
    await this.#dependencies.jobs.enqueue(trx, EMBED_JOB, { key: KEY, payload: {} });
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (;;) {
      const document = await this.#findNext();
      if (!document) return;
      await this.#embed(document, signal);
    }
  }

  /** Finds the document with the fewest missing vectors, so that small ones do not wait for large ones. */
  async #findNext(): Promise<{ id: string; name: string } | undefined> {
    const { store, maker } = this.#dependencies;
    return store.db
      .selectFrom('document_chunks')
      .innerJoin('documents', 'documents.id', 'document_chunks.document_id')
      .select(['documents.id', 'documents.name'])
      .where('embedding_model', 'is distinct from', maker.model)
      .groupBy(['documents.id', 'documents.name'])
      .orderBy((select) => select.fn.countAll())
      .limit(1)
      .executeTakeFirst();
  }

  async #embed({ id, name }: { id: string; name: string }, signal: AbortSignal): Promise<void> {
    const { store, maker } = this.#dependencies;
    const chunks = await store.db
      .selectFrom('document_chunks')
      .select(['position', 'content', 'embedding_model'])
      .where('document_id', '=', id)
      .orderBy('position')
      .execute();
    const contents = chunks.map(({ content }) => content);
    const hasVectors = (index: number): boolean => chunks[index]?.embedding_model === maker.model;
    for await (const { at, vectors } of maker.make(contents, name, { signal, hasVectors })) {
      const chunk = chunks[at];
      if (!chunk) return;
      // A document that was read again in the meantime has new chunks with vectors.
      await store.db
        .updateTable('document_chunks')
        .set({ vectors, embedding_model: maker.model })
        .where('document_id', '=', id)
        .where('position', '=', chunk.position)
        .where('content', '=', chunk.content)
        .execute();
    }
  }
}
