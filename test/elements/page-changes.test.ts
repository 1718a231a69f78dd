/** Pages that move an element, keep it in a snapshot, change their language, or return from the cache. */
import { setViewport } from '@web/test-runner-commands';
import { aTimeout, expect, nextFrame } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type { PalEmbed } from '../../src/elements/pal-embed.ts';
import type { PalLandingPage } from '../../src/elements/pal-landing-page.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import { DEPLOYMENT, LIVE, ScriptedSession } from '../../stories/scripted-session.ts';
import { find, openWidget, texts } from './widget.ts';
import { waitUntil } from './wait-until.ts';

type Tag = 'pal-widget' | 'pal-embed' | 'pal-landing-page';
type AnyElement = PalWidget | PalEmbed | PalLandingPage;

const mounted: AnyElement[] = [];
function mount<Element extends AnyElement>(tag: Tag, attributes: Partial<AnyElement> = {}) {
  const sessions: ScriptedSession[] = [];
  const element = document.createElement(tag) as Element;
  Object.assign(element, {
    deploymentId: 'd1',
    createSession: () => {
      const session = new ScriptedSession();
      sessions.push(session);
      return session;
    },
    ...attributes,
  });
  document.body.append(element);
  mounted.push(element);
  return { element, sessions };
}
const waitUntilPrepared = ({ sessions }: { sessions: ScriptedSession[] }, count = 1) =>
  waitUntil(() => sessions[count - 1]?.calls.some(([verb]) => verb === 'prepare'), 'a session');
const isDisposed = (session: ScriptedSession) => session.calls.some(([verb]) => verb === 'dispose');
/** Resolves when an element that is removed now no longer counts as moved. */
async function waitLongerThanAMove(): Promise<void> {
  const otherPage = mount('pal-landing-page');
  await waitUntilPrepared(otherPage);
  otherPage.element.remove();
  await waitUntil(() => isDisposed(otherPage.sessions[0]!), 'the other element leaves');
}
const nextTask = () => aTimeout(0);

afterEach(() => {
  for (const element of mounted.splice(0)) element.remove();
  sessionStorage.clear();
  document.documentElement.lang = 'en';
});

describe('an element that a page moves', () => {
  const MOVES: Record<string, (element: HTMLElement, place: HTMLElement) => Promise<void> | void> = {
    'in one task': (element, target) => target.append(element),
    'over some promises, as Turbo does': async (element, target) => {
      element.remove();
      for (let turns = 0; turns < 50; turns++) await Promise.resolve();
      target.append(element);
    },
    'over a frame, as view transitions do': async (element, target) => {
      element.remove();
      await nextFrame();
      await nextFrame();
      target.append(element);
    },
    'over a few tasks, and twice': async (element, target) => {
      element.remove();
      await nextTask();
      target.append(element);
      element.remove();
      await nextTask();
      target.append(element);
    },
  };
  for (const [title, move] of Object.entries(MOVES))
    it(`${title} keeps its call and its open panel`, async () => {
      const { widget, session, fired } = await openWidget({ phase: LIVE });
      const container = document.createElement('div');
      document.body.append(container);
      await move(widget, container);
      await waitLongerThanAMove();
      expect([isDisposed(session), fired.includes('pal-ended')]).to.deep.equal([false, false]);
      expect(widget.shadowRoot!.querySelector('dialog')!.open).to.equal(true);
      session.show({ phase: LIVE, endsSoon: true });
      container.remove();
    });

  it('loses its call if the page removes it', async () => {
    const { widget, session } = await openWidget({ phase: LIVE });
    widget.remove();
    await waitUntil(() => isDisposed(session), 'the session ends');
  });
});

describe('a view that a router caches', () => {
  for (const tag of ['pal-landing-page', 'pal-embed', 'pal-widget'] as const)
    it(`shows its ${tag} with a usable button when it returns`, async () => {
      const channel = mount(tag);
      const { element } = channel;
      if (tag === 'pal-landing-page') await waitUntilPrepared(channel);
      await element.updateComplete;
      element.remove();
      await waitLongerThanAMove();
      document.body.append(element);
      if (tag === 'pal-landing-page') await waitUntilPrepared(channel, 2);
      channel.sessions.at(-1)?.show({ phase: { is: 'ready' } });
      await waitUntil(() => find(element.shadowRoot!, 'button'), 'a button');
    });
});

