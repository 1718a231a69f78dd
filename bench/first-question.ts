/**
 * The first question of a fresh service, against its later ones: milliseconds from Enter in a page to the first word
 * of the answer in the transcript. Each round starts the built service on an empty folder and asks as soon as the
 * page takes a question. Bar: the first at most 1.2 × the median of the later ones.
 *
 *   npm run build && node --import tsx bench/first-question.ts [rounds]
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium, openPage } from '../test/browser.ts';
import { startService } from '../test/journeys/running-service.ts';
import { report } from './results.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
const LATER = 3;
/** Milliseconds for any one wait. */
const PATIENCE = 15_000;
const QUESTIONS: [question: string, answer: RegExp][] = [
  ['When are you open?', /Tuesday/],
  ['How long is the warranty?', /five years/],
  ['Where can I park?', /bicycle stands/],
  ['How far does the electric bike go?', /kilomet/],
];

/** The agent's lines in the page's transcript. */
const agentLines = (page: Page): Promise<string[]> =>
  page
    .locator('pal-transcript')
    .evaluate((element) =>
      [...element.shadowRoot!.querySelectorAll('.line.pal')].map((line) =>
        line.textContent.replace(/\s+/g, ' '),
      ),
    );

/** Milliseconds to the answer's first words, and the lines that came before them. */
async function ask(page: Page, question: string, answer: RegExp): Promise<[number, string[]]> {
  const before = (await agentLines(page)).length;
  const box = page.getByRole('textbox', { name: 'Type a message' });
  await box.fill(question);
  const since = performance.now();
  await box.press('Enter');
  await page
    .locator('pal-transcript .line.pal')
    .filter({ hasText: answer })
    .nth(0)
    .waitFor({ timeout: PATIENCE });
  const took = performance.now() - since;
  return [took, (await agentLines(page)).slice(before)];
}

async function round(browser: Browser): Promise<number[]> {
  const service = await startService();
  const page = await openPage(browser, { viewport: { width: 1200, height: 900 }, locale: 'en' });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${service.url}/demo/product`);
  await page.getByRole('button', { name: 'Start the conversation' }).click();
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByRole('button', { name: 'Transcript' }).click();
  const times: number[] = [];
  for (const [question, answer] of QUESTIONS.slice(0, LATER + 1)) {
    const [took, lines] = await ask(page, question, answer);
    times.push(took);
    report(
      `  ${took.toFixed(0).padStart(6)} ms  ${question}  ${lines.map((line) => line.slice(0, 60)).join(' | ')}\n`,
    );
  }
  await page.close();
  await service.close();
  return times;
}

const median = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;

const browser = await launchChromium();
const all: number[][] = [];
for (let count = 0; count < ROUNDS; count++) all.push(await round(browser));
await browser.close();
const first = median(all.map(([time]) => time!));
const later = median(all.flatMap((times) => times.slice(1)));
report(
  `first question: median ${first.toFixed(0)} ms; later ones: median ${later.toFixed(0)} ms; ` +
    `ratio ${(first / later).toFixed(2)} (bar 1.2)\n`,
);
process.exit(0);
