/**
 * The specification line by line, each in a sentence of ours. A line's id is its section and a number that stays
 * its own: one that goes leaves a gap, a new one comes after the last. A test says which lines it proves, in a
 * comment directly above it (`// Proves resources-4, states-2.`); scripts/claims.ts reads that.
 */
import { AUTHENTICATION, ENDPOINTS, STATES } from './conformance/endpoints.ts';
import { EVENTS } from './conformance/events.ts';
import { ERRORS, LIMITS, VERSIONING } from './conformance/refusals.ts';
import { RESOURCES } from './conformance/resources.ts';

/** By the title of a section in docs/conformance.md: its lines by their ids. */
export const CONFORMANCE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Resources: RESOURCES,
  States: STATES,
  Endpoints: ENDPOINTS,
  Authentication: AUTHENTICATION,
  Events: EVENTS,
  Errors: ERRORS,
  Limits: LIMITS,
  Versioning: VERSIONING,
};
