/** A visitor whose device speaks for the agent: a scripted `speechSynthesis` in a call with the real service. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { inFirefox, launch, openPage } from '../browser.ts';
import { unless } from '../surroundings.ts';
import { mouths, spread } from './open-mouth.ts';
import { recordPeers } from './record-peers.ts';
import { recordComplaints, waitForVoice, startService, type RunningService } from './running-service.ts';

type Fault = 'none' | 'silent' | 'breaks';
interface SpokenUtterance {
  text: string;
  /** Index of the character at which the speech stopped. */
  at: number;
  end: 'ended' | 'cut' | 'failed' | null;
}

/** Runs in the page: a voice with 120 ms per word. With a fault, it never starts or breaks off at its third word. */
function installScriptedVoices(fault: Fault): void {
  const utterances: SpokenUtterance[] = [];
  const voice = { name: 'Samantha', lang: 'en-US', localService: true, default: true, voiceURI: 'samantha' };
  class Utterance extends EventTarget {
    voice: unknown = null;
    lang = '';
    readonly text: string;
    constructor(text: string) {
      super();
      this.text = text;
    }
  }
  let current: { cancel(): void } | null = null;
  let isPaused = false;
  const synthesis = Object.assign(new EventTarget(), {
    getVoices: () => [voice],
    pause: () => void (isPaused = true),
    resume: () => void (isPaused = false),
    cancel: () => current?.cancel(),
    speak(utterance: Utterance) {
      const line: SpokenUtterance = { text: utterance.text, at: 0, end: null };
      utterances.push(line);
      if (fault === 'silent') return;
      const wordStarts = [...utterance.text.matchAll(/\S+/g)].map(({ index }) => index);
      let next = 0;
      const finish = (end: 'ended' | 'cut' | 'failed', type: string, extraFields = {}) => {
        clearInterval(timer);
        current = null;
        line.end = end;
        utterance.dispatchEvent(Object.assign(new Event(type), extraFields));
      };
      const timer = setInterval(() => {
        if (isPaused) return;
        if (next === 0) utterance.dispatchEvent(new Event('start'));
        const charIndex = wordStarts[next++];
        if (charIndex === undefined) return finish('ended', 'end');
        if (fault === 'breaks' && next === 3) return finish('failed', 'error', { error: 'synthesis-failed' });
        line.at = charIndex;
        utterance.dispatchEvent(Object.assign(new Event('boundary'), { name: 'word', charIndex }));
      }, 120);
      current = { cancel: () => finish('cut', 'error', { error: 'interrupted' }) };
    },
  });
  Object.defineProperty(window, 'speechSynthesis', { value: synthesis, configurable: true });
  Object.assign(window, { SpeechSynthesisUtterance: Utterance, spoken: utterances });
}

const utterancesOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { spoken: SpokenUtterance[] }).spoken);

/** Returns the number of sound packets that the page has received. */
const packets = (page: Page) =>
  page.evaluate(async () => {
    const { peers } = window as unknown as { peers: RTCPeerConnection[] };
    const stats = [...(await peers.at(-1)!.getStats()).values()] as {
      kind?: string;
      packetsReceived?: number;
    }[];
    return stats.reduce(
      (sum, { kind, packetsReceived = 0 }) => sum + (kind === 'audio' ? packetsReceived : 0),
      0,
    );
  });

/** Returns the agent's complete lines in the transcript. */
const agentLines = (page: Page): Promise<string[]> =>
  page
    .locator('pal-transcript')
    .evaluate((element) =>
      (element as HTMLElement & { lines: { role: string; text: string; streaming: boolean }[] }).lines
        .filter(({ role, streaming }) => role === 'pal' && !streaming)
        .map(({ text }) => text),
    );

