import { statements } from './statements.ts';

export const watch = statements(`
alter table conversations add column objectives jsonb;
alter table conversation_events add column webhook_url text;
alter table pinned_memories add column learned_from text`);
