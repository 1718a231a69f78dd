import { statements } from './statements.ts';

export const recordings = statements(`
create table recordings (
  id text primary key, conversation_id text not null unique references conversations(id) on delete cascade,
  account_id integer not null references accounts(id) on delete cascade,
  file text not null unique, status text not null, seconds double precision, storage jsonb, sealed text,
  copy_status text, tries integer not null default 0,
  expires_at timestamptz, created_at timestamptz not null, updated_at timestamptz not null
)`);
