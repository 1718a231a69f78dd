/**
 * A page that draws the call itself with `palkit/session`, `usePal()` or the store: built like an application, and
 * tested in a call with the real service.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { compile } from 'svelte/compiler';
import { build, type Plugin } from 'vite';
import { compileScript, parse } from 'vue/compiler-sfc';
import { launch, openPage } from '../browser.ts';
import { recordComplaints, startService, type RunningService } from '../journeys/running-service.ts';

/** For each page, the file that draws the call; it has at most `MAX_LINES` lines. */
const PAGES = { plain: 'main.ts', react: 'main.tsx', vue: 'OwnCall.vue', svelte: 'OwnCall.svelte' } as const;
const MAX_LINES = 30;
/** Timeout of each wait in milliseconds; a machine that runs other steps at the same time needs 20 s for an answer. */
const TIMEOUT_MS = 60_000;
const KIB = 1024;
/** Maximum bytes of a page that imports `palkit/session`, before a call. */
const SESSION_BUDGET = 15 * KIB;

/** A build plugin that an application would have. */
const components: Plugin = {
  name: 'components',
  transform(code, file) {
    if (file.endsWith('.svelte')) return compile(code, { filename: file, generate: 'client' }).js.code;
    if (!file.endsWith('.vue')) return null;
    const id = createHash('sha256').update(file).digest('hex').slice(0, 8);
    return compileScript(parse(code, { filename: file }).descriptor, { id, inlineTemplate: true }).content;
  },
};

interface BuiltFile {
  name: string;
  code: string;
  entry: boolean;
  imports: string[];
}

/** Builds a page and returns its files by name. */
async function buildFiles(page: keyof typeof PAGES): Promise<Map<string, BuiltFile>> {
  const buildResult = await build({
    configFile: false,
    root: path.resolve('demo', 'own-ui', page),
    logLevel: 'error',
    base: './',
    plugins: [components],
    build: { write: false, target: 'es2022' },
    define: {
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  });
  assert.ok('output' in buildResult);
  return new Map(
    buildResult.output.map((file) => [
      file.fileName,
      file.type === 'chunk'
        ? { name: file.fileName, code: file.code, entry: file.isEntry, imports: file.imports }
        : { name: file.fileName, code: String(file.source), entry: false, imports: [] },
    ]),
  );
}

test('a page draws a call itself in thirty lines', () => {
  for (const [page, file] of Object.entries(PAGES)) {
    const text = fs.readFileSync(path.join('demo', 'own-ui', page, file), 'utf8');
    assert.ok(text.trimEnd().split('\n').length <= MAX_LINES, `${page}/${file}`);
    for (const line of text.split('\n')) assert.ok(line.length <= 110, `${page}/${file}: ${line}`);
  }
});

// A call mostly waits, so two run at the same time.
describe('own pages', { concurrency: 2 }, () => {
  let service: RunningService;
  let browser: Browser;
  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  for (const page of Object.keys(PAGES) as (keyof typeof PAGES)[])
    test(`${page}: a call with a picture, a typed question that is answered, and its end`, async () => {
      const builtFiles = await buildFiles(page);
      if (page === 'plain') checkSizes(builtFiles);
      const view = await openPage(browser);
      view.setDefaultTimeout(TIMEOUT_MS);
      const pageErrors = await recordComplaints(view);
      await serve(view, service.url, builtFiles);
      await view.goto(
        `${service.url}/own/?deployment=${service.deployments['embed']}&service=${service.url}`,
      );
      const heading = view.locator('h1');
      await view.getByRole('button', { name: 'Start' }).click();
      await heading.getByText('Mira').waitFor();
      await view.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
      await view.getByRole('textbox').fill('How long is the warranty?');
      await view.getByRole('textbox').press('Enter');
      await view.locator('li', { hasText: 'How long is the warranty?' }).waitFor();
      await view
        .locator('li', { hasText: /5 years|five years/i })
        .first()
        .waitFor();
      await view.getByRole('button', { name: 'Leave' }).click();
      await heading.getByText('ended').waitFor();
      assert.deepEqual(pageErrors, []);
      await view.context().close();
    });
});

/** Checks the size of the files that a page loads before a call. */
function checkSizes(builtFiles: Map<string, BuiltFile>): void {
  const open = [...builtFiles.values()].filter(({ entry }) => entry).map(({ name }) => name);
  const loadedFiles = new Set<string>();
  for (let name = open.pop(); name; name = open.pop()) {
    if (loadedFiles.has(name)) continue;
    loadedFiles.add(name);
    open.push(...builtFiles.get(name)!.imports);
  }
  const bytes = [...loadedFiles].reduce(
    (sum, name) => sum + brotliCompressSync(builtFiles.get(name)!.code).length,
    0,
  );
  assert.ok(bytes <= SESSION_BUDGET, `${(bytes / KIB).toFixed(1)} KiB`);
  assert.ok(loadedFiles.size < builtFiles.size, 'the call is loaded by and by');
}

/** Serves a built page below `/own/` on the origin of the service. */
async function serve(view: Page, url: string, builtFiles: Map<string, BuiltFile>): Promise<void> {
  await view.route(`${url}/own/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice('/own/'.length) || 'index.html';
    const file = builtFiles.get(name);
    if (!file) return route.fulfill({ status: 404 });
    return route.fulfill({
      contentType: name.endsWith('.html') ? 'text/html' : 'text/javascript',
      body: file.code,
    });
  });
}
