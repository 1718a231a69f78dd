/** The console's settings show the engines of the service, check them, and say what could not be read. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { CONSOLE_HEADER, useConsoleLink } from '../../src/contract/console.ts';
import { listFaces } from '../../src/contract/faces.ts';
import { createPal } from '../../src/contract/pals.ts';
import { until } from '../service/until.ts';
import { accessible } from './accessible.ts';
import { KEY, openConsoleWorld, PASSWORD, type ConsoleWorld } from './console-world.ts';

let world: ConsoleWorld;
before(async () => {
  world = await openConsoleWorld();
  const link = decodeURIComponent(new URL(world.service.consoleLink).hash.replace('#link=', ''));
  await world.call(useConsoleLink, {
    headers: { [CONSOLE_HEADER]: '1', origin: world.service.url },
    body: { link, name: 'Alice', password: PASSWORD },
  });
  const { result: faces } = await world.call(listFaces, { credential: KEY });
  await world.call(createPal, {
    credential: KEY,
    body: { pal_name: 'Alma', system_prompt: 'You help.', default_face_id: faces.data[0]!.face_id },
  });
});
after(() => world.close());

const ENGINES = {
  version: '1.2.3',
  data: [
    { engine: 'language', source: 'setting', model: 'small', address: 'https://model.example/v1' },
    { engine: 'voice', source: 'installed', model: 'piper-en', address: null },
    { engine: 'ears', source: 'built_in', model: null, address: null },
    { engine: 'embeddings', source: 'none', model: null, address: null },
  ],
  local_models: [{ name: 'Ollama', base_url: 'http://127.0.0.1:11434/v1', model: 'llama3.2:3b' }],
};
const rowsOf = (page: Page) => page.locator('palkit-engines tbody tr');

describe("the console's engines", () => {
  for (const [looks, colorScheme, width] of [
    ['light on a phone', 'light', 320],
    ['dark on a desktop', 'dark', 1280],
  ] as const)
    test(`are a table, with the models found on the machine, ${looks}`, async () => {
      const { page, heard } = await world.signedIn({ colorScheme, viewport: { width, height: 800 } });
      await page.route('**/v2/engines', (route) => route.fulfill({ json: ENGINES }));
      await page.goto(`${world.service.url}/console/settings`);
      await rowsOf(page).first().waitFor();
      const cells = async (row: number) =>
        (await rowsOf(page).nth(row).locator('th, td').allInnerTexts()).map((text) =>
          text.replace(/\s+/g, ' ').trim(),
        );
      assert.deepEqual(await cells(0), ['Language model', 'a setting', 'small https://model.example/v1']);
      assert.deepEqual(await cells(1), ['Voice', 'an added model', 'piper-en']);
      assert.deepEqual(await cells(2), ['Ears', 'built in', '–']);
      assert.deepEqual(await cells(3), ['Search by meaning', 'not there', '–']);
      await page.getByText('Palkit 1.2.3').waitFor();
      const found = page.locator('palkit-engines li', { hasText: 'Ollama' });
      await found.getByText('LLM_BASE_URL=http://127.0.0.1:11434/v1 LLM_MODEL=llama3.2:3b').waitFor();
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(tooWide <= 0, `${tooWide} pixels too wide`);
      await accessible(page);
      assert.deepEqual(heard, []);
      await page.close();
    });

  test('of the running service are shown and checked', async () => {
    const { page, heard } = await world.signedIn();
    await page.goto(`${world.service.url}/console/settings`);
    await rowsOf(page).nth(3).waitFor();
    await page.getByRole('button', { name: 'Check them' }).click();
    await page.locator('palkit-engines wa-callout', { hasText: 'Checked' }).waitFor();
    await rowsOf(page).filter({ hasText: 'Language model' }).locator('wa-badge').waitFor();
    await accessible(page);
    assert.deepEqual(heard, []);
    await page.close();
  });

  test('that cannot be read leave the words of the refusal, and the rest of the page', async () => {
    const { page } = await world.signedIn();
    await page.route('**/v2/engines', (route) => route.abort());
    await page.goto(`${world.service.url}/console/settings`);
    const callout = page.locator('palkit-engines wa-callout');
    await callout.getByText('The service does not answer.').waitFor();
    assert.equal(await page.locator('palkit-engines table').count(), 0);
    assert.equal(await page.locator('palkit-engines').getByText('Loading').count(), 0);
    await until('the keys', async () => (await page.locator('palkit-keys form').count()) === 1);
    await accessible(page);
    await page.close();
  });
});
