import { statements } from './statements.ts';

export const pronunciationDictionaries = statements(`
create table pronunciation_dictionaries (
  id text primary key, account_id integer not null references accounts(id) on delete cascade,
  document jsonb not null, created_at timestamptz not null, updated_at timestamptz not null
);
create index pronunciation_dictionaries_by_account
  on pronunciation_dictionaries (account_id, created_at desc, id desc)`);
