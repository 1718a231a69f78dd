import { statements } from './statements.ts';

/** A migration that has landed is never edited. */
export const participantTags = statements(`
alter table documents add column participant_tags jsonb not null default '[]'::jsonb`);
