import { statements } from './statements.ts';

export const documents = statements(`
create table document_chunks (
  document_id text not null references documents(id) on delete cascade, position integer not null,
  content text not null, primary key (document_id, position)
);
insert into document_chunks (document_id, position, content) select id, 0,
  content from documents where content <> '';
alter table documents drop column content;
alter table documents
  add column position bigint generated always as identity, add column url text not null default '',
  add column callback_url text,
  add column status text not null default 'ready', add column progress integer, add column error text,
  add column crawl jsonb, add column run_crawl jsonb,
  add column crawled boolean not null default false, add column crawling boolean not null default false,
  add column crawled_urls jsonb,
  add column last_crawled_at timestamptz, add column crawl_count integer not null default 0,
  add column recrawled_at timestamptz;
create index documents_by_time on documents (account_id, created_at desc, position desc)`);
