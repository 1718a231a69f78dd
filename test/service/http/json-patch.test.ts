import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import fastJsonPatch from 'fast-json-patch';
import * as z from 'zod';
import { patchDeployment } from '../../../src/contract/deployments.ts';
import { ServiceError } from '../../../src/contract/service-error.ts';
import { applyJsonPatch, MAX_DOCUMENT_LENGTH } from '../../../src/service/http/json-patch.ts';
import { ALICE, openWorld } from '../world.ts';

const options = { schema: z.looseObject({}), patchable: ['a', 'b', 'c'] };
const patchRefusal = (document: object, patch: object[]) => {
  try {
    applyJsonPatch(document, patch as never, options);
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    return error.message;
  }
  return null;
};

test('copies of a value into itself are refused long before they fill the memory', () => {
  const doubling = Array.from({ length: 60 }, (_, index) => ({
    op: 'copy',
    from: '/a',
    path: `/a/k${index}`,
  }));
  assert.equal(
    patchRefusal({ a: { text: 'x'.repeat(100) } }, doubling),
    'The patch makes the document too large.',
  );
  const adding = Array.from({ length: 200 }, () => ({ op: 'add', path: '/b/-', value: 'x'.repeat(6000) }));
  assert.equal(patchRefusal({ b: [] }, adding), 'The patch makes the document too large.');
});

test('a removal makes room', () => {
  const largeText = 'x'.repeat(MAX_DOCUMENT_LENGTH / 2);
  assert.equal(
    patchRefusal({ a: largeText }, [
      { op: 'replace', path: '/a', value: largeText },
      { op: 'remove', path: '/a' },
      { op: 'add', path: '/a', value: largeText },
    ]),
    null,
  );
});

test('a patch within the bounds gives the same result as the library', () => {
  const pointer = fc.constantFrom('/a', '/b', '/c', '/a/x', '/b/0', '/b/-');
  const operation = fc.oneof(
    fc.record({ op: fc.constantFrom('add', 'replace'), path: pointer, value: fc.jsonValue({ maxDepth: 2 }) }),
    fc.record({ op: fc.constant('remove'), path: pointer }),
    fc.record({ op: fc.constantFrom('copy', 'move'), from: pointer, path: pointer }),
  );
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 8 }), (patch) => {
      const document = { a: { x: 1 }, b: [1, 2], c: null };
      let expected: unknown;
      try {
        expected = fastJsonPatch.applyPatch(
          structuredClone(document),
          structuredClone(patch) as never,
          true,
          true,
          true,
        ).newDocument;
      } catch {
        return void assert.ok(patchRefusal(document, patch));
      }
      let ownResult: unknown;
      try {
        ownResult = applyJsonPatch(document, patch as never, options);
      } catch (error) {
        // This implementation rejects more than the library: moves of a value into itself, and operations
        // without a value.
        return void assert.ok(error instanceof ServiceError);
      }
      assert.deepEqual(ownResult, expected);
    }),
  );
});

test('a patch that would double a deployment 26 times is a 400, and nothing is changed', async () => {
  const world = await openWorld();
  try {
    const deployment_id = await world.deployment({
      customization: { preview: { description: 'x'.repeat(200) } },
    });
    const body = Array.from({ length: 26 }, (_, index) => ({
      op: 'copy',
      from: '/customization',
      path: `/customization/preview/k${index}`,
    }));
    const { code, text } = await world.refusal(patchDeployment, {
      credential: ALICE,
      params: { deployment_id },
      body: body as never,
    });
    assert.deepEqual([code, text], ['invalid_patch', 'The patch makes the document too large.']);
  } finally {
    await world.close();
  }
});

const INDEXED = { a: ['x', ['y', 'z']], b: { '01': { list: [1] } } };
for (const pointer of ['/a/00', '/a/01', '/a/01/0', '/a/1/01', '/a/1e0', '/a/+1', '/a/ 1', '/a/', '/a/x'])
  for (const operation of [
    { op: 'test', path: pointer, value: 'x' },
    { op: 'add', path: pointer, value: 'x' },
    { op: 'replace', path: pointer, value: 'x' },
    { op: 'remove', path: pointer },
    { op: 'copy', from: pointer, path: '/c' },
    { op: 'move', from: pointer, path: '/c' },
    { op: 'copy', from: '/b', path: pointer },
  ])
    test(`${JSON.stringify(operation)} has no index of a list`, () => {
      assert.match(patchRefusal(INDEXED, [operation]) ?? '', /is not an index of a list/);
    });

test('zeros at the start of a key are part of it', () => {
  assert.equal(patchRefusal(INDEXED, [{ op: 'replace', path: '/b/01/list/0', value: 2 }]), null);
  assert.equal(patchRefusal(INDEXED, [{ op: 'add', path: '/b/007', value: 2 }]), null);
});
