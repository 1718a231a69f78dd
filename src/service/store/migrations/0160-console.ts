import { statements } from './statements.ts';

export const consolePeople = statements(`
create table console_people (
  id text primary key, account_id integer not null references accounts(id) on delete cascade,
  name text not null, name_key text not null unique, password_hash text not null,
  created_at timestamptz not null, updated_at timestamptz not null
);
create index console_people_by_account on console_people (account_id, created_at);
create table console_sessions (
  id text primary key, hash text not null unique,
  person_id text not null references console_people(id) on delete cascade,
  browser text not null, created_at timestamptz not null, seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index console_sessions_by_person on console_sessions (person_id, created_at);
create table console_links (
  hash text primary key, account_id integer not null references accounts(id) on delete cascade,
  created_at timestamptz not null, expires_at timestamptz not null
)`);
