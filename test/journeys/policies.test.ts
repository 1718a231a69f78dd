/**
 * The built script under a strict policy: scripts and styles from `'self'` only, and Trusted Types with Lit's policy
 * only.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { CANVAS_COMPONENTS, type CanvasComponent } from '../../src/contract/canvas.ts';
import { launch, openPage } from '../browser.ts';
import { CARD_BOUNDS } from '../session/card-bounds.ts';

const FOLDER = path.join('src', 'elements', 'dist', 'script');
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; " +
  "media-src https:; frame-src https:; connect-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html";
/** Cards with optional content, which a policy could block. */
const OPTIONAL_CONTENT: Partial<Record<CanvasComponent, Record<string, unknown>>> = {
  calendar: { mode: 'slot_picker', slots: ['2031-03-03T09:00'] },
  text: { body: '# Title\n\n<img src=x onerror=alert(1)> **bold**', format: 'markdown' },
  chart: {
    chart_type: 'pie',
    data: [
      { label: 'A', value: 1 },
      { label: 'B', value: 2 },
    ],
  },
  alert: { auto_dismiss_seconds: 100 },
  scheduling_embed: { scheduling_url: 'https://127.0.0.1:1/' },
  image: { url: 'https://127.0.0.1:1/x.png' },
};

let browser: Browser;
const server = http.createServer((request, response) => {
  const file = path.join(FOLDER, path.basename(request.url ?? ''));
  if (request.url === '/') {
    response
      .setHeader('content-security-policy', POLICY)
      .setHeader('content-type', 'text/html')
      .end(
        '<!doctype html><html lang="de"><meta charset="utf-8"><script type="module" ' +
          'src="/palkit/palkit.js"></script><pal-embed deployment-id="d"></pal-embed>',
      );
  } else if (fs.existsSync(file))
    response.setHeader('content-type', 'text/javascript').end(fs.readFileSync(file));
  else response.writeHead(404).end();
});

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.close();
});

test('no screen violates a strict policy, and a kind of card is loaded when its first one comes', async () => {
  const page = await openPage(browser);
  const fetchedFiles: string[] = [];
  page.on('request', (request) =>
    fetchedFiles.push(path.basename(new URL(request.url()).pathname).replace(/-[\w-]{7}\.js$/, '')),
  );
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) violations.push(message.text());
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.evaluate(async () => {
    const listeners = new Set<(view: unknown) => void>();
    let view: Record<string, unknown> = {
      phase: { is: 'live', conversationId: 'c', transport: 'media', connection: 'good' },
      lines: [{ id: '1', role: 'pal', text: 'Hallo.', streaming: false, interrupted: false, at: 1 }],
      caption: null,
      canvas: { card: null, state: 'open' },
      disclosure: null,
      activity: 'idle',
      agent: null,
      capabilities: null,
      screen: { offered: false, stream: null },
      devices: {
        microphones: [],
        cameras: [],
        microphone: { state: 'off', id: null },
        camera: { state: 'off', id: null },
        preview: null,
        level: 0,
      },
      deployment: {
        deployment_id: 'd',
        channel: 'embed',
        customization: { transcript: { panel: true } },
        has_password: false,
        thumbnail_video_url: '',
        thumbnail_image_url: '',
        pal_display_name: 'Mira',
        languages: [],
        limits: { max_call_duration: 60 },
        captcha: null,
        is_available: true,
        unavailable_reason: null,
      },
    };
    const session = new Proxy(
      {},
      {
        get: (_, name) =>
          name === 'view'
            ? view
            : name === 'subscribe'
              ? (listener: (view: unknown) => void) => {
                  listeners.add(listener);
                  return () => listeners.delete(listener);
                }
              : () => Promise.resolve(),
      },
    );
    Object.assign(window, {
      show(card: unknown) {
        view = { ...view, canvas: { card, state: 'open' } };
        for (const listener of listeners) listener(view);
      },
    });
    await customElements.whenDefined('pal-embed');
    const embed = document.querySelector('pal-embed')! as HTMLElement & {
      createSession?: unknown;
      open(): void;
    };
    embed.createSession = () => session;
    embed.open();
  });
  await page.locator('pal-transcript').getByRole('log').waitFor();
  assert.deepEqual(
    fetchedFiles.filter((name) => name === 'cards' || name.endsWith('-card') || name === 'markdown'),
    [],
  );
  assert.deepEqual(
    fetchedFiles.filter((name) => /^[a-z]{2}$/.test(name)),
    ['de'],
  );
  for (const component of Object.keys(CANVAS_COMPONENTS) as CanvasComponent[]) {
    const args = { ...CARD_BOUNDS[component].minimum, ...OPTIONAL_CONTENT[component] };
    const card = { tool_call_id: component, component, arguments: CANVAS_COMPONENTS[component].parse(args) };
    await page.evaluate(
      (shownCard) => (window as unknown as { show(card: unknown): void }).show(shownCard),
      card,
    );
    const tag = `pal-${component.replace('_embed', '')}-card`;
    await page.locator(`${tag} .card`).waitFor();
    // Small cards are loaded together with their frame, large ones when they are shown.
    const chunks = ['chart', 'calendar'].includes(component) ? ['cards', tag] : ['cards'];
    for (const chunk of chunks)
      assert.equal(fetchedFiles.filter((name) => name === chunk).length, 1, `${chunk} for ${tag}`);
    if (component === 'text') await page.locator('pal-text-card strong').waitFor();
  }
  assert.deepEqual(violations, []);
  await page.close();
});
