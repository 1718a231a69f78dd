/**
 * Performs an owner's first minutes with the keyboard only, in Chromium against the built service:
 *
 * - the owner opens the one-time link of an empty database, crawls a website and tries the agent in the preview;
 * - the code is pasted into a page of another origin, and a visitor has a typed and a spoken call;
 * - the owner reads a transcript;
 * - the owner answers questions that the agent got wrong (`--mend`), and a visitor asks them again.
 *
 *   node --import tsx bench/first-agent.ts FOLDER QUESTIONS.json [--mend 4,9]
 *
 * FOLDER contains a website of HTML files; the questions are an array of strings. `--mend`: numbers of the
 * questions that the owner answers, from 1. Limits: 3 min, and 30 s per answer.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { speechWav } from '../scripts/make-speech-wav.ts';
import { openPage, launchChromium } from '../test/browser.ts';
import { assertAccessible } from '../test/journeys/accessible.ts';
import { recordComplaints, startService } from '../test/journeys/running-service.ts';
import { Keyboard } from './keyboard.ts';

const [folder, questionsFile] = process.argv.slice(2);
if (!folder || !questionsFile)
  throw new Error('node --import tsx bench/first-agent.ts FOLDER QUESTIONS.json');
const questions = JSON.parse(fs.readFileSync(questionsFile, 'utf8')) as string[];
const mendIndex = process.argv.indexOf('--mend');
const correctedQuestions =
  mendIndex < 0
    ? []
    : process.argv[mendIndex + 1]!.split(',').map((number) => questions[Number(number) - 1]!);
const TYPES: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.xml': 'application/xml' };
const SPOKEN_QUESTION = 'Where can I park?';
/** Seconds of silence before the microphone plays the question, in which the call starts. */
const SILENCE = 8;
/** Milliseconds without a new word after which a line counts as complete. */
const QUIET = 4000;

async function serve(answer: (address: string, response: http.ServerResponse) => void, host: string) {
  const server = http.createServer((request, response) => answer(request.url ?? '/', response));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server.close() };
}

