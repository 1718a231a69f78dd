/** The tags of an account's guardrails, with which PALs select them. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { paging } from './lists.ts';

export const listGuardrailTags = endpoint({
  name: 'listGuardrailTags',
  method: 'GET',
  path: '/v2/guardrails/tags',
  auth: 'key',
  tag: 'guardrails',
  query: z.object({
    ...paging(100, 1),
    /** Selects the tags that contain this text. */
    search: z.optional(z.string().check(z.maxLength(100, 'must be at most 100 characters'))),
  }),
  result: z.object({
    /** The same tags without their counts. */
    tags: z.array(z.string()),
    data: z.array(z.object({ tag: z.string(), guardrail_count: z.int() })),
    total_count: z.int(),
  }),
  status: 200,
  errors: [],
});
