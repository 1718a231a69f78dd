import { statements } from './statements.ts';

export const jobs = statements(`
create table jobs (
  id bigint generated always as identity primary key, kind text not null,
  account_id integer references accounts(id) on delete cascade, key text,
  payload jsonb not null, run_at timestamptz not null, attempts integer not null default 0,
  again boolean not null default false,
  lease_until timestamptz, owner text, created_at timestamptz not null
);
create unique index jobs_by_key on jobs (kind, key);
create index jobs_by_time on jobs (run_at, id)`);
