/** Tool calls are assembled from any chunks that a server sends, and their ids are made unique. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { withDistinctCallIds } from '../../../src/agent/language/call-ids.ts';
import { ModelCalls } from '../../../src/agent/language/model-calls.ts';
import { readChunk } from '../../../src/agent/language/model-chunk.ts';
import { delta } from '../scripted-model.ts';

const ROME = '{"city":"Rome"}';
const OSLO = '{"city":"Oslo"}';

function callsOf(deltas: readonly (readonly object[])[]) {
  const calls = new ModelCalls(new Map(['look', 'look_up'].map((name) => [name, {}])));
  for (const tool_calls of deltas) calls.addPieces(readChunk(delta({ tool_calls }))?.calls ?? []);
  return calls.all({ opaque: undefined });
}
/** Returns an entry of `tool_calls`. */
const part = (name: string | undefined, text: unknown, fields: object = {}) => ({
  type: 'function',
  ...fields,
  function: { ...(name === undefined ? {} : { name }), arguments: text },
});

describe('two parallel calls of one tool', () => {
  const cases: Record<string, object[][]> = {
    'under index 0, without ids': [[part('look', ROME, { index: 0 })], [part('look', OSLO, { index: 0 })]],
    'in one delta, without index and id': [[part('look', ROME), part('look', OSLO)]],
    'in one delta under index 0': [[part('look', ROME, { index: 0 }), part('look', OSLO, { index: 0 })]],
    'in two deltas, without index and id': [[part('look', ROME)], [part('look', OSLO)]],
    'with empty ids': [
      [part('look', ROME, { index: 0, id: '' })],
      [part('look', OSLO, { index: 0, id: '' })],
    ],
    'with different ids under index 0': [
      [part('look', ROME, { index: 0, id: 'a' })],
      [part('look', OSLO, { index: 0, id: 'b' })],
    ],
    'with the same id under index 0': [
      [part('look', ROME, { index: 0, id: 'a' })],
      [part('look', OSLO, { index: 0, id: 'a' })],
    ],
    'with the same id under two indexes': [
      [part('look', ROME, { index: 0, id: 'a' })],
      [part('look', OSLO, { index: 1, id: 'a' })],
    ],
    'named once, and then their arguments': [
      [part('look', '', { index: 0, id: 'a' })],
      [part('', ROME, { index: 0 })],
      [part('', OSLO, { index: 0 })],
    ],
    'the second with an id that the first lacks': [
      [part('look', ROME, { index: 0 })],
      [part('look', '', { index: 0, id: 'b' })],
      [part(undefined, OSLO, { index: 0, id: 'b' })],
    ],
    'joined in one text': [[part('look', ROME + OSLO, { index: 0, id: 'a' })]],
    'joined in one text with a line break': [[part('look', `${ROME}\n${OSLO}`)]],
    'cut in the middle of the joint': [
      [part('look', '{"city":"Ro', { index: 0 })],
      [part(undefined, 'me"}{"ci', { index: 0 })],
      [part(undefined, 'ty":"Oslo"}', { index: 0 })],
    ],
    'under indexes that are text': [[part('look', ROME, { index: '0' }), part('look', OSLO, { index: '1' })]],
    'as objects': [[part('look', { city: 'Rome' }), part('look', { city: 'Oslo' })]],
    interleaved: [
      [part('look', '{"city":', { index: 0, id: 'a' }), part('look', '{"city":', { index: 1, id: 'b' })],
      [part(undefined, '"Rome"}', { index: 0 }), part(undefined, '"Oslo"}', { index: 1 })],
    ],
    'interleaved by ids under one index': [
      [part('look', '{"city":', { index: 0, id: 'a' })],
      [part('look', '{"city":', { index: 0, id: 'b' })],
      [part(undefined, '"Rome"}', { index: 0, id: 'a' })],
      [part(undefined, '"Oslo"}', { index: 0, id: 'b' })],
    ],
    'beside an entry that is none': [[part('look', ROME), null as unknown as object, part('look', OSLO)]],
  };
  for (const [name, deltas] of Object.entries(cases))
    test(name, () => {
      const calls = callsOf(deltas);
      assert.deepEqual(
        calls.map((call) => [call.name, call.arguments.trim()]),
        [
          ['look', ROME],
          ['look', OSLO],
        ],
      );
      assert.notEqual(calls[0]?.id, calls[1]?.id);
    });
});

