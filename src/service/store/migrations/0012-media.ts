import { statements } from './statements.ts';

export const media = statements(`
alter table faces add column status text not null default 'completed';
update faces set document = document - 'status';
create index faces_by_account on faces (account_id, created_at desc, id desc);
create index active_conversations_by_face on conversations (face_id) where status = 'active';
create table speeches (
  id text primary key, account_id integer not null references accounts(id) on delete cascade,
  name text not null, file text not null,
  document jsonb not null, created_at timestamptz not null, updated_at timestamptz not null
);
create index speeches_by_account on speeches (account_id, created_at desc, id desc);
create table videos (
  id text primary key, account_id integer not null references accounts(id) on delete cascade,
  face_id text not null, name text not null, status text not null,
  file text not null unique, document jsonb not null, created_at timestamptz not null,
  updated_at timestamptz not null
);
create index videos_by_account on videos (account_id, created_at desc, id desc)`);
