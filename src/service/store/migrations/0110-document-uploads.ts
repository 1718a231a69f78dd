import { statements } from './statements.ts';

/** A migration that has landed is never edited. */
export const documentUploads = statements(`
alter table documents add column file text`);
