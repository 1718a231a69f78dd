import { statements } from './statements.ts';

export const objectives = statements(`
create table objectives (
  id text primary key, account_id integer not null references accounts(id) on delete cascade,
  version integer not null default 1,
  document jsonb not null, created_at timestamptz not null, updated_at timestamptz not null
);
create index objectives_by_account on objectives (account_id, created_at desc, id desc)`);
