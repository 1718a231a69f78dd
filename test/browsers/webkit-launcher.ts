/** Starts WebKit for @web/test-runner: one window, in which test files run one after another. */
import type { BrowserLauncher } from '@web/test-runner';
import { openWebKit, type WebKit } from './webkit.ts';

/** The part of a Playwright page that the runner's commands `setViewport` and `sendKeys` use. */
interface CommandedPage {
  setViewportSize: WebKit['resize'];
  keyboard: {
    type(text: string): Promise<void>;
    press(keys: string): Promise<void>;
    down(key: string): Promise<void>;
    up(key: string): Promise<void>;
  };
  emulateMedia(): Promise<void>;
}

export function webkitLauncher(): BrowserLauncher & { getPage(id: string): CommandedPage } {
  let driver: Promise<WebKit> | null = null;
  let running: { id: string; url: string } | null = null;
  /** Resolves when the page is open. Commands wait for it, because the runner may send its first command earlier. */
  let opening = Promise.resolve();
  const command =
    <Parameters extends unknown[]>(run: (webkit: WebKit, ...parameters: Parameters) => Promise<void>) =>
    async (...parameters: Parameters) => {
      if (!driver) throw new Error('WebKit is not open.');
      await opening;
      await run(await driver, ...parameters);
    };
  return {
    name: 'WebKit',
    // The runner requests a page only from launchers of known types.
    type: 'playwright',
    getPage: () => ({
      setViewportSize: command((webkit, size: { width: number; height: number }) => webkit.resize(size)),
      keyboard: {
        type: command((webkit, text: string) => webkit.type(text)),
        press: command((webkit, keys: string) => webkit.press(keys)),
        down: command((webkit, key: string) => webkit.holdDown(key)),
        up: command((webkit, key: string) => webkit.releaseKey(key)),
      },
      emulateMedia: () => Promise.reject(new Error('WebKit’s driver knows no command for media features.')),
    }),
    concurrency: 1,
    async startSession(id, url) {
      driver ??= openWebKit({ layers: false });
      running = { id, url };
      opening = driver.then((webkit) => webkit.show(url));
      await opening;
    },
    isActive: (id) => running?.id === id,
    getBrowserUrl: (id) => (running?.id === id ? running.url : undefined),
    async stopSession() {
      running = null;
      // Stops all activity of the page at the end of its session.
      await (await driver)?.show('about:blank');
      return {};
    },
    startDebugSession: () =>
      Promise.reject(new Error('WebKit is driven without a window that could be looked into.')),
    async stop() {
      await (await driver)?.close();
      driver = null;
    },
  };
}
