import { expect, fixture, html } from '@open-wc/testing';
import type { Channel } from '../../src/elements/channel.ts';
import '../../src/elements/define.ts';
import { KINDS } from '../../src/elements/parts/cards/kinds.ts';
// The chunk of this element is loaded only outside opening hours.
import '../../src/elements/parts/pal-closed.ts';
import { RequestEvent } from '../../src/elements/parts/base/request.ts';
import type { ChannelOptions } from '../../src/elements/open-session.ts';
import { CARD, LIVE, ScriptedSession } from '../../stories/scripted-session.ts';
import { find, openWidget, press, waitUntilSettled } from './widget.ts';
import { waitUntil } from './wait-until.ts';

interface DocumentedElement {
  tagName: string;
  attributes?: { name: string; fieldName: string; type?: { text: string } }[];
  members?: { kind: string; name: string }[];
  events?: { name: string; type: { text: string } }[];
}
const manifest = (await (await fetch('/src/elements/dist/custom-elements.json')).json()) as {
  modules: { declarations: (DocumentedElement & { customElement?: boolean })[] }[];
};
const documented = manifest.modules
  .flatMap(({ declarations }) => declarations)
  .filter(({ customElement }) => customElement);

/** Resolves when all elements are defined, including those of cards. */
async function waitUntilDefined(): Promise<void> {
  await openWidget({ phase: LIVE });
  for (const { tag, load } of Object.values(KINDS))
    if (!customElements.get(tag)) customElements.define(tag, await load());
}

describe('the manifest of the elements', () => {
  before(waitUntilDefined);

  it('names existing elements, properties and methods', () => {
    expect(documented.length).to.be.greaterThan(20);
    for (const { tagName, members = [] } of documented) {
      const element = document.createElement(tagName) as unknown as Record<string, unknown>;
      for (const { kind, name } of members)
        expect(
          kind === 'method' ? typeof element[name] === 'function' : name in element,
          `${tagName}.${name}`,
        ).to.equal(true);
    }
  });

  it('names attributes that set their properties', () => {
    for (const { tagName, attributes = [] } of documented) {
      for (const { name, fieldName, type } of attributes) {
        const element = document.createElement(tagName);
        const flag =
          /boolean/.test(type?.text ?? '') ||
          typeof (element as unknown as Record<string, unknown>)[fieldName] === 'boolean';
        const [attribute, value] = flag
          ? ['', true]
          : /^Customization/.test(type?.text ?? '')
            ? ['{"captions":false}', { captions: false }]
            : ['a-word', 'a-word'];
        element.setAttribute(name, attribute);
        expect(
          (element as unknown as Record<string, unknown>)[fieldName],
          `${tagName} ${name}`,
        ).to.deep.equal(value);
      }
    }
  });

  for (const tag of ['pal-widget', 'pal-embed', 'pal-landing-page'] as const) {
    it(`names events that <${tag}> fires`, async () => {
      const session = new ScriptedSession();
      let callTool: ChannelOptions['callTool'];
      const createSession = (options: ChannelOptions) => ((callTool = options.callTool), session);
      const element = await fixture<Channel>(
        {
          'pal-widget': html`<pal-widget .createSession=${createSession}></pal-widget>`,
          'pal-embed': html`<pal-embed .createSession=${createSession}></pal-embed>`,
          'pal-landing-page': html`<pal-landing-page .createSession=${createSession}></pal-landing-page>`,
        }[tag],
      );
      element.tools = { basket: () => 3 };
      const events = documented.find(({ tagName }) => tagName === tag)!.events!;
      const dispatchedEvents = new Map<string, Event>();
      // Listen on an ancestor, because the events bubble.
      for (const { name } of events)
        document.body.addEventListener(name, (event) => dispatchedEvents.set(name, event), { once: true });
      element.close();
      element.open();
      await waitUntil(() => session.calls.some(([verb]) => verb === 'prepare'), 'the session is prepared');
      session.show({ phase: { is: 'ready' } });
      session.show({ phase: LIVE });
      session.show({
        lines: [{ id: '1', role: 'pal', text: 'Hello.', streaming: false, interrupted: false, at: 1 }],
      });
      session.show({ phase: { is: 'ended', conversationId: 'c1', reason: 'left' } });
      // A landing page draws its panel when its styles are loaded.
      const panel = () => element.shadowRoot!.querySelector('pal-panel');
      await waitUntil(panel, 'the panel is there');
      panel()!.dispatchEvent(new RequestEvent({ do: 'feedback', rating: 5, comment: '' }));
      session.show({ phase: { is: 'failed', code: 'network', message: '', retryAfter: null } });
      const { signal } = new AbortController();
      await callTool!('basket', {}, signal, '1');
      element.addEventListener('pal-navigate', (event) => event.preventDefault());
      await callTool!('go_to_page', { path: '/prices' }, signal, 'go_to_page:2');
      element.close();
      expect([...dispatchedEvents.keys()].sort()).to.deep.equal(events.map(({ name }) => name).sort());
      for (const { name, type } of events)
        expect(dispatchedEvents.get(name)!.constructor.name.replace(/^_/, ''), name).to.equal(type.text);
    });
  }

  it('names the events with which the parts request something', async () => {
    const { panel, session } = await openWidget({ phase: LIVE, canvas: CARD });
    const events: string[] = [];
    for (const name of ['pal-request', 'pal-toggle'])
      find(panel.shadowRoot!, 'pal-controls')!.addEventListener(name, () => events.push(name));
    find(panel.shadowRoot!, 'pal-question-card')!.addEventListener('pal-request', () => events.push('card'));
    press(panel, 'Transcript');
    press(panel, 'Skip');
    press(panel, 'Leave');
    expect(events).to.deep.equal(['pal-toggle', 'card', 'pal-request']);
    expect(session.calls.at(-1)).to.deep.equal(['end']);
    await waitUntilSettled(panel);
  });
});
