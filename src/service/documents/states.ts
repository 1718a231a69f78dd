/**
 * The state changes of documents and the running crawls of an account. A change, its chunks, its callback and the
 * next crawl's start form one transaction. Locks are taken in a fixed order: the account, then the document.
 */
import { sql, type Selectable } from 'kysely';
import {
  CRAWLED_DOCUMENTS,
  CRAWLS_AT_ONCE,
  DOCUMENT_ERRORS,
  DOCUMENT_MOVES,
  UPLOADS_WAITING,
  type CrawlConfig,
  type Document,
  type DocumentError,
  type DocumentStatus,
} from '@palkit/contract/documents';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso, type Clock } from '@palkit/runtime/clock';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { MediaFiles } from '../media/media-files.ts';
import type { Tables } from '../store/schema.ts';
import type { Database, Store } from '../store/store.ts';
import { lockAccount } from '../store/accounts.ts';
import { HeadingTrail } from '@palkit/extraction/heading-trail';
import type { PageResults } from '@palkit/extraction/crawl/page-results';
import { replacePageResults } from './crawled-pages.ts';
import { discardPages, replacePages, type StoredPage } from './pages.ts';

export type DocumentRow = Selectable<Tables['documents']>;

export const PROCESS_JOB = 'process documents';

export interface StateParts {
  store: Store;
  clock: Clock;
  jobs: Jobs;
  callbacks: Callbacks;
  media: MediaFiles;
}

/** A chunk of a document as it is stored, with the vectors of its sentences. */
export interface StoredChunk {
  content: string;
  /** The crawled page that contains the chunk; null for a file. */
  pageUrl: string | null;
  vectors: Uint8Array | null;
}
/** The result of a run. */
export interface Outcome {
  chunks: StoredChunk[];
  /** The pages of a PDF. */
  pages: readonly StoredPage[];
  /** The model that computed the vectors; null if there are none. */
  model: string | null;
  crawledUrls?: string[];
}

/** Number of rows of `document_chunks` that one statement writes. */
const BATCH = 200;

/** Throws if the account has too many crawled documents. The caller holds the account's lock. */
export async function checkCrawledDocuments(trx: Database, account: number): Promise<void> {
  if ((await count(trx, account, 'crawled')) >= CRAWLED_DOCUMENTS)
    throw new ServiceError(
      'document_limit',
      `The account has ${CRAWLED_DOCUMENTS} crawled documents, which is its limit. Delete one first.`,
      { retryAfter: 3600 },
    );
}

/** Throws if too many uploaded files wait to be read. The caller holds the account's lock. */
export async function checkUploads(trx: Database, account: number): Promise<void> {
  const { waiting: waitingCount } = await trx
    .selectFrom('documents')
    .select((select) => select.fn.countAll<number>().as('waiting'))
    .where('account_id', '=', account)
    .where('file', 'is not', null)
    .executeTakeFirstOrThrow();
  if (Number(waitingCount) >= UPLOADS_WAITING)
    throw new ServiceError(
      'document_limit',
      `${UPLOADS_WAITING} files of this account are waiting. Send the next one when one of them is ready.`,
    );
}

/** True if the account may run another crawl. The caller holds the account's lock. */
export async function mayCrawl(trx: Database, account: number): Promise<boolean> {
  return (await count(trx, account, 'crawling')) < CRAWLS_AT_ONCE;
}

async function count(trx: Database, account: number, column: 'crawled' | 'crawling'): Promise<number> {
  const { count } = await trx
    .selectFrom('documents')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', account)
    .where(column, '=', true)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Changes the status by compare-and-set and queues a callback; undefined if the current status does not allow the
 * change.
 */
export async function setStatus(
  trx: Database,
  { callbacks, clock }: Pick<StateParts, 'callbacks' | 'clock'>,
  id: string,
  to: DocumentStatus,
  change: Omit<Partial<Record<keyof Tables['documents'], unknown>>, 'id' | 'status'>,
): Promise<DocumentRow | undefined> {
  const from = (Object.keys(DOCUMENT_MOVES) as DocumentStatus[]).filter((status) =>
    DOCUMENT_MOVES[status].includes(to),
  );
  if (from.length === 0) return undefined;
  const row = await trx
    .updateTable('documents')
    .set({ ...change, status: to, updated_at: toIso(clock.now()) } as never)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst();
  if (row?.callback_url)
    await callbacks.queue(trx, {
      account: row.account_id,
      subject: row.id,
      url: row.callback_url,
      body: show(row),
    });
  return row;
}

/** Ends a run: stores its outcome, chunks and page results, and starts the crawl that has waited longest. */
export async function finishRun(
  parts: StateParts,
  row: DocumentRow,
  outcome: { error: DocumentError } | Outcome,
  results: PageResults | null = null,
): Promise<void> {
  const { store, clock } = parts;
  const isStored = await store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, row.account_id);
    const resetFields = { progress: null, crawling: false, run_crawl: null, file: null };
    // The uploaded file is not needed after the document was read, whether or not that succeeded.
    if (row.file) await parts.media.removeWith(trx, parts.jobs, 'documents', row.file);
    if (results) await replacePageResults(trx, row.id, results.rows);
    if ('error' in outcome) {
      await setStatus(trx, parts, row.id, 'error', { ...resetFields, error: outcome.error });
      await nextCrawl(trx, parts, row.account_id);
      return true;
    }
    const crawlFields = outcome.crawledUrls && {
      crawled_urls: JSON.stringify(outcome.crawledUrls),
      last_crawled_at: toIso(clock.now()),
      crawl_count: sql`crawl_count + 1`,
    };
    const readyRow = await setStatus(trx, parts, row.id, 'ready', {
      ...resetFields,
      error: null,
      ...crawlFields,
    });
    if (readyRow) {
      await replacePages(trx, parts, row.id, outcome.pages);
      await trx.deleteFrom('document_chunks').where('document_id', '=', row.id).execute();
      await insertChunks(trx, row.id, outcome);
    }
    await nextCrawl(trx, parts, row.account_id);
    return readyRow !== undefined;
  });
  if (!isStored && 'pages' in outcome) await discardPages(parts.media, outcome.pages);
}