/** Reads a value in each frame until it fits, for at most a minute; returns the value. */
async function waitForValue<Value>(
  page: Page,
  read: () => Promise<Value>,
  isExpected: (value: Value) => boolean,
): Promise<Value> {
  const end = Date.now() + 60_000;
  for (;;) {
    const value = await read();
    if (isExpected(value)) return value;
    if (Date.now() > end) throw new Error(`not within a minute: ${JSON.stringify(value)}`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Starts a text call with a speaking agent and an open transcript. A null `fault` keeps the browser's own voices. */
async function call(browser: Browser, service: RunningService, fault: Fault | null) {
  const page = await openPage(browser, { viewport: { width: 1200, height: 800 } });
  const pageErrors = await recordComplaints(page);
  if (fault) await page.addInitScript(installScriptedVoices, fault);
  await page.addInitScript(recordPeers);
  await page.goto(`${service.url}/l/${service.deployments['landing']}`);
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByRole('button', { name: 'Transcript' }).click();
  return { page, pageErrors };
}

const isGreeting = (lines: readonly string[]) => lines.at(-1)?.endsWith('What can I do for you?') === true;

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox').fill(question);
  await page.getByRole('textbox').press('Enter');
}

describe("the voice of a visitor's device", { skip: unless(!inFirefox, 'chromium') }, () => {
  let service: RunningService;
  let browser: Browser;
  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    const answer = await fetch(`${service.url}/v2/deployments/${service.deployments['landing']}`, {
      method: 'PATCH',
      headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
      body: JSON.stringify([{ op: 'add', path: '/customization/voice', value: 'browser' }]),
    });
    assert.equal(answer.status, 200, await answer.text());
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  test(
    'greets, answers with moving lips, and is interrupted; no sound comes from the service',
    { timeout: 120_000 },
    async () => {
      const { page, pageErrors } = await call(browser, service, 'none');
      const greetings = await waitForValue(page, () => agentLines(page), isGreeting);
      const greeting = await utterancesOf(page);
      assert.deepEqual([...new Set(greeting.map(({ end }) => end))], ['ended']);
      assert.equal(greetings.join(' '), greeting.map(({ text }) => text).join(' '));

      await ask(page, 'When are you open on Saturday?');
      const spokenSince = async () => (await utterancesOf(page)).slice(greeting.length);
      await waitForValue(page, spokenSince, ([firstUtterance]) => (firstUtterance?.at ?? 0) > 0);
      // A busy machine draws few pictures in a second, and the lips may be closed in all of them.
      await waitForValue(
        page,
        async () => spread(await mouths(page, 1)),
        (pixels) => pixels > 40,
      );
      const lines = await waitForValue(
        page,
        () => agentLines(page),
        ({ length }) => length > greetings.length,
      );
      const answer = await spokenSince();
      assert.match(lines.at(-1)!, /Saturday from ten to four/);
      assert.equal(lines.at(-1), answer.map(({ text }) => text).join(' '));

      await ask(page, 'How long is the warranty?');
      const readLastUtterances = async () => (await spokenSince()).slice(answer.length);
      await waitForValue(page, readLastUtterances, ([firstUtterance]) => (firstUtterance?.at ?? 0) > 0);
      await ask(page, 'Thank you.');
      const [cutUtterance] = await waitForValue(
        page,
        readLastUtterances,
        ([firstUtterance]) => firstUtterance?.end === 'cut',
      );
      const heardLines = await waitForValue(
        page,
        () => agentLines(page),
        ({ length }) => length > lines.length,
      );
      assert.equal(heardLines[lines.length], cutUtterance!.text.slice(0, cutUtterance!.at).trim());
      assert.equal(await packets(page), 0);
      assert.deepEqual(pageErrors, []);
      await page.close();
    },
  );

  for (const fault of ['silent', 'breaks'] as const)
    test(
      `that ${fault === 'silent' ? 'stays silent' : 'breaks in a sentence'} is replaced by the service`,
      { timeout: 120_000 },
      async () => {
        const { page, pageErrors } = await call(browser, service, fault);
        await waitForVoice(page);
        const lines = (await waitForValue(page, () => agentLines(page), isGreeting)).join(' ');
        const [firstUtterance] = await utterancesOf(page);
        assert.equal(lines.split(firstUtterance!.text).length, 2, `${firstUtterance!.text} once in ${lines}`);
        await ask(page, 'When are you open on Saturday?');
        await page.getByText('Saturday from ten to four').first().waitFor();
        assert.equal((await utterancesOf(page)).length, 1, 'the page does not speak again');
        assert.ok((await packets(page)) > 50);
        assert.deepEqual(pageErrors, []);
        await page.close();
      },
    );

  test('that is missing leaves speaking to the service', { timeout: 120_000 }, async () => {
    const { page, pageErrors } = await call(browser, service, null);
    assert.equal(await page.evaluate(() => speechSynthesis.getVoices().length), 0);
    await waitForVoice(page);
    await waitForValue(page, () => agentLines(page), isGreeting);
    assert.deepEqual(pageErrors, []);
    await page.close();
  });
});
