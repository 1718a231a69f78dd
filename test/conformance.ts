/**
 * The specification line by line, and the tests that prove each line. `npm run docs` prints it;
 * test/contract/docs.test.ts fails where a named test is not there.
 */
import { RESOURCES } from './conformance/resources.ts';
import { STATES, ENDPOINTS, AUTHENTICATION } from './conformance/endpoints.ts';
import { EVENTS } from './conformance/events.ts';
import { ERRORS, LIMITS, VERSIONING } from './conformance/refusals.ts';
import type { ConformanceLine } from './conformance/proofs.ts';

export { SECTIONS } from './conformance/proofs.ts';

export const CONFORMANCE: readonly ConformanceLine[] = [
  ...RESOURCES,
  ...STATES,
  ...ENDPOINTS,
  ...AUTHENTICATION,
  ...EVENTS,
  ...ERRORS,
  ...LIMITS,
  ...VERSIONING,
];
