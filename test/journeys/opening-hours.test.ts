/** A landing page outside opening hours: the visitor leaves a message with the keyboard, and the owner receives it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, openPage } from '../browser.ts';
import { assertAccessible } from './accessible.ts';
import { recordComplaints, startService, type RunningService } from './running-service.ts';

let service: RunningService;
let browser: Browser;
before(async () => {
  service = await startService();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await service?.close();
});

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
  return (await answer.json()) as Answer;
}

test('a message that is left outside opening hours is among the conversations', async () => {
  const { data } = await ask<{ data: { pal_id: string }[] }>('GET', '/v2/pals');
  const { deployment_id } = await ask<{ deployment_id: string }>('POST', '/v2/deployments', {
    pal_id: data[0]!.pal_id,
    channel: 'landing-page',
    status: 'active',
    // The deployment is always closed, because `regular` is empty.
    customization: {
      consent: { required: true },
      hours: { timezone: 'UTC', regular: [], text: 'On holiday.' },
    },
    limits: { captcha_required: true },
  });
  const page = await openPage(browser, { viewport: { width: 1000, height: 800 } });
  const pageErrors = await recordComplaints(page);
  await page.goto(`${service.url}/l/${deployment_id}`);
  const form = page.locator('pal-closed form');
  await form.getByText('On holiday.').waitFor();
  await assertAccessible(page);
  await form.getByLabel('Your message').fill('Do you repair unicycles?');
  await form.getByLabel('Email or phone').fill('ada@example.com');
  await form.getByLabel('I agree').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await form.getByText('Your message was passed on.').waitFor();
  assert.deepEqual(pageErrors, []);
  const query = `deployment_id=${deployment_id}`;
  const { data: requests } = await ask<{ data: { handover: { message: string; visitor: object } }[] }>(
    'GET',
    `/v2/conversations?${query}`,
  );
  assert.deepEqual(
    requests.map(({ handover }) => [handover.message, handover.visitor]),
    [['Do you repair unicycles?', { name: null, contact: 'ada@example.com' }]],
  );
});
