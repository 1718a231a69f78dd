/** The console in a browser: from an empty service to an agent on a page, and the requirements for all its pages. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { BrowserContextOptions } from 'playwright-core';
import { getAccount } from '../../src/contract/account.ts';
import { listConversations } from '../../src/contract/conversations.ts';
import { listDeployments } from '../../src/contract/deployments.ts';
import { listDocuments, patchDocument } from '../../src/contract/documents.ts';
import { getPal, listPals, patchPal } from '../../src/contract/pals.ts';
import { openPage } from '../browser.ts';
import { until } from '../service/until.ts';
import { assertAccessible } from './accessible.ts';
import {
  fill,
  HOSTILE,
  API_KEY,
  openConsoleWorld,
  PASSWORD,
  submit,
  type ConsoleWorld,
} from './console-world.ts';
import { recordComplaints, startService } from './running-service.ts';

/** A name at which a line cannot break. */
const LONG_NAME = 'Donaudampfschifffahrtsgesellschaft'.repeat(3).slice(0, 100);
let world: ConsoleWorld;
const credential = API_KEY;
before(async () => (world = await openConsoleWorld()));
after(() => world.close());

describe('the console', () => {
  test('leads from an empty service to an agent on a page', async () => {
    const page = await openPage(world.browser, {
      viewport: { width: 1100, height: 900 },
      locale: 'en',
    });
    // The clipboard is shared by all programs of the machine, so the test records what the page writes to it.
    await page.addInitScript(() => {
      // In Firefox, the empty page of a new frame has no clipboard.
      if (!isSecureContext) return;
      navigator.clipboard.writeText = async (text) => void Object.assign(globalThis, { copied: text });
    });
    const pageErrors = await recordComplaints(page);
    await page.goto(world.service.consoleLink);
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    assert.equal(new URL(page.url()).hash, '', 'the link leaves the address bar');
    await assertAccessible(page);
    await fill(page, 'name', 'Alice');
    await fill(page, 'password', PASSWORD);
    await submit(page, 'palkit-sign-in');

    await page.getByRole('heading', { name: 'What it knows' }).waitFor();
    await assertAccessible(page);
    await fill(page, 'website', world.website);
    await submit(page, 'palkit-first-steps');
    await page.getByRole('heading', { name: 'Its face' }).waitFor();
    await assertAccessible(page);
    await page.getByText('Tomas').click();
    await submit(page, 'palkit-first-steps');
    const suggested = page.locator('wa-input[name=question1] input');
    await until(
      'a question of the website',
      async () => (await suggested.inputValue()) === 'Do you have lockers?',
    );
    await fill(page, 'question1', 'What does a course cost?');
    await page.getByLabel('Name Seal Swim School').check();
    await page.locator('label', { has: page.locator('img[src^="data:image/svg+xml"]') }).click();
    await page.locator('label', { has: page.locator('input[type=color]') }).click();
    await assertAccessible(page);
    await submit(page, 'palkit-first-steps');
    await page.getByRole('button', { name: 'Try it' }).click();

    const frame = page.frameLocator('palkit-preview iframe');
    const start = frame.getByRole('button', { name: 'Start the conversation' });
    await start.waitFor();
    const colors = () =>
      start.evaluate((entry) =>
        [entry, ...entry.querySelectorAll('span')].map((e) => getComputedStyle(e).backgroundColor),
      );
    await until("the website's colour", async () => (await colors()).includes('rgb(10, 125, 90)'));
    await page.getByText('3 pages').first().waitFor();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByText('Copied.').waitFor();
    const { result } = await world.call(listDeployments, { credential });
    const { pal_id = '', customization } = result.deployments[0]!;
    assert.equal(customization.preview?.title, 'Seal Swim School');
    assert.equal(customization.landing_page?.logo_url, `${world.website}/logo.svg`);
    assert.equal(customization.theme?.accent_color, '#0a7d5a');
    const { result: pal } = await world.call(getPal, { credential, params: { pal_id } });
    assert.match(pal.system_prompt ?? '', /the assistant of Seal Swim School/);
    const copiedText = await page.evaluate(() => (globalThis as { copied?: string }).copied ?? '');
    assert.match(
      copiedText,
      /<script type="module" src="http:\/\/localhost:\d+\/palkit\/palkit.js"><\/script>/,
    );
    assert.ok(
      result.deployments.some(({ deployment_id }) => copiedText.includes(`deployment-id="${deployment_id}"`)),
    );

    await fill(page, 'url', `${world.website}/`);
    await submit(page, 'palkit-check-site');
    const checks = page.locator('palkit-check-site li');
    await checks.filter({ hasText: 'The page answers' }).getByText('works').waitFor();
    await checks.filter({ hasText: 'Add this line' }).getByText('/palkit/palkit.js').waitFor();
    await assertAccessible(page);

    await page.getByRole('link', { name: 'Knowledge' }).first().click();
    await fill(page, 'question', 'What does a course for children cost?');
    await submit(page, 'palkit-test-question');
    await page.locator('blockquote', { hasText: '120 euros' }).waitFor();
    assert.deepEqual(pageErrors, []);

    const landing = result.deployments.find(({ channel }) => channel === 'landing-page');
    await page.goto(`${world.service.url}/console/preview/${landing?.deployment_id}`);
    const logo = page.locator('pal-landing-page img.logo');
    await until('the logo', () => logo.evaluate((image: HTMLImageElement) => image.naturalWidth > 0));
    await page.close();
  });

  test("begins with the owner's agent beside the demo page's one, which can be tried first", async () => {
    const freshService = await startService();
    try {
      const page = await openPage(world.browser, { viewport: { width: 1100, height: 900 }, locale: 'en' });
      const pageErrors = await recordComplaints(page);
      await page.goto(freshService.consoleLink);
      await page.getByRole('heading', { name: 'Welcome' }).waitFor();
      await fill(page, 'name', 'Alice');
      await fill(page, 'password', PASSWORD);
      await submit(page, 'palkit-sign-in');
      await page.getByRole('heading', { name: 'What it knows' }).waitFor();
      // The field shows its value some frames after it is rendered.
      const name = page.locator('wa-input[name=name] input');
      await until('the name of the first face', async () => (await name.inputValue()) === 'Noor');
      await assertAccessible(page);
      await page.getByRole('link', { name: 'Try the agent of the demo page first' }).click();
      await page.getByRole('heading', { name: 'What Mira knows' }).waitFor();
      assert.deepEqual(pageErrors, []);
      await page.close();
    } finally {
      await freshService.close();
    }
  });

  test('adds answers to open questions, which the next call uses', async () => {
    const { result } = await world.call(listDeployments, { credential });
    const { deployment_id } = result.deployments.find(({ channel }) => channel === 'widget')!;
    await world.visitorAsks(deployment_id, HOSTILE);
    const { page, pageErrors } = await world.signedIn();
    await page.getByRole('link', { name: 'Conversations' }).click();
    await page.locator('palkit-conversations .cards', { hasText: 'rubber duck' }).waitFor();
    await assertAccessible(page);
    await page.locator('.cards wa-button').first().click();
    await page.locator('wa-dialog').getByText('Question').first().waitFor();
    await assertAccessible(page);
    await fill(page, 'question', 'Can I bring my rubber duck?');
    await fill(page, 'answer', 'Rubber ducks are welcome in the small pool.');
    await submit(page, 'palkit-answer-dialog');
    await page.getByText('Saved. The next call knows it.').waitFor();

    await page.locator('tbody a').first().click();
    await page.locator('.transcript', { hasText: 'rubber duck' }).waitFor();
    assert.equal(await page.locator('.transcript img').count(), 0, "a visitor's words are words");
    await assertAccessible(page);

    await page.getByRole('link', { name: 'Knowledge' }).first().click();
    await fill(page, 'question', 'Can I bring my rubber duck?');
    await submit(page, 'palkit-test-question');
    await page.locator('blockquote', { hasText: 'welcome in the small pool' }).waitFor();
    assert.deepEqual(pageErrors, []);
    await page.close();
  });

  test('saves each change of the look at once, shows it in the preview, and undoes the last one', async () => {
    const { page, pageErrors } = await world.signedIn();
    await page.getByRole('link', { name: 'Look' }).click();
    await page.locator('palkit-look .columns').waitFor();
    const frame = page.frameLocator('palkit-preview iframe');
    const description = page
      .locator('wa-input', { hasText: '' })
      .filter({ has: page.getByText('Text of the first') });
    const field = description.locator('input');
    const storedDeployment = async () => {
      const { result } = await world.call(listDeployments, { credential });
      return result.deployments.map(({ customization }) => customization.preview?.description ?? '');
    };
    await field.pressSequentially('Ask the seals');
    await field.press('Tab');
    await page.getByText('Saved.').waitFor();
    assert.ok((await storedDeployment()).includes('Ask the seals'));
    await frame.getByRole('button', { name: 'Start the conversation' }).click();
    await frame.getByText('Ask the seals').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Undo the last save' }).click();
    await page.getByText('Undone.').waitFor();
    assert.ok(!(await storedDeployment()).includes('Ask the seals'));
    assert.equal(await field.inputValue(), '');

    await page.getByText('Opening hours').click();
    await assertAccessible(page);
    await fill(page, 'timezone', 'Europe/Vienna');
    await fill(page, 'monday', 'nine to five');
    await submit(page, 'palkit-hours');
    await page.getByText('Monday must look like').waitFor();
    await fill(page, 'monday', '9-12, 14:00 - 18:30');
    await submit(page, 'palkit-hours');
    await until('the hours', async () => {
      const { result } = await world.call(listDeployments, { credential });
      const hours = result.deployments.map(({ customization }) => customization.hours).find(Boolean);
      return isDeepStrictEqual(hours, {
        timezone: 'Europe/Vienna',
        regular: [
          { days: ['monday'], opens: '09:00', closes: '12:00' },
          { days: ['monday'], opens: '14:00', closes: '18:30' },
        ],
        holidays: [],
      });
    });
    await page.getByRole('button', { name: 'Undo the last save' }).click();
    await page.getByText('Undone.').waitFor();
    assert.equal(await page.locator('wa-input[name=monday] input').inputValue(), '');

    // An error is shown with the service's message and changes nothing.
    const origins = page.locator('wa-textarea').filter({ has: page.getByText('Websites that may show it') });
    await origins.locator('textarea').pressSequentially('not an origin');
    await origins.locator('textarea').press('Tab');
    await page.getByText('must be an origin such as').waitFor();
    assert.deepEqual(
      pageErrors.filter((words) => !words.includes('400')),
      [],
    );
    await page.close();
  });

  test('lists sessions and signs another browser out', async () => {
    const otherPage = await world.signedIn();
    const { page, pageErrors } = await world.signedIn();
    await page.getByRole('link', { name: 'Settings' }).click();
    const sessions = page.locator('palkit-settings [aria-labelledby=people] .cards').nth(1).locator('li');
    await sessions.first().waitFor();
    const count = await sessions.count();
    await fill(page, 'key-name', HOSTILE);
    await submit(page, 'palkit-keys');
    const keyMessage = await page.getByText('Copy the key now').textContent();
    const key = /[\w-]{20,}/.exec(keyMessage?.replace(/^.*:/, '') ?? '')![0];
    const { result } = await world.call(listDeployments, { credential: key });
    assert.ok(result.total > 0, 'the key works');
    const row = page.locator('palkit-keys li', { hasText: 'rubber duck' });
    await assertAccessible(page);
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.locator('wa-dialog').getByText('are refused from now on').waitFor();
    await assertAccessible(page);
    await page.locator('wa-dialog wa-button', { hasText: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    assert.equal(await page.locator('palkit-keys img, wa-dialog img').count(), 0);
    await fill(page, 'retention', '90');
    await submit(page, 'palkit-settings section:has([name=retention])');
    await page.getByText('Saved.').waitFor();
    assert.equal((await world.call(getAccount, { credential })).result.retention_days, 90);
    await page.getByRole('button', { name: 'Check them' }).click();
    await page.locator('palkit-engines wa-badge').first().waitFor();
    await assertAccessible(page);
    await page.getByText('tar czf palkit-backup.tgz').waitFor();
    await sessions.filter({ hasNotText: 'This browser' }).first().getByRole('button').click();
    await until('one session less', async () => (await sessions.count()) === count - 1);
    await otherPage.page.goto(`${world.service.url}/console/settings`);
    await otherPage.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await otherPage.page.close();
    assert.deepEqual(pageErrors, []);
    await page.close();
  });

  test('tells agents of the same name apart', async () => {
    const { page } = await world.signedIn();
    await page.route('**/v2/pals?**', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: object[] };
      const otherPal = { ...body.data[0], pal_id: 'p0123456789ab', created_at: '2026-01-02T03:04:05.000Z' };
      return route.fulfill({ response: answer, json: { ...body, data: [body.data[0], otherPal] } });
    });
    await page.goto(`${world.service.url}/console/settings`);
    const options = page.locator('header select option');
    await options.nth(1).waitFor({ state: 'attached' });
    const [firstOption, secondOption] = await options.allTextContents();
    assert.match(secondOption ?? '', /Jan 2, 2026/);
    assert.notEqual(firstOption, secondOption);
    await page.close();
  });

  test('keeps typed text when the session ends', async () => {
    const { page } = await world.signedIn();
    await page.goto(`${world.service.url}/console/knowledge`);
    await fill(page, 'question', 'When are you open?');
    await page.context().clearCookies();
    await submit(page, 'palkit-test-question');
    const dialog = page.locator('wa-dialog palkit-sign-in-form');
    await dialog.waitFor();
    await assertAccessible(page);
    await dialog.locator('wa-input[name=password] input').fill(PASSWORD);
    await submit(page, 'wa-dialog palkit-sign-in-form');
    await page.locator('blockquote', { hasText: '9' }).waitFor();
    assert.equal(
      await page.locator('palkit-test-question wa-input input').inputValue(),
      'When are you open?',
    );
    await page.close();
  });

  test('reports an unreachable service while it follows a document, and continues', async () => {
    const { page } = await world.signedIn();
    let isReachable = true;
    await page.route('**/v2/documents**', async (route) => {
      if (!isReachable) return route.abort();
      const answer = await route.fetch();
      const body = (await answer.json()) as { data?: object[] };
      const json = body.data
        ? { ...body, data: body.data.map((row) => ({ ...row, status: 'processing' })) }
        : { ...body, status: 'processing' };
      return route.fulfill({ response: answer, json });
    });
    await page.goto(`${world.service.url}/console`);
    await page.getByText('More is being read.').waitFor();
    isReachable = false;
    await page.getByText('The service does not answer.').waitFor();
    isReachable = true;
    await page.getByText('The service does not answer.').waitFor({ state: 'detached' });
    await page.close();
  });

  test('sends a person without a session to the sign-in, and back to its own pages only', async () => {
    const page = await openPage(world.browser, { locale: 'de' });
    await page.goto(`${world.service.url}/console/knowledge`);
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await assertAccessible(page);
    await fill(page, 'name', 'Alice');
    await fill(page, 'password', 'wrong');
    await submit(page, 'palkit-sign-in-form');
    await page.getByText('The name or the password is wrong.').waitFor();
    await fill(page, 'password', PASSWORD);
    await submit(page, 'palkit-sign-in-form');
    await page.getByRole('heading', { name: 'Wissen' }).waitFor();
    await page.getByRole('button', { name: 'Alice abmelden' }).click();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    for (const next of ['https://attacker.example/', '//attacker.example', 'javascript:alert(1)', '/embed']) {
      await page.goto(`${world.service.url}/console/sign-in?next=${encodeURIComponent(next)}`);
      await fill(page, 'name', 'Alice');
      await fill(page, 'password', PASSWORD);
      await submit(page, 'palkit-sign-in-form');
      await page.locator('palkit-home h1').waitFor();
      assert.equal(new URL(page.url()).pathname, '/console', next);
    }
    await page.close();
  });

  for (const [title, options] of Object.entries({
    'light on a phone': { viewport: { width: 320, height: 700 }, colorScheme: 'light' },
    'dark on a desktop': { viewport: { width: 1920, height: 1000 }, colorScheme: 'dark', locale: 'de' },
  } satisfies Record<string, BrowserContextOptions>))
    test(`has accessible pages that fit, ${title}`, async () => {
      const { page, pageErrors } = await world.signedIn(options);
      const { result: calls } = await world.call(listConversations, { credential });
      const { result: documents } = await world.call(listDocuments, { credential });
      assert.ok(calls.total_count > 0 && documents.total_count > 0, 'the pages have something to show');
      const { result: pals } = await world.call(listPals, { credential });
      for (const { pal_id } of pals.data)
        await world.call(patchPal, {
          credential,
          params: { pal_id },
          body: [{ op: 'replace', path: '/pal_name', value: LONG_NAME }],
        });
      for (const { document_id } of documents.data)
        await world.call(patchDocument, {
          credential,
          params: { document_id },
          body: { document_name: LONG_NAME },
        });
      for (const path of [
        '',
        '?new=1',
        '/knowledge',
        '/look',
        '/settings',
        '/conversations',
        `/conversations?conversation=${calls.data[0]!.conversation_id}`,
      ]) {
        await page.goto(`${world.service.url}/console${path}`);
        await page.locator('main[aria-busy=false] h2').first().waitFor();
        await assertAccessible(page);
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(tooWide <= 0, `${path} is ${tooWide} pixels too wide`);
      }
      assert.deepEqual(pageErrors, []);
      await page.close();
    });
});
