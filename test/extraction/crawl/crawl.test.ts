import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ManualClock, type Clock } from '../../../src/runtime/clock.ts';
import { ExtractionError } from '../../../src/extraction/extraction-error.ts';
import { Extraction } from '../../../src/extraction/extraction.ts';
import { createOutbound, type Outbound } from '../../../src/outbound/outbound.ts';
import { mayBePage, normaliseAddress, isSameSite } from '../../../src/extraction/addresses.ts';
import { crawl } from '../../../src/extraction/crawl/crawl.ts';
import { html, Website } from '../../service/website.ts';

describe('a crawl', () => {
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

  const run = (
    limits: { depth: number; max_pages: number },
    start = '/',
    signal = new AbortController().signal,
    progress: (pages: number) => void = () => {},
  ) =>
    crawl({ outbound, extraction, clock }, website.url(start), limits, signal, async (pages) =>
      progress(pages),
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

  test('text that repeats on every page of a site is stored once, with the first page', async () => {
    const footer = '<footer><p>Tel. 01632 960123</p></footer>';
    website.pages = {
      '/': `<title>Inn</title><main><p>Welcome.</p><a href="/rooms">Rooms</a></main>${footer}`,
      '/rooms': `<title>Rooms</title><main><p>Ten rooms.</p></main>${footer}`,
    };
    const pages = await run({ depth: 1, max_pages: 5 });
    assert.deepEqual(
      pages.map(({ pieces: chunks }) => chunks),
      [['# Inn\n\nWelcome.\n\nRooms', '## Contact\n\n- Tel. 01632 960123'], ['# Rooms\n\nTen rooms.']],
    );
  });

  test('pages that robots.txt forbids do not use up the page limit', async () => {
    const refusedLinks = Array.from({ length: 200 }, (_, index) => `<a href="/cart/${index}">Cart</a>`).join(
      '',
    );
    website.pages = {
      '/': `${refusedLinks}<a href="/about">About</a>`,
      '/about': '<p>About us</p>',
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /cart' },
    };
    assert.deepEqual(await crawledPaths({ depth: 1, max_pages: 2 }), ['/', '/about']);
    assert.deepEqual(website.requests, ['/robots.txt', '/', '/about']);
  });

  test('links that no person would follow are skipped, however many there are', async () => {
    const tracker = `/tracked?${Array.from({ length: 20_000 }, (_, index) => `utm_a${index}=1`).join('&')}`;
    const links = Array.from({ length: 30_000 }, (_, index) => `<a href="/none-${index}">x</a>`).join('');
    website.pages = {
      '/': `<base href="/${'b'.repeat(3000)}"><link rel="canonical" href="/${'c'.repeat(3000)}">
        <a href="${tracker}">Tracked</a><a href="/${'a/'.repeat(10_000)}">Deep</a><a href="/about">About</a>${links}`,
      '/about': '<p>About us</p>',
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: `User-agent: *\n${Array.from({ length: 15_000 }, (_, rule) => `Disallow: /none-${rule}/\n`).join('')}`,
      },
    };
    assert.deepEqual(await crawledPaths({ depth: 2, max_pages: 2 }), ['/', '/about']);
    assert.ok(website.requests.length < 30, `${website.requests.length} requests`);
  });

  test('an HTML response may begin with any element, but a text with a bracket is not HTML', async () => {
    website.pages = {
      '/': '<a href="/span">Home</a> <a href="/form">Form</a> <a href="/own">Own</a> <a href="/text">Text</a>',
      '/span': '<span>A span</span>',
      '/form': '<form action="/x"></form><p>Beside a form</p>',
      '/own': '<shop-page><p>An element of its own</p></shop-page>',
      '/text': { headers: { 'content-type': 'text/plain' }, body: 'a < b and <b>bold</b>' },
    };
    assert.deepEqual((await crawledPaths({ depth: 2, max_pages: 10 })).sort(), [
      '/',
      '/form',
      '/own',
      '/span',
    ]);
  });

  // Proves resources-13.
  test('a crawl stops at its limits of link depth and pages, and takes the nearest pages first', async () => {
    website.pages = {
      '/': html('Home', 'home', ['/a', '/b']),
      '/a': html('A', 'a', ['/a1', '/']),
      '/b': html('B', 'b', ['/b1']),
      '/a1': html('A1', 'a1', ['/deep']),
      '/b1': html('B1', 'b1'),
      '/deep': html('Deep', 'deep'),
    };
    assert.deepEqual(await crawledPaths({ depth: 1, max_pages: 100 }), ['/', '/a', '/b']);
    assert.deepEqual(await crawledPaths({ depth: 2, max_pages: 100 }), ['/', '/a', '/b', '/a1', '/b1']);
    assert.deepEqual(await crawledPaths({ depth: 10, max_pages: 100 }), [
      '/',
      '/a',
      '/b',
      '/a1',
      '/b1',
      '/deep',
    ]);
    website.requests.length = 0;
    assert.deepEqual(await crawledPaths({ depth: 10, max_pages: 3 }), ['/', '/a', '/b']);
    assert.ok(website.requests.length <= 4, 'no more is asked for than is kept');
    assert.ok(website.maximum <= 2, 'two requests at a time');
    assert.deepEqual(
      (await run({ depth: 1, max_pages: 1 })).map((page) => page.pieces.join('\n\n')),
      ['# Home\n\nhome\n\n/a /b'],
    );
  });

  test('stays on its origin, also after a redirect', async () => {
    otherSite.pages = { '/': html('Elsewhere', 'elsewhere') };
    website.pages = {
      '/': html('Home', 'home', [
        otherSite.url('/'),
        '/out',
        '/in',
        `//${otherSite.host}/`,
        'https://127.0.0.1/',
        'mailto:a@b.c',
        'javascript:alert(1)',
        'ftp://x/',
        'http://[',
        '#top',
      ]),
      '/out': { status: 302, headers: { location: otherSite.url('/') } },
      '/in': { status: 301, headers: { location: '/found' } },
      '/found': html('Found', 'found'),
    };
    assert.deepEqual(await crawledPaths({ depth: 3, max_pages: 100 }), ['/', '/found']);
    website.pages = { '/': { status: 302, headers: { location: otherSite.url('/') } } };
    assert.equal(await crawlFailure(), 'website_processing_failed');
  });

  test('obeys robots.txt', async () => {
    website.pages = {
      '/robots.txt': {
        body:
          'User-agent: *\nDisallow: /private\nAllow: /private/open\n\nUser-agent: Palkit\nDisallow: ' +
          '/no-palkit\nDisallow: /*.php$',
      },
      '/': html('Home', 'home', ['/private/x', '/no-palkit/x', '/fine', '/a.php', '/jump']),
      '/private/x': html('P', 'p'),
      '/no-palkit/x': html('N', 'n'),
      '/fine': html('F', 'f'),
      '/a.php': html('PHP', 'php'),
      '/jump': { status: 302, headers: { location: '/no-palkit/x' } },
    };
    assert.deepEqual(await crawledPaths({ depth: 2, max_pages: 100 }), ['/', '/private/x', '/fine']);
    assert.ok(!website.requests.includes('/a.php'));
    website.pages['/robots.txt'] = { body: 'User-agent: *\nDisallow: /' };
    assert.equal(await crawlFailure(), 'website_processing_failed');
    website.pages['/robots.txt'] = { status: 503 };
    assert.equal(
      await crawlFailure(),
      'website_processing_failed',
      'what cannot be asked for is not allowed',
    );
    website.pages['/robots.txt'] = { status: 403 };
    assert.equal(await crawlFailure(), 'none');
    website.pages['/robots.txt'] = { body: 'User-agent: *\nCrawl-delay: 7' };
    const delays: number[] = [];
    const patientClock: Clock = {
      now: () => clock.now(),
      after: (milliseconds, callback) => (delays.push(milliseconds), callback()),
    };
    website.maximum = 0;
    const pages = await crawl(
      { outbound, extraction, clock: patientClock },
      website.url(),
      { depth: 1, max_pages: 100 },
      new AbortController().signal,
      async () => {},
    );
    assert.equal(pages.length, 5);
    assert.deepEqual(
      [delays, website.maximum],
      [[7000, 7000, 7000, 7000, 7000, 7000], 1],
      'one after another, each after its wait, and at last the sitemap',
    );
  });

  test('stores a page once, whatever addresses lead to it', async () => {
    website.pages = {
      '/': html('Home', 'home', [
        '/a?utm_source=x&b=2&a=1',
        '/a?a=1&b=2#part',
        '/a?b=2&a=1&gclid=3',
        '/copy',
        '/canonical',
        '/one',
        '/two',
        '/?fbclid=1',
      ]),
      '/a?a=1&b=2': html('A', 'the same words'),
      '/copy': html('A', 'the same words'),
      '/canonical': html('C', 'canonical words', [], '<link rel="canonical" href="/one?utm_medium=y">'),
      '/one': html('C', 'canonical words, said otherwise'),
      '/two': { status: 301, headers: { location: '/one' } },
    };
    assert.deepEqual(await crawledPaths({ depth: 1, max_pages: 100 }), ['/', '/a?a=1&b=2', '/one']);
    assert.equal(website.requests.filter((path) => path.startsWith('/a')).length, 1);
  });

  test('skips responses that are not pages or are broken', async () => {
    website.pages = {
      '/': html(
        'Home',
        'home',
        [
          '/broken.pdf',
          '/photo.JPG',
          '/old.doc',
          '/download',
          '/json',
          '/gone',
          '/broken',
          '/png',
          '/large',
          '/empty',
          '/plain',
          '/good',
        ],
        `<base href="${website.url('/')}">`,
      ),
      '/broken.pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4' },
      '/download': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-' },
      '/json': { headers: { 'content-type': 'application/json' }, body: '{}' },
      '/broken': { status: 500, body: html('E', 'error') },
      '/png': {
        headers: { 'content-type': 'text/html' },
        body: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]),
      },
      '/large': { headers: { 'content-type': 'text/html' }, body: new Uint8Array(6 * 1024 * 1024).fill(65) },
      '/empty': '<html><body></body></html>',
      '/plain': { headers: { 'content-type': 'text/plain' }, body: 'only text' },
      '/good': html('Good', 'good'),
    };
    assert.deepEqual(await crawledPaths({ depth: 1, max_pages: 100 }), ['/', '/good']);
    assert.ok(!website.requests.includes('/old.doc') && !website.requests.includes('/photo.JPG'));
    for (const start of ['/gone', '/broken', '/json', '/png', '/large', '/empty', '/plain'])
      assert.equal(await crawlFailure(start), 'website_processing_failed', start);
  });

  test('ends on endless sites, and when it is cancelled', async () => {
    website.pages = new Proxy(
      {},
      {
        get: (_, path: string) =>
          path === '/robots.txt' ? undefined : html(path, 'same', [`${path}1`, `${path}2`]),
      },
    );
    const crawledPages = await run({ depth: 10, max_pages: 7 });
    assert.equal(crawledPages.length, 7);
    website.pages = new Proxy(
      {},
      {
        get: (_, path: string) =>
          path === '/'
            ? html(
                'Home',
                'home',
                Array.from({ length: 4000 }, (_, number) => `/dead${number}`),
              )
            : undefined,
      },
    );
    website.requests.length = 0;
    assert.equal((await run({ depth: 10, max_pages: 10 })).length, 1);
    assert.ok(website.requests.length < 100, `${website.requests.length} requests`);
    website.pages = { '/': html('Home', 'home', ['/slow']), '/slow': { holds: true } };
    const stop = new AbortController();
    const running = run({ depth: 1, max_pages: 5 }, '/', stop.signal);
    await website.waitForHeld(1);
    stop.abort();
    await assert.rejects(running);
    website.release();
    website.pages = { '/': html('Home', 'home', ['/a']), '/a': html('A', 'a') };
    const counters: number[] = [];
    await run({ depth: 1, max_pages: 5 }, '/', undefined, (pages) => counters.push(pages));
    assert.deepEqual(counters, [1, 2]);
  });

  test('an address that may not be requested counts as invalid', async () => {
    await assert.rejects(
      crawl(
        { outbound, extraction, clock },
        'http://127.0.0.1:81/',
        { depth: 1, max_pages: 1 },
        new AbortController().signal,
        async () => {},
      ),
      (error: ExtractionError) => error.code === 'invalid_file_url',
    );
    await assert.rejects(
      crawl(
        { outbound, extraction, clock },
        'nonsense',
        { depth: 1, max_pages: 1 },
        new AbortController().signal,
        async () => {},
      ),
      (error: ExtractionError) => error.code === 'invalid_file_url',
    );
  });
});

test('addresses', () => {
  assert.equal(
    normaliseAddress('HTTP://User:pw@Example.com:80/a/../b?z=1&utm_source=x&a=2#c')!.href,
    'http://example.com/b?a=2&z=1',
  );
  assert.equal(normaliseAddress('data:text/html,x'), null);
  assert.equal(normaliseAddress(`http://a/${'x'.repeat(3000)}`), null);
  assert.ok(
    mayBePage(new URL('http://a/b.html')) &&
      mayBePage(new URL('http://a/v1.2')) &&
      !mayBePage(new URL('http://a/b.PDF')),
  );
  assert.ok(
    isSameSite(new URL('http://a.example/'), new URL('https://www.a.example/')) &&
      !isSameSite(new URL('http://a.example/'), new URL('https://b.example/')) &&
      !isSameSite(new URL('http://a.example:81/'), new URL('http://a.example/')),
  );
});
