/** A channel requests its deployment while the code that reads the response is still loading. */
import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import { DEPLOYMENT } from '../../stories/scripted-session.ts';
import { texts } from './widget.ts';
import { waitUntil } from './wait-until.ts';

describe('the request for the deployment', () => {
  const { fetch: realFetch } = window;
  const { now } = Date;
  let calls: string[] = [];

  beforeEach(() => {
    calls = [];
    window.fetch = (address) => {
      calls.push(address instanceof Request ? address.url : address.toString());
      return Promise.resolve(new Response(JSON.stringify(DEPLOYMENT)));
    };
  });
  afterEach(() => {
    window.fetch = realFetch;
    Date.now = now;
  });

  const INIT = 'https://service.example/v2/deployments/d1/init';
  const widgetOf = () =>
    fixture<PalWidget>(
      html`<pal-widget deployment-id="d1" base-url="https://service.example/" poster="data:,"></pal-widget>`,
    );
  const firstScreen = (widget: PalWidget) =>
    waitUntil(() => texts(widget.shadowRoot!).includes('Talk to Mira'), 'the first screen');
  const movePointerNear = (widget: PalWidget) =>
    widget.shadowRoot!.querySelector('slot[name=launcher]')!.dispatchEvent(new PointerEvent('pointerover'));

  it('is sent once at the click, before the code that reads the answer is loaded', async () => {
    const widget = await widgetOf();
    expect(calls).to.deep.equal([]);
    widget.open();
    expect(calls).to.deep.equal([INIT]);
    await firstScreen(widget);
    expect(calls).to.deep.equal([INIT]);
  });

  it('is sent when a pointer comes near, and not again by the click after it', async () => {
    const widget = await widgetOf();
    movePointerNear(widget);
    movePointerNear(widget);
    expect(calls).to.deep.equal([INIT]);
    widget.open();
    await firstScreen(widget);
    expect(calls).to.deep.equal([INIT]);
  });

  it('is sent again if the pointer stayed long before it clicked', async () => {
    const widget = await widgetOf();
    movePointerNear(widget);
    await nextFrame();
    Date.now = () => now() + 11_000;
    widget.open();
    await firstScreen(widget);
    expect(calls).to.deep.equal([INIT, INIT]);
  });

  it('is sent again by "Try again" after an early request without an answer', async () => {
    const originalFetch = window.fetch;
    window.fetch = (address, init) => {
      void originalFetch(address, init);
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    const widget = await widgetOf();
    widget.open();
    await waitUntil(() => texts(widget.shadowRoot!).includes('Try again'), 'it says so');
    window.fetch = originalFetch;
    const panel = widget.shadowRoot!.querySelector('pal-panel')!;
    panel.shadowRoot!.querySelector<HTMLElement>('.primary, .actions button')!.click();
    await firstScreen(widget);
  });
});
