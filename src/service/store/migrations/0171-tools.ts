import { statements } from './statements.ts';

export const tools = statements(`
create table tools (
  id text primary key, account_id integer not null references accounts(id) on delete cascade,
  document jsonb not null, sealed text,
  created_at timestamptz not null, updated_at timestamptz not null
);
create index tools_by_account on tools (account_id, created_at desc, id desc)`);
