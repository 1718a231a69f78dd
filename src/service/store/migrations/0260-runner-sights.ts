import { statements } from './statements.ts';

/** The findings of the perception model in a runner's pictures, and the time of the next analysis. */
export const runnerSights = statements(`
create table runner_sights (
  conversation_id text primary key references conversations(id) on delete cascade,
  next_at timestamptz not null, state jsonb not null
)`);
