/** Two elements of one deployment on a page that is reloaded: the call continues in the same element. */
import { setViewport } from '@web/test-runner-commands';
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/elements/define.ts';
import { storageOf } from '../../src/elements/channel-storage.ts';
import type { Channel } from '../../src/elements/channel.ts';
import { LIVE, ScriptedSession } from '../../stories/scripted-session.ts';
import { waitUntil } from './wait-until.ts';

const KEY = 'palkit:d1';
const call = () => `${Date.now() + 20_000}{}`;

describe('two elements of one deployment', () => {
  // In a small window the panel would cover the page and take the focus.
  before(() => setViewport({ width: 1024, height: 800 }));
  afterEach(() => sessionStorage.clear());

  const page = async (tags: readonly string[]) => {
    const sessions: ScriptedSession[] = [];
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const elements = tags.map((tag) => {
      const element = document.createElement(tag) as Channel;
      const session = new ScriptedSession();
      session.show({ phase: { is: 'loading' } });
      sessions.push(session);
      Object.assign(element, { deploymentId: 'd1', createSession: () => session });
      return element;
    });
    container.append(...elements);
    await Promise.all(elements.map((element) => element.updateComplete));
    return { place: container, elements, sessions };
  };

  it('each show a call of their own kind, and any other call if its kind is missing', async () => {
    const { place: container, elements } = await page(['pal-embed', 'pal-widget']);
    const [embed, widget] = elements.map((element) => storageOf(element)!);
    widget!.setItem(KEY, call());
    embed!.removeItem(KEY);
    expect([embed!.getItem(KEY) === null, widget!.getItem(KEY) === null]).to.deep.equal([true, false]);
    elements[1]!.remove();
    expect(embed!.getItem(KEY)).not.to.equal(null);
    embed!.removeItem(KEY);
    expect(sessionStorage.length).to.equal(0);
    container.remove();
  });

  it('reopen, and the one without the call closes again, without taking the focus', async () => {
    sessionStorage.setItem(KEY, call());
    const { place: container, elements, sessions } = await page(['pal-embed', 'pal-widget']);
    await waitUntil(() => elements.every(({ opened }) => opened), 'both look for the call');
    await waitUntil(() => sessions.every(({ calls }) => calls.length > 0), 'both are prepared');
    sessions[0]!.show({ phase: { is: 'ready' } });
    sessions[1]!.show({ phase: { is: 'resumable' } });
    await waitUntil(() => !elements[0]!.opened, 'the embed is its facade again');
    await elements[0]!.updateComplete;
    expect(elements[0]!.shadowRoot!.querySelector('.facade')).not.to.equal(null);
    expect(elements[1]!.opened).to.equal(true);
    sessions[1]!.show({ phase: LIVE });
    await elements[1]!.updateComplete;
    expect(elements[1]!.opened).to.equal(true);
    expect(document.activeElement?.localName).to.equal('body');
    container.remove();
  });
});
