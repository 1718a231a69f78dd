import { statements } from './statements.ts';

export const documentPages = statements(`
create table document_pages (
  document_id text not null references documents(id) on delete cascade, page integer not null,
  content text not null, file text unique, primary key (document_id, page)
)`);
