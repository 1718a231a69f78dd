import { statements } from './statements.ts';

/** A migration that has landed is never edited. */
export const watch = statements(`
alter table conversations add column objectives jsonb;
alter table conversation_events add column webhook_url text;
alter table pinned_memories add column learned_from text`);
