/** Variants of the stream in which servers send an answer: content types, endings, and other data between chunks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ModelChunk } from '../../../src/agent/language/model-chunk.ts';
import { AFTER_FINISH_MS, ModelError, streamModel } from '../../../src/agent/language/model-stream.ts';
import { ManualClock, systemClock, type Clock } from '../../../src/runtime/clock.ts';
import { delta } from '../scripted-model.ts';

const event = (value: unknown) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
const WORDS = 'The ferry leaves at nine.';
const words = event(delta({ content: WORDS }));
const finish = event(delta({}, 'stop'));
const lastEvent = event('[DONE]');

interface Body {
  chunks: Uint8Array[];
  type?: string | null;
  /** How the stream ends after the chunks: with the usual mark, with an error, or not at all. */
  then?: 'end' | 'break' | 'wait';
}

/** Reads a server's answer. Returns its chunks, their text, and the reason if the answer failed. */
async function read({ chunks, type = 'text/event-stream', then = 'end' }: Body, clock: Clock = systemClock) {
  const remainingChunks = [...chunks];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = remainingChunks.shift();
      if (chunk) return controller.enqueue(chunk);
      if (then === 'end') return controller.close();
      if (then === 'break') return controller.error(new Error('broken'));
      if (clock instanceof ManualClock) setImmediate(() => clock.move(AFTER_FINISH_MS));
      return new Promise<void>(() => {});
    },
  });
  const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
  const endpoint = {
    account: 1,
    baseUrl: 'https://model.example/v1',
    apiKey: null,
    model: 'm',
    fetch: async () => new Response(body, { headers }),
  };
  const pieces: ModelChunk[] = [];
  try {
    const signal = new AbortController().signal;
    for await (const piece of streamModel(endpoint, { messages: [] }, { signal, clock })) pieces.push(piece);
    return { pieces, text: textOf(pieces), fault: null };
  } catch (error) {
    assert.ok(error instanceof ModelError, String(error));
    return { pieces, text: textOf(pieces), fault: error.reason };
  }
}
const textOf = (pieces: readonly ModelChunk[]) => pieces.map(({ text }) => text).join('');
const bytes = (text: string) => [new TextEncoder().encode(text)];

const COMPLETE: Record<string, string> = {
  'metadata before the words': event({ hook_results: [{ verdict: true }] }) + words + finish + lastEvent,
  'metadata after the finish': words + finish + event({ sources: [{ name: 'timetable' }] }) + lastEvent,
  'a ping': `event: ping\n${event({ type: 'ping' })}${words}${finish}${lastEvent}`,
  'data that is no JSON': event('keep-alive') + words + event('{"broken') + finish + lastEvent,
  'an empty error': event({ ...delta({ content: WORDS }), error: {} }) + finish + lastEvent,
  'an error of nothing':
    event({ ...delta({ content: WORDS }), error: { code: null, message: '' } }) + lastEvent,
  'an error that is null': event({ ...delta({ content: WORDS }), error: null }) + finish + lastEvent,
  'an error after the finish': words + finish + event({ error: { message: 'late' } }) + lastEvent,
  '[DONE] with a blank': words + finish + 'data: [DONE] \n\n',
  '[DONE] between quotation marks': words + finish + 'data: "[DONE]"\n\n',
  'no empty line after the finish': words + finish.trimEnd(),
  'no line end after [DONE]': words + 'data: [DONE]',
  'neither finish nor [DONE] after a whole sentence': words,
  'an empty finish': words + event(delta({}, '')),
  'only the usage after the words': words + event({ choices: [], usage: { completion_tokens: 5 } }),
  'choices that are null': event({ choices: null }) + words + event({ choices: [null] }) + finish + lastEvent,
  'a delta that is null': event({ choices: [{ delta: null }] }) + words + finish + lastEvent,
  'a finish with every piece':
    event(delta({ content: 'The ferry ' }, 'stop')) + event(delta({ content: 'leaves at nine.' }, 'stop')),
  'comments and line ends of Windows': (': busy\n\n' + words + finish + lastEvent).replaceAll('\n', '\r\n'),
  'a byte-order mark and empty lines': `\uFEFF\n\n${words}${finish}${lastEvent}`,
  'data over two lines': words.replace('"choices":', '\ndata: "choices":') + finish + lastEvent,
  'no streaming': JSON.stringify({
    choices: [{ message: { role: 'assistant', content: WORDS }, finish_reason: null }],
  }),
  'no streaming, with line breaks': JSON.stringify({ choices: [{ message: { content: WORDS } }] }, null, 2),
  'a list of pieces': JSON.stringify([delta({ content: WORDS }), delta({}, 'stop')]),
  'a piece on each line': [delta({ content: WORDS }), delta({}, 'stop')]
    .map((entry) => JSON.stringify(entry))
    .join('\n'),
};
for (const [name, body] of Object.entries(COMPLETE))
  for (const type of ['text/event-stream', 'application/json', 'text/plain', null])
    test(`a complete answer with ${name}, labelled ${type}`, async () => {
      const { text, fault } = await read({ chunks: bytes(body), type });
      assert.deepEqual([text, fault], [WORDS, null]);
    });

