/** JSON is the same on a page whose libraries have added `toJSON` to arrays, strings and numbers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toJson } from '../../src/contract/to-json.ts';

test('JSON omits properties that a page added to prototypes, and contains own ones', () => {
  const value = {
    tags: ['a', 'b'],
    deep: [[1, { text: 'x', none: null, gone: undefined }]],
    when: new Date(0),
    left: () => 1,
  };
  const plainJson = JSON.stringify(value);
  const types = [Array, String, Number, Boolean].map(({ prototype }) => prototype as { toJSON?: unknown });
  for (const type of types) type.toJSON = () => 'wrong';
  try {
    assert.equal(toJson(value), plainJson);
    assert.equal(toJson(['a']), '["a"]');
    assert.equal(toJson('a'), '"a"');
    assert.equal(toJson(null), 'null');
    assert.notEqual(JSON.stringify(value), plainJson);
  } finally {
    for (const type of types) delete type.toJSON;
  }
});
