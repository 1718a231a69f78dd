/** For an unknown address, browsers receive a page, and other programs receive JSON. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LOCALES } from '../../../src/contract/locales/all.ts';
import { acceptedLanguage } from '../../../src/service/http/not-found-page.ts';
import { openWorld, type World } from '../world.ts';

let world: World;
before(async () => (world = await openWorld()));
after(() => world.close());

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const request = (
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'POST' | 'HEAD' = 'GET',
) => world.service.app.inject({ method, url, headers: { accept: BROWSER, ...headers } });

test('a browser gets a page with a way back, in its language', async () => {
  for (const url of [
    '/nothing',
    '/l/none',
    '/demo/nothing',
    '/demo/assets/nothing.css',
    '/v2//pals',
    '/%zz',
  ]) {
    const answer = await request(url, { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' });
    assert.equal(answer.statusCode, 404, url);
    assert.match(String(answer.headers['content-type']), /^text\/html/, url);
    assert.equal(answer.headers['x-error-code'], 'not_found');
    assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'/);
    assert.match(String(answer.headers['vary']), /accept-language/);
    assert.match(answer.body, /<html lang="de-AT" dir="ltr">/);
    assert.match(answer.body, new RegExp(LOCALES['de']!.page.notFoundTitle));
    assert.match(answer.body, /<a href="\/">Zur Startseite<\/a>/);
  }
});

test('the page runs from right to left where its language does', async () => {
  const { body } = await request('/nothing', { 'accept-language': 'ar' });
  assert.match(body, /<html lang="ar" dir="rtl">/);
});

test('the way back leads below the path of the service', async () => {
  const worldBelowPath = await openWorld({ environment: { PUBLIC_URL: 'https://example.com/pal' } });
  try {
    const { body } = await worldBelowPath.service.app.inject({
      url: '/pal/nothing',
      headers: { accept: BROWSER },
    });
    assert.match(body, /<a href="\/pal\/">/);
  } finally {
    await worldBelowPath.close();
  }
});

test('other programs, and other methods, get JSON', async () => {
  for (const [accept, method] of [
    ['application/json', 'GET'],
    ['*/*', 'GET'],
    [BROWSER, 'POST'],
  ] as const) {
    const answer = await request('/nothing', { accept }, method);
    assert.equal(answer.statusCode, 404);
    assert.deepEqual(Object.keys(answer.json<object>()), ['error']);
  }
});

test('the language is the best one that has texts', () => {
  assert.equal(acceptedLanguage('xx, fr;q=0.5, de;q=0.8'), 'de');
  assert.equal(acceptedLanguage('nn-NO'), 'nn-NO');
  assert.equal(acceptedLanguage('zh-TW,en;q=0.1'), 'zh-TW');
  for (const header of [undefined, '', '*', 'xx', 'de;q=0', 'de;q=x', '"><script>', `${'a'.repeat(600)},de`])
    assert.equal(acceptedLanguage(header), 'en', header);
});
