import { statements } from './statements.ts';

export const processes = statements(`
create table processes (id text primary key, address text not null, seen_at timestamptz not null);
alter table conversations add column process_id text, add column end_asked text;
create index active_conversations_by_process on conversations (process_id) where status = 'active'`);
