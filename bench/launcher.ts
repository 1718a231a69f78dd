/**
 * Compares the launcher with Lit and one element with a similar button: medians of the first contentful paint on
 * otherwise empty pages. The conditions are those of a phone: 4x slower CPU, and DevTools' slow 4G (1.6 Mbit/s
 * down, 562 ms latency per request). A local server sends both with brotli.
 *
 *   npm run build && node --import tsx bench/launcher.ts [rounds]
 */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import type { Browser } from 'playwright-core';
import { launch, openPage } from '../test/browser.ts';
import { report } from './results.ts';

const ROUNDS = Number(process.argv[2] ?? 15);
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (0.75e6 / 8) * 0.9,
};
/** Maximum ratio of the launcher's time to that of the bare launcher. */
const LIMIT = 1.1;

const BARE_PAGE = `
import { css, html, LitElement, svg } from 'lit';
class BareLauncher extends LitElement {
  static styles = css\`
    :host { position: fixed; right: 20px; bottom: 20px; }
    button { font-family: inherit; font-size: 16px; font-weight: 600; line-height: 1.2; display: flex; \
align-items: center; gap: 10px; min-height: 56px; padding-block: 0; padding-inline: 18px 22px;
      border: 1px solid transparent; border-radius: 999px; background: #2b5bd7; color: #fff; box-shadow: 0 \
1px 2px rgb(0 0 0 / 0.08), 0 12px 40px rgb(0 0 0 / 0.18); cursor: pointer; }
  \`;
  render() {
    return html\`<button><svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" \
stroke-width="1.8">\${svg\`<path d="M4 12a8 8 0 1 1 3.4 6.5L4 20l1.2-3.6A8 8 0 0 1 4 \
12Z"/>\`}</svg><span>Talk to us</span></button>\`;
  }
}
customElements.define('bare-launcher', BareLauncher);`;

async function bundle(code: string): Promise<Buffer> {
  const entry = '\0bare';
  const created = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'bare',
        resolveId: (id) =>
          id === 'bare' ? entry : id === 'lit' ? path.resolve('node_modules/lit/index.js') : undefined,
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input: 'bare' } },
  });
  const [{ output }] = [created].flat() as unknown as [{ output: { type: string; code?: string }[] }];
  return Buffer.from(output.find(({ type }) => type === 'chunk')!.code!);
}

const page = (script: string, element: string) =>
  Buffer.from(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" ' +
      'content="width=device-width"><title>A shop</title><script type="module" ' +
      `src="${script}"></script>${element}`,
  );
const files: Record<string, { type: string; body: Buffer }> = {
  '/bare': { type: 'text/html', body: page('/bare.js', '<bare-launcher></bare-launcher>') },
  '/palkit': { type: 'text/html', body: page('/palkit.js', '<pal-widget deployment-id="d1"></pal-widget>') },
  '/bare.js': { type: 'text/javascript', body: await bundle(BARE_PAGE) },
  '/palkit.js': {
    type: 'text/javascript',
    body: fs.readFileSync(path.join('src', 'elements', 'dist', 'script', 'palkit.js')),
  },
};
const compressedFiles = new Map(
  Object.entries(files).map(([name, { body }]) => [name, brotliCompressSync(body)]),
);
const server = http.createServer((request, response) => {
  const file = files[request.url ?? ''];
  if (!file) return response.writeHead(404).end();
  response
    .writeHead(200, { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': 'no-store' })
    .end(compressedFiles.get(request.url!));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function firstPaint(browser: Browser, path: string): Promise<number> {
  const tab = await openPage(browser, { viewport: { width: 390, height: 844 } });
  const session = await tab.context().newCDPSession(tab);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await tab.goto(origin + path);
  const milliseconds = await tab.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if (entry.name === 'first-contentful-paint') resolve(entry.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  await tab.context().close();
  return milliseconds;
}

const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!;
const show = (list: number[]) =>
  `${median(list).toFixed(0)} ms (${Math.min(...list).toFixed(0)} to ${Math.max(...list).toFixed(0)})`;
const browser = await launch();
const times: Record<'/bare' | '/palkit', number[]> = { '/bare': [], '/palkit': [] };
for (const path of ['/bare', '/palkit'] as const) await firstPaint(browser, path);
for (let round = 0; round < ROUNDS; round++)
  for (const path of ['/bare', '/palkit'] as const) times[path].push(await firstPaint(browser, path));
await browser.close();
server.closeAllConnections();
server.close();
const ratio = median(times['/palkit']) / median(times['/bare']);
report(
  `bare Lit   ${show(times['/bare'])}, ${(compressedFiles.get('/bare.js')!.length / 1024).toFixed(1)} ` +
    `KiB\nlauncher   ${show(times['/palkit'])}, ` +
    `${(compressedFiles.get('/palkit.js')!.length / 1024).toFixed(1)} KiB\nratio      ${ratio.toFixed(2)} of ` +
    `${LIMIT}, ${ROUNDS} rounds\n`,
);
process.exitCode = ratio <= LIMIT ? 0 : 1;
