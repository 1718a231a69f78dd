import { statements } from './statements.ts';

export const memoryStores = statements(`
create table memory_stores (
  id text primary key, account_id integer not null references accounts(id) on delete cascade,
  pal_id text not null references pals(id) on delete cascade,
  participant_tag text not null, created_at timestamptz not null, updated_at timestamptz not null,
  unique (pal_id, participant_tag)
);
create index memory_stores_by_account on memory_stores (account_id, created_at desc, id desc);
create table pinned_memories (
  id text primary key, store_id text not null references memory_stores(id) on delete cascade,
  position bigint generated always as identity,
  memory text not null, created_at timestamptz not null, updated_at timestamptz not null
);
create index pinned_memories_by_store on pinned_memories (store_id, position)`);
