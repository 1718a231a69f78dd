/** Checks which objectives a conversation can reach, before they are created. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ObjectivesFields } from './objectives.ts';

export const validateObjectives = endpoint({
  name: 'validateObjectives',
  method: 'POST',
  path: '/v2/objectives/validate',
  auth: 'key',
  tag: 'objectives',
  body: ObjectivesFields,
  result: z.object({
    valid: z.literal(true),
    /** The first objective of a conversation. */
    first_objective: z.string(),
    /** Objectives that no conversation can reach. */
    unreachable: z.array(z.string()),
    /** Objectives after which a conversation has no other. */
    last: z.array(z.string()),
  }),
  status: 200,
  errors: [],
});
