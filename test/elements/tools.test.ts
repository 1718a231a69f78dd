import { expect, fixture, html } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import type { ChannelOptions } from '../../src/elements/open-session.ts';
import { ScriptedSession } from '../../stories/scripted-session.ts';
import { waitUntil } from './wait-until.ts';

/** Opens a widget; `call` calls a tool as the widget's session does for the agent. */
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
  return {
    widget,
    signal,
    call: (name: string, args: Record<string, unknown> = {}) => options!.callTool!(name, args, signal, '1'),
  };
}

it('a tool of the page is called, also one that was added after the session began', async () => {
  const { widget, signal, call } = await openWidget();
  widget.tools = { basket: (args, options) => [args, options.signal === signal] };
  expect(await call('basket', { article: 'bell' })).to.eql([{ article: 'bell' }, true]);
  for (const name of ['toString', 'other']) {
    const error: unknown = await Promise.resolve(call(name)).catch((refusal: unknown) => refusal);
    expect(error, name).to.be.an('error');
  }
});

it('the event bubbles above the element, and its listener comes before the tools', async () => {
  const { widget, signal, call } = await openWidget();
  widget.tools = { basket: () => 'tools' };
  const calls: unknown[] = [];
  const stop = new AbortController();
  document.addEventListener(
    'pal-tool-call',
    (event) => {
      const { name, arguments: args, signal: its } = event;
      calls.push([name, args, its === signal]);
      if (args['mine']) event.respondWith(Promise.resolve('event'));
    },
    { signal: stop.signal },
  );
  expect(await call('basket', { mine: true })).to.equal('event');
  expect(await call('basket')).to.equal('tools');
  expect(calls).to.eql([
    ['basket', { mine: true }, true],
    ['basket', {}, true],
  ]);
  stop.abort();
});
