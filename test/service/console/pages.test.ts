/** The console's pages: served with a strict policy, and only if the console is enabled. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { openWorld, type World } from '../world.ts';

const PAGES = ['', '/sign-in', '/knowledge', '/look', '/conversations', '/settings'];

describe('the pages of the console', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ environment: { PUBLIC_URL: 'https://palkit.example/pal' } });
  });
  after(() => world.close());
  const get = (url: string) => world.service.app.inject({ url });

  test('allow scripts and styles of this service only, and no frame around them', async () => {
    for (const page of PAGES) {
      const answer = await get(`/console${page}`);
      assert.equal(answer.statusCode, 200, page);
      const policy = String(answer.headers['content-security-policy']);
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
      ])
        assert.ok(policy.includes(part), `${page}: ${part}`);
      assert.doesNotMatch(policy, /unsafe|https?:|\*/);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.equal(answer.headers['referrer-policy'], 'no-referrer');
      assert.doesNotMatch(answer.body, /<script(?! type="module" crossorigin src)|<style| style=| on\w+=/);
    }
  });

  test('name their files below the path of the public address', async () => {
    const { body } = await get('/pal/console');
    const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    assert.ok(files.length >= 3);
    for (const file of files) {
      assert.match(file, /^\/pal\//);
      const answer = await get(file);
      assert.equal(answer.statusCode, 200, file);
      if (file.includes('/console/assets/'))
        assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
    }
  });

  test('show an active deployment in a frame, and no other', async () => {
    const id = await world.deployment();
    const answer = await get(`/console/preview/${id}`);
    assert.match(answer.body, new RegExp(`<pal-widget deployment-id="${id}"></pal-widget>`));
    assert.match(String(answer.headers['content-security-policy']), /frame-ancestors 'self'/);
    for (const unknown of ['d0000000000000000000', '%3Cscript%3E', '..%2f..%2f'])
      assert.equal((await get(`/console/preview/${unknown}`)).statusCode, 404, unknown);
  });

  test('are missing at other addresses', async () => {
    for (const path of ['/console/nothing', '/console/home.html', '/console/assets/../home.html'])
      assert.equal((await get(path)).statusCode, 404, path);
  });
});

test('without the console its pages and files are missing', async () => {
  const world = await openWorld({ environment: { CONSOLE: 'off' } });
  try {
    const files = fs.readdirSync('src/console/dist/assets').map((file) => `/assets/${file}`);
    for (const path of [...PAGES, ...files.slice(0, 3), '/preview/d0'])
      assert.equal((await world.service.app.inject({ url: `/console${path}` })).statusCode, 404, path);
  } finally {
    await world.close();
  }
});
