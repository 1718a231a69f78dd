import { statements } from './statements.ts';

/** A migration that has landed is never edited. */
export const passageOrigin = statements(`
alter table document_chunks add column headings jsonb, add column page_url text`);
