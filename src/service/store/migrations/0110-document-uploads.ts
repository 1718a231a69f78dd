import { statements } from './statements.ts';

export const documentUploads = statements(`
alter table documents add column file text`);
