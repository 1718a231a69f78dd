import { statements } from './statements.ts';

export const embeddings = statements(`
alter table document_chunks add column embedding real[], add column embedding_model text`);
