import { statements } from './statements.ts';

/** A migration that has landed is never edited. */
export const jobCrashes = statements(`
alter table jobs add column crashes integer not null default 0`);
