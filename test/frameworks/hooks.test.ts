/** `usePal()` in React 18, 19 and Vue, and the store for Svelte, work on a server, hydrated, and unmounted. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { get } from 'svelte/store';
import { build, type InlineConfig } from 'vite';
import { createSSRApp, defineComponent, effectScope, h } from 'vue';
import { renderToString } from 'vue/server-renderer';
import type { DeploymentInit } from '../../src/contract/deployments.ts';
import { palStore } from '../../src/elements/frameworks/svelte.ts';
import { usePal } from '../../src/elements/frameworks/vue-session.ts';
import { launch, openPage } from '../browser.ts';

const deployment = (deployment_id: string): DeploymentInit => ({
  deployment_id,
  channel: 'embed',
  customization: { show_haircheck: false },
  has_password: false,
  thumbnail_video_url: '',
  thumbnail_image_url: '',
  pal_display_name: 'Mira',
  languages: ['en'],
  limits: { max_call_duration: 60 },
  captcha: null,
  is_available: true,
  unavailable_reason: null,
});
const STARTED = {
  conversation_id: 'c1',
  conversation_name: 'c',
  conversation_url: 'http://app.example/rooms/c1',
  status: 'active',
  callback_url: '',
  created_at: '2026-01-01T00:00:00Z',
  meeting_token: 't',
};

describe('without a browser', () => {
  let server: http.Server;
  let baseUrl: string;
  before(async () => {
    server = http
      .createServer((_, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(deployment('d1'))),
      )
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  test('Vue: a session is idle on a server, and exists during the lifetime of its component', async () => {
    const Call = defineComponent({
      setup() {
        const { view } = usePal({ deploymentId: 'd1', baseUrl });
        return () => h('p', view.value.phase.is);
      },
    });
    assert.equal(await renderToString(createSSRApp(Call)), '<p>idle</p>');
    const scope = effectScope();
    const { view, session } = scope.run(() => usePal({ deploymentId: 'd1', baseUrl }))!;
    await session.prepare();
    assert.equal(view.value.phase.is, 'ready');
    assert.equal(view.value, session.view);
    scope.stop();
    assert.equal(session.view.phase.is, 'idle');
    assert.equal(view.value.phase.is, 'ready', 'nobody listens any more');
  });

  test('Svelte: a session is a store that ends with its last subscriber and can begin again', async () => {
    const store = palStore({ deploymentId: 'd1', baseUrl });
    assert.equal(get(store).phase.is, 'idle');
    const phases: string[] = [];
    const stop = store.subscribe((view) => phases.push(view.phase.is));
    const stopOther = store.subscribe(() => {});
    await store.session.prepare();
    assert.deepEqual(
      phases.filter((name, index) => name !== phases[index - 1]),
      ['idle', 'loading', 'ready'],
    );
    stop();
    stop();
    await Promise.resolve();
    assert.equal(get(store).phase.is, 'ready', 'another listens');
    stopOther();
    const next = store.subscribe(() => {});
    await Promise.resolve();
    assert.equal(get(store).phase.is, 'ready', 'from one component to the next it goes on');
    next();
    await Promise.resolve();
    assert.equal(get(store).phase.is, 'idle');
    await store.session.prepare();
    assert.equal(store.session.view.phase.is, 'ready');
    store.session.dispose();
  });
});

const REACT_18 = [
  { find: /^react(?=$|\/)/, replacement: 'react-18' },
  { find: /^react-dom(?=$|\/)/, replacement: 'react-dom-18' },
];

describe('React', () => {
  let browser: Browser;
  let folder: string;
  before(async () => {
    browser = await launch();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-hooks-'));
  });
  after(async () => {
    await browser?.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  for (const [version, alias] of Object.entries({ 18: REACT_18, 19: [] }))
    test(
      `${version}: hydrated in strict mode without a warning, one call, and its end when it is removed` +
        `away`,
      async () => {
        const app = path.join(folder, version);
        const config: InlineConfig = {
          configFile: false,
          root: path.resolve('test', 'frameworks', 'apps', 'hooks'),
          logLevel: 'error',
          base: './',
          mode: 'development',
          resolve: { alias },
        };
        const define = { 'process.env.NODE_ENV': '"development"' };
        await build({
          ...config,
          define,
          build: { outDir: app, emptyOutDir: true, target: 'es2022', minify: false },
        });
        await build({
          ...config,
          build: { outDir: `${app}-server`, emptyOutDir: true, ssr: 'server.tsx' },
          ssr: { noExternal: true },
        });
        const { rendered } = (await import(pathToFileURL(path.join(`${app}-server`, 'server.js')).href)) as {
          rendered: string;
        };
        assert.match(rendered, /<p id="told">d1<!-- --> <!-- -->idle<\/p>/);
        assert.match(rendered, /<pal-transcript class="lines"><\/pal-transcript>/);
        const page = await openPage(browser);
        page.setDefaultTimeout(20_000);
        const pageErrors: string[] = [];
        page.on('pageerror', (error) => pageErrors.push(error.message));
        page.on(
          'console',
          (message) => ['error', 'warning'].includes(message.type()) && pageErrors.push(message.text()),
        );
        const requests = await answer(page, app, rendered);
        await page.goto('http://app.example/');
        const log = page.locator('#told');
        await page.waitForFunction(() =>
          Object.keys(document.querySelector('#start') ?? {}).some((key) => key.startsWith('__reactFiber')),
        );
        assert.equal(requests.length, 0, 'nothing is asked for before a click');
        await page.locator('#start').click();
        await log.getByText('d1 joining').waitFor();
        // The parts draw the session of the hook.
        await page.locator('pal-transcript [part=empty]').waitFor();
        await page.locator('#count').click();
        await page.locator('#ask').click();
        assert.equal(await page.evaluate(() => (window as unknown as { counted: number }).counted), 1);
        const endRequest = page.waitForRequest((request) => request.url().includes('/end'));
        await page.locator('#toggle').click();
        await endRequest;
        await page.locator('#toggle').click();
        await log.getByText('d1 idle').waitFor();
        await page.locator('#other').click();
        await log.getByText('d2 idle').waitFor();
        await page.locator('#start').click();
        await log.getByText('d2 joining').waitFor();
        assert.deepEqual(
          requests.filter((request) => !request.startsWith('/rooms/')),
          [
            '/v2/deployments/d1/init',
            '/v2/deployments/d1/start',
            '/v2/deployments/d1/conversations/c1/end',
            '/v2/deployments/d2/init',
            '/v2/deployments/d2/start',
          ],
        );
        assert.deepEqual(
          pageErrors.filter((line) => !/favicon|404|React DevTools/.test(line)),
          [],
        );
        await page.close();
      },
    );
});

/** Serves the application, and a service whose room never answers; records the requests. */
async function answer(page: Page, app: string, renderedHtml: string): Promise<string[]> {
  const requests: string[] = [];
  await page.route('http://app.example/**', (route) => {
    const { pathname } = new URL(route.request().url());
    if (/^\/(v2|rooms)\//.test(pathname)) {
      requests.push(pathname);
      const id = pathname.split('/')[3];
      if (pathname.endsWith('/init')) return route.fulfill({ json: deployment(id!) });
      if (pathname.endsWith('/start')) return route.fulfill({ json: STARTED });
      if (pathname.endsWith('/end'))
        return route.fulfill({ json: { conversation_id: 'c1', status: 'ended' } });
      return undefined;
    }
    const file = path.join(app, pathname === '/' ? 'index.html' : path.normalize(pathname));
    if (!fs.existsSync(file)) return route.fulfill({ status: 404 });
    const body = fs.readFileSync(file, 'utf8');
    return route.fulfill({
      contentType: file.endsWith('.html') ? 'text/html' : 'text/javascript',
      body: pathname === '/' ? body.replace('<!--app-->', renderedHtml) : body,
    });
  });
  return requests;
}
