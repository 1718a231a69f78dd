/**
 * Compares the first question of a freshly started service with the first questions of its later calls:
 * milliseconds from Enter in a page to the first word of the answer in the transcript. Each round starts the built
 * service on an empty folder. Limit: the first time is at most 1.2 × the median of the later ones.
 *
 *   npm run build && node --import tsx bench/first-question.ts [rounds]
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium, openPage } from '../test/browser.ts';
import { startService, type RunningService } from '../test/journeys/running-service.ts';
import { report } from './results.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
/** Time-out of each wait in milliseconds. */
const PATIENCE = 15_000;
const QUESTIONS: [question: string, answer: RegExp][] = [
  ['When are you open?', /Tuesday/],
  ['How long is the warranty?', /five years/],
  ['Where can I park?', /free parking/],
  ['How far does the electric bike go?', /kilomet/],
];

/** Returns the agent's lines in the page's transcript. */
const agentLines = (page: Page): Promise<string[]> =>
  page
    .locator('pal-transcript')
    .evaluate((element) =>
      [...element.shadowRoot!.querySelectorAll('.line.pal')].map((line) =>
        line.textContent.replace(/\s+/g, ' '),
      ),
    );

/** Returns the milliseconds to the answer's first words, and the lines before them. */
async function ask(page: Page, question: string, answer: RegExp): Promise<[number, string[]]> {
  const lineCount = (await agentLines(page)).length;
  const box = page.getByRole('textbox', { name: 'Type a message' });
  await box.fill(question);
  const since = performance.now();
  await box.press('Enter');
  // Check in each frame, because Playwright's waits check only twice a second.
  await page.locator('pal-transcript').evaluate(
    async (element, { source, patience }) => {
      const startedAt = performance.now();
      const isAnswered = () =>
        [...element.shadowRoot!.querySelectorAll('.line.pal')].some((line) =>
          new RegExp(source).test(line.textContent),
        );
      while (!isAnswered()) {
        if (performance.now() - startedAt > patience) throw new Error('No answer.');
        await new Promise(requestAnimationFrame);
      }
    },
    { source: answer.source, patience: PATIENCE },
  );
  const duration = performance.now() - since;
  return [duration, (await agentLines(page)).slice(lineCount)];
}

/** Runs a separate call that asks one question as soon as the page accepts it. */
async function call(browser: Browser, service: RunningService, index: number): Promise<number> {
  const [question, answer] = QUESTIONS[index]!;
  const page = await openPage(browser, { viewport: { width: 1200, height: 900 }, locale: 'en' });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${service.url}/demo/product`);
  await page.getByRole('button', { name: 'Start the conversation' }).click();
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByRole('button', { name: 'Transcript' }).click();
  const [duration, lines] = await ask(page, question, answer);
  await page.close();
  const texts = lines.map((line) => line.slice(0, 60)).join(' | ');
  report(`  ${duration.toFixed(0).padStart(6)} ms  ${question}  ${texts}\n`);
  return duration;
}

/** Returns the times of all questions. Each round begins with another one, because some answers take longer. */
async function round(browser: Browser, count: number): Promise<number[]> {
  const service = await startService();
  const times: number[] = [];
  for (const index of QUESTIONS.keys())
    times.push(await call(browser, service, (index + count) % QUESTIONS.length));
  await service.close();
  return times;
}

const median = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;

const browser = await launchChromium();
const allTimes: number[][] = [];
for (let count = 0; count < ROUNDS; count++) allTimes.push(await round(browser, count));
await browser.close();
const firstTime = median(allTimes.map(([time]) => time!));
const laterMedian = median(allTimes.flatMap((times) => times.slice(1)));
report(
  `first question: median ${firstTime.toFixed(0)} ms; of later calls: median ${laterMedian.toFixed(0)} ms; ` +
    `ratio ${(firstTime / laterMedian).toFixed(2)} (limit 1.2)\n`,
);
process.exit(0);
