/**
 * Engines that stream endlessly, byte by byte or as fast as possible: the response, the sentence and the call are
 * limited.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { MAX_ANSWER, streamAnswer, type AnswerEnd } from '../../../src/agent/language/model-answer.ts';
import { ModelError, STALL_MS, MAX_ANSWER_MS } from '../../../src/agent/language/model-stream.ts';
import { sentencesOf } from '../../../src/agent/language/sentences.ts';
import { boundedText, BodyTooLargeError } from '../../../src/runtime/bounded-body.ts';
import { ManualClock, systemClock, type Clock } from '../../../src/runtime/clock.ts';
import { soundParts } from '../../../src/agent/speech/sound-parts.ts';
import { createOpenAISpeechToText } from '../../../src/agent/speech/openai-speech-to-text.ts';
import { answersWith, EngineServer, say, type Reaction } from '../../agent/engine-server.ts';
import { tone } from '../tone.ts';

let server: EngineServer;
before(async () => {
  server = await EngineServer.open();
});
after(() => server.close());
afterEach(() => server.forget());

const chunk = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
/** Streams the same event repeatedly, as fast as it is read. */
const endless =
  (event: string): Reaction =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const extraFields = event.repeat(200);
    const write = () => {
      while (!response.destroyed && response.write(extraFields));
    };
    response.on('drain', write);
    write();
  };

async function answer(
  clock: Clock = systemClock,
  ready: () => void = () => {},
): Promise<{ text: string; end: AnswerEnd }> {
  let text = '';
  const stream = streamAnswer(
    { account: 1, baseUrl: server.url, apiKey: null, model: 'm', fetch },
    { messages: [] },
    { signal: new AbortController().signal, clock },
  );
  for (;;) {
    const next = await stream.next();
    if (next.done) return { text, end: next.value };
    if ('text' in next.value) {
      text += next.value.text;
      ready();
    }
  }
}
const assertFailure = (run: Promise<unknown>) =>
  assert.rejects(run, (error) => error instanceof ModelError && error.reason === 'bad_response');

describe('a model that streams endlessly', { timeout: 30_000 }, () => {
  test('has its words cut: the answer ends', async () => {
    server.script.completions = [endless(say('word '))];
    const { text, end } = await answer();
    assert.equal(text.length, MAX_ANSWER);
    assert.equal(end.finish, 'length');
  });

  test('has its refusal and the arguments of its calls cut', async () => {
    const events = [
      ...Array.from({ length: 2000 }, () => chunk({ refusal: 'I cannot. ' })),
      ...Array.from({ length: 2000 }, () =>
        chunk({
          tool_calls: [
            { index: 0, id: 'a', function: { name: 'n'.repeat(500), arguments: 'x'.repeat(100) } },
          ],
        }),
      ),
    ];
    server.script.completions = [answersWith(`${events.join('')}data: [DONE]\n\n`)];
    const { end } = await answer();
    assert.equal(end.refusal.length, 1000);
    assert.equal(end.calls.length, 1);
    assert.equal(end.calls[0]!.arguments.length, 65_536);
    assert.equal(end.calls[0]!.name.length, 256);
  });

  test('has its reasoning cut at the bytes of an answer', async () => {
    server.script.completions = [endless(chunk({ reasoning_content: 'hm '.repeat(300) }))];
    await assertFailure(answer());
  });

  test('does not block other answers', async () => {
    server.script.completions = [answersWith(`${say('a ').repeat(3000)}data: [DONE]\n\n`)];
    let turns = 0;
    const turn = () => (turns++, (nextTurn = setImmediate(turn)));
    let nextTurn = setImmediate(turn);
    await answer();
    clearImmediate(nextTurn);
    assert.ok(turns >= 10, `${turns} turns`);
  });

  test('times out after some minutes if words come slowly', async () => {
    const clock = new ManualClock();
    const startedAt = clock.now();
    server.script.completions = [
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        next = () => void (response.destroyed || response.write(say('more ')));
        next();
      },
    ];
    let next = () => {};
    // Each text is processed before the clock moves and the next text is sent.
    const settle = () => {
      clock.move(STALL_MS - 1000);
      next();
    };
    await assert.rejects(
      answer(clock, settle),
      (error) => error instanceof ModelError && error.reason === 'timeout',
    );
    assert.equal(clock.now() - startedAt, Math.ceil(MAX_ANSWER_MS / (STALL_MS - 1000)) * (STALL_MS - 1000));
  });
});

