import { statements } from './statements.ts';

/**
 * The perception model's findings in the pictures that a runner sent, and the time when it may look again.
 *
 * A migration that has landed is never edited.
 */
export const runnerSights = statements(`
create table runner_sights (
  conversation_id text primary key references conversations(id) on delete cascade,
  next_at timestamptz not null, state jsonb not null
)`);
