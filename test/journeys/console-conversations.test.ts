/** Conversations in the console can be searched, counted, exported and played. */
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { listConversations } from '../../src/contract/conversations.ts';
import { createDeployment } from '../../src/contract/deployments.ts';
import { leaveMessage } from '../../src/contract/deployment-messages.ts';
import { createDocument, getDocument } from '../../src/contract/documents.ts';
import { listFaces } from '../../src/contract/faces.ts';
import { giveFeedback } from '../../src/contract/feedback.ts';
import { createPal, listPals } from '../../src/contract/pals.ts';
import { savedFile } from '../browser.ts';
import { until } from '../service/until.ts';
import { assertAccessible } from './accessible.ts';
import { HOSTILE, API_KEY, openConsoleWorld, type ConsoleWorld } from './console-world.ts';

const credential = API_KEY;
let world: ConsoleWorld;
let deployment_id: string;

before(async () => {
  world = await openConsoleWorld();
  await world.signUp();
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
      layers: { conversational_flow: { request_human: true } },
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
      const { result: page } = await world.call(listConversations, {
        credential,
        query: { search: 'children' },
      });
      return page.total_count === 1;
    });
    const { page, pageErrors } = await world.signedIn();
    await page.getByRole('link', { name: 'Conversations' }).click();
    const rows = page.locator('palkit-conversation-list tbody tr');
    await rows.nth(1).waitFor();
    await page.locator('palkit-last-days svg rect').nth(29).waitFor();
    await page.locator('palkit-last-days dd', { hasText: '50 %' }).waitFor();
    await assertAccessible(page);

    await page.getByRole('searchbox').fill('children');
    await page.getByRole('searchbox').press('Enter');
    await page.getByText('1 conversation', { exact: true }).waitFor();
    assert.equal(await rows.count(), 1);
    await page.reload();
    await page.getByText('1 conversation', { exact: true }).waitFor();
    assert.equal(await page.getByRole('searchbox').inputValue(), 'children', 'the address keeps the filters');
    await assertAccessible(page);
    const file = await savedFile(page, /^conversations-.*\.csv$/, () =>
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    );
    const text = await fs.readFile(file, 'utf8');
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
    await page.locator('dl', { hasText: 'The visitor, the owner or the agent ended it' }).first().waitFor();
    await assertAccessible(page);
    assert.deepEqual(pageErrors, []);
    await page.close();
  });

  test('plays a recording from a line on, and marks the line that is spoken', async () => {
    const { page, pageErrors } = await world.signedIn();
    const { result: faces } = await world.call(listFaces, { credential });
    const film = faces.data.find(({ thumbnail_video_url }) => thumbnail_video_url)!.thumbnail_video_url;
    // Making the film of a real call takes a minute, so the response contains another film.
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
    await assertAccessible(page);
    const lines = page.locator('.transcript > .assistant, .transcript > .user');
    await lines.last().getByRole('button', { name: 'Play from' }).click();
    await page.locator('.transcript > [aria-current]').waitFor();
    assert.equal(await page.locator('.transcript > [aria-current]').count(), 1);
    assert.equal(await lines.last().getAttribute('aria-current'), 'true');
    await assertAccessible(page);
    assert.deepEqual(pageErrors, []);
    await page.close();
  });

  test('shows a running call, and lets a person take it over and hand it back', async () => {
    const { page, pageErrors } = await world.signedIn();
    const visitor = await world.visit(deployment_id);
    await visitor.say(HOSTILE);
    await until('the answer', async () => (await visitor.lines()).length > 2);
    await visitor.say('Can I talk to a person?');
    await page.goto(`${world.service.url}/console`);
    const call = page.locator('palkit-running-calls li', { hasText: 'Wants a person' });
    await call.waitFor();
    assert.match(await page.title(), /^\(1\) /, 'also where the page is not in front');
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Conversations' }).click();
    await call.locator('a').click();
    const lines = page.locator('.transcript');
    await lines.getByText('rubber duck').first().waitFor();
    assert.equal(await lines.locator('img').count(), 0, "a visitor's words are words");
    await assertAccessible(page);

    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByText('Alice writes', { exact: true }).waitFor();
    await assertAccessible(page);
    await visitor.say('Is somebody there?');
    await lines.getByText('Is somebody there?').waitFor();
    const input = page.locator('palkit-live-call wa-input input');
    await input.fill('Good morning, Alice here.');
    const startedAt = performance.now();
    await input.press('Enter');
    await until('the line', async () => (await visitor.lines()).some(({ person }) => person === 'Alice'));
    const duration = performance.now() - startedAt;
    assert.ok(duration < 1000, `the visitor read it after ${Math.round(duration)} ms`);
    await lines.getByText('Good morning, Alice here.').waitFor();
    assert.equal(await input.inputValue(), '');
    const texts = (await visitor.lines()).map(({ speech }) => speech);
    assert.deepEqual(texts.slice(-2), ['Is somebody there?', 'Good morning, Alice here.']);

    await page.getByRole('button', { name: 'Hand back' }).click();
    await page.getByText('The agent answers again').waitFor();
    await visitor.say('What does a course for children cost?');
    await until('the agent', async () => (await visitor.lines()).at(-1)!.speech.includes('120 euros'));
    await visitor.end();
    await page.getByText('Ended', { exact: true }).first().waitFor();
    await page.locator('.transcript strong', { hasText: 'Alice' }).waitFor();
    await assertAccessible(page);
    assert.deepEqual(pageErrors, []);
    await page.close();
  });

  test("shows visitors' names, messages and comments as text everywhere", async () => {
    const { pal_id } = (await world.call(listPals, { credential })).result.data[0]!;
    const hours = { timezone: 'UTC', regular: [], holidays: [] };
    const closedDeployment = {
      pal_id,
      channel: 'embed' as const,
      status: 'active' as const,
      customization: { hours },
    };
    const { result: closedDeploymentRow } = await world.call(createDeployment, {
      credential,
      body: closedDeployment,
    });
    await world.call(leaveMessage, {
      params: { deployment_id: closedDeploymentRow.deployment_id },
      body: { name: HOSTILE, contact: HOSTILE, message: HOSTILE },
    });
    const visitor = await world.visit(deployment_id);
    await visitor.say(HOSTILE);
    await until('the answer', async () => (await visitor.lines()).length > 2);
    await visitor.end();
    await world.call(giveFeedback, {
      params: { deployment_id, ...visitor.params },
      body: { rating: 1, comment: HOSTILE },
    });
    const { result } = await world.call(listConversations, { credential, query: { limit: '2' } });
    const { page, pageErrors } = await world.signedIn();
    const addresses = result.data.map(({ conversation_id }) => `?conversation=${conversation_id}`);
    for (const address of ['', ...addresses]) {
      await page.goto(`${world.service.url}/console/conversations${address}`);
      await page.getByText('rubber duck').first().waitFor();
      // The details of a conversation contain its message, or its rating with the comment.
      if (address) await page.locator('dl', { hasText: 'rubber duck' }).first().waitFor();
      assert.equal(await page.locator('img').count(), 0, address);
      assert.match(await page.title(), /Palkit/);
    }
    assert.deepEqual(pageErrors, []);
    await page.close();
  });
});
