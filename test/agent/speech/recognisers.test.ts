/** Recognisers refuse fields, answer in several forms, return their prompt or repeat words endlessly. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EngineError } from '../../../src/agent/language/engine-error.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { createOpenAISpeechToText } from '../../../src/agent/speech/openai-speech-to-text.ts';

const PROMPT = 'Carillon, bourdon, clapper, Siobhan, Groningen';
const WORDS = 'When does the ferry leave?';
const sound = Int16Array.from({ length: 32_000 }, (_, index) => 6000 * Math.sin(index / 7));
const field = (form: string, name: string) =>
  new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(form)?.[1] ?? '';
const json = (value: unknown, status = 200) => Response.json(value, { status });

let account = 700;
/** Creates a server with a recogniser; `forms` lists the fields of each request. */
function recogniser(answer: (form: string) => Response) {
  const forms: string[] = [];
  const clock = new ManualClock();
  const fetch = (async (_url: string, { body }: { body: Uint8Array }) => {
    const form = Buffer.from(body).toString('latin1');
    forms.push(
      ['response_format', 'prompt', 'language']
        .map((name) => field(form, name))
        .map((value) => (value === PROMPT ? 'prompt' : value))
        .filter(Boolean)
        .join(' '),
    );
    return answer(form);
  }) as unknown as typeof globalThis.fetch;
  const options = {
    fetch,
    baseUrl: 'https://ears.example/v1',
    model: 'm',
    key: 'k',
    account: ++account,
    clock,
  };
  const recogniser = createOpenAISpeechToText(options);
  const hear = async () => {
    const stream = recogniser.listen({ language: 'en', vocabulary: { id: 'v', texts: [PROMPT] } });
    stream.write(sound);
    return stream.finish();
  };
  return { forms, hear, clock };
}
const hear = async (answer: (form: string) => Response) => recogniser(answer).hear();

describe('a refused field is left out, and the account remembers it', () => {
  const cases: [string, (form: string) => boolean, string[], string][] = [
    ['verbose answers', (form) => form.includes('verbose_json'), ['json prompt en'], 'json prompt en'],
    ['a prompt', (form) => form.includes('name="prompt"'), ['json prompt en', 'json en'], 'verbose_json en'],
    [
      'a language',
      (form) => form.includes('name="language"'),
      ['json prompt en', 'json en', 'json'],
      'verbose_json prompt',
    ],
  ];
  for (const status of [400, 415, 422, 501])
    for (const [name, isRefused, attempts, laterAttempts] of cases)
      test(`${name}, with ${status}`, async () => {
        const server = recogniser((form) =>
          isRefused(form) ? json({ error: 'no' }, status) : json({ text: WORDS }),
        );
        assert.equal(await server.hear(), WORDS);
        // Repetitions are removed, because a request is sent once more after a 5xx status.
        const requests = server.forms.splice(0).filter((form, index, forms) => form !== forms[index - 1]);
        assert.deepEqual(requests, ['verbose_json prompt en', ...attempts]);
        assert.equal(await server.hear(), WORDS);
        assert.deepEqual(server.forms.splice(0), [laterAttempts]);
        server.clock.move(3_600_000);
        await server.hear();
        assert.equal(server.forms[0], 'verbose_json prompt en', 'for an hour');
      });
  test('with 500, too', async () => {
    const server = recogniser((form) =>
      form.includes('verbose_json') ? json({}, 500) : json({ text: WORDS }),
    );
    assert.equal(await server.hear(), WORDS);
    assert.equal(server.forms.at(-1), 'json prompt en');
  });
  test('a broken server fails with its own status, after a few attempts', async () => {
    for (const status of [400, 500, 503]) {
      const server = recogniser(() => json({}, status));
      await assert.rejects(server.hear(), (error) => error instanceof EngineError && error.status === status);
      assert.ok(server.forms.length <= 5, `${server.forms.length} requests`);
    }
  });
  test('a refused key is not tried again', async () => {
    const server = recogniser(() => json({}, 401));
    await assert.rejects(
      server.hear(),
      (error) => error instanceof EngineError && error.code === 'unauthorized',
    );
    assert.equal(server.forms.length, 1);
  });
});

