import assert from 'node:assert/strict';
import { setTimeout as passing } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, openPage } from '../browser.ts';
import { routeThroughForwarder, type Forwarder } from './cut.ts';
import { recordComplaints, startService, waitForFace, type RunningService } from './running-service.ts';

interface Line {
  role: string;
  text: string;
  streaming: boolean;
}
interface View {
  phase: { is: string; connection?: string; conversationId: string };
  lines: Line[];
}

/** Milliseconds of an interruption that a call must survive. */
const LOSS_MS = 10_000;

let service: RunningService;
let browser: Browser;
let network: Forwarder | undefined;
before(async () => {
  service = await startService();
  browser = await launch();
});
after(async () => {
  network?.close();
  await browser?.close();
  await service?.close();
});

const view = (page: Page) =>
  page.locator('pal-widget').evaluate((element) => (element as unknown as { view: View }).view);
/** Polls the page until its view meets the condition. */
async function waitForView(page: Page, isExpected: (view: View) => boolean): Promise<void> {
  let current = await view(page);
  for (const end = Date.now() + 25_000; !isExpected(current); current = await view(page))
    assert.ok(
      Date.now() < end,
      `${isExpected.toString()}: ${JSON.stringify([current.phase, current.lines])}`,
    );
}
const hasLine =
  (pattern: RegExp, streaming: boolean) =>
  ({ lines }: View) =>
    lines.some((line) => line.role !== 'user' && line.streaming === streaming && pattern.test(line.text));

/** Returns the stored transcript; waits for it, because it is complete some time after the end of the call. */
async function transcriptOf(conversationId: string): Promise<{ role: string; content: string }[]> {
  for (const end = Date.now() + 25_000; ; await passing(100)) {
    const response = await fetch(`${service.url}/v2/conversations/${conversationId}?verbose=true`, {
      headers: { 'x-api-key': service.key },
    });
    const { events } = (await response.json()) as {
      events: { event_type: string; properties: { transcript?: { role: string; content: string }[] } }[];
    };
    const ready = events.find((event) => event.event_type === 'application.transcription_ready');
    if (ready) return ready.properties.transcript!;
    assert.ok(Date.now() < end, 'the transcript is not stored');
  }
}

test(
  'ten seconds without a network: the same conversation continues, and no line is lost or doubled',
  { timeout: 120_000 },
  async () => {
    const page = await openPage(browser, { viewport: { width: 1280, height: 860 } });
    network = await routeThroughForwarder(page);
    const pageErrors = await recordComplaints(page);
    await page.goto(service.url);
    await page.getByRole('button', { name: 'Ask Mira' }).click();
    await page.getByRole('button', { name: 'Type', exact: true }).click();
    await waitForFace(page);
    await page.getByRole('button', { name: 'Transcript' }).click();
    const typeLine = async (text: string) => {
      await page.getByRole('textbox', { name: 'Type a message' }).fill(text);
      await page.keyboard.press('Enter');
    };
    const {
      phase: { conversationId },
    } = await view(page);

    await typeLine('How far does the electric bike go?');
    await waitForView(page, hasLine(/kilometres/, true));
    // Interrupt the network while the agent speaks.
    await network.cut(true);
    const startedAt = Date.now();
    const carried = network.forwardedPackets;
    // At least half a second of sound was forwarded.
    assert.ok(carried > 25, `the media goes by this way and no other: ${carried} packets`);
    await typeLine('Where can I find you?');
    await waitForView(page, ({ phase }) => phase.is === 'live' && phase.connection === 'reconnecting');
    await page.getByText('The connection was lost.').first().waitFor();
    await passing(LOSS_MS - (Date.now() - startedAt));
    assert.equal(network.forwardedPackets, carried);
    await network.cut(false);

    await waitForView(page, ({ phase }) => phase.is === 'live' && phase.connection !== 'reconnecting');
    await waitForFace(page);
    await waitForView(page, hasLine(/Harbour Street/, false));
    await typeLine('How long is the warranty?');
    await waitForView(page, hasLine(/warranty of five years/, false));
    const restored = await view(page);
    assert.equal(restored.phase.conversationId, conversationId);

    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'The conversation is over' }).waitFor();
    const transcript = await transcriptOf(conversationId);
    const assertOnce = (lines: readonly { role: string; text: string }[], moment: string) => {
      for (const line of [
        'How far does the electric bike go?',
        'Where can I find you?',
        'How long is the warranty?',
      ]) {
        assert.equal(
          lines.filter(({ role, text }) => role === 'user' && text === line).length,
          1,
          `${line} ${moment}: ${JSON.stringify(lines)}`,
        );
      }
      for (const answer of [/one hundred kilometres/, /Harbour Street/, /warranty of five years/]) {
        assert.equal(
          lines.filter(({ role, text }) => role !== 'user' && answer.test(text)).length,
          1,
          `${answer} ${moment}: ${JSON.stringify(lines)}`,
        );
      }
    };
    assertOnce(restored.lines, 'on the page');
    assertOnce(
      transcript.map(({ role, content }) => ({ role, text: content })),
      'as kept',
    );
    // The browser logs requests that failed while it was offline.
    assert.deepEqual(
      pageErrors.filter((line) => !/ERR_INTERNET_DISCONNECTED/.test(line)),
      [],
    );
  },
);
