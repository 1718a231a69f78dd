import { statements } from './statements.ts';

/** A migration that has landed is never edited. */
export const accountCallbacks = statements(`
alter table accounts add column callback_url text;
alter table callbacks add column lane text not null default ''`);
