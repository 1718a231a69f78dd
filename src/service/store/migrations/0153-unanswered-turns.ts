import { statements } from './statements.ts';

export const unansweredTurns = statements(`
create index unanswered_turns on turn_traces (conversation_id, position)
  where trace->>'outcome' in ('offered', 'declined');
create index conversations_by_pal on conversations (pal_id, account_id)`);
