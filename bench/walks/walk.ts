/**
 * A random walk of a page during a call: it navigates, morphs, moves, hides, prints, freezes, goes offline and
 * returns. The same seed takes the same steps. After each step the same call must be live.
 */
import type { Page } from 'playwright-core';

type Element = HTMLElement & {
  start(mode?: 'text'): Promise<void>;
  open(): void;
  close(): void;
  end(): void;
  say(text: string): void;
  view: { phase: { is: string; conversationId?: string } } | null;
};

export interface Walk {
  seed: number;
  steps: string[];
  /** The fault with the last step before it; null for a walk without one. */
  fault: string | null;
}

/** Milliseconds within which a call must be live again after a step. */
const RECOVERY_MS = 25_000;

/** Returns numbers from 0 to 1 that the seed determines (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Step = (page: Page) => Promise<void>;
const wait = (page: Page, milliseconds: number) => page.waitForTimeout(milliseconds);

/** Marks the page as hidden or visible, which a driver cannot do. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      value: isHidden ? 'hidden' : 'visible',
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

export const STEPS: Record<string, Step> = {
  async navigate(page) {
    await page.evaluate(() => {
      history.pushState(null, '', `?page=${performance.now()}`);
      document.querySelector('main')!.innerHTML = `<h1>Page ${performance.now()}</h1><p>Another page.</p>`;
    });
  },
  // Detaches the element and attaches it again, like a page that preserves it across a visit.
  async visit(page) {
    await page.evaluate(async () => {
      const widget = document.querySelector('pal-widget')!;
      widget.remove();
      const body = document.createElement('body');
      body.innerHTML = '<main><h1>Visited</h1></main>';
      document.body.replaceWith(body);
      await new Promise((resolve) => setTimeout(resolve, 50));
      body.append(widget);
    });
  },
  // Replaces the element by a copy, like a page that is rendered again from its markup.
  async replace(page) {
    await page.evaluate(async () => {
      const widget = document.querySelector('pal-widget')!;
      widget.replaceWith(widget.cloneNode());
      while (!widget.isConnected) await new Promise((resolve) => setTimeout(resolve, 50));
    });
  },
  // Sets the element's attributes to those in the server's markup, as a morph does.
  async morph(page) {
    await page.evaluate(() => {
      const widget = document.querySelector('pal-widget')!;
      for (const { name } of [...widget.attributes])
        if (!['deployment-id', 'text', 'poster'].includes(name)) widget.removeAttribute(name);
      document.documentElement.lang = document.documentElement.lang === 'en' ? 'en-GB' : 'en';
    });
  },
  async move(page) {
    await page.evaluate(() => {
      const place = document.createElement('div');
      document.body.prepend(place);
      place.append(document.querySelector('pal-widget')!);
    });
  },
  async hide(page) {
    await setHidden(page, true);
    await wait(page, 400);
    await setHidden(page, false);
  },
  async print(page) {
    await page.emulateMedia({ media: 'print' });
    const isVisible = await page.evaluate(() => document.querySelector('pal-widget')!.checkVisibility());
    await page.emulateMedia({ media: 'screen' });
    if (isVisible) throw new Error('an open panel or a running call is printed');
  },
  async freeze(page) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await devtools.detach();
  },
  async offline(page) {
    await page.context().setOffline(true);
    await wait(page, 800);
    await page.context().setOffline(false);
  },
  async comeBack(page) {
    await page.evaluate(() => {
      for (const type of ['pagehide', 'pageshow'])
        window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
    });
  },
  async reload(page) {
    await page.reload();
    await page.waitForFunction(() => customElements.get('pal-widget') !== undefined);
  },
  async minimise(page) {
    await page.evaluate(() => (document.querySelector('pal-widget') as unknown as Element).close());
    await wait(page, 100);
    await page.evaluate(() => (document.querySelector('pal-widget') as unknown as Element).open());
  },
  async say(page) {
    await page.evaluate(() =>
      (document.querySelector('pal-widget') as unknown as Element).say('Where are you?'),
    );
  },
};

/**
 * Waits until the call is live, and resumes it if the page asks. Returns its id, or a description of the present
 * state.
 */
async function waitForLiveCall(page: Page): Promise<string> {
  try {
    const id = await page.waitForFunction(
      () => {
        const widget = document.querySelector('pal-widget') as unknown as Element | null;
        const phase = widget?.view?.phase;
        if (phase?.is === 'resumable') void widget!.start('text');
        return phase?.is === 'live' && phase.conversationId;
      },
      undefined,
      { timeout: RECOVERY_MS, polling: 100 },
    );
    return String(await id.jsonValue());
  } catch {
    return page.evaluate(
      () => (document.querySelector('pal-widget') as unknown as Element | null)?.view?.phase.is ?? 'no view',
    );
  }
}

/** Matches console errors of the browser about a missing network. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_NETWORK_IO_SUSPENDED/;

/** Opens `url`, starts a call and takes `count` random steps. */
export async function walk(page: Page, url: string, seed: number, count: number): Promise<Walk> {
  const random = randomOf(seed);
  const names = Object.keys(STEPS);
  const steps: string[] = [];
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !OFFLINE.test(message.text())) errors.push(message.text());
  });
  await page.goto(url);
  await page.waitForFunction(() => customElements.get('pal-widget') !== undefined);
  await page.evaluate(() => void (document.querySelector('pal-widget') as unknown as Element).start('text'));
  const call = await waitForLiveCall(page);
  if (!/^c/.test(call)) return { seed, steps, fault: `no call began: ${call}` };
  while (steps.length < count) {
    const name = names[Math.floor(random() * names.length)]!;
    steps.push(name);
    try {
      await STEPS[name]!(page);
    } catch (error) {
      return { seed, steps, fault: (error as Error).message };
    }
    const now = await waitForLiveCall(page);
    if (now !== call) return { seed, steps, fault: `${call} became ${now}` };
    if (errors.length > 0) return { seed, steps, fault: errors.join(' | ') };
  }
  await page.evaluate(() => (document.querySelector('pal-widget') as unknown as Element).end());
  return { seed, steps, fault: null };
}
