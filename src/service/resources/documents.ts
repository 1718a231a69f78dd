/** Documents in the API for owners: create, list, read, rename, tag, delete and crawl again. */
import { sql } from 'kysely';
import {
  CRAWL_DEFAULTS,
  RECRAWL_COOLDOWN,
  type CrawlConfig,
  type Document,
  type createDocument,
  type deleteDocument,
  type getDocument,
  type listDocuments,
  type patchDocument,
  type recrawlDocument,
  DOCUMENT_MOVES,
} from '@palkit/contract/documents';
import { withoutInvisible } from '@palkit/contract/names';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso } from '@palkit/runtime/clock';
import type { Handler } from '../http/binder.ts';
import type { Context } from '../http/context.ts';
import { newMediaName } from '../media/media-files.ts';
import { newId } from '@palkit/runtime/ids';
import type { Database } from '../store/store.ts';
import { isSameDocument } from '@palkit/runtime/same';
import { lockAccount } from '../store/accounts.ts';
import { forgetPages } from '../documents/pages.ts';
import {
  checkCrawledDocuments,
  checkUploads,
  crawlAgain,
  mayCrawl,
  nextCrawl,
  PROCESS_JOB,
  show,
  type DocumentRow,
} from '../documents/states.ts';
import { readPage } from '../store/page.ts';
import { applyFilters } from '../store/list-filters.ts';

export const create: Handler<typeof createDocument> = async (call, context) => {
  if (!call.upload) return insert(call, context, null);
  const file = newMediaName();
  await context.media.publish('documents', file, call.upload, ['file']);
  try {
    return await insert(call, context, file);
  } catch (error) {
    await context.media.remove('documents', file);
    throw error;
  }
};

/** Stores a document. `file` is the uploaded file; null if the document has a URL. */
async function insert(
  { account, body }: Parameters<Handler<typeof createDocument>>[0],
  { store, clock, jobs }: Context,
  file: string | null,
): Promise<Document> {
  const crawl = body.crawl ? withDefaults(body.crawl, CRAWL_DEFAULTS) : null;
  const id = newId('document');
  const now = toIso(clock.now());
  return store.db.transaction().execute(async (trx) => {
    let crawling = false;
    if (file) {
      await lockAccount(trx, account);
      await checkUploads(trx, account);
    }
    if (crawl) {
      await lockAccount(trx, account);
      await checkCrawledDocuments(trx, account);
      crawling = await mayCrawl(trx, account);
    }
    const row = await trx
      .insertInto('documents')
      .values({
        id,
        account_id: account,
        name: body.document_name?.trim() || nameOf(body.document_url),
        url: body.document_url,
        tags: JSON.stringify([...new Set(body.tags)]),
        participant_tags: JSON.stringify([...new Set(body.participant_tags)]),
        callback_url: body.callback_url ?? null,
        status: 'started',
        crawl: crawl && JSON.stringify(crawl),
        crawled: crawl !== null,
        crawling,
        file,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    // If too many crawls are running, a new one waits until one of them ends.
    if (!crawl || crawling) await jobs.enqueue(trx, PROCESS_JOB, { key: id, account, payload: {} });
    return show(row);
  });
}

export const list: Handler<typeof listDocuments> = async ({ account, query }, { store }) => {
  let own = store.db
    .selectFrom('documents')
    .where('account_id', '=', account)
    .where(applyFilters(query, { name: sql.ref('name') }));
  if (query.status) own = own.where('status', '=', query.status);
  for (const column of ['tags', 'participant_tags'] as const) {
    const tags = query[column];
    if (tags?.length)
      own = own.where(
        sql<boolean>`exists (
          select 1 from jsonb_array_elements_text(${sql.ref(column)}) as tag where tag = any(${tags}::text[]))`,
      );
  }
  const { rows, total_count } = await readPage(
    own.selectAll().orderBy('created_at', query.sort).orderBy('position', query.sort),
    query,
    0,
  );
  return { data: rows.map(show), total_count };
};

export const get: Handler<typeof getDocument> = async ({ account, params }, { store }) =>
  show(await find(store.db, params.document_id, account));

export const patch: Handler<typeof patchDocument> = async ({ account, params, body }, { store, clock }) =>
  store.db.transaction().execute(async (trx) => {
    const row = await find(trx, params.document_id, account, 'lock');
    const { name, tags, participant_tags: participantTags, crawl_every: interval } = row;
    if (body.crawl_every && !row.crawl && body.crawl_every !== interval)
      throw new ServiceError(
        'crawl_not_configured',
        'crawl_every is only for websites; this document is a file.',
      );
    const storedFields = { name, tags, participantTags, interval };
    const changedFields = {
      name: body.document_name?.trim() ?? name,
      tags: body.tags ? [...new Set(body.tags)] : tags,
      participantTags: body.participant_tags ? [...new Set(body.participant_tags)] : participantTags,
      interval: body.crawl_every === undefined ? interval : body.crawl_every,
    };
    if (isSameDocument(changedFields, storedFields)) return show(row);
    const document = await trx
      .updateTable('documents')
      .set({
        name: changedFields.name,
        tags: JSON.stringify(changedFields.tags),
        participant_tags: JSON.stringify(changedFields.participantTags),
        crawl_every: changedFields.interval,
        updated_at: toIso(clock.now()),
      })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return show(document);
  });

/** Deletes a document, removes it from the PALs, and starts a waiting crawl if the account's limit allows it. */
export const remove: Handler<typeof deleteDocument> = async (
  { account, params },
  { store, clock, jobs, media, documents },
) => {
  await store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    const row = await find(trx, params.document_id, account, 'lock');
    await forgetPages(trx, { jobs, media }, row.id);
    if (row.file) await media.removeWith(trx, jobs, 'documents', row.file);
    await trx.deleteFrom('documents').where('id', '=', row.id).execute();
    await sql`
      update pals set
        document = jsonb_set(document, '{document_ids}', (document->'document_ids') - ${row.id}::text),
        version = version + 1,
        updated_at = ${toIso(clock.now())}
      where account_id = ${account} and jsonb_exists(document->'document_ids', ${row.id})`.execute(trx);
    await nextCrawl(trx, { jobs }, account);
  });
  documents.forget(params.document_id);
};

