/** What a PAL's language model is told before it answers, for its owner to read. Palkit's own. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Reads of one account in a minute: each reads all that the PAL knows. */
export const PROMPTS_PER_MINUTE = 20;

export const PalPrompt = z.object({
  /** Null where the PAL has no language model: then there is no prompt. */
  model: z.nullable(z.string()),
  has_model: z.boolean(),
  /** As they would be sent: what stays the same first, then the question with its notes. */
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  /** As they would be sent: functions as OpenAI has them. */
  tools: z.array(z.looseObject({})),
  /** Of both as JSON; four make about one token. */
  characters: z.object({ messages: z.int(), tools: z.int() }),
});
export type PalPrompt = z.output<typeof PalPrompt>;

export const readPalPrompt = endpoint({
  name: 'readPalPrompt',
  method: 'GET',
  path: '/v2/pals/{pal_id}/prompt',
  auth: 'key',
  tag: 'pals',
  summary: 'What the language model would be told before the first question of a call',
  query: z.object({
    /** What the visitor asks; its notes stand with it. */
    question: z._default(
      z
        .string()
        .check(z.minLength(1, 'must not be empty'), z.maxLength(2000, 'must be at most 2000 characters')),
      'Hello.',
    ),
  }),
  result: PalPrompt,
  status: 200,
  errors: ['pal_not_found', 'forbidden', 'too_many_requests'],
});
