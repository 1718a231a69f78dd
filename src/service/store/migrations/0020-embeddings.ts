import { statements } from './statements.ts';

/** A migration that has landed is never edited. */
export const embeddings = statements(`
alter table document_chunks add column embedding real[], add column embedding_model text`);
