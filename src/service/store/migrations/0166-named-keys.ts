import { statements } from './statements.ts';

export const namedKeys = statements(`
alter table api_keys
  add column id text, add column name text not null default '',
  add column scope text not null default 'all' check (scope in ('all', 'read', 'publishable')),
  add column last_used_at timestamptz;
update api_keys set id = 'k' || substr(md5('id of ' || hash), 1, 20);
alter table api_keys alter column id set not null;
create unique index api_keys_by_id on api_keys (id);
create index api_keys_by_account on api_keys (account_id, created_at)`);
