import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  listDocumentChunks,
  listDocumentTags,
  readDocumentText,
} from '../../../src/contract/document-text.ts';
import { HeadingTrail } from '../../../src/extraction/heading-trail.ts';
import { html } from '../website.ts';
import { ALICE, BOB } from '../world.ts';
import { createReady, website, world } from './documents-world.ts';

const textOf = async (document_id: string, query: Record<string, string> = {}) =>
  (await world.call(readDocumentText, { credential: ALICE, params: { document_id }, query })).result;
const chunksOf = async (document_id: string, query: Record<string, string> = {}) =>
  (await world.call(listDocumentChunks, { credential: ALICE, params: { document_id }, query })).result;

const MANUAL = [
  '# Brakes',
  'Replace the pads every two thousand kilometres.',
  '## Discs',
  'Clean them with alcohol.',
  '# Tyres',
  'Pump them to three bar.',
].join('\n\n');

describe('the text of a document', () => {
  test('is returned as it was read, by passage, with the headings of each', async () => {
    website.pages['/manual.md'] = { body: MANUAL };
    const { document_id } = await createReady('/manual.md');
    assert.deepEqual(await textOf(document_id), {
      data: [
        {
          position: 0,
          headings: ['Brakes'],
          page_url: null,
          content: '# Brakes\n\nReplace the pads every two thousand kilometres.',
        },
        {
          position: 1,
          headings: ['Brakes', 'Discs'],
          page_url: null,
          content: '## Discs\n\nClean them with alcohol.',
        },
        { position: 2, headings: ['Tyres'], page_url: null, content: '# Tyres\n\nPump them to three bar.' },
      ],
      total_count: 3,
    });
    assert.deepEqual((await textOf(document_id, { page: '999999999' })).data, []);
    const secondPage = await textOf(document_id, { limit: '2', page: '1' });
    assert.deepEqual([secondPage.data.map(({ position }) => position), secondPage.total_count], [[2], 3]);
  });

  test('of a website has the address of each page, whose headings end with it', async () => {
    website.pages = {
      '/': html('Home', 'Welcome.', ['/hours']),
      '/hours': '<p>We open at nine.</p>',
    };
    const { document_id } = await createReady('/', { crawl: {} });
    assert.deepEqual(
      (await textOf(document_id)).data.map(({ page_url, headings }) => [page_url, headings]),
      [
        [website.url('/'), ['Home']],
        [website.url('/hours'), []],
      ],
    );
  });

  test('is returned in the shape of the hosted interface, from offset to offset', async () => {
    website.pages['/manual.md'] = { body: MANUAL };
    const { document_id } = await createReady('/manual.md');
    const firstChunks = await chunksOf(document_id, { collection: 'regular', limit: '2' });
    assert.deepEqual(firstChunks.chunks[1], {
      chunk_id: `${document_id}-1`,
      document_id,
      chunk_index: 1,
      content: '## Discs\n\nClean them with alcohol.',
      metadata: { headings: ['Brakes', 'Discs'], page_url: null },
    });
    assert.deepEqual([firstChunks.next_offset, firstChunks.total_count], ['2', 3]);
    const lastChunks = await chunksOf(document_id, { limit: '2', offset: firstChunks.next_offset! });
    assert.deepEqual([lastChunks.chunks.length, lastChunks.next_offset], [1, null]);
    const emptyPage = await chunksOf(document_id, { offset: '999999999' });
    assert.deepEqual([emptyPage.chunks, emptyPage.next_offset], [[], null]);
    assert.equal((await chunksOf(document_id)).next_offset, null);
  });

  test('is refused to other accounts, and for invalid values', async () => {
    website.pages['/manual.md'] = { body: MANUAL };
    const { document_id } = await createReady('/manual.md');
    const code = async (
      row: typeof readDocumentText | typeof listDocumentChunks,
      query: Record<string, string>,
      credential = ALICE,
      id = document_id,
    ) => (await world.refusal(row, { credential, params: { document_id: id }, query: query as never })).code;
    for (const row of [readDocumentText, listDocumentChunks] as const) {
      assert.equal(await code(row, {}, BOB), 'forbidden');
      assert.equal(await code(row, {}, ALICE, 'd0000000000000000'), 'document_not_found');
      assert.equal(await code(row, { limit: '201' }), 'invalid_request');
    }
    assert.equal(await code(listDocumentChunks, { offset: '-1' }), 'invalid_request');
    assert.equal(await code(listDocumentChunks, { collection: 'customer_support' }), 'invalid_request');
  });
});

test('has tags that are listed once each with their number of documents, for the own account only', async () => {
  website.pages = { '/a.txt': { body: 'One' }, '/b.txt': { body: 'Two' } };
  await createReady('/a.txt', { tags: ['prices', '100%'] });
  await createReady('/b.txt', { tags: ['prices'] });
  const list = async (query: Record<string, string>, credential = ALICE) =>
    (await world.call(listDocumentTags, { credential, query })).result;
  const prices = { tag: 'prices', document_count: 2 };
  const percent = { tag: '100%', document_count: 1 };
  assert.deepEqual(await list({}), { data: [percent, prices], total_count: 2 });
  assert.deepEqual(await list({ search: 'PRI' }), { data: [prices], total_count: 1 });
  assert.deepEqual(await list({ search: '%' }), { data: [percent], total_count: 1 });
  assert.deepEqual(await list({ limit: '1', page: '1' }), { data: [prices], total_count: 2 });
  assert.deepEqual(await list({}, BOB), { data: [], total_count: 0 });
});

test('has no heading within a fence, with seven marks or without a space', () => {
  const trail = new HeadingTrail();
  assert.deepEqual(trail.headingsAfter('# One\n\n## Two'), ['One', 'Two']);
  assert.deepEqual(trail.headingsAfter('```\n# Code'), ['One', 'Two']);
  assert.deepEqual(trail.headingsAfter('# Code\n```\n#hash\n####### Seven'), ['One', 'Two']);
  assert.deepEqual(trail.headingsAfter('## Three'), ['One', 'Three']);
});
