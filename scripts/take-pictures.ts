/**
 * Takes the README's pictures from the built service as a visitor sees it. Run `npm run pictures`, check the
 * results, and commit them.
 */
import fs from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { launch, openPage } from '../test/browser.ts';
import { startService, waitForFace, type RunningService } from '../test/journeys/running-service.ts';

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, colorScheme: 'dark' } as const;
const DESK = { viewport: { width: 1280, height: 860 } } as const;

async function join(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Talk', exact: true }).click();
  await waitForFace(page);
}

async function ask(page: Page, question: string, answer: RegExp): Promise<void> {
  await page.getByRole('textbox', { name: 'Type a message' }).fill(question);
  await page.keyboard.press('Enter');
  await page.getByText(answer).first().waitFor({ timeout: 30_000 });
}

async function takeLandingPage(browser: Browser, { url, deployments }: RunningService): Promise<Buffer> {
  const page = await openPage(browser, DESK);
  await page.goto(`${url}/l/${deployments['landing']}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('pal-landing-page').getByRole('button', { name: 'Talk', exact: true }).waitFor();
  return page.screenshot();
}

/** Takes three phones in dark mode: a card, the transcript, the end. */
async function takePhones(browser: Browser, { url }: RunningService): Promise<Buffer> {
  const page = await openPage(browser, PHONE);
  await page.goto(url);
  await page.getByRole('button', { name: 'Ask Mira' }).click();
  await join(page);
  await page.locator('pal-question-card button').first().waitFor({ timeout: 40_000 });
  const shots = [await page.screenshot()];
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Transcript' }).click();
  await ask(page, 'How long is the warranty?', /warranty of five years/);
  shots.push(await page.screenshot());
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'The conversation is over' }).waitFor();
  shots.push(await page.screenshot());
  await page.close();
  const sheet = await openPage(browser, { viewport: { width: 1010, height: 690 } });
  await sheet.setContent(
    `<style>body{margin:0;padding:20px;display:flex;gap:20px;background:#eceae4}` +
      `img{width:310px;border-radius:28px;box-shadow:0 8px 30px #0004}</style>` +
      `${shots.map((shot) => `<img src="data:image/png;base64,${shot.toString('base64')}">`).join('')}`,
  );
  await sheet.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  return sheet.locator('body').screenshot();
}

const PICTURES = { 'landing-page.png': takeLandingPage, 'phones.png': takePhones };

const service = await startService();
const browser = await launch();
try {
  for (const [name, take] of Object.entries(PICTURES)) {
    fs.writeFileSync(`docs/${name}`, await take(browser, service));
    process.stdout.write(`docs/${name}\n`);
  }
} finally {
  await browser.close();
  await service.close();
}