describe('a page that returns', () => {
  const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

  it('from the back/forward cache opens the widget for the call of another page', async () => {
    const channel = mount<PalWidget>('pal-widget');
    await channel.element.updateComplete;
    sessionStorage.setItem('palkit:d1', `${Date.now() + 20_000}{}`);
    comeBack();
    await waitUntilPrepared(channel);
  });

  it('without a call leaves the widget closed', async () => {
    const { element, sessions } = mount<PalWidget>('pal-widget');
    await element.updateComplete;
    comeBack();
    await nextFrame();
    expect(sessions).to.have.length(0);
  });

  it('from prerendering looks for a call when it is activated, and opens nothing before', async () => {
    let prerendering = true;
    Object.defineProperty(document, 'prerendering', { configurable: true, get: () => prerendering });
    try {
      sessionStorage.setItem('palkit:d1', `${Date.now() + 20_000}{}`);
      const widget = mount<PalWidget>('pal-widget');
      const landing = mount<PalLandingPage>('pal-landing-page');
      await nextFrame();
      expect([widget.sessions.length, landing.sessions.length]).to.deep.equal([0, 0]);
      prerendering = false;
      document.dispatchEvent(new Event('prerenderingchange'));
      await Promise.all([waitUntilPrepared(widget), waitUntilPrepared(landing)]);
    } finally {
      Reflect.deleteProperty(document, 'prerendering');
    }
  });
});

describe('a link during a call', () => {
  // Browsers without the API `navigation` have no event for a link, and prerender no pages.
  ('navigation' in window ? it : it.skip)('that leads nowhere leaves no call in the storage', async () => {
    const { session } = await openWidget({ phase: LIVE });
    sessionStorage.setItem('palkit:d1', '1');
    const isForgotten = () => {
      // The code that listens loads once the call is live.
      navigation.dispatchEvent(new Event('navigate'));
      return sessionStorage.getItem('palkit:d1') === null;
    };
    await waitUntil(isForgotten, 'the stored call is removed', { interval: 500 });
    session.show({ phase: LIVE, endsSoon: true });
  });
});

describe('a page that changes', () => {
  const launcher = (element: HTMLElement) => texts(find(element.shadowRoot!, 'pal-launcher')!.shadowRoot!);

  it('its language changes the texts, before and in a call, and their direction', async () => {
    const { element } = mount<PalWidget>('pal-widget');
    await element.updateComplete;
    const englishLauncher = launcher(element);
    document.documentElement.lang = 'de';
    await waitUntil(() => launcher(element) !== englishLauncher, 'German words');
    const { panel, session, widget } = await openWidget({
      phase: { is: 'ready' },
      deployment: { ...DEPLOYMENT, languages: [] },
    });
    await waitUntil(() => /Schreiben/.test(texts(panel.shadowRoot!)), 'German screens');
    document.documentElement.lang = 'ar';
    const main = () => find(panel.shadowRoot!, '.primary')!;
    await waitUntil(() => getComputedStyle(main()).direction === 'rtl', 'Arabic');
    expect([session.calls.some(([verb]) => verb === 'dispose'), widget.isConnected]).to.deep.equal([
      false,
      true,
    ]);
  });

  it('its `override` shows it before anything is loaded, and again at each change', async () => {
    await setViewport({ width: 1024, height: 700 });
    const { element, sessions } = mount<PalWidget>('pal-widget', {
      override: {
        locale: 'de',
        theme: { mode: 'dark', accent_color: '#aa0000' },
        widget: { position: 'top-left', text: 'Fragen?', variant: 'compact' },
      },
    });
    await element.updateComplete;
    const readLook = () => {
      const { x, y } = find(element.shadowRoot!, 'pal-launcher')!.getBoundingClientRect();
      const style = getComputedStyle(element);
      return [
        x < 512,
        y < 350,
        launcher(element).trim(),
        style.colorScheme,
        style.getPropertyValue('--pal-accent'),
      ];
    };
    expect(readLook()).to.deep.equal([true, true, 'Fragen?', 'dark', '#aa0000']);
    element.override = { locale: 'de', widget: { position: 'top-right' } };
    await element.updateComplete;
    const [left, top, texts, scheme, accent] = readLook();
    expect([left, top, scheme]).to.deep.equal([false, true, 'light dark']);
    expect([texts === 'Fragen?', accent === '#aa0000', sessions.length]).to.deep.equal([false, false, 0]);
  });
});
