/** Tests a page of a journey with axe. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails with a description of the obstacles for screen readers and keyboards. */
export async function accessible(page: Page): Promise<void> {
  // A panel that fades in, or a button that changes its accent, has other colours until then.
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
  // axe searches open shadow roots itself. `evaluate` injects it, so the page's content security policy allows it.
  const found = await page.evaluate(
    `${axe};axe.run(document, { resultTypes: ['violations'] }).then((result) => ` +
      `result.violations.map((violation) => violation.id + ': ' + violation.nodes.map((node) => ` +
      `node.target.join(' ')).join(', ')))`,
  );
  assert.deepEqual(found, []);
}
