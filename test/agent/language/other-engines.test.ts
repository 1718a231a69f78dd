/** The form in which a recogniser or vision model answers is remembered separately for each account. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { createJudge } from '../../../src/agent/rules/judge.ts';
import { visionModel } from '../../../src/service/perception/perception.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { createOpenAISpeechToText } from '../../../src/agent/speech/openai-speech-to-text.ts';

const HOUR = 3_600_000;
const signal = new AbortController().signal;

/** Creates a server with a recogniser, and records the formats that are requested from it. */
function recogniser() {
  const clock = new ManualClock();
  const formats: string[] = [];
  const server = { refuses: (_format: string): boolean => false };
  const fetch = (async (_url: string, { body }: { body: Uint8Array }) => {
    const format =
      /name="response_format"\r\n\r\n(\w+)/.exec(Buffer.from(body).toString('latin1'))?.[1] ?? '';
    formats.push(format);
    return server.refuses(format)
      ? new Response('{}', { status: 400 })
      : Response.json({ text: 'Hello.', segments: [] });
  }) as unknown as typeof globalThis.fetch;
  const listen = async (account: number) => {
    const recogniser = createOpenAISpeechToText({
      clock,
      fetch,
      account,
      baseUrl: 'https://ears.example/v1',
      model: 'whisper',
    });
    const stream = recogniser.listen({ language: 'en' });
    stream.write(Int16Array.from({ length: 8000 }, (_, index) => 9000 * Math.sin(index / 5)));
    return stream.finish();
  };
  const takeFormats = () => formats.splice(0);
  return { clock, server, listen, takeFormats };
}

test('a recogniser without verbose answers is detected per account, for an hour', async () => {
  const { clock, server, listen, takeFormats } = recogniser();
  server.refuses = (format) => format === 'verbose_json';
  for (const account of [201, 202]) {
    assert.equal(await listen(account), 'Hello.');
    assert.deepEqual(takeFormats(), ['verbose_json', 'json']);
  }
  await listen(201);
  assert.deepEqual(takeFormats(), ['json']);
  clock.move(HOUR);
  await listen(201);
  assert.deepEqual(takeFormats(), ['verbose_json', 'json']);
});

test('a recogniser that has given verbose answers is always asked for them', async () => {
  const { server, listen, takeFormats } = recogniser();
  await listen(203);
  takeFormats();
  let refusals = 1;
  server.refuses = () => refusals-- > 0;
  assert.equal(await listen(203), 'Hello.');
  await listen(203);
  assert.deepEqual(takeFormats(), ['verbose_json', 'json', 'verbose_json']);
});

test('the vision model is known per account', async () => {
  const refusals: boolean[] = [];
  const fetch = async (_url: string | URL, { body }: { body?: string | Uint8Array } = {}) => {
    const isRefused = 'temperature' in (JSON.parse(String(body)) as object);
    refusals.push(isRefused);
    return isRefused
      ? Response.json({ error: { message: "'temperature' does not support 0" } }, { status: 400 })
      : Response.json({ choices: [{ message: { content: '{"yes":true}' } }] });
  };
  const parts = { outbound: { fetch, close: async () => {} }, config: { perception: null, llm: null } };
  for (const account of [204, 205]) {
    const model = visionModel(
      { perception_model: 'eyes', base_url: 'https://eyes.example/v1' },
      parts as never,
      account,
    );
    assert.ok(model);
    const judge = createJudge(model, new ManualClock());
    await judge.ask({ rules: 'Look.', transcript: '', schema: z.object({ yes: z.boolean() }), signal });
    assert.deepEqual(refusals.splice(0), [true, false]);
  }
});
