import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../src/contract/endpoints.ts';
import { launch, openPage } from '../browser.ts';
import { assertAccessible } from './accessible.ts';
import { recordComplaints, startService } from './running-service.ts';

test('the API and the use of the script are pages, under a strict policy, light and dark', async () => {
  const service = await startService();
  const browser = await launch();
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openPage(browser, { viewport: { width: 1100, height: 800 }, colorScheme });
      const pageErrors = await recordComplaints(page);
      const answer = await page.goto(`${service.url}/api`);
      assert.match(answer!.headers()['content-security-policy']!, /default-src 'none'/);
      assert.equal(await page.locator('details').count(), endpoints.length);
      await page.getByRole('link', { name: 'deployments' }).click();
      await page.locator('summary', { hasText: 'Create a deployment' }).click();
      await page.locator('details[open]').getByText('unknown_reference').waitFor();
      await assertAccessible(page);
      await page.goto(`${service.url}/embed`);
      await page.getByText('sha384-').first().waitFor();
      await assertAccessible(page);
      assert.deepEqual(pageErrors, []);
      await page.close();
    }
  } finally {
    await browser.close();
    await service.close();
  }
});
