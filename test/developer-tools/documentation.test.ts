/** The service serves its documentation: all guides, with working links, and the list for language models. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { servedPages } from '../../scripts/copy-documentation.ts';
import { openWorld, type World } from '../service/world.ts';

const PUBLIC_URL = 'https://example.com/pal';
const LINK = /(!?)\[[^\]]*\]\(([^)\s]+)\)/g;

let world: World;
before(async () => {
  world = await openWorld({ environment: { PUBLIC_URL } });
});
after(() => world.close());

const get = async (url: string) => world.service.app.inject({ url });
/** Returns a page without its code, because brackets in code are no links. */
const prose = (text: string) => text.replace(/^```[^]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');

const pages = servedPages();
const guides = fs.readdirSync(path.join('docs', 'guide')).map((name) => `guide/${name}`);

test('each page is served as Markdown, and each of its links leads to a page', async () => {
  assert.ok(guides.length > 20);
  for (const [file, text] of Object.entries(pages)) {
    const answer = await get(`/docs/${file}`);
    assert.equal(answer.statusCode, 200, `${file}: npm run build`);
    assert.equal(answer.headers['content-type'], 'text/markdown; charset=utf-8');
    assert.equal(answer.body, text, `${file} is not what was built: npm run build`);
    for (const [link, picture, target = ''] of prose(text).matchAll(LINK)) {
      assert.equal(picture, '', `${file}: ${link}`);
      if (/^(https?:|mailto:|#)/.test(target)) continue;
      const directory = path.posix.join(path.posix.dirname(file), target.replace(/#.*/, ''));
      assert.ok(directory in pages, `${file}: ${link}`);
    }
  }
});

test('llms.txt names the API, the MCP server and every guide by addresses that answer', async () => {
  const answer = await get('/llms.txt');
  assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
  assert.match(answer.body, /^# Palkit\n\n> /);
  const links = [...answer.body.matchAll(LINK)].map(([, , target = '']) => target);
  for (const file of guides)
    assert.ok(links.includes(`${PUBLIC_URL}/docs/${file}`), `docs/README.md does not name ${file}`);
  for (const link of links) {
    assert.ok(link.startsWith(`${PUBLIC_URL}/`), link);
    const { statusCode } = await get(link.slice(PUBLIC_URL.length));
    assert.equal(statusCode, link.endsWith('/mcp') ? 405 : 200, link);
  }
});

test('the index is found by its folder; an unknown page is not found', async () => {
  const index = await get('/docs');
  assert.equal(index.statusCode, 302);
  assert.equal(index.headers['location'], `${PUBLIC_URL}/docs/README.md`);
  for (const url of [
    '/docs/guide/none.md',
    '/docs/..%2f..%2fpackage.json',
    '/docs/guide/%2e%2e/%2e%2e/LICENSE',
  ])
    assert.equal((await get(url)).statusCode, 404, url);
});
