/**
 * The npm package as applications use it: imported in Node, and built into a React and a Vue application that a
 * browser opens.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import type { DeploymentInit } from '../../src/contract/deployments.ts';
import { launch, openPage } from '../browser.ts';

test('every entry is imported in Node, without a document', () => {
  const { exports } = JSON.parse(fs.readFileSync('src/elements/package.json', 'utf8')) as {
    exports: Record<string, { default?: string } | string>;
  };
  for (const [entry, target] of Object.entries(exports)) {
    // Angular's bindings must be compiled by an application; the matrix of frameworks tests that.
    if (entry === './angular') continue;
    const name = entry.replace(/^\./, 'palkit');
    if (typeof target === 'string') assert.ok(fs.existsSync(path.join('src', 'elements', target)), target);
    else if (target.default)
      execFileSync(process.execPath, [
        '--input-type=module',
        '--eval',
        `await import('${name}'); if ('document' in globalThis || 'window' in globalThis) throw new ` +
          `Error('a page was made up')`,
      ]);
  }
});

test("the captcha's worker is one file: a bundler may copy it", () => {
  const worker = fs.readFileSync('src/elements/dist/session/captcha-worker.js', 'utf8');
  assert.doesNotMatch(worker, /\bimport\b|\bexport\b/);
  assert.match(worker, /addEventListener/);
});

const DEPLOYMENT: DeploymentInit = {
  deployment_id: 'd1',
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
};

// Two versions of React in one package need two names; a real application has only one.
const ALIAS = {
  'react-18': [
    { find: /^react(?=$|\/)/, replacement: 'react-18' },
    { find: /^react-dom(?=$|\/)/, replacement: 'react-dom-18' },
  ],
  react: [],
  vue: [],
};

describe('applications', () => {
  let browser: Browser;
  let folder: string;
  before(async () => {
    browser = await launch();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-frameworks-'));
  });
  after(async () => {
    await browser?.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  for (const framework of ['react', 'react-18', 'vue'] as const) {
    test(`${framework}: mounts, opens, and leaves no call when it is removed`, async () => {
      const outDir = path.join(folder, framework);
      await build({
        configFile: false,
        root: path.resolve('demo', framework),
        logLevel: 'error',
        base: './',
        resolve: { alias: ALIAS[framework] },
        build: { outDir, emptyOutDir: true, target: 'es2022' },
        define: {
          __VUE_OPTIONS_API__: 'false',
          __VUE_PROD_DEVTOOLS__: 'false',
          __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
        },
      });
      if (framework === 'react-18')
        assert.ok(
          fs
            .readdirSync(outDir, { recursive: true })
            .some(
              (file) =>
                String(file).endsWith('.js') &&
                fs.readFileSync(path.join(outDir, String(file)), 'utf8').includes('18.3.1'),
            ),
          'it is React 18',
        );
      const calls: string[] = [];
      const server = http
        .createServer((request, response) => {
          const { pathname } = new URL(request.url!, 'http://localhost');
          const json = (value: unknown) =>
            response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
          if (pathname.endsWith('/init')) return json(DEPLOYMENT);
          if (pathname.endsWith('/start')) {
            calls.push('start');
            const { port } = server.address() as AddressInfo;
            return json({
              conversation_id: 'c1',
              conversation_name: 'c',
              conversation_url: `http://127.0.0.1:${port}/rooms/c1`,
              status: 'active',
              callback_url: '',
              created_at: '2026-01-01T00:00:00Z',
              meeting_token: 't',
            });
          }
          if (pathname.endsWith('/end')) {
            calls.push('end');
            return json({ conversation_id: 'c1', status: 'ended' });
          }
          const file = path.join(outDir, pathname === '/' ? 'index.html' : path.normalize(pathname));
          if (!fs.existsSync(file)) return response.writeHead(404).end();
          response
            .writeHead(200, {
              'content-type':
                { '.html': 'text/html', '.js': 'text/javascript' }[path.extname(file)] ??
                'application/octet-stream',
            })
            .end(fs.readFileSync(file));
        })
        .listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const page = await openPage(browser);
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?deployment=d1`);
      assert.equal(
        await page
          .locator('pal-embed')
          .first()
          .evaluate((element) => (element as unknown as { deploymentId: string }).deploymentId),
        'd1',
      );
      await page.locator('#start').click();
      await page.locator('#said', { hasText: 'phase joining' }).waitFor();
      await page.locator('#toggle').click();
      await page.waitForFunction('!document.querySelector("pal-embed")');
      await page.locator('#toggle').click();
      await page.locator('pal-embed').waitFor();
      while (!calls.includes('end')) await new Promise((resolve) => server.once('request', resolve));
      assert.deepEqual(calls, ['start', 'end'], 'one call, and its end');
      assert.deepEqual(errors, []);
      await page.close();
      server.closeAllConnections();
      server.close();
    });
  }

  for (const framework of ['react', 'react-18'] as const) {
    test(`${framework}: server-rendered markup is hydrated without a warning`, async () => {
      const root = path.resolve('test', 'frameworks', 'apps', 'hydration');
      const outDir = path.join(folder, `${framework}-hydration`);
      await build({
        configFile: false,
        root,
        logLevel: 'error',
        resolve: { alias: ALIAS[framework] },
        base: './',
        build: { outDir, emptyOutDir: true, target: 'es2022', minify: false },
        define: { 'process.env.NODE_ENV': '"development"' },
        mode: 'development',
      });
      const server = path.join(folder, `${framework}-server`);
      await build({
        configFile: false,
        root,
        logLevel: 'error',
        resolve: { alias: ALIAS[framework] },
        build: { outDir: server, emptyOutDir: true, ssr: 'server.tsx' },
        ssr: { noExternal: true },
      });
      const { rendered } = (await import(pathToFileURL(path.join(server, 'server.js')).href)) as {
        rendered: string;
      };
      assert.match(rendered, /<pal-embed deployment-id="d1" theme="dark"><\/pal-embed>/);
      const page = await openPage(browser);
      const pageErrors: string[] = [];
      page.on('pageerror', (error) => pageErrors.push(error.message));
      page.on(
        'console',
        (message) => ['error', 'warning'].includes(message.type()) && pageErrors.push(message.text()),
      );
      await page.route('http://app.example/**', (route) => {
        const { pathname } = new URL(route.request().url());
        const file = path.join(outDir, pathname === '/' ? 'index.html' : path.normalize(pathname));
        if (!fs.existsSync(file)) return route.fulfill({ status: 404 });
        const body = fs.readFileSync(file, 'utf8');
        return route.fulfill({
          contentType: file.endsWith('.html') ? 'text/html' : 'text/javascript',
          body: pathname === '/' ? body.replace('<!--app-->', rendered) : body,
        });
      });
      await page.goto('http://app.example/');
      await page.waitForFunction(() =>
        Object.keys(document.querySelector('#app main') ?? {}).some((key) => key.startsWith('__reactFiber')),
      );
      assert.equal(
        await page
          .locator('pal-embed')
          .first()
          .evaluate((element) => (element as unknown as { deploymentId: string }).deploymentId),
        'd1',
      );
      assert.equal(
        await page
          .locator('pal-widget')
          .first()
          .evaluate((element) => (element as unknown as { position: string }).position),
        'bottom-left',
      );
      assert.match(
        rendered,
        /<pal-embed class="ours" deployment-id="d1" base-url="http:\/\/app.example"><\/pal-embed>/,
      );
      const ownEmbed = page.locator('pal-embed.ours');
      const settings = await ownEmbed.evaluate((element) => {
        const { override, tools } = element as unknown as {
          override: unknown;
          tools: Record<string, unknown>;
        };
        return { override, tools: Object.keys(tools) };
      });
      assert.deepEqual(settings, { override: { locale: 'de' }, tools: ['basket'] });
      await page.locator('#count').click();
      await page.locator('#open').click();
      // The listener of the latest render, whose count is 1, received the event after hydration.
      await page.locator('#told', { hasText: '1:loading' }).waitFor();
      const items = await ownEmbed.evaluate((element) =>
        (element as unknown as { tools: { basket(): unknown } }).tools.basket(),
      );
      assert.deepEqual(items, { items: 1 });
      assert.deepEqual(
        pageErrors.filter((line) => !/favicon|404|palkit: /.test(line)),
        [],
      );
      await page.close();
    });
  }
});
