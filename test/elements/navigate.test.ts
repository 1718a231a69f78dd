/**
 * The agent's tool `go_to_page`: a page may prevent its event, it opens only this site, a page's own tool comes
 * first.
 */
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type { PalNavigateEvent } from '../../src/elements/events.ts';
import type { ChannelOptions } from '../../src/elements/open-session.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import { ScriptedSession } from '../../stories/scripted-session.ts';
import { waitUntil } from './wait-until.ts';

let stop: AbortController;
let warnings: unknown[][];
const { warn } = console;
beforeEach(() => {
  stop = new AbortController();
  warnings = [];
  console.warn = (...messages: unknown[]) => void warnings.push(messages);
});
afterEach(() => {
  console.warn = warn;
  stop.abort();
  history.replaceState(null, '', location.pathname + location.search);
});

async function openWidget() {
  let options: ChannelOptions | undefined;
  const widget = await fixture<PalWidget>(
    html`<pal-widget
      deployment-id="d1"
      .createSession=${(channelOptions: ChannelOptions) => ((options = channelOptions), new ScriptedSession())}
    ></pal-widget>`,
  );
  widget.open();
  await waitUntil(() => options, 'the session is made');
  const { signal } = new AbortController();
  const call = (args: Record<string, unknown>, id = 'go_to_page:1') =>
    options!.callTool!('go_to_page', args, signal, id);
  const urls: string[] = [];
  const listen = (prevents: boolean) =>
    document.addEventListener(
      'pal-navigate',
      (event: PalNavigateEvent) => {
        urls.push(event.url);
        if (prevents) event.preventDefault();
      },
      { signal: stop.signal },
    );
  return { widget, call, urls, listen };
}

it('a page of this site is announced with its absolute URL, and not loaded if that is prevented', async () => {
  const { call, urls, listen } = await openWidget();
  listen(true);
  expect(await call({ path: '/prices?all=1#top', title: 'Prices' })).to.equal('/prices');
  expect(urls).to.eql([`${location.origin}/prices?all=1#top`]);
});

it('a page is loaded if the event is not prevented', async () => {
  const { call, urls, listen } = await openWidget();
  listen(false);
  // On another page this test could not receive the event.
  const currentAddress = `${location.pathname}${location.search}#navigated`;
  void call({ path: currentAddress });
  await waitUntil(() => location.hash === '#navigated', 'the page is there');
  expect(urls).to.eql([location.origin + currentAddress]);
});

it('other addresses are neither announced nor opened, and the console explains it', async () => {
  const { call, urls, listen } = await openWidget();
  listen(true);
  const refusedAddresses = [
    '//other.example/a',
    '/\\other.example',
    '/\t/other.example',
    'https://other.example/',
    'javascript:alert(1)',
    'prices',
    7,
    undefined,
  ];
  for (const path of refusedAddresses) {
    const error: unknown = await Promise.resolve(call({ path })).catch((refusal: unknown) => refusal);
    expect(error, String(path)).to.be.an('error');
  }
  expect(urls).to.eql([]);
  expect(warnings.length).to.equal(refusedAddresses.length);
});

it("a page's own tool comes first, and so does a listener that answers the call's event", async () => {
  const { widget, call, urls, listen } = await openWidget();
  listen(true);
  widget.tools = { go_to_page: ({ path }) => `routed to ${String(path)}` };
  expect(await call({ path: '/prices' })).to.equal('routed to /prices');
  document.addEventListener('pal-tool-call', (event) => event.respondWith('answered'), {
    signal: stop.signal,
  });
  expect(await call({ path: '/prices' })).to.equal('answered');
  expect(urls).to.eql([]);
});

it('a tool of the PAL with that name, written by a model, opens nothing', async () => {
  const { call, urls, listen } = await openWidget();
  listen(true);
  const error: unknown = await Promise.resolve(call({ path: '/logout' }, '0b1c')).catch(
    (refusal: unknown) => refusal,
  );
  expect((error as Error).message).to.equal('this page has no tool go_to_page');
  expect(urls).to.eql([]);
});
