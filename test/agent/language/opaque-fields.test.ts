/** Opaque fields of a server are assembled from their chunks whatever their type is, and limited in size. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readChunk } from '../../../src/agent/language/model-chunk.ts';
import { OpaqueFields } from '../../../src/agent/language/opaque-fields.ts';
import { delta } from '../scripted-model.ts';

const merge = (...pieces: Record<string, unknown>[]) => {
  const fields = new OpaqueFields();
  for (const piece of pieces) fields.add(readChunk(delta(piece))?.opaque);
  return fields.all();
};

test('reasoning texts grow, other values are complete when they arrive', () => {
  const created = merge(
    { role: 'assistant', content: 'Hello', reasoning_content: 'The ', provider: 'x', extra: { a: 1 } },
    { content: null, reasoning_content: 'visitor', provider: 'x', extra: { b: [2] }, empty: null },
  );
  assert.deepEqual(created, { reasoning_content: 'The visitor', provider: 'x', extra: { a: 1, b: [2] } });
});

test('pieces of reasoning details become one entry each', () => {
  const text = { type: 'reasoning.text', index: 0 };
  const created = merge(
    { reasoning_details: [{ ...text, text: 'The ', signature: null }] },
    { reasoning_details: [{ ...text, text: 'visitor' }] },
    { reasoning_details: [{ ...text, signature: 'SIG' }] },
    { reasoning_details: [{ type: 'reasoning.encrypted', index: 0, data: 'AAA', id: 'r1' }] },
    { reasoning_details: [{ type: 'reasoning.encrypted', index: 0, data: 'BBB', id: 'r2' }] },
  );
  assert.deepEqual(created, {
    reasoning_details: [
      { ...text, text: 'The visitor', signature: 'SIG' },
      { type: 'reasoning.encrypted', index: 0, data: 'AAA', id: 'r1' },
      { type: 'reasoning.encrypted', index: 0, data: 'BBB', id: 'r2' },
    ],
  });
});

test('an empty reasoning field is kept; there is none if the server sent none', () => {
  assert.deepEqual(merge({ reasoning_content: '' }), { reasoning_content: '' });
  assert.equal(merge({ role: 'assistant', content: 'Hi', refusal: null, tool_calls: [] }), undefined);
});

test('the size of such fields is bounded, and `__proto__` is not a field', () => {
  const pieces = Array.from({ length: 3000 }, () => ({
    reasoning_content: 'x'.repeat(100),
    list: [{ a: 'y' }],
  }));
  assert.ok(JSON.stringify(merge(...pieces)).length < 70_000);
  const prototype = JSON.parse('{"__proto__":{"polluted":1},"extra":{"__proto__":{"polluted":1}}}') as object;
  merge({ ...prototype }, { ...prototype });
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

test('any JSON is accepted', () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), (pieces) => {
      assert.doesNotThrow(() => merge(...pieces));
    }),
  );
});
