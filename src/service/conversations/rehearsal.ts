/**
 * An agent without a call, composed like that of a call. Its room discards everything, and its actions are
 * neither stored nor played.
 */
import { ServiceError } from '@palkit/contract/service-error';
import type { Room } from '@palkit/agent';
import type { Clock } from '@palkit/runtime/clock';
import { SYSTEM_FACE } from '../seed/seed.ts';
import type { ConversationRow } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import type { AgentFactory } from './call-parts.ts';

type RehearsedAgent = Awaited<ReturnType<AgentFactory>>;

/** A room that discards speech and cards. */
const SILENT_ROOM: Room = {
  send() {},
  audible: false,
  say() {},
  hush() {},
  setGuard() {},
  close() {},
};

/** Returns the PAL; throws if it does not exist or belongs to another account. */
export async function ownPal(db: Database, id: string, account: number) {
  const pal = await db
    .selectFrom('pals')
    .select(['id', 'account_id', 'document'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!pal) throw new ServiceError('pal_not_found');
  if (pal.account_id !== account) throw new ServiceError('forbidden');
  return pal;
}

/** Calls `run` with the agent of a PAL, which is closed afterwards. `language` is the spoken language. */
export async function rehearse<Result>(
  { agents, clock }: { agents: AgentFactory; clock: Clock },
  parts: RehearsalParts,
  run: (agent: RehearsedAgent) => Promise<Result>,
): Promise<Result> {
  const noop = () => {};
  const agentParts = await agents(rehearsedRow(parts, new Date(clock.now())), {
    history: [],
    write: () => noop,
    trace: noop,
    onFailure: noop,
    onPageContext: noop,
    endCall: noop,
  });
  agentParts.agent.setRoom(SILENT_ROOM);
  try {
    return await run(agentParts);
  } finally {
    agentParts.agent.close();
  }
}

interface RehearsalParts {
  pal: Awaited<ReturnType<typeof ownPal>>;
  skills: Record<string, Record<string, unknown>>;
  language?: string | null | undefined;
  /** Tags of the memories that the conversation uses. */
  participantTags?: string[] | undefined;
}

/** Builds the row of a conversation that is never stored. */
const rehearsedRow = (
  { pal, skills, language, participantTags }: RehearsalParts,
  now: Date,
): ConversationRow => ({
  id: 'rehearsal',
  account_id: pal.account_id,
  deployment_id: null,
  pal_id: pal.id,
  face_id: pal.document.default_face_id ?? SYSTEM_FACE.id,
  name: '',
  status: 'active',
  document: {
    ...(participantTags ? { participant_tags: participantTags } : {}),
    properties: {
      max_call_duration: 3600,
      participant_left_timeout: 0,
      participant_absent_timeout: 300,
      ...(language ? { languages: [language] } : {}),
    },
    skills,
  },
  token_hash: '',
  token_expires_at: now,
  created_at: now,
  updated_at: now,
  joined_at: null,
  left_at: null,
  ended_at: null,
  shutdown_reason: null,
  objectives: null,
  room_provider: 'embedded',
  room_url: null,
  process_id: null,
  end_asked: null,
  agent_joined_at: null,
  agent_left_at: null,
  handover: null,
  face_withdrawn_at: null,
  rating: null,
  language: null,
  outcomes: [],
  indexed_at: null,
});
