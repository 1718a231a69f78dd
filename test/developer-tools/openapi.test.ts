import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as z from 'zod';
import { toCurrent } from '../../src/contract/aliases.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { openApi } from '../../src/developer-tools/openapi.ts';

type Content = { 'application/json'?: { example: unknown } };
type Operation = {
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
const operations = Object.values(
  (openApi('https://palkit.example') as { paths: Record<string, Record<string, Operation>> }).paths,
).flatMap((path) => Object.values(path));

/** Replaces the legacy names of fields in a response, at any depth. */
const replaceLegacyNames = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(replaceLegacyNames)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(toCurrent(value).value as object).map(([key, nestedValue]) => [
            key,
            replaceLegacyNames(nestedValue),
          ]),
        )
      : value;

describe('the OpenAPI document\u2019s examples', () => {
  for (const row of endpoints as readonly Endpoint[]) {
    const operation = operations.find(({ operationId }) => operationId === row.name)!;
    test(`${row.name} matches its schemas`, () => {
      const example = operation.requestBody?.content['application/json']?.example;
      if (row.body && !row.media) {
        const parseResult = z.safeParse(row.body, toCurrent(example).value);
        assert.ok(
          parseResult.success,
          `${JSON.stringify(example)} ${JSON.stringify(parseResult.error?.issues)}`,
        );
      }
      const answerExample = operation.responses[row.status]!.content?.['application/json']?.example;
      if (row.result && !row.media && !row.download) {
        const parseResult = z.safeParse(
          row.result,
          row.naming === 'legacy' ? replaceLegacyNames(answerExample) : answerExample,
        );
        assert.ok(
          parseResult.success,
          `${JSON.stringify(answerExample)} ${JSON.stringify(parseResult.error?.issues)}`,
        );
      }
      for (const [status, { content }] of Object.entries(operation.responses))
        if (Number(status) >= 400) assert.ok(content, status);
    });
  }
});

/** Returns all regular expressions (`pattern`) in a part of the document. */
const patterns = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, nestedValue]) =>
        key === 'pattern' && typeof nestedValue === 'string' ? [nestedValue] : patterns(nestedValue),
      );

test('its patterns mean the same without the Unicode flag, as many tools read them', () => {
  const allEntries = [...new Set(patterns(openApi('https://palkit.example')))];
  assert.ok(allEntries.length > 10 && allEntries.includes('\\S'), `${allEntries.length}`);
  for (const pattern of allEntries) {
    assert.doesNotThrow(() => new RegExp(pattern), pattern);
    assert.doesNotMatch(pattern, /\\[pPu]\{/);
  }
});

test('each operation lists the refusals that precede its handler', () => {
  for (const { operationId, responses } of operations)
    for (const status of ['405', '431'])
      assert.ok(Object.hasOwn(responses, status), `${operationId} ${status}`);
});
