/**
 * The knowledge page of the console after the first website: the files that it links to, the crawl interval, opening
 * hours with holidays, and answers that the next call uses.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createDeployment } from '../../src/contract/deployments.ts';
import { createDocument, listDocuments } from '../../src/contract/documents.ts';
import { listFaces } from '../../src/contract/faces.ts';
import { createPal, listPals } from '../../src/contract/pals.ts';
import { until } from '../service/until.ts';
import { assertAccessible } from './accessible.ts';
import { fill, HOSTILE, API_KEY, openConsoleWorld, submit, type ConsoleWorld } from './console-world.ts';

/** Milliseconds within which an owner can answer an open question. */
const ANSWER_TIMEOUT_MS = 30_000;

const credential = API_KEY;
let world: ConsoleWorld;
before(async () => {
  world = await openConsoleWorld();
  await world.signUp();
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
    const skippedPages = ['/plan.csv', '/prices'].map((path) => ({
      url: new URL(path, world.website).href,
      status: 'skipped',
      http_status: null,
      characters: 0,
      reason: 'other_site',
      details: '',
    }));
    await page.route('**/pages?*status=skipped*', (route) =>
      route.fulfill({ json: { data: skippedPages, total_count: skippedPages.length } }),
    );
    await page.goto(`${world.service.url}/console/knowledge`);
    const documents = page.locator('palkit-documents');
    const add = documents.getByRole('button', { name: 'Add 1 linked file' });
    await add.waitFor();
    await assertAccessible(page);
    await add.click();
    await documents
      .locator('li', { hasText: 'plan.csv' })
      .getByText('read', { exact: false })
      .first()
      .waitFor();
    await add.waitFor({ state: 'detached' });
    const { result } = await world.call(listPals, { credential });
    const { result: allDocuments } = await world.call(listDocuments, { credential });
    const addedDocument = allDocuments.data.find(({ document_name }) => document_name === 'plan.csv');
    assert.ok(result.data.some(({ document_ids }) => document_ids.includes(addedDocument!.document_id)));
    assert.deepEqual(pageErrors, []);
    await page.close();
  });

  test('reads a website again every week, and shows that later', async () => {
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
    await assertAccessible(page);
    assert.deepEqual(pageErrors, []);
    await page.close();
  });

  test('stores the hours of the business with its holidays', async () => {
    const { page, pageErrors } = await world.signedIn();
    await page.goto(`${world.service.url}/console/knowledge`);
    await page.getByText('Opening hours').click();
    await assertAccessible(page);
    await fill(page, 'timezone', 'Europe/Vienna');
    await fill(page, 'monday', '9-12');
    await fill(page, 'holidays', 'at Christmas');
    await submit(page, 'palkit-hours');
    await page.locator('palkit-hours wa-callout', { hasText: 'One in a line' }).waitFor();
    await fill(page, 'holidays', '2026-12-24 – 2026-12-26 Christmas\n2027-01-04: 10:00-11:00');
    await submit(page, 'palkit-hours');
    await page.getByText('Saved.').waitFor();
    const { timezone, facts } = (await world.call(listPals, { credential })).result.data[0]!;
    assert.equal(timezone, 'Europe/Vienna');
    assert.deepEqual(facts?.opening_hours, {
      regular: [{ days: ['monday'], opens: '09:00', closes: '12:00' }],
      holidays: [
        { from: '2026-12-24', to: '2026-12-26', name: 'Christmas', hours: [] },
        { from: '2027-01-04', hours: [{ opens: '10:00', closes: '11:00' }] },
      ],
    });
    assert.deepEqual(pageErrors, []);
    await page.close();
  });

  test('corrects questions within half a minute each, for the next call', async () => {
    const { pal_id } = (await world.call(listPals, { credential })).result.data[0]!;
    const body = { pal_id, channel: 'embed' as const, status: 'active' as const };
    const { deployment_id } = (await world.call(createDeployment, { credential, body })).result;
    const { page } = await world.signedIn();
    for (const [question, answer] of [
      ['Can I bring my rubber duck?', 'Rubber ducks are welcome in the small pool.'],
      ['Who repairs broken goggles?', 'The kiosk repairs them for free.'],
    ] as const) {
      const start = performance.now();
      await page.goto(`${world.service.url}/console/knowledge`);
      await fill(page, 'question', question);
      await submit(page, 'palkit-test-question');
      await page.locator('palkit-test-question').getByRole('button', { name: 'Add the answer' }).click();
      await page.locator('wa-dialog wa-textarea textarea').fill(answer);
      await submit(page, 'palkit-answer-dialog');
      await page.locator('blockquote', { hasText: answer }).waitFor();
      assert.ok(performance.now() - start < ANSWER_TIMEOUT_MS, question);
      const visitor = await world.visit(deployment_id);
      await visitor.say(question);
      await until(answer, async () => (await visitor.lines()).some(({ speech }) => speech.includes(answer)));
      await visitor.end();
    }
    await page.close();
  });

  test('shows the read text of a document with any name', async () => {
    const form = new FormData();
    form.set('document_name', HOSTILE);
    form.set(
      'file',
      new File([`# ${HOSTILE}\n\nThe pool is <script>document.title=1</script> warm.`], 'a.md'),
    );
    await fetch(`${world.service.url}/v2/documents`, {
      method: 'POST',
      headers: { 'x-api-key': API_KEY },
      body: form,
    });
    const { page, pageErrors } = await world.signedIn();
    await page.goto(`${world.service.url}/console/knowledge`);
    const read = (name: string) =>
      page
        .locator('palkit-documents li', { hasText: name })
        .getByRole('button', { name: 'What was read' })
        .click();
    await read('rubber duck');
    await page.locator('wa-dialog article', { hasText: 'warm' }).waitFor();
    assert.equal(await page.locator('wa-dialog img, wa-dialog script, palkit-documents img').count(), 0);
    await page.keyboard.press('Escape');
    await page.locator('wa-dialog').waitFor({ state: 'detached' });
    await read('Swimming');
    await page.locator('wa-dialog article', { hasText: '120 euros' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.locator('wa-dialog').waitFor({ state: 'detached' });
    assert.deepEqual(pageErrors, []);
    await page.close();
  });
});
