import { statements } from './statements.ts';

/**
 * `customization.hours` was a key of the caller's own without an effect; what was stored under it keeps none.
 *
 * Frozen: what has landed is never edited.
 */
export const openingHours = statements(`
update deployments
set document = jsonb_set(
  document #- '{customization,hours}', '{customization,earlier_hours}', document #> '{customization,hours}')
where document #> '{customization,hours}' is not null`);
