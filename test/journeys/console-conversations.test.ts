/** The console's conversations in a browser: found, counted, exported, played. */
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { CONSOLE_HEADER, useConsoleLink } from '../../src/contract/console.ts';
import { listConversations } from '../../src/contract/conversations.ts';
import { createDeployment } from '../../src/contract/deployments.ts';
import { createDocument, getDocument } from '../../src/contract/documents.ts';
import { listFaces } from '../../src/contract/faces.ts';
import { createPal } from '../../src/contract/pals.ts';
import { until } from '../service/until.ts';
import { accessible } from './accessible.ts';
import { HOSTILE, KEY, openConsoleWorld, PASSWORD, type ConsoleWorld } from './console-world.ts';

const credential = KEY;
let world: ConsoleWorld;
let deployment_id: string;

before(async () => {
  world = await openConsoleWorld();
  const link = decodeURIComponent(new URL(world.service.consoleLink).hash.replace('#link=', ''));
  await world.call(useConsoleLink, {
    headers: { [CONSOLE_HEADER]: '1', origin: world.service.url },
    body: { link, name: 'Alice', password: PASSWORD },
  });
  const { result: document } = await world.call(createDocument, {
    credential,
    body: { document_url: world.website, crawl: { depth: 2, max_pages: 10 } },
  });
  const params = { document_id: document.document_id };
  await until('the website is read', async () => {
    const { result } = await world.call(getDocument, { credential, params });
    return result.status === 'ready';
  });
  const { result: faces } = await world.call(listFaces, { credential });
  const { result: pal } = await world.call(createPal, {
    credential,
    body: {
      pal_name: 'Mira',
      system_prompt: 'You help visitors of a swim school.',
      default_face_id: faces.data[0]!.face_id,
      document_ids: [document.document_id],
    },
  });
  const { result: deployment } = await world.call(createDeployment, {
    credential,
    body: { pal_id: pal.pal_id, channel: 'embed', status: 'active' },
  });
  ({ deployment_id } = deployment);
});
after(() => world.close());

describe("the console's conversations", () => {
  test('finds conversations by filters and words, counts them, and exports them', async () => {
    await world.visitorAsks(deployment_id, HOSTILE);
    await world.visitorAsks(deployment_id, 'What does a course for children cost?');
    await until('the words can be searched', async () => {
      const { result: found } = await world.call(listConversations, {
        credential,
        query: { search: 'children' },
      });
      return found.total_count === 1;
    });
    const { page, heard } = await world.signedIn();
    await page.getByRole('link', { name: 'Conversations' }).click();
    const rows = page.locator('palkit-conversation-list tbody tr');
    await rows.nth(1).waitFor();
    await page.locator('palkit-last-days svg rect').nth(29).waitFor();
    await page.locator('palkit-last-days dd', { hasText: '50 %' }).waitFor();
    await accessible(page);

    await page.getByRole('searchbox').fill('children');
    await page.getByRole('searchbox').press('Enter');
    await page.getByText('1 conversation', { exact: true }).waitFor();
    assert.equal(await rows.count(), 1);
    await page.reload();
    await page.getByText('1 conversation', { exact: true }).waitFor();
    assert.equal(await page.getByRole('searchbox').inputValue(), 'children', 'the address keeps the filters');
    await accessible(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const text = await fs.readFile(await (await download).path(), 'utf8');
    assert.match(text, /What does a course for children cost\?/);
    assert.doesNotMatch(text, /rubber duck/);

    await page.getByRole('searchbox').fill('');
    await page.getByRole('searchbox').press('Enter');
    await page.getByText('2 conversations', { exact: true }).waitFor();
    await page.getByLabel('Outcome').selectOption('Answered');
    await page.getByText('1 conversation', { exact: true }).waitFor();
    await page.getByLabel('Rating').selectOption('5');
    await page.getByText('No conversation passes these filters.').waitFor();
    await page.getByLabel('Rating').selectOption('All');
    await rows.locator('a').first().click();
    await page.locator('.transcript summary').last().click();
    await page.locator('.transcript dl', { hasText: 'Sources' }).waitFor();
    await accessible(page);
    assert.deepEqual(heard, []);
    await page.close();
  });

  test('plays a recording from a line on, and marks the line that is spoken', async () => {
    const { page, heard } = await world.signedIn();
    const { result: faces } = await world.call(listFaces, { credential });
    const film = faces.data.find(({ thumbnail_video_url }) => thumbnail_video_url)!.thumbnail_video_url;
    // A real call's film takes a minute to make: the answer tells of another film.
    await page.route('**/v2/conversations/*?verbose=true', async (route) => {
      const answer = await route.fetch();
      const row = (await answer.json()) as object;
      const recording = {
        recording_id: 'r1',
        status: 'ready',
        duration: 3,
        recording_url: film,
        expires_at: null,
        storage_provider: null,
        bucket_name: null,
        s3_key: null,
        copy_status: null,
      };
      await route.fulfill({ response: answer, json: { ...row, recording } });
    });
    await page.goto(`${world.service.url}/console/conversations`);
    await page.locator('tbody a').first().click();
    await page.locator('video').waitFor();
    await accessible(page);
    const lines = page.locator('.transcript > .assistant, .transcript > .user');
    await lines.last().getByRole('button', { name: 'Play from' }).click();
    await page.locator('.transcript > [aria-current]').waitFor();
    assert.equal(await page.locator('.transcript > [aria-current]').count(), 1);
    assert.equal(await lines.last().getAttribute('aria-current'), 'true');
    await accessible(page);
    assert.deepEqual(heard, []);
    await page.close();
  });
});
