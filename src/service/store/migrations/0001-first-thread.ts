import { statements } from './statements.ts';

export const firstThread = statements(`
create table settings (name text primary key, value text not null);
create table accounts (id integer primary key, created_at timestamptz not null);
create table api_keys (
  hash text primary key, account_id integer not null references accounts(id) on delete cascade,
  shown text not null, created_at timestamptz not null, revoked_at timestamptz
);
create table faces (
  id text primary key, account_id integer references accounts(id) on delete cascade, name text not null,
  document jsonb not null, created_at timestamptz not null, updated_at timestamptz not null
);
create table pals (
  id text primary key, account_id integer not null references accounts(id) on delete cascade,
  version integer not null default 1,
  document jsonb not null, created_at timestamptz not null, updated_at timestamptz not null
);
create index pals_by_account on pals (account_id, created_at desc, id desc);
create table pal_skills (
  pal_id text not null references pals(id) on delete cascade, skill_id text not null, config jsonb not null,
  attached_at timestamptz not null, updated_at timestamptz not null, primary key (pal_id, skill_id)
);
create table documents (
  id text primary key, account_id integer not null references accounts(id) on delete cascade,
  name text not null,
  tags jsonb not null, content text not null, created_at timestamptz not null, updated_at timestamptz not null
);
create index documents_by_account on documents (account_id);
create table deployments (
  id text primary key, account_id integer not null references accounts(id) on delete cascade,
  pal_id text not null,
  channel text not null, status text not null, name text not null, password_hash text,
  version integer not null default 1,
  document jsonb not null, usage_total integer not null default 0, usage_today integer not null default 0,
  usage_day text,
  created_at timestamptz not null, updated_at timestamptz not null
);
create index deployments_by_account on deployments (account_id, created_at desc, id desc);
create index deployments_by_pal on deployments (pal_id);
create table deployment_visitors (
  deployment_id text not null references deployments(id) on delete cascade, visitor text not null,
  day text not null, calls integer not null,
  primary key (deployment_id, visitor, day)
);
create table spent_captchas (signature text primary key, expires_at timestamptz not null);
create table conversations (
  id text primary key, account_id integer not null references accounts(id) on delete cascade,
  deployment_id text, pal_id text not null,
  face_id text not null, name text not null, status text not null, document jsonb not null,
  token_hash text not null,
  token_expires_at timestamptz not null, created_at timestamptz not null, updated_at timestamptz not null,
  joined_at timestamptz,
  left_at timestamptz, ended_at timestamptz, shutdown_reason text
);
create index conversations_by_account on conversations (account_id, created_at desc, id desc);
create index active_conversations on conversations (deployment_id) where status = 'active';
create table transcript_lines (
  conversation_id text not null references conversations(id) on delete cascade, position integer not null,
  role text not null, content text not null,
  began_at double precision not null, duration double precision not null, inference_id text,
  primary key (conversation_id, position)
);
create table conversation_events (
  conversation_id text not null references conversations(id) on delete cascade,
  position bigint generated always as identity, event_type text not null,
  message_type text not null, properties jsonb not null, created_at timestamptz not null,
  primary key (conversation_id, position)
);
create table canvas_interactions (
  conversation_id text not null references conversations(id) on delete cascade, interaction_id text not null,
  content jsonb not null,
  position bigint generated always as identity, created_at timestamptz not null,
  primary key (conversation_id, interaction_id)
)`);