const site = await serve((address, response) => {
  const { pathname } = new URL(address, 'http://site');
  const file = path.join(folder, path.normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
  if (!fs.existsSync(file) || !fs.statSync(file).isFile()) return void response.writeHead(404).end();
  const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
  response.writeHead(200, { 'content-type': type }).end(fs.readFileSync(file));
}, 'localhost');
let lines = '';
const ownerPage = await serve(
  (_address, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><html lang="en"><title>My page</title><h1>My page</h1>${lines}`),
  '127.0.0.1',
);

const steps: [string, number][] = [];
let since = performance.now();
function logStep(step: string): void {
  const now = performance.now();
  steps.push([step, (now - since) / 1000]);
  process.stdout.write(`${((now - since) / 1000).toFixed(1).padStart(6)} s  ${step}\n`);
  since = now;
}

const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-first-agent-'));
const speech = path.join(temporary, 'question.wav');
fs.writeFileSync(
  speech,
  speechWav([SPOKEN_QUESTION], { voice: 'rms', silenceBefore: SILENCE, silenceAfter: 600 }),
);
const service = await startService({ OUTBOUND_ALLOWED_HOSTS: `localhost:${site.port}` });
const browser = await launchChromium(speech);
const screen = { width: 1100, height: 900 };
try {
  const owner = await openPage(browser, { viewport: screen, locale: 'en' });
  await owner.addInitScript(() => {
    if (isSecureContext)
      navigator.clipboard.writeText = async (text) => void Object.assign(globalThis, { copied: text });
  });
  const pageErrors = await recordComplaints(owner);
  const keys = new Keyboard(owner);
  since = performance.now();
  const startedAt = since;
  await owner.goto(service.consoleLink);
  await owner.getByRole('heading', { name: 'Welcome' }).waitFor();
  await assertAccessible(owner);
  await keys.fill(/name/i, 'Alice');
  await keys.fill(/password/i, 'a good long password');
  await keys.press('Enter');
  await owner.getByRole('heading', { name: 'What it knows' }).waitFor();
  logStep('the link is opened, a name and a password are set');

  await keys.fill(/address|website/i, `http://localhost:${site.port}`);
  await keys.press('Enter');
  await owner.getByRole('heading', { name: 'Its face' }).waitFor();
  logStep('the website is named');
  await keys.to(/./, 'input');
  await keys.press('ArrowRight');
  await keys.enter(/^Next/);
  await keys.fill(/question 1/i, questions[0]!);
  await keys.enter(/^Next/);
  await owner.getByRole('button', { name: 'Try it' }).waitFor();
  logStep('a face, a greeting and a question are chosen');
  await keys.enter(/^Try it/);
  await owner
    .getByText(/[1-9]\d* pages/)
    .first()
    .waitFor({ timeout: 120_000 });
  await owner.getByText('More is being read.').waitFor({ state: 'detached', timeout: 120_000 });
  logStep('the website is read');

  const preview = owner.frameLocator('palkit-preview iframe');
  await preview.getByRole('button', { name: 'Start the conversation' }).waitFor();
  await keys.enter(/^Start the conversation/);
  await preview.getByRole('button', { name: 'Type', exact: true }).waitFor();
  await keys.enter(/^Type$/);
  await ask(owner, keys, questions[0]!);
  logStep('the agent is tried in the preview');
  await owner.goto(`${service.url}/console`);
  await owner.getByRole('button', { name: 'Copy' }).first().waitFor();
  // The first line of code is for the embed.
  await keys.to(/^Copy$/);
  await keys.press('Tab');
  await keys.enter(/^Copy$/);
  await owner.getByText('Copied.').waitFor();
  lines = await owner.evaluate(() => (globalThis as { copied?: string }).copied ?? '');
  assert.match(lines, /<pal-widget deployment-id=/);
  logStep('the line is copied to a page of another origin');

  const visitor = await openPage(browser, { viewport: screen, permissions: ['microphone'] });
  const visitorKeys = new Keyboard(visitor);
  await visitor.goto(`http://127.0.0.1:${ownerPage.port}`);
  await visitor.locator('pal-widget[data-ready], pal-widget').first().waitFor();
  await visitor.getByRole('button', { name: 'Talk to us' }).waitFor();
  await visitorKeys.enter(/^Talk to us/);
  await visitor.getByRole('button', { name: 'Type', exact: true }).waitFor();
  await visitorKeys.enter(/^Type$/);
  process.stdout.write(`          “${await ask(visitor, visitorKeys, questions[0]!)}”\n`);
  await leave(visitor, visitorKeys);
  logStep('a typed call');
  await visitor.goto(`http://127.0.0.1:${ownerPage.port}`);
  await visitor.getByRole('button', { name: 'Talk to us' }).waitFor();
  await visitorKeys.enter(/^Talk to us/);
  await visitor.getByRole('button', { name: 'Talk', exact: true }).waitFor();
  await visitorKeys.enter(/^Talk$/);
  await openTranscript(visitorKeys);
  await visitor.locator('pal-transcript').getByText(/park/i).first().waitFor({ timeout: 60_000 });
  await answer(visitor, 2);
  process.stdout.write(`          “${await lastWords(visitor)}”\n`);
  await leave(visitor, visitorKeys);
  logStep(`a spoken call, ${SILENCE} s of it the silence before the question`);

  await owner.bringToFront();
  await keys.enter(/^Conversations$/, 'a');
  await owner.locator('palkit-conversations tbody a').nth(1).waitFor();
  await assertAccessible(owner);
  // The call of the preview is at the top of the list, because it is still running.
  while ((await owner.locator('tbody a:focus').count()) === 0) await keys.press('Tab');
  await keys.press('Enter');
  await owner.locator('.transcript', { hasText: /park/i }).waitFor();
  await assertAccessible(owner);
  logStep('the transcript is read');
  const totalSeconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(
    `${totalSeconds.toFixed(1).padStart(6)} s  in all, ${keys.count} keys and texts; limit 180 s\n`,
  );
  assert.deepEqual(pageErrors, [], 'neither an error nor a violation of the policy');

  for (const question of questions) {
    await owner.goto(`${service.url}/console/knowledge`);
    await owner.locator('palkit-test-question form').waitFor();
    since = performance.now();
    await keys.fill(/^Question/, question);
    await keys.press('Enter');
    const quote = owner.locator('palkit-test-question blockquote');
    await quote.waitFor();
    process.stdout.write(`\n${question}\n  ${(await quote.textContent())?.replace(/\s+/g, ' ')}\n`);
    if (!correctedQuestions.includes(question)) continue;
    await keys.enter(/^Add (the|an) answer/);
    await owner.locator('wa-dialog').getByText('Question').first().waitFor();
    await keys.fill(/^Answer/, `Our team answers this: ${question.length}.`);
    await keys.enter(/^Save/);
    await owner.getByText('Saved. The next call knows it.').waitFor();
    await visitor.goto(`http://127.0.0.1:${ownerPage.port}`);
    await visitor.getByRole('button', { name: 'Talk to us' }).waitFor();
    await visitorKeys.enter(/^Talk to us/);
    await visitor.getByRole('button', { name: 'Type', exact: true }).waitFor();
    await visitorKeys.enter(/^Type$/);
    assert.match(await ask(visitor, visitorKeys, question), /Our team answers this/);
    await leave(visitor, visitorKeys);
    logStep('it is mended, and answered in the next call (limit 30 s)');
  }
} catch (error) {
  const picture = path.join(os.tmpdir(), 'first-agent.png');
  await browser.contexts().at(-1)?.pages()[0]?.screenshot({ path: picture });
  process.stderr.write(`The last page is pictured in ${picture}\n`);
  throw error;
} finally {
  await browser.close();
  await service.close();
  site.close();
  ownerPage.close();
  fs.rmSync(temporary, { recursive: true, force: true });
}

async function openTranscript(keys: Keyboard): Promise<void> {
  await keys.along(/microphone/i, /^transcript/i);
  await keys.press('Enter');
}

/** Returns the agent's lines in the page or in the console's preview. */
function agentLines(page: Page) {
  const frame = page.url().includes('/console') ? page.frameLocator('palkit-preview iframe') : page;
  return frame.locator('pal-transcript .line:not(.user)');
}

async function answer(page: Page, count: number): Promise<void> {
  await agentLines(page)
    .nth(count - 1)
    .waitFor({ timeout: 30_000 });
}

/** Returns the agent's last line when it has stopped growing. */
async function lastWords(page: Page): Promise<string> {
  const readTexts = async () =>
    ((await agentLines(page).last().locator('[part=words]').textContent()) ?? '').replace(/\s+/g, ' ').trim();
  let [text, since] = ['', performance.now()];
  while (performance.now() - since < QUIET) {
    const now = await readTexts();
    if (now !== text) [text, since] = [now, performance.now()];
    await page.waitForTimeout(100);
  }
  return text;
}

/** Ends the call and leaves the page. */
async function leave(page: Page, keys: Keyboard): Promise<void> {
  await keys.along(/^(microphone|transcript)/i, /^(end|leave)/i);
  await keys.press('Enter');
  await page
    .getByRole('heading', { name: /over|ended|Thank/i })
    .first()
    .waitFor();
  await page.goto('about:blank');
}

/** Types a question into the call; resolves with the agent's next line. */
async function ask(page: Page, keys: Keyboard, question: string): Promise<string> {
  await openTranscript(keys);
  await answer(page, 1);
  const lineCount = await agentLines(page).count();
  await keys.fill(/message|write|type/i, question);
  await keys.press('Enter');
  await answer(page, lineCount + 1);
  return lastWords(page);
}
