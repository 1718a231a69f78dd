import { statements } from './statements.ts';

export const passageOrigin = statements(`
alter table document_chunks add column headings jsonb, add column page_url text`);
