import { statements } from './statements.ts';

export const lineOrigin = statements(`
alter table transcript_lines add column origin text check (origin = 'service')`);
