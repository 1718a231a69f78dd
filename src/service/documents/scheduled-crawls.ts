/** Crawls websites again at the interval that is set in their documents. */
import * as z from 'zod';
import type { CrawlInterval } from '@palkit/contract/documents';
import { lockAccount } from '../store/accounts.ts';
import { crawlAgain, mayCrawl, type StateParts } from './states.ts';

const RECRAWL_JOB = 'read websites again';
const CHECK_INTERVAL_MS = 10 * 60_000;
const DAY = 24 * 3600_000;
const INTERVALS: Record<CrawlInterval, number> = { day: DAY, week: 7 * DAY };

export async function startScheduledCrawls(parts: StateParts): Promise<void> {
  const { jobs, store } = parts;
  jobs.register({
    name: RECRAWL_JOB,
    payload: z.object({}),
    concurrency: 1,
    run: () => startDue(parts),
  });
  await store.db.transaction().execute((trx) => jobs.enqueue(trx, RECRAWL_JOB, { key: 'all', payload: {} }));
}

/** Starts at most one due document of each account, so that no account waits for another. */
async function startDue(parts: StateParts): Promise<{ again: number }> {
  const { store, clock } = parts;
  const now = clock.now();
  const dueRows = await store.db
    .selectFrom('documents')
    .distinctOn('account_id')
    .select(['id', 'account_id'])
    .where('crawl', 'is not', null)
    .where('status', 'in', ['ready', 'error'])
    .where(({ eb, fn, or }) =>
      or(
        (['day', 'week'] as const).map((interval) =>
          eb('crawl_every', '=', interval).and(
            fn.coalesce('recrawled_at', 'created_at'),
            '<=',
            new Date(now - INTERVALS[interval]),
          ),
        ),
      ),
    )
    .orderBy('account_id')
    .orderBy(({ fn }) => fn.coalesce('recrawled_at', 'created_at'))
    .execute();
  for (const row of dueRows)
    await store.db.transaction().execute(async (trx) => {
      await lockAccount(trx, row.account_id);
      // If the account may not run another crawl now, a later run tries again.
      if (await mayCrawl(trx, row.account_id)) await crawlAgain(trx, parts, row);
    });
  return { again: now + CHECK_INTERVAL_MS };
}
