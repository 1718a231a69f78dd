import { statements } from './statements.ts';

export const retention = statements(`
alter table accounts add column retention_days integer check (retention_days > 0);
alter table deployments add column retention_days integer check (retention_days > 0);
create index conversations_ended on conversations (ended_at) where status = 'ended';
create index conversations_by_visitor on conversations using gin (
  (coalesce(document->'memory_stores', '[]'::jsonb) || coalesce(document->'participant_tags', '[]'::jsonb))
  jsonb_path_ops
)`);
