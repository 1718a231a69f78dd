import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listDocumentPages } from '../../../src/contract/document-pages.ts';
import { html } from '../website.ts';
import { ALICE, BOB } from '../world.ts';
import { createReady, read, recrawl, untilIdle, website, world } from './documents-world.ts';

const pagesOf = async (document_id: string, query: Record<string, string> = {}) =>
  (await world.call(listDocumentPages, { credential: ALICE, params: { document_id }, query })).result;
/** Returns the status, reason and HTTP status of each page, by path. */
const results = async (document_id: string) =>
  Object.fromEntries(
    (await pagesOf(document_id)).data.map(({ url, status, reason, http_status }) => [
      url.slice(website.url('').length),
      [status, reason, http_status],
    ]),
  );

describe('the pages of a crawl', () => {
  test('are listed with the result of each, and the reason for those that are not read', async () => {
    website.pages = {
      '/': html('Home', 'Welcome.', [
        '/hours',
        '/hours-again',
        '/same',
        '/empty',
        '/gone',
        '/broken',
        '/away',
        '/file',
        '/large',
        '/secret',
      ]),
      '/hours': '<link rel="canonical" href="/hours"><p>We open at nine.</p>',
      '/hours-again': '<link rel="canonical" href="/hours"><p>We open at nine.</p>',
      '/same': '<p>We open at nine.</p>',
      '/empty': '<div id="root"></div><script>draw()</script>',
      '/broken': { status: 503, body: '' },
      '/away': { status: 302, headers: { location: 'http://169.254.169.254/' } },
      '/file': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4' },
      '/large': {
        headers: { 'content-type': 'text/html', 'content-length': String(9 * 1024 * 1024) },
        body: '',
      },
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: 'User-agent: *\nDisallow: /secret',
      },
    };
    const { document_id } = await createReady('/', { crawl: { depth: 1, max_pages: 20 } });
    assert.deepEqual(await results(document_id), {
      '/': ['read', null, null],
      '/hours': ['read', null, null],
      '/hours-again': ['skipped', 'other_address', null],
      '/same': ['skipped', 'same_text', null],
      '/empty': ['failed', 'needs_javascript', null],
      '/gone': ['failed', 'http_error', 404],
      '/broken': ['failed', 'http_error', 503],
      '/away': ['failed', 'address_refused', null],
      '/file': ['failed', 'unreadable', null],
      '/large': ['failed', 'too_large', null],
      '/secret': ['skipped', 'robots', null],
    });
    const failedPages = await pagesOf(document_id, { status: 'failed', limit: '1' });
    assert.deepEqual(
      [failedPages.data.length, failedPages.total_count, failedPages.data[0]!.details],
      [1, 6, 'It has no text without JavaScript.'],
    );
    const [home] = (await pagesOf(document_id, { status: 'read' })).data;
    assert.ok(home!.characters >= 'Welcome.'.length, String(home!.characters));
    assert.equal(home!.details, null);
  });

  test('beyond the limit are listed as such', async () => {
    website.pages = {
      '/': html('Home', 'Welcome.', ['/a', '/b']),
      '/a': html('A', 'First.'),
      '/b': html('B', 'Second.'),
    };
    const { document_id } = await createReady('/', { crawl: { depth: 1, max_pages: 2 } });
    assert.deepEqual(await results(document_id), {
      '/': ['read', null, null],
      '/a': ['read', null, null],
      '/b': ['skipped', 'page_limit', null],
    });
  });

  test('name files of other sites and files beyond the limit first, because their owner may add them', async () => {
    const otherUrl = 'http://files.example/menu.pdf';
    website.pages = {
      '/': html('Home', 'Welcome.', [
        otherUrl,
        'http://other.example/page',
        '/a',
        '/b',
        '/plan.xlsx',
        otherUrl,
      ]),
      '/a': html('A', 'First.', [otherUrl]),
    };
    const { document_id } = await createReady('/', { crawl: { depth: 1, max_pages: 2 } });
    const { data } = await pagesOf(document_id, { status: 'skipped' });
    assert.deepEqual(
      data.map(({ url, reason }) => [url, reason]),
      [
        [otherUrl, 'other_site'],
        [website.url('/plan.xlsx'), 'page_limit'],
        [website.url('/b'), 'page_limit'],
      ],
    );
    assert.ok(!website.requests.includes('/plan.xlsx'));
  });

  test('of a failed crawl give the reason, and those of the next crawl replace them', async () => {
    const { document_id } = await createReady('/', { crawl: {} });
    assert.deepEqual(await results(document_id), { '/': ['failed', 'http_error', 404] });
    website.pages = { '/': html('Home', 'Welcome.') };
    await recrawl({ document_id });
    await untilIdle();
    assert.equal((await read({ document_id })).status, 'ready');
    assert.deepEqual(await results(document_id), { '/': ['read', null, null] });
  });

  test('of a site whose robots.txt forbids crawling or fails', async () => {
    website.pages = {
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /' },
    };
    const forbidden = await createReady('/', { crawl: {} });
    assert.deepEqual(await results(forbidden.document_id), { '/': ['skipped', 'robots', null] });
    website.pages = { '/robots.txt': { status: 500, body: '' } };
    const failing = await createReady('/', { crawl: {} });
    assert.deepEqual(await results(failing.document_id), { '/': ['failed', 'robots_unavailable', null] });
  });

  test('are empty for a file, and refused to other accounts', async () => {
    website.pages['/a.txt'] = { body: 'Some text' };
    const { document_id } = await createReady('/a.txt');
    assert.deepEqual(await pagesOf(document_id), { data: [], total_count: 0 });
    const code = async (query: Record<string, string>, credential = ALICE) =>
      (
        await world.refusal(listDocumentPages, {
          credential,
          params: { document_id },
          query,
        })
      ).code;
    assert.equal(await code({}, BOB), 'forbidden');
    assert.equal(await code({ status: 'lost' }), 'invalid_request');
  });
});
