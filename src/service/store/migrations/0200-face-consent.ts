import { statements } from './statements.ts';

export const faceConsent = statements(`
alter table accounts add column consent_number text;
alter table conversations add column face_withdrawn_at timestamptz;
create table face_consents (
  id integer generated always as identity primary key,
  account_id integer not null references accounts(id) on delete cascade,
  face_id text not null,
  event text not null check (event in ('film', 'statement', 'withdrawn')),
  name text, statement_url text, recognised_words text,
  created_at timestamptz not null
);
create index face_consents_by_face on face_consents (account_id, face_id, id);
create index videos_by_face on videos (face_id);
create table uploads (
  id text primary key, account_id integer not null references accounts(id) on delete cascade,
  file text not null unique, name text not null,
  length bigint not null, received bigint not null default 0,
  created_at timestamptz not null, expires_at timestamptz not null
);
create index uploads_by_account on uploads (account_id)`);
