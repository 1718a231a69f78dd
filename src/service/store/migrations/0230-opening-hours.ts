import { statements } from './statements.ts';

/**
 * `customization.hours` used to be a field without an effect. Older values are renamed, so that they still have none.
 */
export const openingHours = statements(`
update deployments
set document = jsonb_set(
  document #- '{customization,hours}', '{customization,earlier_hours}', document #> '{customization,hours}')
where document #> '{customization,hours}' is not null`);
