/** A tool of an account tells the agent if the model waits for its result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolFields } from '@palkit/contract/tools';
import { accountTool } from '../../../src/service/connectors/account-tools.ts';

const FIELDS = {
  name: 'book_ferry',
  description: 'Books a ferry.',
  parameters: { type: 'object', properties: {} },
  delivery: { api: { method: 'POST', url: 'https://ferries.example/bookings' } },
} as unknown as ToolFields;
const parts = { outbound: {}, page: {}, log: {} } as unknown as Parameters<typeof accountTool>[1];

for (const [on_resolve, endsAnswer] of [
  [undefined, false],
  ['generate_response', false],
  ['add_to_context', true],
  ['fire_and_forget', true],
] as const)
  test(`${on_resolve ?? 'without on_resolve'}: ${endsAnswer ? 'no' : 'another'} request after the call`, () => {
    assert.equal(accountTool({ ...FIELDS, ...(on_resolve && { on_resolve }) }, parts).endsAnswer, endsAnswer);
  });
