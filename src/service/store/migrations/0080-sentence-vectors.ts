import { statements } from './statements.ts';

export const sentenceVectors = statements(`
alter table document_chunks drop column embedding, add column vectors bytea;
update document_chunks set embedding_model = null;
create index document_chunks_models on document_chunks (embedding_model, document_id)`);
