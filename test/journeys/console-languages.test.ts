/** A language is added by one click in the console, from a publisher on the loopback address. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import pino from 'pino';
import type { Browser } from 'playwright-core';
import { ModelInstaller } from '../../src/models/installer.ts';
import { createService, type Service } from '../../src/service/compose/service.ts';
import { readConfig } from '../../src/service/config/config.ts';
import { launch, openPage } from '../browser.ts';
import { freePort } from '../free-port.ts';
import { model, noise, Publisher, sha256, VOSK, zip } from '../models/publisher.ts';
import { ScriptedMedia } from '../service/world.ts';
import { assertAccessible } from './accessible.ts';
import { fill, PASSWORD, submit } from './console-world.ts';
import { recordComplaints } from './running-service.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-languages-'));
const ZIP = zip({ ...VOSK, 'tiny-vosk/am/more.mdl': noise(1_500_000) });
const megabytes = (count: number) => `${Math.ceil((count * ZIP.length) / 1e6)} MB`;
const CARD = {
  address: 'https://publisher.example/card',
  dataset: 'One man reads',
  datasetLicence: 'CC0',
  training: 'from scratch',
  research: null,
};
let publisher: Publisher;
let service: Service;
let browser: Browser;
let base: string;
before(async () => {
  publisher = await Publisher.open();
  const port = await freePort();
  base = `http://localhost:${port}`;
  const row = (name: string, extraFields: object) =>
    model(
      { address: publisher.address(`${name}.zip`), sha256: sha256(ZIP), bytes: ZIP.length },
      {
        name,
        languages: ['de'],
        ...extraFields,
      },
    );
  const config = readConfig({
    DATA_DIR: folder,
    PUBLIC_URL: base,
    API_KEYS: '1:key-of-the-journey',
    OUTBOUND_ALLOWED_HOSTS: publisher.host,
  });
  service = await createService(config, {
    media: new ScriptedMedia(),
    engines: { voice: null, ears: null },
    log: pino({ level: 'silent' }),
    models: new ModelInstaller([
      row('ears-de', {}),
      row('voice-de', { for: 'text_to_speech', licence: 'CC-BY-4.0', card: CARD }),
      row('sentences', { for: 'embeddings', languages: ['de', 'fr'] }),
      row('other-ears', {}),
    ]),
  });
  await service.app.listen({ port, host: 'localhost' });
  browser = await launch();
});
after(async () => {
  await browser.close();
  await service.close();
  publisher.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe("the console's languages", () => {
  test('are complete after one click, with sizes and licences before it and a message for a failure', async () => {
    const page = await openPage(browser, { viewport: { width: 360, height: 800 }, locale: 'en' });
    const pageErrors = await recordComplaints(page);
    await page.goto(service.consoleLink!);
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await fill(page, 'name', 'Alice');
    await fill(page, 'password', PASSWORD);
    await submit(page, 'palkit-sign-in');
    await page.locator('palkit-home h1').waitFor();
    await page.goto(`${base}/console/settings`);
    const modelsPart = page.locator('palkit-models');
    await modelsPart.locator('select').selectOption({ label: 'German' });
    const cards = modelsPart.locator('.cards').first().locator('li');
    await modelsPart.getByText(`${megabytes(3)} together`).waitFor();
    for (const statusText of [
      'ears-de',
      `Ears · ${megabytes(1)} · MIT`,
      `Voice · ${megabytes(1)} · CC-BY-4.0`,
      'One man reads (CC0)',
    ])
      await cards.filter({ hasText: statusText }).first().waitFor();
    assert.equal(await cards.count(), 3);
    await assertAccessible(page);

    // The publisher has no voice yet.
    for (const name of ['ears-de', 'sentences']) publisher.publish(`${name}.zip`, ZIP);
    const add = modelsPart.getByRole('button', { name: 'Add German' });
    await add.click();
    await modelsPart.locator('wa-callout').getByText('answered 404').waitFor();
    await cards.filter({ hasText: 'ears-de' }).locator('wa-badge').waitFor();
    await modelsPart.getByText(`${megabytes(2)} together`).waitFor();
    await assertAccessible(page);

    publisher.publish('voice-de.zip', ZIP);
    publisher.holding = true;
    const answer = publisher.nextHold();
    await add.click();
    await answer;
    await cards.filter({ hasText: 'voice-de' }).locator('progress').waitFor();
    await cards.getByText('Fetching voice-de.zip').waitFor();
    await assertAccessible(page);
    publisher.holding = false;
    publisher.cut();
    await modelsPart.locator('wa-callout').getByText('German is added. Start the service again').waitFor();
    assert.equal(await cards.locator('wa-badge').count(), 3);
    await add.waitFor({ state: 'detached' });
    assert.ok(
      ['ears-de', 'voice-de', 'sentences'].every((name) => fs.existsSync(path.join(folder, 'models', name))),
    );
    assert.ok(!fs.existsSync(path.join(folder, 'models', 'other-ears')));
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(tooWide <= 0, `${tooWide} pixels too wide`);
    assert.deepEqual(pageErrors, []);
    await page.close();
  });
});
