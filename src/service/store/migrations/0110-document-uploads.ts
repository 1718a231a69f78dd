import { statements } from './statements.ts';

/** Frozen: what has landed is never edited. */
export const documentUploads = statements(`
alter table documents add column file text`);
