import { statements } from './statements.ts';

export const accountCallbacks = statements(`
alter table accounts add column callback_url text;
alter table callbacks add column lane text not null default ''`);
