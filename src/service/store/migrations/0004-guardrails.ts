import { statements } from './statements.ts';

export const guardrails = statements(`
create table guardrail_sets (
  id text primary key, account_id integer not null references accounts(id) on delete cascade,
  name text not null, version integer not null default 1,
  created_at timestamptz not null, updated_at timestamptz not null
);
create index guardrail_sets_by_account on guardrail_sets (account_id, created_at desc, id desc);
create table guardrails (
  uuid text primary key, account_id integer not null references accounts(id) on delete cascade,
  set_id text references guardrail_sets(id) on delete cascade,
  position integer not null default 0, version integer not null default 1, document jsonb not null,
  created_at timestamptz not null, updated_at timestamptz not null
);
create index guardrails_by_account on guardrails (account_id, created_at desc, uuid desc);
create index guardrails_by_set on guardrails (set_id, position)`);