test('anything after a finish reason is ignored', async () => {
  for (const ending of ['break', 'wait'] as const) {
    const answer = read({ chunks: bytes(words + finish), then: ending }, new ManualClock());
    const { text, fault } = await answer;
    assert.deepEqual([text, fault], [WORDS, null], ending);
  }
});

const CUT_STREAMS: [string, string, string][] = [
  ['an answer that stops within a sentence', event(delta({ content: 'The ferry ' })), 'cut_off'],
  [
    'a call that stops within its arguments',
    event(delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'look', arguments: '{"ci' } }] })),
    'cut_off',
  ],
  ['an event that was cut', words.slice(0, -12), 'bad_response'],
  ['an error before the finish', words + event({ error: { message: 'quota' } }) + lastEvent, 'bad_response'],
  ['an error in words', event({ error: 'quota' }), 'bad_response'],
  ['an error by the name of its event', `event: error\n${event({ message: 'no' })}`, 'bad_response'],
  ['an error object', event({ object: 'error', message: 'no', code: 400 }), 'bad_response'],
  ['nothing but metadata', event({ type: 'ping' }) + lastEvent, 'bad_response'],
  ['JSON of another kind', '{"status":"ok"}', 'bad_response'],
  ['a page', '<html>login</html>', 'bad_response'],
];
for (const [name, body, reason] of CUT_STREAMS)
  test(`${name} is not an answer`, async () => {
    assert.equal((await read({ chunks: bytes(body) })).fault, reason);
  });

test('a call without a finish reason is complete if its arguments are', async () => {
  const call = { index: 0, id: 'a', function: { name: 'look', arguments: '{"city":"Rome"}' } };
  assert.equal((await read({ chunks: bytes(event(delta({ tool_calls: [call] }))) })).fault, null);
});

/** A chunk of an answer with arbitrary contents: text, reasoning or a tool call. */
const piece = fc.oneof(
  fc.record({ content: fc.string({ unit: 'grapheme' }) }).map((fields) => delta(fields)),
  fc.record({ reasoning_content: fc.string() }).map((fields) => delta(fields)),
  fc
    .record({ index: fc.nat(2), function: fc.record({ name: fc.string(), arguments: fc.string() }) })
    .map((call) => delta({ tool_calls: [call] })),
);
const noPiece = fc
  .oneof(
    fc.jsonValue(),
    fc.record({ choices: fc.constantFrom(null, [], [null], {}, 'x') }),
    fc.record({ object: fc.constant('ping'), error: fc.constantFrom(null, '', {}, false) }),
  )
  .filter((value) => !isError(value));
const isError = (value: unknown) =>
  typeof value === 'object' && value !== null && ('error' in value ? Boolean(value.error) : false);
const sse = (values: readonly unknown[]) => values.map((value) => event(JSON.stringify(value))).join('');

/** Splits the bytes at these positions. */
const cutAt = (bytes: Uint8Array, positions: readonly number[]) => {
  const chunkEnds = [
    ...new Set(positions.map((position) => position % (bytes.length + 1))),
    bytes.length,
  ].sort((a, b) => a - b);
  return chunkEnds.map((end, index) => bytes.subarray(chunkEnds[index - 1] ?? 0, end));
};

test('any split of a stream into chunks, at any byte, gives the same pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 8 }),
      fc.array(fc.nat(), { maxLength: 30 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      async (pieces, positions, lineEnd, streams) => {
        const values = [...pieces, delta({}, 'stop')];
        const text = streams
          ? (sse(values) + lastEvent).replaceAll('\n', lineEnd)
          : JSON.stringify(values, null, 1);
        const [completeBytes] = bytes(text);
        assert.ok(completeBytes);
        const expected = await read({ chunks: [completeBytes] });
        assert.equal(expected.pieces.length, values.length);
        assert.deepEqual(await read({ chunks: cutAt(completeBytes, positions) }), expected);
        assert.deepEqual(
          await read({ chunks: [...completeBytes].map((byte) => Uint8Array.of(byte)) }),
          expected,
        );
      },
    ),
    { numRuns: 100 },
  );
});

test('JSON that is not a piece of an answer is ignored', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(piece, noPiece), { maxLength: 8 }), async (pairs) => {
      const end = sse([delta({}, 'stop')]) + lastEvent;
      const plainStream = sse(pairs.map(([each]) => each)) + end;
      const mixedStream = sse(pairs.flatMap(([chunk, otherChunk]) => [otherChunk, chunk, otherChunk])) + end;
      assert.deepEqual(
        await read({ chunks: bytes(mixedStream) }),
        await read({ chunks: bytes(plainStream) }),
      );
    }),
    { numRuns: 200 },
  );
});
