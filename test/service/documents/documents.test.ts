import assert from 'node:assert/strict';
import fs from 'node:fs';
import { sql } from 'kysely';
import { describe, test } from 'node:test';
import { needsEmbeddedDatabase } from '../../surroundings.ts';
import {
  createDocument,
  deleteDocument,
  getDocument,
  listDocuments,
  patchDocument,
  type Document,
} from '../../../src/contract/documents.ts';
import { getPal, patchPal } from '../../../src/contract/pals.ts';
import { Knowledge } from '../../../src/agent/knowledge/knowledge.ts';
import { knowledge } from '../../../src/service/documents/knowledge.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { docx, pdf, pdfPages } from '../files.ts';
import { Receiver } from '../receiver.ts';
import { html, Website } from '../website.ts';
import { createFreshFolder } from '../fresh-database.ts';
import { ALICE, BOB, openWorld } from '../world.ts';
import {
  ask,
  create,
  createReady,
  untilIdle,
  list,
  read,
  receiver,
  recrawl,
  website,
  world,
} from './documents-world.ts';

describe('documents', () => {
  // Proves events-23, resources-2, resources-9, resources-10, resources-39.
  test('a file becomes searchable, and each change of its status sends a callback', async () => {
    website.pages['/manual.docx'] = {
      body: docx([
        { text: 'Brakes', heading: true },
        { text: 'Replace the brake pads every two thousand kilometres.' },
      ]),
    };
    const document = await create('/manual.docx', {
      tags: ['bikes', 'bikes', 'manual'],
      callback_url: receiver.url(),
    });
    assert.match(document.document_id, /^d[0-9a-f]{16,}$/);
    assert.deepEqual(
      { ...document, document_id: '', created_at: '', updated_at: '' },
      {
        document_id: '',
        document_name: 'manual.docx',
        document_url: website.url('/manual.docx'),
        status: 'started',
        participant_tags: [],
        progress: null,
        created_at: '',
        updated_at: '',
        callback_url: receiver.url(),
        tags: ['bikes', 'manual'],
      },
    );
    await untilIdle();
    const ready = await read(document);
    assert.deepEqual([ready.status, ready.progress], ['ready', null]);
    assert.deepEqual(
      receiver.received.map(({ json }) => [json['status'], json['progress']]),
      [
        ['processing', 0],
        ['ready', null],
      ],
    );
    assert.deepEqual(receiver.received[1]!.json, ready);
    assert.match(await ask(document, 'When do I replace the brake pads?'), /every two thousand kilometres/);
  });

  // Proves events-23, resources-11.
  test('each kind of failure has its own error message', async () => {
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
    for (const [path, word, extraFields] of rows) {
      const document = await createReady(path, { callback_url: receiver.url(), ...extraFields });
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
      await untilIdle();
      assert.equal((await read(result)).error_message, 'invalid_file_url', url);
    }
  });

  test('creating a document with invalid values is refused with a message', async () => {
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
      const refusal = await world.refusal(createDocument, {
        credential: ALICE,
        body: { ...(index === 0 ? {} : { document_url: website.url() }), ...body } as never,
      });
      assert.deepEqual([refusal.code, words.test(refusal.text)], ['invalid_request', true], refusal.text);
    }
  });

  // Proves endpoints-6, errors-6.
  test('only the name and the tags of a document can be changed', async () => {
    website.pages['/a.txt'] = { body: 'Some text' };
    const document = await createReady('/a.txt');
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
        (await world.refusal(patchDocument, patch(body))).code,
        'invalid_request',
        JSON.stringify(body),
      );
    }
    assert.match((await world.refusal(patchDocument, patch({ crawl: {} }))).text, /^crawl is unknown here/);
  });

  test("a conversation uses documents in the owner's order: the list first, then by tags, oldest first", async () => {
    const documentIds: string[] = [];
    for (const name of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']) {
      website.pages[`/${name}.md`] = { body: `# About ${name}\n\nThe ${name} is ${name}.` };
      const tags = documentIds.length < 3 ? ['tagged'] : [];
      documentIds.push((await createReady(`/${name}.md`, { tags })).document_id);
      world.clock.move(1000);
    }
    const [firstId, secondId, thirdId, fourthId, fifthId, sixthId] = documentIds;
    const ids = [sixthId!, secondId!, fifthId!, fourthId!, secondId!];
    const texts = await knowledge(world.service.context.store.db, {
      account: 1,
      ids,
      tags: ['tagged'],
      participantTags: [],
    });
    assert.deepEqual(
      texts.map(({ document_id }) => document_id),
      [sixthId, secondId, fifthId, fourthId, firstId, thirdId],
    );
    assert.deepEqual(new Knowledge(texts).topics(2), ['About sixth', 'About second']);
  });

  test('the list can be filtered, sorted and paged from 0', async () => {
    website.pages = { '/one.txt': { body: 'one' }, '/two.txt': { body: 'two' } };
    const [first, second, third] = [
      await createReady('/one.txt', { tags: ['a', 'b'] }),
      await createReady('/two.txt', { document_name: '100% two', tags: ['b'] }),
      await createReady('/three.txt', { tags: ['c'] }),
    ];
    world.clock.move(1000);
    const names = async (query: Record<string, string>) =>
      (await list(query)).data.map((document) => document.document_id);
    assert.deepEqual(
      await names({}),
      [third, second, first].map((document) => document.document_id),
    );
    assert.deepEqual(await names({ sort: 'asc', limit: '2' }), [first.document_id, second.document_id]);
    assert.deepEqual(await names({ sort: 'asc', limit: '2', page: '1' }), [third.document_id]);
    assert.equal((await list({ limit: '1' })).total_count, 3);
    assert.deepEqual(await names({ status: 'error' }), [third.document_id]);
    assert.deepEqual(await names({ tags: 'a,c' }), [third.document_id, first.document_id]);
    assert.deepEqual(await names({ name_or_uuid: '0% T' }), [second.document_id]);
    assert.deepEqual(await names({ name_or_uuid: first.document_id }), [first.document_id]);
    assert.deepEqual((await world.call(listDocuments, { credential: BOB })).result, {
      data: [],
      total_count: 0,
    });
    assert.equal(
      (await world.refusal(listDocuments, { credential: ALICE, query: { status: 'lost' } as never })).code,
      'invalid_request',
    );
  });

  test('deleting a document removes it from PALs and stops its processing', async () => {
    website.pages['/a.txt'] = { body: 'Some text' };
    website.pages['/slow.txt'] = { body: 'Slow text', holds: true };
    const document = await createReady('/a.txt');
    const pal_id = await world.pal({ document_ids: [document.document_id] });
    const slow = await create('/slow.txt');
    await website.waitForHeld(1);
    for (const { document_id } of [document, slow])
      await world.call(deleteDocument, { credential: ALICE, params: { document_id } });
    await untilIdle();
    assert.equal(website.heldCount, 1, 'nobody waits for it');
    const { result, answer } = await world.call(getPal, { credential: ALICE, params: { pal_id } });
    assert.deepEqual(result.document_ids, []);
    await world.call(patchPal, {
      credential: ALICE,
      params: { pal_id },
      body: [{ op: 'replace', path: '/pal_name', value: 'Still whole' }],
      headers: { 'if-match': answer.headers.get('etag')! },
    });
    assert.equal(
      (await world.refusal(getDocument, { credential: ALICE, params: { document_id: slow.document_id } }))
        .code,
      'document_not_found',
    );
    assert.deepEqual(
      await world.service.context.store.db.selectFrom('document_chunks').selectAll().execute(),
      [],
    );
  });

  test('a PDF is recognised by its content, not by its name', async () => {
    website.pages['/picture.png'] = {
      headers: { 'content-type': 'image/png' },
      body: pdf(['The workshop opens at ten.']),
    };
    assert.equal((await createReady('/picture.png')).status, 'ready');
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

  test('page images of a PDF have unguessable names and are deleted with the document', async () => {
    website.pages['/deck.pdf'] = { body: pdfPages([{ lines: ['Bells'] }, { lines: ['Horns'] }]) };
    const document = await createReady('/deck.pdf');
    const otherDocument = await createReady('/deck.pdf');
    const [own, others] = [await files(document.document_id), await files(otherDocument.document_id)];
    assert.deepEqual(slides(), [...own, ...others].map((file) => `${file}.webp`).sort());
    for (const file of own) assert.match(file, /^[0-9a-f]{48}$/);
    const get = (file: string) => world.service.app.inject({ url: `/media/slides/${file}.webp` });
    const response = await get(own[0]!);
    assert.deepEqual(
      [response.statusCode, response.headers['content-type'], response.rawPayload.subarray(8, 12).toString()],
      [200, 'image/webp', 'WEBP'],
    );
    await world.call(deleteDocument, { credential: ALICE, params: { document_id: document.document_id } });
    await untilIdle();
    assert.equal((await get(own[0]!)).statusCode, 404);
    assert.deepEqual(slides(), others.map((file) => `${file}.webp`).sort());
    // A recrawl of the same address turns the document into a website.
    website.pages['/deck.pdf'] = html('Deck', 'Words instead of pages.');
    await recrawl(otherDocument, { depth: 1, max_pages: 1 });
    await untilIdle();
    assert.equal((await read(otherDocument)).status, 'ready');
    assert.deepEqual([slides(), await files(otherDocument.document_id)], [[], []]);
  });

  test('page images without a document are deleted', async () => {
    website.pages['/refused.pdf'] = { body: pdf(['words that the database refuses']) };
    const { db } = world.service.context.store;
    await sql`
      create function refuse_pages() returns trigger language plpgsql
      as $$ begin raise exception 'refused'; end $$`.execute(db);
    await sql`
      create trigger refusing_pages before insert on document_pages
      for each row execute function refuse_pages()`.execute(db);
    const document = await create('/refused.pdf');
    await untilIdle();
    assert.deepEqual(slides(), []);
    await sql`drop trigger refusing_pages on document_pages`.execute(db);
    world.clock.move(3600_000);
    await untilIdle();
    assert.equal((await read(document)).status, 'ready');
    assert.equal(slides().length, 1);
  });
});