describe('a sentence', { timeout: 30_000 }, () => {
  const splitSentences = async (chunks: Iterable<string>) => {
    const sentences: string[] = [];
    for await (const { spokenText } of sentencesOf(
      (async function* () {
        yield* chunks;
      })(),
    ))
      sentences.push(spokenText);
    return sentences;
  };
  for (const [title, unit] of [
    ['letters', 'a'],
    ['names of addresses', 'a-'],
    ['words', 'word '],
    ['abbreviations', 'Mr. '],
    ['brackets', '!['],
    ['two halves of a sign', '𠀀'],
  ] as const)
    test(`that never ends is cut: ${title}`, async () => {
      const text = unit.repeat(10_000).slice(0, 6000);
      for (const pieces of [[text], text]) {
        const sentences = await splitSentences(pieces);
        assert.ok(sentences.length > 4, `${sentences.length} sentences`);
        for (const item of sentences) {
          assert.ok(item.length <= 1000, `${item.length} characters`);
          assert.doesNotMatch(item, /\p{Surrogate}/u);
        }
        assert.equal(sentences.join('').replace(/\s/g, '').length, text.replace(/\s/g, '').length);
      }
    });
});

describe('a voice', { timeout: 30_000 }, () => {
  test('that sends its sound sample by sample costs as much as one that sends it at once', async () => {
    async function* streamSlowly() {
      for (let position = 0; position < 400_000; position++) yield new Uint8Array(2);
      const loudTone = tone(24_000, 24_000);
      const bytes = new Uint8Array(loudTone.buffer, loudTone.byteOffset, loudTone.byteLength);
      for (let index = 0; index < bytes.length; index++) yield bytes.subarray(index, index + 1);
    }
    let samples = 0;
    for await (const chunk of soundParts(streamSlowly(), 24_000)) samples += chunk.samples.length;
    assert.ok(samples >= 24_000);
  });
});

describe('a recogniser', { timeout: 30_000 }, () => {
  test('that answers with a book has its words cut', async () => {
    const text = Array.from({ length: 100_000 }, (_, index) => `word${index}`).join(' ');
    server.script.transcriptions = [answersWith(JSON.stringify({ text }))];
    const listening = createOpenAISpeechToText({ account: 1, baseUrl: server.url, fetch, model: 'm' }).listen(
      {},
    );
    listening.write(tone(16_000));
    const { length } = await listening.finish();
    assert.ok(length > 4900 && length <= 5000, `${length} characters`);
  });
});

describe('a body in memory', () => {
  const endlessBody = () => {
    let pulledChunks = 0;
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (pulledChunks++, controller.enqueue(new Uint8Array(1000))),
      cancel: () => void (isCancelled = true),
    });
    return { body, pulled: () => pulledChunks, cancelled: () => isCancelled };
  };
  test('is read up to its limit, and its connection is closed', async () => {
    const body = endlessBody();
    await assert.rejects(boundedText(new Response(body.body), 10_000), BodyTooLargeError);
    assert.ok(body.cancelled());
    assert.ok(body.pulled() < 20);
  });
  test('that declares a larger length is not read', async () => {
    const body = endlessBody();
    await assert.rejects(
      boundedText(new Response(body.body, { headers: { 'content-length': '10001' } }), 10_000),
      BodyTooLargeError,
    );
    assert.ok(body.cancelled());
  });
  test('of exactly the limit is read completely, for any split', async () => {
    assert.equal(await boundedText(new Response('ä'.repeat(5)), 10), 'äääää');
    assert.equal(await boundedText(new Response(null), 10), '');
  });
});