export const recrawl: Handler<typeof recrawlDocument> = async ({ account, params, body }, context) => {
  const { store, clock } = context;
  return store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    const row = await find(trx, params.document_id, account, 'lock');
    if (!row.crawl && !body.crawl) throw new ServiceError('crawl_not_configured');
    const now = clock.now();
    if (!DOCUMENT_MOVES[row.status].includes('recrawling'))
      throw new ServiceError(
        'document_busy',
        `The document cannot be crawled again while its status is ${row.status}.`,
      );
    const secondsToWait =
      row.recrawled_at === null
        ? 0
        : Math.ceil(row.recrawled_at.getTime() / 1000 + RECRAWL_COOLDOWN - now / 1000);
    if (secondsToWait > 0) {
      const minutes = Math.ceil(secondsToWait / 60);
      throw new ServiceError(
        'recrawl_cooldown',
        `The document was crawled again within the last hour. Wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
        { retryAfter: secondsToWait },
      );
    }
    if (!(await mayCrawl(trx, account))) throw new ServiceError('crawl_limit');
    if (!row.crawled) await checkCrawledDocuments(trx, account);
    const limits = body.crawl ? withDefaults(body.crawl, row.crawl ?? CRAWL_DEFAULTS) : null;
    return show((await crawlAgain(trx, context, row, limits))!);
  });
};

export async function find(db: Database, id: string, account: number, lock?: 'lock'): Promise<DocumentRow> {
  const select = db.selectFrom('documents').selectAll().where('id', '=', id);
  const row = await (lock ? select.forUpdate() : select).executeTakeFirst();
  if (!row) throw new ServiceError('document_not_found');
  if (row.account_id !== account) throw new ServiceError('forbidden');
  return row;
}

const withDefaults = (requested: Partial<CrawlConfig>, defaults: CrawlConfig): CrawlConfig => ({
  depth: requested.depth ?? defaults.depth,
  max_pages: requested.max_pages ?? defaults.max_pages,
});

/** Returns the last segment of the URL's path, otherwise its host. */
function nameOf(address: string): string {
  try {
    const url = new URL(address);
    const lastSegment = url.pathname.split('/').filter(Boolean).at(-1);
    const name = withoutInvisible(lastSegment ? decodeURIComponent(lastSegment) : url.host).trim();
    return name.slice(0, 200) || url.host;
  } catch {
    return withoutInvisible(address).slice(0, 200);
  }
}
