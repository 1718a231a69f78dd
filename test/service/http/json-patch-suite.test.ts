/** The public suite json-patch-tests (RFC 6902), with each test document placed in a field that may be patched. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { JsonPatch } from '../../../src/contract/json-patch.ts';
import { ServiceError } from '../../../src/contract/service-error.ts';
import { applyJsonPatch } from '../../../src/service/http/json-patch.ts';

const SuiteCase = z.object({
  comment: z.optional(z.string()),
  doc: z.unknown(),
  patch: z.optional(z.array(z.record(z.string(), z.unknown()))),
  expected: z.optional(z.unknown()),
  error: z.optional(z.string()),
  disabled: z.optional(z.boolean()),
});
type SuiteCase = z.output<typeof SuiteCase>;

const FOLDER = 'test/service/http/json-patch-tests';
const enabled = ['tests.json', 'spec_tests.json']
  .flatMap((file) =>
    z.array(SuiteCase).parse(JSON.parse(fs.readFileSync(`${FOLDER}/${file}`, 'utf8')) as unknown),
  )
  .filter(({ patch, disabled }) => patch && !disabled);

const OPTIONS = { schema: z.looseObject({ document: z.unknown() }), patchable: ['document'] };
const documentPointer = (pointer: unknown) => (typeof pointer === 'string' ? `/document${pointer}` : pointer);

/** Returns the document after the patch; null if the patch is rejected. */
function outcome({ doc, patch }: SuiteCase): { document: unknown } | null {
  const operations = patch!.map((operation) => ({
    ...operation,
    ...('path' in operation ? { path: documentPointer(operation['path']) } : {}),
    ...('from' in operation ? { from: documentPointer(operation['from']) } : {}),
  }));
  const result = JsonPatch.safeParse(operations);
  if (!result.success) return null;
  try {
    const { document } = applyJsonPatch({ document: doc }, result.data, OPTIONS);
    return { document };
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error));
    return null;
  }
}

test('the suite has 108 enabled cases', () => {
  assert.equal(enabled.length, 108);
});

for (const [index, suiteCase] of enabled.entries())
  test(`${index + 1}: ${suiteCase.comment ?? suiteCase.error ?? JSON.stringify(suiteCase.patch)}`, () => {
    const { doc, expected = doc, error } = suiteCase;
    assert.deepEqual(outcome(suiteCase), error === undefined ? { document: expected } : null);
  });
