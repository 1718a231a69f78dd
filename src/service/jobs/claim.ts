/**
 * Claims the next job. The jobs of one kind and one account form a queue; the queue with the fewest running jobs,
 * counted over all processes on the database, comes first. The cost of a claim depends on the number of queues, not
 * on the number of waiting jobs.
 */
import { sql, type Selectable } from 'kysely';
import { toIso } from '@palkit/runtime/clock';
import type { Tables } from '../store/schema.ts';
import type { Database } from '../store/store.ts';

export type JobRow = Selectable<Tables['jobs']>;

/** Maximum number of jobs of a queue that are considered, because another process may be claiming the first ones. */
const CANDIDATES = 5;

export interface Claim {
  owner: string;
  /** Unix milliseconds, like `leaseUntil`. */
  now: number;
  leaseUntil: number;
  /** Kinds that may start another run in this process. */
  kinds: readonly string[];
  /** Queues, as `kind:account`, that have reached their limit of runs in this process. */
  full: readonly string[];
  /** Jobs that run in this process, including those with an expired lease. */
  busy: readonly number[];
}

export async function claimNext(db: Database, claim: Claim): Promise<JobRow | undefined> {
  const { owner, leaseUntil, kinds, full, busy } = claim;
  const now = toIso(claim.now);
  const isFree = sql`run_at <= ${now} and (lease_until is null or lease_until < ${now})`;
  // The query "queues" skips through the index from one queue to the next ("loose index scan" in PostgreSQL's wiki).
  const { rows } = await sql<JobRow>`
    with recursive queues (kind, account) as (
      (select kind, coalesce(account_id, 0) from jobs order by kind, coalesce(account_id, 0) limit 1)
      union all
      select following.kind, following.account from queues cross join lateral (
        select kind, coalesce(account_id, 0) as account from jobs
        where (kind, coalesce(account_id, 0)) > (queues.kind, queues.account)
        order by kind, coalesce(account_id, 0) limit 1
      ) following
    )
    update jobs set owner = ${owner}, lease_until = ${toIso(leaseUntil)}, attempts = attempts + 1, again = false,
      crashes = crashes + case when owner is null then 0 else 1 end
    where id = (
      select job.id from queues
      cross join lateral (
        select count(*) as jobs from jobs
        where kind = queues.kind and coalesce(account_id, 0) = queues.account and lease_until >= ${now}
      ) under_way
      cross join lateral (
        select id from jobs
        where kind = queues.kind and coalesce(account_id, 0) = queues.account and ${isFree}
          and id <> all(${busy}::bigint[])
        order by run_at, id limit ${CANDIDATES}
      ) candidate
      join jobs job on job.id = candidate.id
      where queues.kind = any(${kinds}::text[]) and queues.kind || ':' || queues.account <> all(${full}::text[])
        and job.run_at <= ${now} and (job.lease_until is null or job.lease_until < ${now})
      order by under_way.jobs, job.run_at, job.id
      limit 1 for update of job skip locked
    ) returning *`.execute(db);
  return rows[0];
}