async function insertChunks(
  trx: Database,
  document_id: string,
  { chunks, model }: Pick<Outcome, 'chunks' | 'model'>,
): Promise<void> {
  let trail = new HeadingTrail();
  let pageUrl: string | null = null;
  for (let from = 0; from < chunks.length; from += BATCH) {
    const rows = chunks.slice(from, from + BATCH).map((chunk, index) => {
      // Headings of one page do not apply to the next page.
      if (chunk.pageUrl !== pageUrl) trail = new HeadingTrail();
      pageUrl = chunk.pageUrl;
      return {
        document_id,
        position: from + index,
        content: chunk.content,
        vectors: chunk.vectors,
        embedding_model: model,
        headings: JSON.stringify(trail.headingsAfter(chunk.content)),
        page_url: pageUrl,
      };
    });
    await trx.insertInto('document_chunks').values(rows).execute();
  }
}

/** Starts waiting crawls while the account's limit allows it, oldest first. The caller holds the account's lock. */
export async function nextCrawl(
  trx: Database,
  { jobs }: Pick<StateParts, 'jobs'>,
  account: number,
): Promise<void> {
  while (await mayCrawl(trx, account)) {
    const nextRow = await trx
      .updateTable('documents')
      .set({ crawling: true })
      .where('id', '=', (select) =>
        select
          .selectFrom('documents')
          .select('id')
          .where('account_id', '=', account)
          .where('status', '=', 'started')
          .where('crawled', '=', true)
          .where('crawling', '=', false)
          .orderBy('position')
          .limit(1),
      )
      .returning('id')
      .executeTakeFirst();
    if (!nextRow) return;
    await jobs.enqueue(trx, PROCESS_JOB, { key: nextRow.id, account, payload: {} });
  }
}

/** Starts a document's next crawl; undefined if its status does not allow it. The caller holds the account's lock. */
export async function crawlAgain(
  trx: Database,
  parts: Pick<StateParts, 'callbacks' | 'clock' | 'jobs'>,
  { id, account_id }: Pick<DocumentRow, 'id' | 'account_id'>,
  crawl: CrawlConfig | null = null,
): Promise<DocumentRow | undefined> {
  const movedRow = await setStatus(trx, parts, id, 'recrawling', {
    run_crawl: crawl && JSON.stringify(crawl),
    crawled: true,
    crawling: true,
    recrawled_at: toIso(parts.clock.now()),
    progress: null,
    error: null,
  });
  if (movedRow) await parts.jobs.enqueue(trx, PROCESS_JOB, { key: id, account: account_id, payload: {} });
  return movedRow;
}

export function show(row: DocumentRow): Document {
  const config = row.run_crawl ?? row.crawl;
  return {
    document_id: row.id,
    document_name: row.name,
    document_url: row.url,
    status: row.status,
    progress: row.progress,
    ...(row.status === 'error' && row.error
      ? { error_message: row.error, error_details: DOCUMENT_ERRORS[row.error as DocumentError] }
      : {}),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    callback_url: row.callback_url ?? '',
    tags: row.tags,
    participant_tags: row.participant_tags,
    ...(config ? { crawl_config: config } : {}),
    ...(row.crawled_urls ? { crawled_urls: row.crawled_urls } : {}),
    ...(row.last_crawled_at ? { last_crawled_at: toIso(row.last_crawled_at) } : {}),
    ...(row.crawl_every ? { crawl_every: row.crawl_every } : {}),
    ...(row.crawled ? { crawl_count: row.crawl_count } : {}),
  };
}
