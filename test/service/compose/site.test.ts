/** The service's own pages: what stands at `/` without a demo, and `/embed` with a deployment. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { openWorld, type World } from '../world.ts';

describe('pages', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  const page = (url: string) => world.service.app.inject({ url });

  test('without a demo `/` says what runs here, and the shop is not there', async () => {
    const home = await page('/');
    assert.equal(home.statusCode, 200);
    assert.match(home.body, /Palkit runs here/);
    assert.match(home.body, /href="\/embed"/);
    assert.doesNotMatch(home.body, /pal-widget|%widget%|<script/);
    assert.equal((await page('/demo/product')).statusCode, 404);
  });

  test('`/embed` has the lines of a deployment that is there, and the deployment itself', async () => {
    const id = await world.deployment({ channel: 'widget' });
    const { body } = await page(`/embed?deployment=${id}`);
    assert.ok(body.includes(`&#60;pal-widget deployment-id=&#34;${id}&#34;`), 'the line to copy');
    assert.ok(body.includes(`<pal-widget deployment-id="${id}"`), 'the preview');
    assert.doesNotMatch(body, /pal-embed/);
  });

  test('of any other id it says nothing, whatever stands in it', async () => {
    for (const id of ['d0', '', '"><script>', 'x'.repeat(200)]) {
      const { statusCode, body } = await page(`/embed?deployment=${encodeURIComponent(id)}`);
      assert.equal(statusCode, 200);
      assert.match(body, /deployment-id=&#34;d…&#34;/);
      assert.doesNotMatch(body, /<pal-|palkit\.js"><\/script>\n<\/head>|"><script>/);
    }
    assert.equal((await page('/embed?deployment=a&deployment=b')).statusCode, 200);
  });
});

describe('the demo', () => {
  const gatesPage = async (gates: boolean) => {
    const world = await openWorld({ environment: { API_KEYS: '' }, gates });
    try {
      assert.match((await world.service.app.inject({ url: '/' })).body, /<pal-widget deployment-id="d\w+"/);
      return await world.service.app.inject({ url: '/demo/gates' });
    } finally {
      await world.close();
    }
  };

  test('has a page of gates, each with a deployment of its own', async () => {
    const { statusCode, body } = await gatesPage(true);
    assert.equal(statusCode, 200);
    assert.equal(new Set(body.match(/<pal-embed deployment-id="d\w+"/g)).size, 3);
  });

  test('shows no page of gates where none were made', async () => {
    const { statusCode, body } = await gatesPage(false);
    assert.equal(statusCode, 404);
    assert.doesNotMatch(body, /pal-embed/);
  });
});

test('`npm start` makes the gates', () => {
  const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  assert.match(scripts['start']!, /scripts\/start\.ts$/);
  assert.match(fs.readFileSync('scripts/start.ts', 'utf8'), /'supervise\.js'\), '--gates'/);
});
