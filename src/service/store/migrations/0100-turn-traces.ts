import { statements } from './statements.ts';

export const turnTraces = statements(`
create table turn_traces (
  conversation_id text not null references conversations (id) on delete cascade,
  position bigint generated always as identity primary key,
  trace jsonb not null,
  created_at timestamptz not null
);
create index turn_traces_of_a_conversation on turn_traces (conversation_id, position)`);
