import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { unzipSync, zipSync } from 'fflate';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { ExtractionError } from '../../../src/extraction/extraction-error.ts';
import { Extraction } from '../../../src/extraction/extraction.ts';
import { createOutbound, type Outbound } from '../../../src/outbound/outbound.ts';
import { crawl } from '../../../src/extraction/crawl/crawl.ts';
import type { PageResult } from '../../../src/extraction/crawl/page-results.ts';
import { docx, pdf, xlsx } from '../../service/files.ts';
import { html, Website } from '../../service/website.ts';

describe('a crawl of a site in the wild', () => {
  const clock = new ManualClock();
  const extraction = new Extraction(clock);
  let website: Website;
  let otherSite: Website;
  let outbound: Outbound;
  before(async () => {
    website = await Website.open();
    otherSite = await Website.open();
    outbound = createOutbound({ clock, allowedHosts: [website.host, otherSite.host] });
  });
  beforeEach(() => {
    website.requests.length = 0;
    website.maximum = 0;
  });
  after(async () => {
    extraction.close();
    await outbound.close();
    await website.close();
    await otherSite.close();
  });

  const run = (limits: { depth: number; max_pages: number }, start = '/') =>
    crawl(
      { outbound, extraction, clock },
      website.url(start),
      limits,
      new AbortController().signal,
      async () => {},
    );
  const crawledPaths = async (limits: { depth: number; max_pages: number }, start?: string) =>
    (await run(limits, start)).map((page) => page.url.slice(website.url('').length));
  const crawlFailure = async (start = '/') => {
    try {
      await run({ depth: 1, max_pages: 5 }, start);
    } catch (error) {
      assert.ok(error instanceof ExtractionError, String(error));
      return error.code;
    }
    return 'none';
  };

  test('reads the files that pages link to, after the pages at the same link depth', async () => {
    const file = (body: Uint8Array, type: string) => ({ headers: { 'content-type': type }, body });
    website.pages = {
      '/': html('Home', 'home', [
        '/files/Price%20list_2027.pdf',
        '/hours.xlsx',
        '/get?id=7',
        '/about',
        '/lost.pdf',
      ]),
      '/about': html('About', 'about us', ['/deep.pdf']),
      '/files/Price%20list_2027.pdf': file(pdf(['A boat costs nine euros.']), 'application/octet-stream'),
      '/hours.xlsx': file(
        xlsx('Hours', [
          ['Day', 'Opens'],
          ['Monday', 9],
        ]),
        'application/octet-stream',
      ),
      '/get?id=7': file(docx([{ text: 'Rules', heading: true }, { text: 'No dogs.' }]), 'application/pdf'),
      '/deep.pdf': file(pdf(['Deep.']), 'application/pdf'),
    };
    const pages = await run({ depth: 1, max_pages: 10 });
    assert.deepEqual(
      pages.map(({ url, pieces: chunks }) => [url.slice(website.url('').length), chunks.join('\n\n')]),
      [
        ['/', '# Home\n\nhome\n\n/files/Price%20list\\_2027.pdf /hours.xlsx /get?id=7 /about /lost.pdf'],
        ['/get?id=7', '# Rules\n\nNo dogs.'],
        ['/about', '# About\n\nabout us\n\n/deep.pdf'],
        ['/files/Price%20list_2027.pdf', '# Price list 2027\n\nA boat costs nine euros.'],
        ['/hours.xlsx', '# Hours\n\n| Day | Opens |\n| --- | --- |\n| Monday | 9 |'],
      ],
    );
    assert.deepEqual(await crawledPaths({ depth: 2, max_pages: 4 }), [
      '/',
      '/get?id=7',
      '/about',
      '/files/Price%20list_2027.pdf',
    ]);
  });

  test('counts the bytes of files, and skips those that are too large', async () => {
    const file = (text: string) => ({
      headers: { 'content-type': 'application/octet-stream' },
      body: zipSync({
        ...unzipSync(docx([{ text }])),
        'word/media': [new Uint8Array(8 * 1024 * 1024), { level: 0 }],
      }),
    });
    website.pages = {
      '/': html('Home', 'home', ['/a.docx', '/b.docx', '/c.docx']),
      '/a.docx': file('First.'),
      '/b.docx': file('Second.'),
      '/c.docx': file('Third.'),
    };
    const results: [string, string][] = [];
    const record = (url: URL, result: PageResult) =>
      void results.push([url.pathname, 'reason' in result ? result.reason : 'read']);
    await crawl(
      { outbound, extraction, clock, record },
      website.url(),
      { depth: 1, max_pages: 4 },
      new AbortController().signal,
      async () => {},
    );
    assert.deepEqual(results, [
      ['/', 'read'],
      ['/a.docx', 'read'],
      ['/b.docx', 'read'],
      ['/c.docx', 'too_large'],
    ]);
  });

  test("follows a page's redirect for its visitors", async () => {
    website.pages = {
      '/': '<meta http-equiv="Refresh" content="0; URL=\'/en/\'"><p>Wait</p>',
      '/en/': html('Home', 'home', ['/again', '/later']),
      '/again': '<meta http-equiv="refresh" content="5"><p>The score is 3 to 2.</p>',
      '/later': '<meta http-equiv="refresh" content="300; url=/elsewhere"><p>A slow page.</p>',
    };
    assert.deepEqual(await crawledPaths({ depth: 1, max_pages: 10 }), ['/en/', '/again', '/later']);
  });

  test('keeps the pages of a site whose canonicals all name its home page', async () => {
    const head = '<link rel="canonical" href="/">';
    website.pages = {
      '/': html('Home', 'home', ['/rooms', '/prices', '/?view=2'], head),
      '/rooms': html('Rooms', 'ten rooms', [], head),
      '/prices': html('Prices', 'nine euros', [], head),
      '/?view=2': html('Home', 'home', ['/rooms', '/prices', '/?view=2'], head),
    };
    assert.deepEqual(await crawledPaths({ depth: 1, max_pages: 10 }), ['/', '/rooms', '/prices']);
  });

  test('reads the first part of a long robots.txt', async () => {
    const rules = `User-agent: *\nDisallow: /secret\n${`# ${'x'.repeat(98)}\n`.repeat(6000)}Disallow: /late\n`;
    website.pages = {
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: rules },
      '/': html('Home', 'home', ['/secret', '/late']),
      '/secret': html('Secret', 'secret'),
      '/late': html('Late', 'late'),
    };
    assert.deepEqual(await crawledPaths({ depth: 1, max_pages: 10 }), ['/', '/late']);
  });

  test('takes pages without links from the sitemap, and follows none of their links', async () => {
    const list = (tag: string, addresses: string[]) =>
      `<?xml version="1.0"?><${tag}>${addresses.map((at) => `<x><loc>${website.url(at)}</loc></x>`).join('')}</${tag}>`;
    website.pages = {
      '/': html('Home', 'home', ['/linked']),
      '/linked': html('Linked', 'linked'),
      '/alone?a=1&b=2': html('Alone', 'alone', ['/further']),
      '/further': html('Further', 'further'),
      '/sitemap.xml': { body: list('urlset', ['/linked', '/alone?a=1&amp;b=2']) },
      '/two.xml': { body: list('sitemapindex', ['/three.xml']) },
      '/three.xml': { body: gzipSync(list('urlset', ['/further'])) },
    };
    assert.deepEqual(await crawledPaths({ depth: 1, max_pages: 10 }), ['/', '/linked', '/alone?a=1&b=2']);
    website.pages['/robots.txt'] = {
      body: `Sitemap: ${website.url('/two.xml')}\nSitemap: ${otherSite.url('/')}`,
    };
    assert.deepEqual(await crawledPaths({ depth: 1, max_pages: 10 }), ['/', '/linked', '/further']);
    website.requests.length = 0;
    assert.deepEqual(await crawledPaths({ depth: 1, max_pages: 2 }), ['/', '/linked']);
    assert.ok(!website.requests.includes('/two.xml'), 'no list is asked for where there are enough pages');
  });

  test('names a site that has no words without JavaScript', async () => {
    for (const body of [
      '',
      '<noscript>Enable JavaScript.</noscript>',
      '<p>Loading…</p>',
      '<p>Please enable JavaScript.</p>',
    ]) {
      website.pages = {
        '/': `<html><body><div id="root">${body}</div><script src="/app.js"></script></body></html>`,
      };
      assert.equal(await crawlFailure(), 'website_needs_javascript', body);
    }
    website.pages = { '/': '<p>We teach JavaScript.</p><script src="/app.js"></script>' };
    assert.equal(await crawlFailure(), 'none');
  });
});
