import { statements } from './statements.ts';

/**
 * Moves the word vectors to separate storage, so that a search reads fewer pages of the rows. The storage rule
 * applies only to new values, so the rows are written again.
 */
export const separateWords = statements(`
alter table conversation_words rename to joined_words;
create table conversation_words (conversation_id text not null, words tsvector not null)
  with (toast_tuple_target = 128);
alter table conversation_words alter column words set storage external;
insert into conversation_words select conversation_id, words || ''::tsvector from joined_words;
drop table joined_words;
alter table conversation_words add primary key (conversation_id),
  add foreign key (conversation_id) references conversations(id) on delete cascade;
create index conversation_words_found on conversation_words using gin (words)`);
