import { statements } from './statements.ts';

export const crawledPages = statements(`
create table crawled_pages (
  document_id text not null references documents(id) on delete cascade, position integer not null,
  url text not null, status text not null, reason text, http_status integer, characters integer not null,
  primary key (document_id, position)
)`);
