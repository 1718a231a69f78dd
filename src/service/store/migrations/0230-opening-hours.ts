import { statements } from './statements.ts';

/**
 * `customization.hours` was a caller's own key without an effect; values stored under it stay without one.
 *
 * A migration that has landed is never edited.
 */
export const openingHours = statements(`
update deployments
set document = jsonb_set(
  document #- '{customization,hours}', '{customization,earlier_hours}', document #> '{customization,hours}')
where document #> '{customization,hours}' is not null`);