// Proves states-4.
test(
  'a service that stops during processing continues after the restart',
  { skip: needsEmbeddedDatabase },
  async () => {
    const website = await Website.open();
    const receiver = await Receiver.open();
    const folder = await createFreshFolder();
    const clock = new ManualClock();
    const open = () =>
      openWorld({
        clock,
        dataDir: folder,
        environment: { OUTBOUND_ALLOWED_HOSTS: `${website.host},${receiver.host}` },
      });
    website.pages = {
      '/robots.txt': { status: 404, holds: true },
      '/file.txt': { body: 'Words', holds: true },
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
      await website.waitForHeld(6);
      await world.close();
      website.release();
      for (let round = 0; round < 3; round++) {
        world = await open();
        await website.waitForHeld(6);
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
      const events = new Map(documents.map(({ document_id }) => [document_id, [] as unknown[]]));
      const ids = new Set<string>();
      for (const { headers, json } of receiver.received) {
        if (!ids.has(headers['webhook-id']!)) events.get(String(json['document_id']))!.push(json['status']);
        ids.add(headers['webhook-id']!);
      }
      for (const statuses of events.values())
        assert.deepEqual(statuses, ['processing', 'ready'], 'a run that begins again is not told again');
      await world.close();
    } finally {
      await website.close();
      await receiver.close();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
);
