import { statements } from './statements.ts';

export const postCallActions = statements(`
create table post_call_actions (
  conversation_id text not null references conversations(id) on delete cascade, position integer not null,
  tool_id text not null, tool_name text not null,
  method text not null, sealed text not null, tries integer not null default 0,
  primary key (conversation_id, position)
)`);
