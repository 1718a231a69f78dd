import { statements } from './statements.ts';

export const crawlIntervals = statements(`alter table documents add column crawl_every text`);
