import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { after, afterEach, before, describe, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import {
  createDocument,
  deleteDocument,
  getDocument,
  listDocuments,
  patchDocument,
  recrawlDocument,
  DOCUMENT_MOVES,
  DOCUMENT_STATUSES,
  type Document,
} from '../../../src/contract/documents.ts';
import { getPal, patchPal } from '../../../src/contract/pals.ts';
import { readRoom, writeRoom } from '../../../src/contract/rooms.ts';
import { ManualClock } from '../../../src/service/platform/clock.ts';
import { newId } from '../../../src/service/platform/ids.ts';
import { move } from '../../../src/service/documents/states.ts';
import { docx, pdf, pdfPages } from '../files.ts';
import { Receiver } from '../receiver.ts';
import { html, Website } from '../website.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

const MINUTE = 60_000;

describe('documents', () => {
  let world: World;
  let website: Website;
  let receiver: Receiver;
  before(async () => {
    website = await Website.open();
    receiver = await Receiver.open();
    world = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: `${website.host},${receiver.host}` } });
  });
  afterEach(async () => {
    website.release();
    await idle();
    await world.service.context.store.db.deleteFrom('documents').execute();
    await fs.promises.rm(world.service.context.media.folder('slides'), { recursive: true, force: true });
    receiver.received.length = 0;
    website.asked.length = 0;
    website.pages = {};
  });
  after(async () => {
    await world.close();
    await website.close();
    await receiver.close();
  });

  const idle = () => world.service.context.jobs.idle();
  const create = async (path: string, more: Record<string, unknown> = {}, credential = ALICE) =>
    (
      await world.call(createDocument, {
        credential,
        body: { document_url: website.url(path), ...more },
      })
    ).result;
  const read = async ({ document_id }: { document_id: string }) =>
    (await world.call(getDocument, { credential: ALICE, params: { document_id } })).result;
  const done = async (path: string, more: Record<string, unknown> = {}) => {
    const made = await create(path, more);
    await idle();
    return read(made);
  };
  const recrawl = ({ document_id }: { document_id: string }, crawl?: Record<string, number>) =>
    world.call(recrawlDocument, {
      credential: ALICE,
      params: { document_id },
      body: (crawl ? { crawl } : undefined) as never,
    });
  /** Lets the network and other processes have their say; reading alone would not. */
  const turn = () => new Promise(setImmediate);
  const list = async (query: Record<string, string>) =>
    (await world.call(listDocuments, { credential: ALICE, query: query })).result;
  const ask = async (document: { document_id: string }, question: string) => {
    const pal_id = await world.pal({ pal_name: 'Nora', document_ids: [document.document_id] });
    const { result } = await world.call(createConversation, { credential: ALICE, body: { pal_id } });
    const room = { params: { conversation_id: result.conversation_id }, credential: result.meeting_token };
    await world.call(readRoom, room);
    await world.call(writeRoom, {
      ...room,
      body: {
        message_type: 'conversation',
        event_type: 'conversation.respond',
        properties: { text: question },
      },
    });
    const { data } = (await world.call(readRoom, room)).result;
    return String(
      (
        data.filter((event) => event['event_type'] === 'conversation.utterance').at(-1)![
          'properties'
        ] as Record<string, unknown>
      )['speech'],
    );
  };

  test('a file becomes knowledge, and each change of its status is told', async () => {
    website.pages['/manual.docx'] = {
      body: docx([
        { text: 'Brakes', heading: true },
        { text: 'Replace the brake pads every two thousand kilometres.' },
      ]),
    };
    const made = await create('/manual.docx', {
      tags: ['bikes', 'bikes', 'manual'],
      callback_url: receiver.url(),
    });
    assert.match(made.document_id, /^d[0-9a-f]{16,}$/);
    assert.deepEqual(
      { ...made, document_id: '', created_at: '', updated_at: '' },
      {
        document_id: '',
        document_name: 'manual.docx',
        document_url: website.url('/manual.docx'),
        status: 'started',
        progress: null,
        created_at: '',
        updated_at: '',
        callback_url: receiver.url(),
        tags: ['bikes', 'manual'],
      },
    );
    await idle();
    const ready = await read(made);
    assert.deepEqual([ready.status, ready.progress], ['ready', null]);
    assert.deepEqual(
      receiver.received.map(({ json }) => [json['status'], json['progress']]),
      [
        ['processing', 0],
        ['ready', null],
      ],
    );
    assert.deepEqual(receiver.received[1]!.json, ready);
    assert.match(await ask(made, 'When do I replace the brake pads?'), /every two thousand kilometres/);
  });

  test('every way to fail has its word', async () => {
    website.pages = {
      '/large': { headers: { 'content-length': String(60 * 1024 * 1024) }, body: '' },
      '/image.pdf': { body: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]) },
      '/empty': { body: '' },
      '/broken': { body: '%PDF-1.4 broken' },
      '/private': { status: 302, headers: { location: 'http://169.254.169.254/' } },
      '/loop': { status: 302, headers: { location: '/loop' } },
    };
    const rows: [string, string, Record<string, unknown>?][] = [
      ['/gone', 'file_download_failed'],
      ['/loop', 'file_download_failed'],
      ['/image.pdf', 'file_format_unsupported'],
      ['/large', 'file_size_too_large'],
      ['/empty', 'file_empty'],
      ['/private', 'invalid_file_url'],
      ['/broken', 'document_processing_failed'],
      ['/gone', 'website_processing_failed', { crawl: {} }],
    ];
    for (const [path, word, more] of rows) {
      const document = await done(path, { callback_url: receiver.url(), ...more });
      assert.deepEqual(
        [document.status, document.error_message, document.progress],
        ['error', word, null],
        path,
      );
      assert.deepEqual(receiver.received.at(-1)!.json, document);
    }
    for (const url of [
      'http://127.0.0.1:1234/x',
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://user:pw@example.com/',
      'http://2130706433/',
    ]) {
      const { result } = await world.call(createDocument, { credential: ALICE, body: { document_url: url } });
      await idle();
      assert.equal((await read(result)).error_message, 'invalid_file_url', url);
    }
  });

  test('what is not a document is refused in words', async () => {
    const rows: [Record<string, unknown>, RegExp][] = [
      [{}, /^document_url is required/],
      [{ document_url: 'ftp://x/' }, /^document_url must be an http/],
      [{ document_url: 5 }, /^document_url must be a string/],
      [{ document_name: ' ' }, /^document_name must not be empty/],
      [{ tags: 'a' }, /^tags must be a list of strings/],
      [{ tags: [''] }, /^tags\.0 must not hold an empty/],
      [{ callback_url: 'x' }, /^callback_url must be an http/],
      [{ crawl: true }, /^crawl must be an object/],
      [{ crawl: { depth: 0 } }, /^crawl\.depth must be a whole number from 1 to 10/],
      [{ crawl: { depth: 11 } }, /from 1 to 10/],
      [{ crawl: { max_pages: 101 } }, /^crawl\.max_pages must be a whole number from 1 to 100/],
      [{ crawl: { depth: 1.5 } }, /whole number/],
    ];
    for (const [index, [body, words]] of rows.entries()) {
      const refused = await world.refused(createDocument, {
        credential: ALICE,
        body: { ...(index === 0 ? {} : { document_url: website.url() }), ...body } as never,
      });
      assert.deepEqual([refused.code, words.test(refused.text)], ['invalid_request', true], refused.text);
    }
  });

  test('the name and the tags can be changed, and nothing else', async () => {
    website.pages['/a.txt'] = { body: 'Some text' };
    const document = await done('/a.txt');
    const patch = (body: Record<string, unknown>) => ({
      credential: ALICE,
      params: { document_id: document.document_id },
      body: body as never,
    });
    const { result } = await world.call(patchDocument, patch({ document_name: 'Renamed', tags: ['x'] }));
    assert.deepEqual([result.document_name, result.tags, result.status], ['Renamed', ['x'], 'ready']);
    assert.deepEqual((await world.call(patchDocument, patch({}))).result, result);
    for (const body of [
      { document_name: 5 },
      { document_name: '' },
      { tags: [1] },
      { status: 'ready' },
      { document_url: 'http://a/' },
      { callback_url: 'http://a/' },
    ]) {
      assert.equal(
        (await world.refused(patchDocument, patch(body))).code,
        'invalid_request',
        JSON.stringify(body),
      );
    }
    assert.match((await world.refused(patchDocument, patch({ crawl: {} }))).text, /unknown field: crawl/);
  });

  test('lists are filtered, sorted and paged from 0', async () => {
    website.pages = { '/one.txt': { body: 'one' }, '/two.txt': { body: 'two' } };
    const [one, two, three] = [
      await done('/one.txt', { tags: ['a', 'b'] }),
      await done('/two.txt', { document_name: '100% two', tags: ['b'] }),
      await done('/three.txt', { tags: ['c'] }),
    ];
    world.clock.move(1000);
    const names = async (query: Record<string, string>) =>
      (await list(query)).data.map((document) => document.document_id);
    assert.deepEqual(
      await names({}),
      [three, two, one].map((document) => document.document_id),
    );
    assert.deepEqual(await names({ sort: 'asc', limit: '2' }), [one.document_id, two.document_id]);
    assert.deepEqual(await names({ sort: 'asc', limit: '2', page: '1' }), [three.document_id]);
    assert.equal((await list({ limit: '1' })).total_count, 3);
    assert.deepEqual(await names({ status: 'error' }), [three.document_id]);
    assert.deepEqual(await names({ tags: 'a,c' }), [three.document_id, one.document_id]);
    assert.deepEqual(await names({ name_or_uuid: '0% T' }), [two.document_id]);
    assert.deepEqual(await names({ name_or_uuid: one.document_id }), [one.document_id]);
    assert.deepEqual((await world.call(listDocuments, { credential: BOB })).result, {
      data: [],
      total_count: 0,
    });
    assert.equal(
      (await world.refused(listDocuments, { credential: ALICE, query: { status: 'lost' } as never })).code,
      'invalid_request',
    );
  });

  test('a deleted document is forgotten by PALs, and is not worked on any more', async () => {
    website.pages['/a.txt'] = { body: 'Some text' };
    website.pages['/slow.txt'] = { body: 'Slow text', held: true };
    const document = await done('/a.txt');
    const pal_id = await world.pal({ document_ids: [document.document_id] });
    const slow = await create('/slow.txt');
    await website.holding(1);
    for (const { document_id } of [document, slow])
      await world.call(deleteDocument, { credential: ALICE, params: { document_id } });
    await idle();
    assert.equal(website.held, 1, 'nobody waits for it');
    const { result, answer } = await world.call(getPal, { credential: ALICE, params: { pal_id } });
    assert.deepEqual(result.document_ids, []);
    await world.call(patchPal, {
      credential: ALICE,
      params: { pal_id },
      body: [{ op: 'replace', path: '/pal_name', value: 'Still whole' }],
      headers: { 'if-match': answer.headers.get('etag')! },
    });
    assert.equal(
      (await world.refused(getDocument, { credential: ALICE, params: { document_id: slow.document_id } }))
        .code,
      'document_not_found',
    );
    assert.deepEqual(
      await world.service.context.store.db.selectFrom('document_chunks').selectAll().execute(),
      [],
    );
  });

  const site = (words: string) => {
    website.pages = {
      ...website.pages,
      '/': html('Home', `Welcome, ${words}.`, ['/hours', '/deep']),
      '/hours': html('Hours', `We open at ${words}.`),
      '/deep': html('Deep', 'Deep below.', ['/deeper']),
      '/deeper': html('Deeper', 'Deeper below.'),
    };
  };

  test('a website is crawled, and again, with the old values until the new ones are there', async () => {
    site('nine');
    const document = await done('/', { crawl: { depth: 1, max_pages: 50 }, callback_url: receiver.url() });
    assert.equal(document.status, 'ready');
    assert.deepEqual(
      [document.crawl_config, document.crawled_urls, document.crawl_count],
      [{ depth: 1, max_pages: 50 }, ['/', '/hours', '/deep'].map((path) => website.url(path)), 1],
    );
    assert.ok(document.last_crawled_at);
    assert.match(await ask(document, 'When do you open?'), /nine/);

    world.clock.move(10 * MINUTE);
    site('ten');
    website.pages['/robots.txt'] = { status: 404, held: true };
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
    await website.holding(1);
    assert.match(
      await ask(document, 'When do you open?'),
      /nine/,
      'the old knowledge stays until the new is there',
    );
    const busy = await world.refused(recrawlDocument, {
      credential: ALICE,
      params: { document_id: document.document_id },
    });
    assert.deepEqual([busy.code, /recrawling/.test(busy.text)], ['document_busy', true]);
    website.release();
    await idle();
    const again = await read(document);
    assert.deepEqual(
      [again.status, again.crawl_count, again.crawl_config],
      ['ready', 2, { depth: 1, max_pages: 50 }],
      'an override is for one run',
    );
    assert.deepEqual(
      again.crawled_urls,
      ['/', '/hours', '/deep', '/deeper'].map((path) => website.url(path)),
    );
    assert.equal(Date.parse(again.last_crawled_at!) - Date.parse(document.last_crawled_at), 10 * MINUTE);
    assert.match(await ask(document, 'When do you open?'), /ten/);
    assert.deepEqual(
      receiver.received.map(({ json }) => json['status']),
      ['processing', 'ready', 'recrawling', 'ready'],
    );
    assert.deepEqual(receiver.received[2]!.json, running);

    world.clock.move(20 * MINUTE + 30_000);
    const early = await world.refused(recrawlDocument, {
      credential: ALICE,
      params: { document_id: document.document_id },
    });
    assert.deepEqual(
      [early.code, early.retryAfter, early.text],
      ['recrawl_cooldown', 2370, 'The document was crawled again within the last hour. Wait 40 minutes.'],
    );
    world.clock.move(39 * MINUTE + 30_000);
    website.pages = {};
    await recrawl(document);
    await idle();
    const failed = await read(document);
    assert.deepEqual(
      [failed.status, failed.error_message, failed.crawl_count, failed.crawled_urls],
      ['error', 'website_processing_failed', 2, again.crawled_urls],
    );
    assert.match(await ask(document, 'When do you open?'), /ten/, 'a failed crawl takes nothing away');
    world.clock.move(60 * MINUTE);
    site('eleven');
    const { result: third } = await recrawl(document);
    assert.equal(third.error_message, undefined);
    await idle();
    assert.deepEqual([(await read(document)).status, (await read(document)).crawl_count], ['ready', 3]);
  });

  test('a recrawl needs a configuration, its own or given; what was a file counts as a website then', async () => {
    website.pages['/page'] = html('Page', 'Words on a page.', ['/next']);
    website.pages['/next'] = html('Next', 'More words.');
    const document = await done('/page');
    assert.deepEqual(
      [document.status, document.crawl_config, document.crawl_count],
      ['ready', undefined, undefined],
    );
    assert.equal(
      (
        await world.refused(recrawlDocument, {
          credential: ALICE,
          params: { document_id: document.document_id },
        })
      ).code,
      'crawl_not_configured',
    );
    assert.equal(
      (
        await world.refused(recrawlDocument, {
          credential: ALICE,
          params: { document_id: document.document_id },
          body: { crawl: null },
        })
      ).code,
      'crawl_not_configured',
    );
    assert.equal(
      (
        await world.refused(recrawlDocument, {
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
    await idle();
    const crawled = await read(document);
    assert.deepEqual(
      [crawled.status, crawled.crawled_urls, crawled.crawl_count, crawled.crawl_config],
      ['ready', [website.url('/page'), website.url('/next')], 1, undefined],
    );
    assert.equal(
      (await world.refused(recrawlDocument, { credential: ALICE, params: { document_id: 'd00' } })).code,
      'document_not_found',
    );
    assert.equal(
      (
        await world.refused(recrawlDocument, {
          credential: BOB,
          params: { document_id: document.document_id },
        })
      ).code,
      'forbidden',
    );
  });

  test('of many recrawls at once one begins', async () => {
    site('nine');
    const document = await done('/', { crawl: {} });
    website.pages['/robots.txt'] = { status: 404, held: true };
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        recrawl(document).then(
          () => 'begun',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    assert.deepEqual(outcomes.sort(), ['begun', ...Array.from({ length: 7 }, () => 'document_busy')]);
    await website.holding(1);
    website.release();
    await idle();
    assert.equal((await read(document)).crawl_count, 2);
  });

  test('five crawls run at once: a new one waits its turn, a recrawl is told to', async () => {
    site('nine');
    const earlier = await done('/', { crawl: {} });
    website.pages['/robots.txt'] = { status: 404, held: true };
    const made = await Promise.all(
      Array.from({ length: 12 }, () => create('/', { crawl: { max_pages: 1 } })),
    );
    await website.holding(5);
    const statuses = async () =>
      (await Promise.all(made.map(read))).map((document) => document.status).sort();
    const expected = (started: number, processing: number, ready: number) => [
      ...Array<string>(processing).fill('processing'),
      ...Array<string>(ready).fill('ready'),
      ...Array<string>(started).fill('started'),
    ];
    assert.deepEqual(await statuses(), expected(7, 5, 0));
    const refused = await world.refused(recrawlDocument, {
      credential: ALICE,
      params: { document_id: earlier.document_id },
    });
    assert.deepEqual([refused.code, refused.retryAfter !== undefined], ['crawl_limit', true]);
    website.pages['/a.txt'] = { body: 'A file is no crawl' };
    const file = await create('/a.txt');
    const foreign = await create('/', { crawl: {} }, BOB);
    await website.holding(6);
    assert.ok(foreign);
    while ((await read(file)).status !== 'ready') await turn();
    // A deleted one that runs gives its turn to the next.
    const running = (await Promise.all(made.map(read))).find((document) => document.status === 'processing')!;
    await world.call(deleteDocument, { credential: ALICE, params: { document_id: running.document_id } });
    made.splice(
      made.findIndex((document) => document.document_id === running.document_id),
      1,
    );
    await website.holding(7);
    assert.deepEqual(await statuses(), expected(6, 5, 0));
    while ((await statuses()).some((status) => status !== 'ready')) {
      website.release(1);
      await turn();
    }
    assert.deepEqual(await statuses(), expected(0, 0, 11));
  });

  test('the account has 100 crawled documents, exactly', async () => {
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
    const file = await done('/page');
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
    await idle();
    assert.equal(
      (
        await world.refused(recrawlDocument, {
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
    const crawled = (await list({ limit: '100' })).data.find((document) => document.crawl_config)!;
    await world.call(deleteDocument, { credential: ALICE, params: { document_id: crawled.document_id } });
    await create('/page', { crawl: {} });
    assert.equal(
      (
        await world.refused(createDocument, {
          credential: ALICE,
          body: { document_url: website.url('/page'), crawl: {} },
        })
      ).code,
      'document_limit',
    );
  });

  test('a status moves as the table says and in no other way', async () => {
    const { store, callbacks, clock } = world.service.context;
    website.pages['/a.txt'] = { body: 'text' };
    const document = await done('/a.txt');
    for (const from of DOCUMENT_STATUSES) {
      for (const to of DOCUMENT_STATUSES) {
        await store.db
          .updateTable('documents')
          .set({ status: from })
          .where('id', '=', document.document_id)
          .execute();
        const moved = await store.db
          .transaction()
          .execute((trx) => move(trx, { callbacks, clock }, document.document_id, to, {}));
        assert.equal(moved !== undefined, DOCUMENT_MOVES[from].includes(to), `${from} → ${to}`);
      }
    }
  });

  test('what ends its process again and again is given up', async () => {
    website.pages['/a.txt'] = { body: 'text', held: true };
    const document = await create('/a.txt');
    await website.holding(1);
    const { db } = world.service.context.store;
    // As if five processes had died over it: theirs is over, the sixth one's begins.
    await db
      .insertInto('jobs')
      .values({
        kind: 'process documents',
        key: `${document.document_id}`,
        payload: '{}',
        run_at: new Date(0),
        attempts: 5,
        created_at: new Date(0),
      })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'key']).doUpdateSet({ attempts: 5, owner: null, lease_until: null }),
      )
      .execute();
    world.service.context.documents.forget(document.document_id);
    await idle();
    world.clock.move(2000);
    await idle();
    assert.deepEqual(
      [(await read(document)).status, (await read(document)).error_message],
      ['error', 'contact_support'],
    );
  });

  test('what the database refuses again and again ends with its word', async () => {
    website.pages['/refused.txt'] = { body: 'words that the database refuses' };
    const { db } = world.service.context.store;
    await sql`create function refuse() returns trigger language plpgsql as $$ begin if new.content like '%the database refuses%' then raise exception 'refused'; end if; return new; end $$`.execute(
      db,
    );
    await sql`create trigger refusing before insert on document_chunks for each row execute function refuse()`.execute(
      db,
    );
    const document = await create('/refused.txt');
    await idle();
    assert.equal((await read(document)).status, 'processing', 'it is tried again');
    for (let run = 0; run < 4; run++) {
      world.clock.move(3600_000);
      await idle();
    }
    await sql`drop trigger refusing on document_chunks`.execute(db);
    assert.deepEqual(
      [(await read(document)).status, (await read(document)).error_message],
      ['error', 'vector_store_failed'],
    );
  });

  test('a PDF is found by what it is, not by its name', async () => {
    website.pages['/picture.png'] = {
      headers: { 'content-type': 'image/png' },
      body: pdf(['The workshop opens at ten.']),
    };
    assert.equal((await done('/picture.png')).status, 'ready');
  });

  const slides = () => {
    const folder = world.service.context.media.folder('slides');
    return fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
  };
  const files = async (document_id: string) =>
    (
      await world.service.context.store.db
        .selectFrom('document_pages')
        .select('file')
        .where('document_id', '=', document_id)
        .orderBy('page')
        .execute()
    ).map(({ file }) => file!);

  test("a PDF's pages are kept as pictures under names that nobody can guess, and go with it", async () => {
    website.pages['/deck.pdf'] = { body: pdfPages([{ lines: ['Bells'] }, { lines: ['Horns'] }]) };
    const one = await done('/deck.pdf');
    const other = await done('/deck.pdf');
    const [mine, theirs] = [await files(one.document_id), await files(other.document_id)];
    assert.deepEqual(slides(), [...mine, ...theirs].map((file) => `${file}.webp`).sort());
    for (const file of mine) assert.match(file, /^[0-9a-f]{48}$/);
    const get = (file: string) => world.service.app.inject({ url: `/media/slides/${file}.webp` });
    const shown = await get(mine[0]!);
    assert.deepEqual(
      [shown.statusCode, shown.headers['content-type'], shown.rawPayload.subarray(8, 12).toString()],
      [200, 'image/webp', 'WEBP'],
    );
    await world.call(deleteDocument, { credential: ALICE, params: { document_id: one.document_id } });
    await idle();
    assert.equal((await get(mine[0]!)).statusCode, 404);
    assert.deepEqual(slides(), theirs.map((file) => `${file}.webp`).sort());
    // A crawl of the same address makes it a website.
    website.pages['/deck.pdf'] = html('Deck', 'Words instead of pages.');
    await recrawl(other, { depth: 1, max_pages: 1 });
    await idle();
    assert.equal((await read(other)).status, 'ready');
    assert.deepEqual([slides(), await files(other.document_id)], [[], []]);
  });

  test('pictures that no document comes to own do not stay', async () => {
    website.pages['/refused.pdf'] = { body: pdf(['words that the database refuses']) };
    const { db } = world.service.context.store;
    await sql`create function refuse_pages() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
      db,
    );
    await sql`create trigger refusing_pages before insert on document_pages for each row execute function refuse_pages()`.execute(
      db,
    );
    const document = await create('/refused.pdf');
    await idle();
    assert.deepEqual(slides(), []);
    await sql`drop trigger refusing_pages on document_pages`.execute(db);
    world.clock.move(3600_000);
    await idle();
    assert.equal((await read(document)).status, 'ready');
    assert.equal(slides().length, 1);
  });
});

test(
  'a service that stops in the middle goes on where it was',
  { skip: process.env['TEST_DATABASE_URL'] ? "the data folder is the embedded database's" : false },
  async () => {
    const website = await Website.open();
    const receiver = await Receiver.open();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-documents-'));
    fs.cpSync(path.join('.cache', 'database-template'), path.join(folder, 'database'), { recursive: true });
    const clock = new ManualClock();
    const open = () =>
      openWorld({
        clock,
        dataDir: folder,
        environment: { OUTBOUND_ALLOWED_HOSTS: `${website.host},${receiver.host}` },
      });
    website.pages = {
      '/robots.txt': { status: 404, held: true },
      '/file.txt': { body: 'Words', held: true },
    };
    for (let site = 0; site < 8; site++)
      website.pages[`/${site}`] = html(`Site ${site}`, `Words of ${site}.`);
    const documents: Document[] = [];
    try {
      let world = await open();
      const create = async (body: Record<string, unknown>) =>
        documents.push(
          (
            await world.call(createDocument, {
              credential: ALICE,
              body: { callback_url: receiver.url(), ...body } as never,
            })
          ).result,
        );
      for (let site = 0; site < 8; site++) await create({ document_url: website.url(`/${site}`), crawl: {} });
      await create({ document_url: website.url('/file.txt') });
      await website.holding(6);
      await world.close();
      website.release();
      for (let again = 0; again < 3; again++) {
        world = await open();
        await website.holding(6);
        const read = async ({ document_id }: Document) =>
          (await world.call(getDocument, { credential: ALICE, params: { document_id } })).result.status;
        assert.deepEqual((await Promise.all(documents.map(read))).sort(), [
          ...Array<string>(6).fill('processing'),
          ...Array<string>(3).fill('started'),
        ]);
        await world.close();
        website.release();
      }
      website.pages['/robots.txt'] = { status: 404 };
      website.pages['/file.txt'] = { body: 'Words' };
      world = await open();
      await world.service.context.jobs.idle();
      for (const { document_id } of documents)
        assert.equal(
          (await world.call(getDocument, { credential: ALICE, params: { document_id } })).result.status,
          'ready',
        );
      const told = new Map(documents.map(({ document_id }) => [document_id, [] as unknown[]]));
      const seen = new Set<string>();
      for (const { headers, json } of receiver.received) {
        if (!seen.has(headers['webhook-id']!)) told.get(String(json['document_id']))!.push(json['status']);
        seen.add(headers['webhook-id']!);
      }
      for (const statuses of told.values())
        assert.deepEqual(statuses, ['processing', 'ready'], 'a run that begins again is not told again');
      await world.close();
    } finally {
      await website.close();
      await receiver.close();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
);