describe('a prompt that is returned as transcript is not a line of the visitor', () => {
  const echoedTexts: [string, (prompt: string) => string][] = [
    ['whole', (prompt) => prompt],
    ['in part', (prompt) => prompt.slice(0, 26)],
    ['from its middle, in other letters', (prompt) => prompt.slice(10).toUpperCase()],
    ['before words', (prompt) => (prompt ? `${prompt}. Thank you.` : '')],
  ];
  for (const [name, echo] of echoedTexts)
    test(name, async () => {
      const server = recogniser((form) => json({ text: echo(field(form, 'prompt')) }));
      assert.equal(await server.hear(), '');
      assert.deepEqual(server.forms, ['verbose_json prompt en', 'verbose_json en']);
    });
  test('the words without the prompt are the transcript', async () => {
    const text = 'Carillon, bourdon, clapper';
    assert.equal(await hear(() => json({ text: text })), text);
    const server = recogniser(() => json({ text: 'Tell me of the carillon in Groningen' }));
    assert.equal(await server.hear(), 'Tell me of the carillon in Groningen');
    assert.equal(server.forms.length, 1);
  });
});

describe('forms of an answer', () => {
  const plainResponse = (text: string, type = 'text/plain') =>
    new Response(text, { headers: { 'content-type': type } });
  const cases: [string, () => Response, string][] = [
    ['a plain text', () => plainResponse(`${WORDS}\n`), WORDS],
    ['a plain text without a type', () => new Response(new TextEncoder().encode(WORDS)), WORDS],
    ['a text in JSON', () => json(WORDS), WORDS],
    ['a text that is null', () => json({ text: null }), ''],
    ['a list of texts', () => json({ text: ['When does', 'the ferry leave?'] }), WORDS],
    ['another name', () => json({ transcript: WORDS }), WORDS],
    [
      'segments only',
      () => json({ segments: [{ text: ' When does' }, { text: ' the ferry leave?' }] }),
      WORDS,
    ],
    [
      'segments without probabilities',
      () => json({ text: WORDS, segments: [{ text: WORDS, no_speech_prob: null, avg_logprob: null }] }),
      WORDS,
    ],
    [
      'marks of the model',
      () => json({ text: `<|en|><|transcribe|><|notimestamps|> ${WORDS}<|endoftext|>` }),
      WORDS,
    ],
    ['times before each line', () => plainResponse(`[00:00:00.000 --> 00:00:02.000]  ${WORDS}`), WORDS],
    ['marks of whisper.cpp', () => json({ text: `[_BEG_] ${WORDS}[_TT_150]` }), WORDS],
  ];
  for (const [name, answer, expected] of cases)
    test(name, async () => assert.equal(await hear(answer), expected));
  test('a web page, broken JSON and JSON of another kind are not answers', async () => {
    for (const answer of [
      () => plainResponse('<!doctype html>', 'text/html'),
      () => plainResponse('{"text":', 'application/json'),
      () => plainResponse('busy', 'application/json'),
      () => json({ words: [] }),
      () => json([1]),
    ])
      await assert.rejects(
        hear(answer),
        (error) => error instanceof EngineError && error.code === 'bad_response',
      );
  });
});

describe('a model in a loop', () => {
  const cases: [string, string][] = [
    ['the '.repeat(80), ''],
    ['Thank you very much. '.repeat(30), ''],
    [`${WORDS} ${'leave '.repeat(60)}`, WORDS],
    [
      `I would like to know about the ferry to the island ${'please '.repeat(9)}`,
      'I would like to know about the ferry to the island please',
    ],
    ['ありがとう'.repeat(40), ''],
    ['No no no, not that one.', 'No no no, not that one.'],
    ['ha ha ha ha that is very very very good', 'ha ha ha ha that is very very very good'],
    ['My number is 0 0 7 0 0 0 0 1.', 'My number is 0 0 7 0 0 0 0 1.'],
    ['0000000000000000000000', '0000000000000000000000'],
  ];
  for (const [text, expected] of cases)
    test(JSON.stringify(text.slice(0, 50)), async () =>
      assert.equal(await hear(() => json({ text })), expected),
    );
});
