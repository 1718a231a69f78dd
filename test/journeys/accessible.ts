/** Checks the page of a journey with axe. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails with a description of the barriers for screen readers and keyboards. */
export async function assertAccessible(page: Page): Promise<void> {
  // While a panel fades in or a button changes its colour, colours are not final.
  await page.evaluate(async () => {
    const isAnimating = () =>
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
    for (
      let quietFrames = 0;
      quietFrames < 6;
      quietFrames = isAnimating().length === 0 ? quietFrames + 1 : 0
    ) {
      await Promise.all(isAnimating().map(({ finished }) => finished.catch(() => undefined)));
      await new Promise(requestAnimationFrame);
    }
  });
  // axe searches open shadow roots. It is injected with `evaluate`, which the page's content security policy allows.
  const results = await page.evaluate(
    `${axe};axe.run(document, { resultTypes: ['violations'] }).then((result) => ` +
      `result.violations.map((violation) => violation.id + ': ' + violation.nodes.map((node) => ` +
      `node.target.join(' ')).join(', ')))`,
  );
  assert.deepEqual(results, []);
}
