import { statements } from './statements.ts';

/** A migration that has landed is never edited. */
export const lineOrigin = statements(`
alter table transcript_lines add column origin text check (origin = 'service')`);
