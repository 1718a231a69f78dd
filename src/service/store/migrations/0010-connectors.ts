import { statements } from './statements.ts';

export const connectors = statements(`
create table connectors (
  id text primary key, account_id integer not null references accounts(id) on delete cascade,
  name text not null, server_url text not null,
  auth jsonb not null, sealed text, oauth_status text not null, oauth_scopes jsonb not null,
  access_token_expires_at timestamptz,
  last_indexed_at timestamptz, last_index_error text, tools jsonb not null, created_at timestamptz not null,
  updated_at timestamptz not null
);
create index connectors_by_account on connectors (account_id, created_at desc, id desc);
create table connector_authorizations (
  state_hash text primary key, connector_id text not null references connectors(id) on delete cascade,
  sealed text not null, expires_at timestamptz not null
)`);
