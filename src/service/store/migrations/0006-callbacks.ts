import { statements } from './statements.ts';

export const callbacks = statements(`
create table callbacks (
  id text primary key, account_id integer not null references accounts(id) on delete cascade,
  subject text not null, position bigint generated always as identity,
  url text not null, event_type text, body text not null, status text not null,
  tries integer not null default 0, revision integer not null default 0,
  first_at timestamptz, next_at timestamptz not null, created_at timestamptz not null,
  updated_at timestamptz not null
);
create index callbacks_by_account on callbacks (account_id, position);
create index callbacks_by_subject on callbacks (subject, position);
create table callback_attempts (
  callback_id text not null references callbacks(id) on delete cascade,
  position bigint generated always as identity, attempted_at timestamptz not null,
  status_code integer, failure text, duration integer not null, primary key (callback_id, position)
);
create table callback_secrets (account_id integer primary key references accounts(id) on delete cascade,
  sealed text not null, created_at timestamptz not null)`);
