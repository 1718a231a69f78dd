/** Calls start on pages in which old libraries (Prototype 1.6, MooTools) have changed built-in objects. */
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, openPage } from '../browser.ts';
import { startService, type RunningService } from './running-service.ts';

const TO_JSON =
  'Array.prototype.toJSON = function () { return "[" + Array.prototype.map.call(this, function (item) ' +
  '{ return JSON.stringify(item); }).join(", ") + "]"; };';

const ENTRIES =
  'Array.prototype.entries = function () { return [].slice.call(this); }; Array.prototype.reduce = function () ' +
  '{ return this.length > 1 ? this : this[0]; };';

/** The relevant code of each library, keyed by its effect. */
const LIBRARIES: Record<string, string> = {
  'gives arrays a toJSON': TO_JSON,
  'gives arrays and strings a toJSON':
    `${TO_JSON} String.prototype.toJSON = function () { return '"' + this + '"'; };` +
    `Number.prototype.toJSON = function () { return "" + this; };`,
  'adds to arrays': 'Array.prototype.each = function () {}; Array.prototype.last = function () {};',
  'adds to strings': 'String.prototype.strip = function () { return this.trim(); };',
  'adds to objects': 'Object.prototype.extend = function () { return this; };',
  'replaces Array.from':
    'Array.from = function (list) { if (list && list.toArray) return list.toArray(); ' +
    'var length = list.length || 0, made = new Array(length); while (length--) made[length] = list[length]; ' +
    'return made; };',
  'replaces entries and reduce of arrays': ENTRIES,
  'replaces Object.keys and Object.values':
    'Object.keys = function (from) { var keys = []; for (var key in from) keys.push(key); return keys; };' +
    'Object.values = function (from) { var all = []; for (var key in from) all.push(from[key]); return all; };',
  'replaces Event': 'window.Event = function (event) { event = event || window.event; this.event = event; };',
  'replaces CustomEvent':
    'window.CustomEvent = function (type, init) { ' +
    'init = init || {}; var event = document.createEvent("CustomEvent"); ' +
    'event.initCustomEvent(type, !!init.bubbles, !!init.cancelable, init.detail); return event; };',
  'replaces Date.now and the JSON of dates':
    'Date.now = function () { return +new Date(); }; Date.prototype.toJSON = function () ' +
    `{ return '"' + this.toISOString() + '"'; };`,
  'adds to elements':
    'var methods = { hide: 1, show: 1, toggle: 1, update: 1, select: 1, replace: 1, insert: 1, wrap: 1, next: 1, ' +
    'up: 1, set: 1, get: 1, match: 1, inject: 1, dispose: 1, empty: 1, clone: 1, visible: 1, identify: 1 };' +
    'for (var name in methods)' +
    '  Element.prototype[name] = HTMLElement.prototype[name] = function () { return this; };' +
    'Element.prototype.remove = function () { this.parentNode.removeChild(this); return this; };' +
    'document.getElementsByClassName =' +
    '  function (name) { return [].slice.call(document.querySelectorAll("." + name)); };',
  'replaces Function.prototype.bind':
    'Function.prototype.bind = function (self) { var call = this, first = [].slice.call(arguments, 1); ' +
    'return function () { return call.apply(self, first.concat([].slice.call(arguments))); }; };',
};

type Widget = HTMLElement & {
  start(mode?: 'text'): Promise<void>;
  say(text: string): void;
  view: { phase: { is: string }; lines: { role: string; text: string; streaming: boolean }[] } | null;
};

describe('a page whose library', () => {
  let service: RunningService;
  let browser: Browser;
  let origin: string;
  const server = http.createServer((request, response) => {
    const code = LIBRARIES[decodeURIComponent(request.url!.slice(2))] ?? '';
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><html lang="en"><title>A shop</title><link rel="icon" href="data:,"><script>${code}</script>` +
          `<script type="module" src="${service.url}/palkit/palkit.js"></script><pal-widget ` +
          `override='{"transcript":{"panel":true}}' ` +
          `memory-stores="customer-7,shop" deployment-id="${service.deployments['widget']!}"></pal-widget>`,
      );
  });
  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(server.address() as AddressInfo).port}/`;
  });
  after(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
    await service?.close();
  });

  for (const does of Object.keys(LIBRARIES))
    test(does, async () => {
      const page = await openPage(browser);
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      await page.goto(`${origin}?${encodeURIComponent(does)}`);
      await page.waitForFunction(() => customElements.get('pal-widget') !== undefined);
      // Dispatch click events, because the driver's clicks need functions that some libraries replace.
      await page.locator('pal-launcher button').dispatchEvent('click');
      await page.getByRole('button', { name: 'Type', exact: true }).dispatchEvent('click');
      const phase = () => document.querySelector<Widget>('pal-widget')!.view?.phase.is;
      await page.waitForFunction(phase);
      await page
        .waitForFunction(
          () => document.querySelector<Widget>('pal-widget')!.view?.phase.is === 'live',
          undefined,
          { timeout: 60_000 },
        )
        .catch(() => {});
      assert.deepEqual([await page.evaluate(phase), faults], ['live', []]);
      await page.evaluate(() => document.querySelector<Widget>('pal-widget')!.say('When are you open?'));
      await page.waitForFunction(
        () => {
          const { lines } = document.querySelector<Widget>('pal-widget')!.view!;
          const question = lines.findIndex(({ role }) => role === 'user');
          return (
            question >= 0 && lines.slice(question).some(({ role, streaming }) => role === 'pal' && !streaming)
          );
        },
        undefined,
        { timeout: 60_000 },
      );
      await page.locator('pal-transcript').getByText('When are you open?').waitFor({ timeout: 10_000 });
      assert.deepEqual(faults, []);
      await page.close();
    });
});
