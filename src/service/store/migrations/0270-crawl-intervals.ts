import { statements } from './statements.ts';

/** A migration that has landed is never edited. */
export const crawlIntervals = statements(`alter table documents add column crawl_every text`);
