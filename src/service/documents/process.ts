/**
 * The job that reads a document: it downloads the file, extracts and splits the text, computes the vectors of the
 * sentences, and stores the result in one transaction. Until then calls use the previous version. After a crash the
 * job starts again.
 */
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { MAX_FILE_BYTES, type DocumentError } from '@palkit/contract/documents';
import { EngineError } from '@palkit/agent';
import { ExtractionError } from '@palkit/extraction/extraction-error';
import type { Extraction } from '@palkit/extraction/extraction';
import type { Job } from '../jobs/jobs.ts';
import { OutboundError, type OutboundFailure } from '@palkit/outbound/outbound-error';
import { MIN_FILE_RATE, type Outbound } from '@palkit/outbound/outbound';
import { crawl } from '@palkit/extraction/crawl/crawl';
import { PageResults } from '@palkit/extraction/crawl/page-results';
import { discardPages, drawPages, type StoredPage } from './pages.ts';
import {
  finishRun,
  setStatus,
  PROCESS_JOB,
  type DocumentRow,
  type Outcome,
  type StateParts,
  type StoredChunk,
} from './states.ts';
import type { VectorMaker } from './vector-maker.ts';

/** Maximum number of documents that one process reads at the same time. */
const CONCURRENCY = 10;
/** Maximum number of documents that one process reads for one account at the same time. */
const ACCOUNT_SHARE = 6;
const DOWNLOAD_TIME = 5 * 60_000;
/**
 * Number of consecutive runs that end with a crash of the service before the document counts as the cause.
 * Its text is read in a separate process, so a crash of the service usually has another cause.
 */
const MAX_CRASHES = 5;
/** Maximum number of attempts if the run of a document fails for another reason. */
const MAX_ATTEMPTS = 5;

/** Maximum number of chunks of one document. */
const MAX_CHUNKS = 100_000;

/** Percentage of the progress after reading a document; the rest is the computation of vectors. */
const READ_PERCENT = 90;

/** Maps the failure of a download to the error code of the document. */
const DOWNLOAD_ERRORS: Record<OutboundFailure, DocumentError> = {
  invalid_url: 'invalid_file_url',
  address_refused: 'invalid_file_url',
  name_not_found: 'file_download_failed',
  connection_failed: 'file_download_failed',
  timed_out: 'file_download_failed',
  too_slow: 'file_download_failed',
  too_large: 'file_size_too_large',
  too_many_redirects: 'file_download_failed',
  aborted: 'file_download_failed',
};

/** Thrown if the document was deleted during the run. */
class DocumentDeleted extends Error {}

export interface DocumentParts extends StateParts {
  outbound: Outbound;
  extraction: Extraction;
  /** Null if documents are searched by their words only. */
  vectors: VectorMaker | null;
}

export class Documents {
  readonly #parts: DocumentParts;
  /** Documents that this process is reading, keyed by id. */
  readonly #running = new Map<string, AbortController>();

  constructor(parts: DocumentParts) {
    this.#parts = parts;
    parts.jobs.register({
      name: PROCESS_JOB,
      payload: z.object({}),
      concurrency: CONCURRENCY,
      share: ACCOUNT_SHARE,
      run: (job) => this.#run(job),
    });
  }

  /** Stops reading a deleted document immediately. Other processes notice the deletion at their next step. */
  forget(id: string): void {
    this.#running.get(id)?.abort();
  }

