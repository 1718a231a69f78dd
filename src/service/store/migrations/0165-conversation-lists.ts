import { statements } from './statements.ts';

export const conversationLists = statements(`
alter table conversations
  add column rating smallint, add column language text, add column indexed_at timestamptz,
  add column outcomes text[] not null default '{}';
update conversations set rating = (event.properties->>'rating')::smallint
  from conversation_events event
  where event.conversation_id = conversations.id and event.event_type = 'application.feedback_received'
    and event.properties->>'rating' in ('1', '2', '3', '4', '5');
create index conversations_listed on conversations (account_id, created_at desc, id desc)
  include (status, deployment_id, pal_id, shutdown_reason, rating, language, outcomes);
drop index conversations_by_account;
create index conversations_to_index on conversations (account_id) where status = 'ended' and indexed_at is null;
create table conversation_words (
  conversation_id text primary key references conversations(id) on delete cascade, words tsvector not null
);
create index conversation_words_found on conversation_words using gin (words)`);
