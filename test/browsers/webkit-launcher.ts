/** WebKit as @web/test-runner starts browsers: one window, one file of tests after another. */
import type { BrowserLauncher } from '@web/test-runner';
import type { Driver } from './browser-under-test.ts';
import { openWebKit } from './webkit.ts';

export function webkitLauncher(): BrowserLauncher {
  let driver: Promise<Driver> | null = null;
  let running: { id: string; url: string } | null = null;
  return {
    name: 'WebKit',
    type: 'webkit',
    concurrency: 1,
    async startSession(id, url) {
      driver ??= openWebKit();
      running = { id, url };
      await (await driver).open(url);
    },
    isActive: (id) => running?.id === id,
    getBrowserUrl: (id) => (running?.id === id ? running.url : undefined),
    async stopSession() {
      running = null;
      // What the page still does is no longer wanted.
      await (await driver)?.open('about:blank');
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
