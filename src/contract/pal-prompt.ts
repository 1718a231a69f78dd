/** The prompt that a PAL's language model would receive, for its owner. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Maximum number of reads per account and minute; each searches all documents of the PAL. */
export const PROMPTS_PER_MINUTE = 20;

export const PalPrompt = z.object({
  /** Null if there is no language model and therefore no prompt. */
  model: z.nullable(z.string()),
  has_model: z.boolean(),
  /** The messages as they would be sent: the constant part, then the question with its passages. */
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  /** The tools as they would be sent, in OpenAI's format. */
  tools: z.array(z.looseObject({})),
  /** Number of characters of `messages` and `tools` as JSON; about four are one token. */
  characters: z.object({ messages: z.int(), tools: z.int() }),
});
export type PalPrompt = z.output<typeof PalPrompt>;

export const readPalPrompt = endpoint({
  name: 'readPalPrompt',
  method: 'GET',
  path: '/v2/pals/{pal_id}/prompt',
  auth: 'key',
  tag: 'pals',
  query: z.object({
    /** The visitor's question, which selects the passages. */
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
