import { statements } from './statements.ts';

export const sights = statements(`
create table perception_frames (
  conversation_id text not null references conversations(id) on delete cascade,
  position bigint generated always as identity, taken_at timestamptz not null, webp bytea not null,
  primary key (conversation_id, position)
)`);
