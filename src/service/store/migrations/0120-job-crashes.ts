import { statements } from './statements.ts';

export const jobCrashes = statements(`
alter table jobs add column crashes integer not null default 0`);