  async #run(job: Job<object>): Promise<void> {
    const id = job.key!;
    const row = await this.#startRun(id);
    if (!row) return;
    if (job.crashes >= MAX_CRASHES) return finishRun(this.#parts, row, { error: 'processing_crashed' });
    if (job.attempt > MAX_ATTEMPTS) return finishRun(this.#parts, row, { error: 'contact_support' });
    const cleanup = new AbortController();
    this.#running.set(id, cleanup);
    const signal = AbortSignal.any([job.signal, cleanup.signal]);
    let pages: readonly StoredPage[] = [];
    const results = (row.run_crawl ?? row.crawl) ? new PageResults() : null;
    try {
      const outcome = await this.#readDocument(row, signal, { drew: (images) => (pages = images), results });
      try {
        await finishRun(this.#parts, row, outcome, results);
      } catch (error) {
        // A write that failed in all attempts will not succeed later.
        if (job.attempt < MAX_ATTEMPTS) throw error;
        await discardPages(this.#parts.media, pages);
        await finishRun(this.#parts, row, { error: 'vector_store_failed' });
      }
    } catch (error) {
      await discardPages(this.#parts.media, pages);
      if (error instanceof DocumentDeleted || cleanup.signal.aborted) return;
      if (job.signal.aborted || !(error instanceof ExtractionError)) throw error;
      await finishRun(this.#parts, row, { error: error.code }, results);
    } finally {
      this.#running.delete(id);
    }
  }

  /** Starts the run of a document, or continues after a crash; undefined if there is nothing to do. */
  async #startRun(id: string): Promise<DocumentRow | undefined> {
    const { store } = this.#parts;
    const startedRow = await store.db
      .transaction()
      .execute((trx) => setStatus(trx, this.#parts, id, 'processing', { progress: 0 }));
    return (
      startedRow ??
      store.db
        .selectFrom('documents')
        .selectAll()
        .where('id', '=', id)
        .where('status', 'in', ['processing', 'recrawling'])
        .executeTakeFirst()
    );
  }

  /** Reads the document. `onDrawn` receives the pictures as soon as they exist, because later steps may fail. */
  async #readDocument(
    row: DocumentRow,
    signal: AbortSignal,
    { drew: onDrawn, results }: { drew(pages: readonly StoredPage[]): void; results: PageResults | null },
  ): Promise<Outcome> {
    const limits = row.run_crawl ?? row.crawl;
    if (!limits) {
      const { pieces: chunks, pages } = await this.#readFile(row, signal, onDrawn);
      const passages = chunks.map((content) => ({ content, pageUrl: null }));
      return { ...(await this.#createChunks(row, passages, signal)), pages };
    }
    await this.#storeProgress(row, 0);
    const parts = { ...this.#parts, account: row.account_id, record: results?.record };
    const pages = await crawl(parts, row.url, limits, signal, (count) =>
      this.#storeProgress(row, (READ_PERCENT * count) / limits.max_pages),
    );
    return {
      ...(await this.#createChunks(
        row,
        pages.flatMap(({ url, pieces }) => pieces.map((content) => ({ content, pageUrl: url }))),
        signal,
      )),
      pages: [],
      crawledUrls: pages.map((page) => page.url),
    };
  }

  /**
   * Creates the chunks with the vectors of their sentences. Throws an `ExtractionError` if there are too many
   * chunks or the vectors cannot be computed.
   */
  async #createChunks(
    row: DocumentRow,
    passages: readonly Omit<StoredChunk, 'vectors'>[],
    signal: AbortSignal,
  ): Promise<{ chunks: StoredChunk[]; model: string | null }> {
    if (passages.length > MAX_CHUNKS) throw new ExtractionError('chunking_failed');
    const { vectors: vectorMaker } = this.#parts;
    const chunks: StoredChunk[] = passages.map((passage) => ({ ...passage, vectors: null }));
    const contents = passages.map(({ content }) => content);
    if (!vectorMaker) return { chunks, model: null };
    await this.#storeProgress(row, READ_PERCENT);
    let lastPercent = READ_PERCENT;
    try {
      for await (const { at, vectors } of vectorMaker.make(contents, row.name, { signal })) {
        chunks[at]!.vectors = vectors;
        const percent = Math.floor(READ_PERCENT + ((100 - READ_PERCENT) * at) / contents.length);
        if (percent > lastPercent) await this.#storeProgress(row, (lastPercent = percent));
      }
    } catch (error) {
      if (signal.aborted || !(error instanceof EngineError)) throw error;
      throw new ExtractionError('embedding_failed');
    }
    return { chunks, model: vectorMaker.model };
  }

  async #readFile(
    row: DocumentRow,
    signal: AbortSignal,
    drew: (pages: readonly StoredPage[]) => void,
  ): Promise<{ pieces: string[]; pages: StoredPage[] }> {
    const { bytes, charset } = row.file
      ? await this.#readUpload(row.file)
      : await this.#download(row.url, signal);
    await this.#storeProgress(row, 50);
    const pieces = await this.#parts.extraction.readFile(bytes, charset, row.account_id);
    await this.#storeProgress(row, 70);
    const pages = await drawPages(this.#parts, bytes, row.account_id);
    drew(pages);
    await this.#storeProgress(row, READ_PERCENT);
    return { pieces, pages };
  }

  /** Reads the file of an upload request. */
  async #readUpload(file: string): Promise<{ bytes: Uint8Array; charset?: string }> {
    try {
      return { bytes: await readFile(this.#parts.media.path('documents', file, 'file')) };
    } catch (error) {
      // Another process has the file in a folder that is not shared, or the disk lost it; in both cases the
      // document fails.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new ExtractionError('file_download_failed');
    }
  }

  async #download(
    url: string,
    signal: AbortSignal,
  ): Promise<{ bytes: Uint8Array; charset: string | undefined }> {
    try {
      const response = await this.#parts.outbound.fetch(url, {
        signal,
        redirects: 5,
        timeout: DOWNLOAD_TIME,
        minRate: MIN_FILE_RATE,
        maximumBytes: MAX_FILE_BYTES,
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new ExtractionError('file_download_failed');
      }
      const charset = /charset=["']?([\w-]+)/i.exec(response.headers.get('content-type') ?? '')?.[1];
      return { bytes: new Uint8Array(await response.arrayBuffer()), charset };
    } catch (error) {
      throw error instanceof OutboundError && !signal.aborted
        ? new ExtractionError(DOWNLOAD_ERRORS[error.code])
        : error;
    }
  }

  async #storeProgress(row: DocumentRow, percent: number): Promise<void> {
    const { numUpdatedRows } = await this.#parts.store.db
      .updateTable('documents')
      .set({ progress: Math.min(99, Math.floor(percent)) })
      .where('id', '=', row.id)
      .where('status', 'in', ['processing', 'recrawling'])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new DocumentDeleted();
  }
}
