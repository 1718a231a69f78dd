/** The console's settings show the engines of the service, check them, and report those that cannot be loaded. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { listFaces } from '../../src/contract/faces.ts';
import { createPal } from '../../src/contract/pals.ts';
import { inFirefox, savedFile } from '../browser.ts';
import { until } from '../service/until.ts';
import { assertAccessible } from './accessible.ts';
import { API_KEY, openConsoleWorld, type ConsoleWorld } from './console-world.ts';

let world: ConsoleWorld;
before(async () => {
  world = await openConsoleWorld();
  await world.signUp();
  const { result: faces } = await world.call(listFaces, { credential: API_KEY });
  await world.call(createPal, {
    credential: API_KEY,
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
const MODEL = {
  name: 'piper-en',
  engine: 'voice',
  languages: ['en'],
  description: 'An American woman.',
  licence: 'MIT',
  bytes: 63_000_000,
  card: {
    address: 'https://publisher.example/card',
    dataset: 'LJ Speech',
    dataset_licence: 'public domain',
    training: 'from scratch',
    research: null,
  },
  notice: null,
  installed: false,
};
const EARS = { ...MODEL, name: 'whisper-de', engine: 'ears', languages: ['de'], card: null };
const LANGUAGES = [
  { language: 'en', models: ['piper-en'] },
  { language: 'de', models: ['whisper-de'] },
];
const INSTALLATION = {
  name: 'piper-en',
  names: ['piper-en'],
  state: 'running',
  step: 'Fetching voice.onnx from publisher.example',
  bytes: 31_000_000,
  total_bytes: 62_000_000,
  error_code: null,
  error_message: null,
};
const rowsOf = (page: Page) => page.locator('palkit-engines tbody tr');

describe("the console's engines", () => {
  for (const [title, colorScheme, width] of [
    ['light on a phone', 'light', 320],
    ['dark on a desktop', 'dark', 1280],
  ] as const)
    test(`are a table, with the models found on the machine, ${title}`, async () => {
      const { page, pageErrors } = await world.signedIn({ colorScheme, viewport: { width, height: 800 } });
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
      const suggestion = page.locator('palkit-engines li', { hasText: 'Ollama' });
      await suggestion.getByText('LLM_BASE_URL=http://127.0.0.1:11434/v1 LLM_MODEL=llama3.2:3b').waitFor();
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(tooWide <= 0, `${tooWide} pixels too wide`);
      await assertAccessible(page);
      assert.deepEqual(pageErrors, []);
      await page.close();
    });

  test('of the running service are shown and checked', async () => {
    const { page, pageErrors } = await world.signedIn();
    await page.goto(`${world.service.url}/console/settings`);
    await rowsOf(page).nth(3).waitFor();
    await page.getByRole('button', { name: 'Check them' }).click();
    await page.locator('palkit-engines wa-callout', { hasText: 'Checked' }).waitFor();
    await rowsOf(page).filter({ hasText: 'Language model' }).locator('wa-badge').waitFor();
    await assertAccessible(page);
    assert.deepEqual(pageErrors, []);
    await page.close();
  });

  test('that cannot be loaded show the error, and leave the rest of the page', async () => {
    const { page } = await world.signedIn();
    await page.route('**/v2/engines', (route) => route.abort());
    await page.goto(`${world.service.url}/console/settings`);
    const callout = page.locator('palkit-engines wa-callout');
    await callout.getByText('The service does not answer.').waitFor();
    assert.equal(await page.locator('palkit-engines table').count(), 0);
    assert.equal(await page.locator('palkit-engines').getByText('Loading').count(), 0);
    await until('the keys', async () => (await page.locator('palkit-keys form').count()) === 1);
    await assertAccessible(page);
    await page.close();
  });

  test('include a model that one click adds, with its progress, end and failure', async () => {
    const { page, pageErrors } = await world.signedIn();
    let installation: object | null = null;
    let installed = false;
    const bodies: unknown[] = [];
    await page.route('**/v2/models?*', (route) =>
      route.fulfill({ json: { data: [{ ...MODEL, installed }, EARS], languages: LANGUAGES, installation } }),
    );
    await page.route('**/v2/models/*', (route) => {
      if (route.request().method() === 'DELETE') {
        installed = false;
        installation = { ...INSTALLATION, state: 'stopped' };
        return route.fulfill({ status: 204 });
      }
      bodies.push([new URL(route.request().url()).pathname, route.request().postDataJSON()]);
      installation = INSTALLATION;
      return route.fulfill({ status: 202, json: INSTALLATION });
    });
    await page.goto(`${world.service.url}/console/settings`);
    const modelsPart = page.locator('palkit-models');
    const cards = modelsPart.locator('li');
    await cards.getByText('Recordings: LJ Speech (public domain)').waitFor();
    await cards.getByText('63 MB').waitFor();
    assert.equal(await cards.count(), 1, 'the models of the chosen language');
    await assertAccessible(page);
    await modelsPart.getByRole('button', { name: 'Add piper-en' }).click();
    await cards.getByText('Fetching voice.onnx').waitFor();
    assert.equal(await cards.locator('progress').evaluate((bar: HTMLProgressElement) => bar.value), 0.5);
    await assertAccessible(page);
    const failure = 'The voice could not be read: it answered 503.';
    installation = {
      ...INSTALLATION,
      state: 'failed',
      error_code: 'model_not_added',
      error_message: failure,
    };
    await modelsPart.locator('wa-callout').getByText(failure).waitFor();
    await modelsPart.getByRole('button', { name: 'Add piper-en' }).click();
    await cards.getByText('Fetching voice.onnx').waitFor();
    await cards.getByRole('button', { name: 'Cancel' }).click();
    await modelsPart.getByRole('button', { name: 'Add piper-en' }).click();
    await cards.getByText('Fetching voice.onnx').waitFor();
    assert.equal(
      await modelsPart.locator('wa-callout').count(),
      0,
      'no words about a model that was not added',
    );
    installed = true;
    installation = { ...INSTALLATION, state: 'installed' };
    await modelsPart.locator('wa-callout').getByText('piper-en is added.').waitFor();
    await cards.locator('wa-badge').getByText('added').waitFor();
    await assertAccessible(page);
    await cards.getByRole('button', { name: 'Remove' }).click();
    await modelsPart.locator('wa-dialog').getByRole('button', { name: 'Remove' }).click();
    await modelsPart.getByRole('button', { name: 'Add piper-en' }).waitFor();
    // BiDi does not report the body of a request.
    const agreement = inFirefox ? null : { agreed: true };
    assert.deepEqual(bodies, Array(3).fill(['/v2/models/piper-en', agreement]));
    await modelsPart.locator('select').selectOption('de');
    await modelsPart.getByRole('button', { name: 'Add whisper-de' }).waitFor();
    await assertAccessible(page);
    assert.deepEqual(pageErrors, []);
    await page.close();
  });

  test('show models and a backup only to the owner, and report if they cannot be listed', async () => {
    const { page } = await world.signedIn();
    await page.route('**/v2/models?*', (route) =>
      route.fulfill({ json: { data: [], languages: [], installation: null } }),
    );
    const account = { account_id: 2, is_owner: false, callback_url: null, retention_days: null };
    await page.route('**/v2/account', (route) => route.fulfill({ json: account }));
    const listResponse = page.waitForResponse('**/v2/models?*');
    await page.goto(`${world.service.url}/console/settings`);
    await listResponse;
    await rowsOf(page).nth(3).waitFor();
    await page.locator('wa-input[name=retention]').waitFor();
    assert.equal(await page.locator('palkit-models section, [aria-labelledby=backup]').count(), 0);
    await page.route('**/v2/models?*', (route) => route.abort());
    await page.reload();
    await page.locator('palkit-models wa-callout').getByText('The service does not answer.').waitFor();
    await page.close();
  });

  test("are followed by each version's changes, and a backup to download", async () => {
    const { page, pageErrors } = await world.signedIn();
    await page.goto(`${world.service.url}/console/settings`);
    const changes = await page.getByRole('link', { name: 'What changed' }).getAttribute('href');
    assert.match(await (await fetch(changes!)).text(), /^# Changelog/);
    const file = await savedFile(page, /^palkit-backup.*\.tgz$/, () =>
      page.getByRole('button', { name: 'Download a backup' }).click(),
    );
    const names = execFileSync('tar', ['tzf', file]).toString().split('\n');
    assert.ok(
      names.includes('database/PG_VERSION') && names.includes('console.key'),
      names.slice(0, 9).join(),
    );
    assert.deepEqual(pageErrors, []);
    await page.route('**/v2/backup', (route) => route.abort());
    await page.getByRole('button', { name: 'Download a backup' }).click();
    // The button is at the end of the page and the message at its beginning, so the page must scroll.
    const message = page.locator('main > [role=alert]');
    await message.getByText('The service does not answer.').waitFor();
    // The message may be a fraction of a pixel above the window.
    await until('the message in view', async () => ((await message.boundingBox())?.y ?? -9) > -1);
    await page.close();
  });
});
