import { statements } from './statements.ts';

/** Frozen once it has landed. */
export const jobCrashes = statements(`
alter table jobs add column crashes integer not null default 0`);
