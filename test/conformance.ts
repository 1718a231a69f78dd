/**
 * The specification, one sentence per line. The id of a line is its section and a permanent number: the number of
 * a removed line is not used again. A test states which lines it proves in a comment directly above the test (`//
 * Proves resources-4, states-2.`), which scripts/claims.ts reads.
 */
import { AUTHENTICATION, ENDPOINTS, STATES } from './conformance/endpoints.ts';
import { EVENTS } from './conformance/events.ts';
import { ERRORS, LIMITS, VERSIONING } from './conformance/refusals.ts';
import { RESOURCES } from './conformance/resources.ts';

/** The lines of each section of docs/conformance.md by their ids. */
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
