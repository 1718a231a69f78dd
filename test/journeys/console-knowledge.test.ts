/** The console's page Knowledge after a first website: the files that it links to, and the interval of its crawls. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CONSOLE_HEADER, useConsoleLink } from '../../src/contract/console.ts';
import { createDocument, listDocuments } from '../../src/contract/documents.ts';
import { listFaces } from '../../src/contract/faces.ts';
import { createPal, listPals } from '../../src/contract/pals.ts';
import { accessible } from './accessible.ts';
import { KEY, openConsoleWorld, PASSWORD, type ConsoleWorld } from './console-world.ts';

const credential = KEY;
let world: ConsoleWorld;
before(async () => {
  world = await openConsoleWorld();
  const link = decodeURIComponent(new URL(world.service.consoleLink).hash.replace('#link=', ''));
  await world.call(useConsoleLink, {
    headers: { [CONSOLE_HEADER]: '1', origin: world.service.url },
    body: { link, name: 'Alice', password: PASSWORD },
  });
  const { result: faces } = await world.call(listFaces, { credential });
  await world.call(createPal, {
    credential,
    body: { pal_name: 'Alma', system_prompt: 'You help.', default_face_id: faces.data[0]!.face_id },
  });
  const body = { document_url: world.website, document_name: 'Swimming', crawl: {} };
  await world.call(createDocument, { credential, body });
});
after(() => world.close());

describe("the console's knowledge", () => {
  test('adds the files that pages of a website link to and that were not read', async () => {
    const { page, pageErrors } = await world.signedIn();
    const skipped = ['/plan.csv', '/prices'].map((path) => ({
      url: new URL(path, world.website).href,
      status: 'skipped',
      http_status: null,
      characters: 0,
      reason: 'other_site',
      details: '',
    }));
    await page.route('**/pages?*status=skipped*', (route) =>
      route.fulfill({ json: { data: skipped, total_count: skipped.length } }),
    );
    await page.goto(`${world.service.url}/console/knowledge`);
    const documents = page.locator('palkit-documents');
    const add = documents.getByRole('button', { name: 'Add 1 linked file' });
    await add.waitFor();
    await accessible(page);
    await add.click();
    await documents
      .locator('li', { hasText: 'plan.csv' })
      .getByText('read', { exact: false })
      .first()
      .waitFor();
    await add.waitFor({ state: 'detached' });
    const { result } = await world.call(listPals, { credential });
    const { result: all } = await world.call(listDocuments, { credential });
    const added = all.data.find(({ document_name }) => document_name === 'plan.csv');
    assert.ok(result.data.some(({ document_ids }) => document_ids.includes(added!.document_id)));
    assert.deepEqual(pageErrors, []);
    await page.close();
  });

  test('lets a website be read again every week, and shows that later', async () => {
    const { page, pageErrors } = await world.signedIn({ locale: 'de' });
    await page.goto(`${world.service.url}/console/knowledge`);
    const choice = page
      .locator('palkit-documents li', { hasText: 'Swimming' })
      .getByLabel('Liest sie erneut');
    assert.equal(await choice.inputValue(), '');
    await choice.selectOption('wöchentlich');
    await page.locator('palkit-documents wa-callout', { hasText: 'Gespeichert' }).waitFor();
    const { result } = await world.call(listDocuments, { credential });
    const website = result.data.find(({ document_name }) => document_name === 'Swimming');
    assert.equal(website!.crawl_every, 'week');
    await page.reload();
    await choice.waitFor();
    assert.equal(await choice.inputValue(), 'week');
    await accessible(page);
    assert.deepEqual(pageErrors, []);
    await page.close();
  });
});
