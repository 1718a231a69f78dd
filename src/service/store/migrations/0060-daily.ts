import { statements } from './statements.ts';

export const daily = statements(`
alter table conversations add column room_provider text not null default 'embedded', add column room_url text,
  add column agent_joined_at timestamptz, add column agent_left_at timestamptz;
alter table transcript_lines add column line_id text;
create unique index reported_lines on transcript_lines (conversation_id, line_id)`);