describe('one call', () => {
  const completeArguments = '{"a":"}{","b":[{"c":"\\"{"}]}';
  const cases: Record<string, object[][]> = {
    'with braces in its values': [[part('look', completeArguments, { index: 0, id: 'a' })]],
    'in single characters': [
      [part('look', '', { index: 0, id: 'a' })],
      ...[...completeArguments].map((character) => [part(undefined, character, { index: 0 })]),
    ],
    'that is sent whole once more': [
      [part('look', completeArguments, { index: 0, id: 'a' })],
      [part('look', completeArguments, { index: 0, id: 'a' })],
    ],
    'with a new id for each piece': [
      [part('look', completeArguments.slice(0, 9), { index: 0, id: 'a' })],
      [part(undefined, completeArguments.slice(9), { index: 0, id: 'b' })],
    ],
    'with its name in each piece': [
      [part('look', completeArguments.slice(0, 9), { index: 0 })],
      [part('look', completeArguments.slice(9), { index: 0 })],
    ],
    'followed by an empty piece': [
      [part('look', completeArguments, { index: 0 })],
      [part('', '', { index: 0 })],
    ],
  };
  for (const [name, deltas] of Object.entries(cases))
    test(name, () => {
      assert.deepEqual(
        callsOf(deltas).map((call) => [call.name, call.arguments]),
        [['look', completeArguments]],
      );
    });
  test('a name in pieces is one name', () => {
    const deltas = [[part('look', '', { index: 0 })], [part('_up', ROME, { index: 0 })]];
    assert.deepEqual(
      callsOf(deltas).map((call) => call.name),
      ['look_up'],
    );
  });
});

test('the calls are the same for any split and content of the arguments', () => {
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom<'index' | 'zero' | 'none'>('index', 'zero', 'none'),
      (objects, size, numbering) => {
        const texts = [...new Set(objects.map((object) => JSON.stringify(object)))];
        const deltas = texts.flatMap((text, position) => {
          const fields = numbering === 'none' ? {} : { index: numbering === 'index' ? position : 0 };
          const cutPositions = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
            text.slice(index * size, (index + 1) * size),
          );
          return cutPositions.map((slice, index) => [part(index === 0 ? 'look' : undefined, slice, fields)]);
        });
        const calls = callsOf(deltas);
        assert.deepEqual(
          calls.map((call) => call.arguments),
          texts,
        );
        assert.equal(new Set(calls.map(({ id }) => id)).size, texts.length);
        for (const { id } of calls) assert.match(id, /^[a-z0-9]{9}$/);
      },
    ),
  );
});

test('repeated ids are made different, together with their results', () => {
  const messageWithCalls = (...ids: string[]) => ({
    role: 'assistant',
    tool_calls: ids.map((id) => ({ id })),
  });
  const outcome = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });
  const messages = [
    ...[messageWithCalls('c0', 'c0'), outcome('c0', 'one'), outcome('c0', 'two')],
    ...[messageWithCalls('c0'), outcome('c0', 'three'), { role: 'user', content: 'Hello' }],
  ];
  const created = withDistinctCallIds<{ role: string; tool_calls?: { id: string }[]; tool_call_id?: string }>(
    messages,
  );
  const ids = created.flatMap((message) => message.tool_calls?.map(({ id }) => id) ?? []);
  assert.equal(new Set(ids).size, 3);
  assert.deepEqual(
    created.flatMap((message) => message.tool_call_id ?? []),
    ids,
  );
  assert.equal(ids[0], 'c0');
  assert.deepEqual(withDistinctCallIds(messages), created, 'a server finds the same request in its cache');
});
