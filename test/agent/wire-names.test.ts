import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wireName } from '../../src/agent/tools/wire-names.ts';

test('a name that every vendor accepts stays unchanged', () => {
  for (const name of ['get_weather', 'Book-Table2', 'a'.repeat(64)]) assert.equal(wireName(name), name);
});

test('any other name maps to an accepted one, always the same, and different names stay different', () => {
  for (const name of ['3d-view', 'shop.find', 'größe', '', '_x', 'a'.repeat(65)])
    assert.match(wireName(name), /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/);
  assert.notEqual(wireName('shop.find'), wireName('shop/find'));
  fc.assert(
    fc.property(fc.string(), (name) => {
      const wire = wireName(name);
      assert.match(wire, /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/);
      assert.equal(wireName(wire), wire);
    }),
  );
});
