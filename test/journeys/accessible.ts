/** A page of a journey, judged by axe. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails with the obstacles for a screen reader or a keyboard, in words. */
export async function accessible(page: Page): Promise<void> {
  // A panel that fades in, or a button that takes its accent, has colours of its own until then.
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
    for (let quiet = 0; quiet < 6; quiet = running().length === 0 ? quiet + 1 : 0) {
      await Promise.all(running().map(({ finished }) => finished.catch(() => undefined)));
      await new Promise(requestAnimationFrame);
    }
  });
  // axe looks into open shadow roots by itself. Injected past the page's policy, as a tester's tool is.
  const found = await page.evaluate(
    `${axe};axe.run(document, { resultTypes: ['violations'] }).then((result) => ` +
      `result.violations.map((violation) => violation.id + ': ' + violation.nodes.map((node) => ` +
      `node.target.join(' ')).join(', ')))`,
  );
  assert.deepEqual(found, []);
}
