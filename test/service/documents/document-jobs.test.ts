/** Document jobs: recrawls, their order, their count, and the last failed attempt. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { describe, test } from 'node:test';
import {
  createDocument,
  deleteDocument,
  recrawlDocument,
  DOCUMENT_MOVES,
  DOCUMENT_STATUSES,
} from '../../../src/contract/documents.ts';
import { newId } from '../../../src/runtime/ids.ts';
import { setStatus } from '../../../src/service/documents/states.ts';
import { html } from '../website.ts';
import { ALICE, BOB } from '../world.ts';
import {
  ask,
  create,
  createReady,
  untilIdle,
  list,
  read,
  receiver,
  recrawl,
  serveSite,
  website,
  world,
} from './documents-world.ts';

const MINUTE = 60_000;
describe('documents', () => {
  /** Lets the network and other processes continue; repeated reads alone would not do that. */
  const turn = () => new Promise(setImmediate);

  // Proves endpoints-7, errors-4, errors-5, limits-4, resources-10, resources-12, states-2, states-3,
  // states-5.
  test('a website is crawled and recrawled, and keeps its old values until the new ones are stored', async () => {
    serveSite('nine');
    const document = await createReady('/', {
      crawl: { depth: 1, max_pages: 50 },
      callback_url: receiver.url(),
    });
    assert.equal(document.status, 'ready');
    assert.deepEqual(
      [document.crawl_config, document.crawled_urls, document.crawl_count],
      [{ depth: 1, max_pages: 50 }, ['/', '/hours', '/deep'].map((path) => website.url(path)), 1],
    );
    assert.ok(document.last_crawled_at);
    assert.match(await ask(document, 'When do you open?'), /nine/);

    world.clock.move(10 * MINUTE);
    serveSite('ten');
    website.pages['/robots.txt'] = { status: 404, holds: true };
    const { result: running, answer } = await recrawl(document, { depth: 2 });
    assert.equal(answer.status, 202);
    assert.deepEqual(
      [
        running.status,
        running.crawl_config,
        running.crawled_urls,
        running.crawl_count,
        running.last_crawled_at,
        running.progress,
      ],
      ['recrawling', { depth: 2, max_pages: 50 }, document.crawled_urls, 1, document.last_crawled_at, null],
    );
    await website.waitForHeld(1);
    assert.match(
      await ask(document, 'When do you open?'),
      /nine/,
      'the old knowledge stays until the new is there',
    );
    const refusal = await world.refusal(recrawlDocument, {
      credential: ALICE,
      params: { document_id: document.document_id },
    });
    assert.deepEqual([refusal.code, /recrawling/.test(refusal.text)], ['document_busy', true]);
    website.release();
    await untilIdle();
    const secondRead = await read(document);
    assert.deepEqual(
      [secondRead.status, secondRead.crawl_count, secondRead.crawl_config],
      ['ready', 2, { depth: 1, max_pages: 50 }],
      'an override is for one run',
    );
    assert.deepEqual(
      secondRead.crawled_urls,
      ['/', '/hours', '/deep', '/deeper'].map((path) => website.url(path)),
    );
    assert.equal(Date.parse(secondRead.last_crawled_at!) - Date.parse(document.last_crawled_at), 10 * MINUTE);
    assert.match(await ask(document, 'When do you open?'), /ten/);
    assert.deepEqual(
      receiver.received.map(({ json }) => json['status']),
      ['processing', 'ready', 'recrawling', 'ready'],
    );
    assert.deepEqual(receiver.received[2]!.json, running);

    world.clock.move(20 * MINUTE + 30_000);
    const earlyRefusal = await world.refusal(recrawlDocument, {
      credential: ALICE,
      params: { document_id: document.document_id },
    });
    assert.deepEqual(
      [earlyRefusal.code, earlyRefusal.retryAfter, earlyRefusal.text],
      ['recrawl_cooldown', 2370, 'The document was crawled again within the last hour. Wait 40 minutes.'],
    );
    world.clock.move(39 * MINUTE + 30_000);
    website.pages = {};
    await recrawl(document);
    await untilIdle();
    const failure = await read(document);
    assert.deepEqual(
      [failure.status, failure.error_message, failure.crawl_count, failure.crawled_urls],
      ['error', 'website_processing_failed', 2, secondRead.crawled_urls],
    );
    assert.match(await ask(document, 'When do you open?'), /ten/, 'a failed crawl takes nothing away');
    world.clock.move(60 * MINUTE);
    serveSite('eleven');
    const { result: thirdRecrawl } = await recrawl(document);
    assert.equal(thirdRecrawl.error_message, undefined);
    await untilIdle();
    assert.deepEqual([(await read(document)).status, (await read(document)).crawl_count], ['ready', 3]);
  });

  // Proves errors-3, states-2.
  test('a recrawl needs a stored or supplied configuration, and crawls a document that was one page', async () => {
    website.pages['/page'] = html('Page', 'Words on a page.', ['/next']);
    website.pages['/next'] = html('Next', 'More words.');
    const document = await createReady('/page');
    assert.deepEqual(
      [document.status, document.crawl_config, document.crawl_count],
      ['ready', undefined, undefined],
    );
    assert.equal(
      (
        await world.refusal(recrawlDocument, {
          credential: ALICE,
          params: { document_id: document.document_id },
        })
      ).code,
      'crawl_not_configured',
    );
    assert.equal(
      (
        await world.refusal(recrawlDocument, {
          credential: ALICE,
          params: { document_id: document.document_id },
          body: { crawl: null },
        })
      ).code,
      'crawl_not_configured',
    );
    assert.equal(
      (
        await world.refusal(recrawlDocument, {
          credential: ALICE,
          params: { document_id: document.document_id },
          body: { crawl: { depth: 99 } },
        })
      ).code,
      'invalid_request',
    );
    assert.deepEqual((await recrawl(document, { max_pages: 5 })).result.crawl_config, {
      depth: 1,
      max_pages: 5,
    });
    await untilIdle();
    const crawl = await read(document);
    assert.deepEqual(
      [crawl.status, crawl.crawled_urls, crawl.crawl_count, crawl.crawl_config],
      ['ready', [website.url('/page'), website.url('/next')], 1, undefined],
    );
    assert.equal(
      (await world.refusal(recrawlDocument, { credential: ALICE, params: { document_id: 'd00' } })).code,
      'document_not_found',
    );
    assert.equal(
      (
        await world.refusal(recrawlDocument, {
          credential: BOB,
          params: { document_id: document.document_id },
        })
      ).code,
      'forbidden',
    );
  });

  // Proves errors-4, limits-4.
  test('only one of several simultaneous recrawls starts', async () => {
    serveSite('nine');
    const document = await createReady('/', { crawl: {} });
    website.pages['/robots.txt'] = { status: 404, holds: true };
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        recrawl(document).then(
          () => 'begun',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    assert.deepEqual(outcomes.sort(), ['begun', ...Array.from({ length: 7 }, () => 'document_busy')]);
    await website.waitForHeld(1);
    website.release();
    await untilIdle();
    assert.equal((await read(document)).crawl_count, 2);
  });

  // Proves limits-5.
  test('at most five crawls run at once: a new document waits, and a recrawl is refused', async () => {
    serveSite('nine');
    const earlierDocument = await createReady('/', { crawl: {} });
    website.pages['/robots.txt'] = { status: 404, holds: true };
    const created = await Promise.all(
      Array.from({ length: 12 }, () => create('/', { crawl: { max_pages: 1 } })),
    );
    await website.waitForHeld(5);
    const statuses = async () =>
      (await Promise.all(created.map(read))).map((document) => document.status).sort();
    const expectedStatuses = (startedCount: number, processing: number, ready: number) => [
      ...Array<string>(processing).fill('processing'),
      ...Array<string>(ready).fill('ready'),
      ...Array<string>(startedCount).fill('started'),
    ];
    assert.deepEqual(await statuses(), expectedStatuses(7, 5, 0));
    const refusal = await world.refusal(recrawlDocument, {
      credential: ALICE,
      params: { document_id: earlierDocument.document_id },
    });
    assert.deepEqual([refusal.code, refusal.retryAfter !== undefined], ['crawl_limit', true]);
    website.pages['/a.txt'] = { body: 'A file is no crawl' };
    const file = await create('/a.txt');
    const foreignDocument = await create('/', { crawl: {} }, BOB);
    await website.waitForHeld(6);
    assert.ok(foreignDocument);
    while ((await read(file)).status !== 'ready') await turn();
    // When a running document is deleted, the next one starts.
    const running = (await Promise.all(created.map(read))).find(
      (document) => document.status === 'processing',
    )!;
    await world.call(deleteDocument, { credential: ALICE, params: { document_id: running.document_id } });
    created.splice(
      created.findIndex((document) => document.document_id === running.document_id),
      1,
    );
    await website.waitForHeld(7);
    assert.deepEqual(await statuses(), expectedStatuses(6, 5, 0));
    while ((await statuses()).some((status) => status !== 'ready')) {
      website.release(1);
      await turn();
    }
    assert.deepEqual(await statuses(), expectedStatuses(0, 0, 11));
  });

  // Proves limits-6.
  test('an account can have exactly 100 crawled documents', async () => {
    const { db } = world.service.context.store;
    const now = new Date(world.clock.now());
    await db
      .insertInto('documents')
      .values(
        Array.from({ length: 96 }, () => ({
          id: newId('document'),
          account_id: 1,
          name: 'x',
          url: 'http://x/',
          tags: '[]',
          callback_url: null,
          status: 'ready' as const,
          progress: null,
          error: null,
          crawl: '{"depth":1,"max_pages":1}',
          crawled: true,
          crawling: false,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute();
    website.pages['/page'] = html('Page', 'Words on a page.');
    const file = await createReady('/page');
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        create('/page', { crawl: {} }).then(
          () => 'made',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    assert.deepEqual(outcomes.sort(), [
      ...Array<string>(6).fill('document_limit'),
      ...Array<string>(4).fill('made'),
    ]);
    await untilIdle();
    assert.equal(
      (
        await world.refusal(recrawlDocument, {
          credential: ALICE,
          params: { document_id: file.document_id },
          body: { crawl: {} },
        })
      ).code,
      'document_limit',
      'a file that would become one',
    );
    await create('/page');
    await create('/page', { crawl: {} }, BOB);
    const crawl = (await list({ limit: '100' })).data.find((document) => document.crawl_config)!;
    await world.call(deleteDocument, { credential: ALICE, params: { document_id: crawl.document_id } });
    await create('/page', { crawl: {} });
    assert.equal(
      (
        await world.refusal(createDocument, {
          credential: ALICE,
          body: { document_url: website.url('/page'), crawl: {} },
        })
      ).code,
      'document_limit',
    );
  });

  // Proves states-1.
  test("a document's status changes only as the table allows", async () => {
    const { store, callbacks, clock } = world.service.context;
    website.pages['/a.txt'] = { body: 'text' };
    const document = await createReady('/a.txt');
    for (const from of DOCUMENT_STATUSES) {
      for (const to of DOCUMENT_STATUSES) {
        await store.db
          .updateTable('documents')
          .set({ status: from })
          .where('id', '=', document.document_id)
          .execute();
        const movedRow = await store.db
          .transaction()
          .execute((trx) => setStatus(trx, { callbacks, clock }, document.document_id, to, {}));
        assert.equal(movedRow !== undefined, DOCUMENT_MOVES[from].includes(to), `${from} → ${to}`);
      }
    }
  });

  // Proves resources-11.
  test('a document whose runs repeatedly end with a service crash fails with its own error', async () => {
    const { db } = world.service.context.store;
    const end = async (
      address: string,
      change: Partial<{ attempts: number; crashes: number; owner: string }>,
    ) => {
      website.pages[address] = { body: 'text', holds: true };
      const document = await create(address);
      await website.waitForHeld(1);
      // The process dies while its first run waits for the page; a later run receives the page immediately.
      website.pages[address] = { body: 'text' };
      // Simulate a process that died: the job's lease has expired, and no end of its run is stored.
      await db
        .updateTable('jobs')
        .set({ owner: null, lease_until: null, ...change })
        .where('key', '=', document.document_id)
        .execute();
      world.service.context.documents.forget(document.document_id);
      await untilIdle();
      world.clock.move(2000);
      await untilIdle();
      website.release();
      const { status, error_message } = await read(document);
      return [status, error_message ?? null];
    };
    assert.deepEqual(await end('/crashes.txt', { crashes: 4, owner: 'dead' }), [
      'error',
      'processing_crashed',
    ]);
    const deadLease = { crashes: 3, owner: 'dead' };
    assert.deepEqual(await end('/crashed-before.txt', deadLease), ['ready', null], 'tried again until then');
    assert.deepEqual(await end('/fails.txt', { attempts: 5 }), ['error', 'contact_support']);
  });

  test('a document that the database keeps refusing ends with an error', async () => {
    website.pages['/refused.txt'] = { body: 'words that the database refuses' };
    const { db } = world.service.context.store;
    await sql`
      create function refuse() returns trigger language plpgsql as $$ begin
        if new.content like '%the database refuses%' then raise exception 'refused'; end if;
        return new;
      end $$`.execute(db);
    await sql`create trigger refusing before insert on document_chunks for each row execute function refuse()`.execute(
      db,
    );
    const document = await create('/refused.txt');
    await untilIdle();
    assert.equal((await read(document)).status, 'processing', 'it is tried again');
    for (let run = 0; run < 4; run++) {
      world.clock.move(3600_000);
      await untilIdle();
    }
    await sql`drop trigger refusing on document_chunks`.execute(db);
    assert.deepEqual(
      [(await read(document)).status, (await read(document)).error_message],
      ['error', 'vector_store_failed'],
    );
  });
});
