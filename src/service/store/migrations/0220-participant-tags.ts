import { statements } from './statements.ts';

export const participantTags = statements(`
alter table documents add column participant_tags jsonb not null default '[]'::jsonb`);
