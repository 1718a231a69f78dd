import { statements } from './statements.ts';

export const jobQueues = statements(`
create index jobs_by_queue on jobs (kind, (coalesce(account_id, 0)), run_at, id);
create index jobs_leased on jobs (kind, (coalesce(account_id, 0))) where lease_until is not null;
drop index jobs_by_time`);
