/** Whether the engines that a PAL would use answer, in words for its owner. Palkit's own. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Checks of one account in an hour: each asks every engine for a sentence. */
export const ENGINE_CHECKS_PER_HOUR = 12;

export const EngineCheck = z.object({
  engine: z.enum(['model', 'voice', 'ears']),
  /** Null where the embedded one is used: then nothing was asked. */
  works: z.nullable(z.boolean()),
  milliseconds: z.int(),
  /** What it answered, or what is wrong and which setting mends it. Never a key. */
  words: z.string(),
});

export const checkPalEngines = endpoint({
  name: 'checkPalEngines',
  method: 'POST',
  path: '/v2/pals/{pal_id}/check-engines',
  auth: 'key',
  tag: 'pals',
  summary: "Ask the PAL's model, voice and ears for a sentence each",
  result: z.object({ data: z.array(EngineCheck) }),
  status: 200,
  errors: ['pal_not_found', 'forbidden', 'too_many_requests'],
});
