import { statements } from './statements.ts';

export const callbackPresses = statements(`
alter table callbacks add column retried_at timestamptz;
create index conversations_by_deployment on conversations (deployment_id, id) where deployment_id is not null`);
