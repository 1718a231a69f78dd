/** The service's own pages: `/` without a demo, and `/embed` with a deployment. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, test } from 'node:test';
import decode from 'qr/decode.js';
import { openWorld, type World } from '../world.ts';

/** Returns the text of a QR code, decoded from its picture with the library that generated it. */
function qrText(svg: string): string {
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)![1]);
  const scale = 4;
  const width = side * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++)
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  return decode({ width, height: width, data });
}

describe('pages', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  const page = (url: string) => world.service.app.inject({ url });

  test('without a demo `/` explains the service, and the shop is missing', async () => {
    const home = await page('/');
    assert.equal(home.statusCode, 200);
    assert.match(home.body, /Palkit runs here/);
    assert.match(home.body, /href="\/embed"/);
    assert.doesNotMatch(home.body, /pal-widget|%widget%|<script/);
    assert.equal((await page('/demo/product')).statusCode, 404);
  });

  test('`/embed` shows the lines of an existing deployment, and the deployment itself', async () => {
    const id = await world.deployment({ channel: 'widget' });
    const { body } = await page(`/embed?deployment=${id}`);
    assert.ok(body.includes(`&#60;pal-widget deployment-id=&#34;${id}&#34;`), 'the line to copy');
    assert.ok(body.includes(`<pal-widget deployment-id="${id}"`), 'the preview');
    assert.doesNotMatch(body, /pal-embed/);
  });

  test("the lines of a widget have the owner's accent colour, because a closed launcher requests nothing", async () => {
    const customization = { theme: { accent_color: '#0f7a52' } };
    const widget = await world.deployment({ channel: 'widget', customization });
    const { body } = await page(`/embed?deployment=${widget}`);
    assert.equal(body.match(/ accent-color=&#34;#0f7a52&#34;/g)?.length, 3, 'script, Vue and WordPress');
    assert.match(body, / accentColor=&#34;#0f7a52&#34;/, 'React');
    assert.match(body, /pal\.accentColor = &#39;#0f7a52&#39;/, 'npm');
    assert.match(
      body,
      new RegExp(`<pal-widget deployment-id="${widget}"[^>]* accent-color="#0f7a52"`),
      'the preview',
    );
    const embed = await world.deployment({ channel: 'embed', customization });
    assert.doesNotMatch((await page(`/embed?deployment=${embed}`)).body, /accent-?color/i);
  });

  test('`/embed` has all lines of each way, and leads to a landing page only if there is one', async () => {
    const widget = (await page(`/embed?deployment=${await world.deployment({ channel: 'widget' })}`)).body;
    for (const way of ['script', 'npm', 'react', 'vue', 'iframe', 'wordpress', 'qr'])
      assert.match(widget, new RegExp(`<section class="way" id="way-${way}"`));
    assert.match(widget, /import { PalWidget } from &#39;palkit\/react&#39;/);
    assert.match(widget, /add_action\(&#39;wp_footer&#39;/);
    assert.doesNotMatch(widget, /&#60;iframe|qr\.svg/);
    const id = await world.deployment({ channel: 'landing-page' });
    const landing = (await page(`/embed?deployment=${id}`)).body;
    assert.match(landing, new RegExp(`&#60;iframe src=&#34;[^"]*/l/${id}&#34;`));
    assert.match(landing, new RegExp(`<img class="qr" src="/l/${id}/qr.svg"`));
    assert.match(landing, /<PalLandingPage|&#60;PalLandingPage/);
  });

  test('a landing page has its address as a QR code, another deployment none', async () => {
    const id = await world.deployment({ channel: 'landing-page' });
    const { statusCode, headers, body } = await page(`/l/${id}/qr.svg`);
    assert.equal(statusCode, 200);
    assert.equal(headers['content-type'], 'image/svg+xml');
    assert.equal(qrText(body), `${world.service.context.config.publicUrl}/l/${id}`);
    const widget = await world.deployment({ channel: 'widget' });
    for (const otherId of [widget, 'none'])
      assert.equal((await page(`/l/${otherId}/qr.svg`)).statusCode, 404);
  });

  test('a landing page is framed by the origins of its deployment, and by no other', async () => {
    const frameHeaders = async (fields: object) => {
      const id = await world.deployment({ channel: 'landing-page', ...fields });
      const policy = String((await page(`/l/${id}`)).headers['content-security-policy']);
      return /frame-ancestors ([^;]*)/.exec(policy)![1];
    };
    assert.equal(await frameHeaders({}), "'self'");
    const allowed_origins = ['https://shop.example', 'https://*.shop.example'];
    assert.equal(
      await frameHeaders({ allowed_origins }),
      "'self' https://shop.example https://*.shop.example",
    );
  });

  test('`/api` has the older names in a section of their own', async () => {
    const { body } = await page('/api');
    const [currentNames, olderNames] = body.split('<h2 id="older-names">') as [string, string];
    assert.doesNotMatch(currentNames, /<code>\/v2\/(personas|replicas)/);
    assert.match(olderNames, /<code>\/v2\/personas/);
    assert.doesNotMatch(olderNames, /<code>\/v2\/pals/);
  });

  test('`/embed` shows nothing of an unknown id, whatever it contains', async () => {
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
  const readGatesPage = async (gates: boolean) => {
    const world = await openWorld({ environment: { API_KEYS: '' }, gates });
    try {
      assert.match((await world.service.app.inject({ url: '/' })).body, /<pal-widget deployment-id="d\w+"/);
      return await world.service.app.inject({ url: '/demo/gates' });
    } finally {
      await world.close();
    }
  };

  test('has a page of gates, each with a deployment of its own', async () => {
    const { statusCode, body } = await readGatesPage(true);
    assert.equal(statusCode, 200);
    assert.equal(new Set(body.match(/<pal-embed deployment-id="d\w+"/g)).size, 3);
  });

  test('has no page of gates if there are none', async () => {
    const { statusCode, body } = await readGatesPage(false);
    assert.equal(statusCode, 404);
    assert.doesNotMatch(body, /pal-embed/);
  });
});

test('has gates with `npm start`', () => {
  const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  assert.match(scripts['start']!, /scripts\/start\.ts$/);
  assert.match(fs.readFileSync('scripts/start.ts', 'utf8'), /'supervise\.js'\), '--gates'/);
});
