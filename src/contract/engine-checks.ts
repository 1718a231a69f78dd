/** Tests the engines that a PAL would use, and reports the results to its owner. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Maximum number of checks per account and hour; each sends a sentence to every engine. */
export const ENGINE_CHECKS_PER_HOUR = 12;

export const EngineCheck = z.object({
  engine: z.enum(['model', 'voice', 'ears']),
  /** Null for an embedded engine, which is not tested. */
  works: z.nullable(z.boolean()),
  milliseconds: z.int(),
  /** The engine's answer, or the problem and the setting that solves it. It never contains a key. */
  words: z.string(),
});

export const checkPalEngines = endpoint({
  name: 'checkPalEngines',
  method: 'POST',
  path: '/v2/pals/{pal_id}/check-engines',
  auth: 'key',
  tag: 'pals',
  result: z.object({ data: z.array(EngineCheck) }),
  status: 200,
  errors: ['pal_not_found', 'forbidden', 'too_many_requests'],
});
