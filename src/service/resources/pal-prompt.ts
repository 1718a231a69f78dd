/**
 * The prompt of a PAL's language model as a call would send it: made by what makes a call's agent, and not
 * sent.
 */
import type { readPalPrompt } from '@palkit/contract/pal-prompt';
import { ServiceError } from '@palkit/contract/service-error';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { consume } from '../gates/limits.ts';
import type { Handler } from '../http/binder.ts';
import { SYSTEM_FACE } from '../seed/seed.ts';
import type { ConversationRow } from '../store/schema.ts';
import { attachedSkills } from './skills.ts';

export const read =
  (limiter: RateLimiterAbstract): Handler<typeof readPalPrompt> =>
  async ({ account, params, query }, { store, agents, clock }) => {
    const pal = await store.db
      .selectFrom('pals')
      .select(['id', 'account_id', 'document'])
      .where('id', '=', params.pal_id)
      .executeTakeFirst();
    if (!pal) throw new ServiceError('pal_not_found');
    if (pal.account_id !== account) throw new ServiceError('forbidden');
    await consume(limiter, String(account), 'too_many_requests');
    const skills = await attachedSkills(store.db, pal.id);
    const row = rehearsed(
      { account, pal: pal.id, face: pal.document.default_face_id ?? SYSTEM_FACE.id },
      skills,
      new Date(clock.now()),
    );
    const nothing = () => {};
    const { agent, prompt } = await agents(row, {
      history: [],
      write: () => nothing,
      trace: nothing,
      failed: nothing,
      told: nothing,
      over: nothing,
    });
    try {
      const made = await prompt?.(query.question);
      const { model = null, messages = [], tools = [] } = made ?? {};
      return {
        model,
        has_model: made !== undefined,
        messages: messages.map(({ role, content }) => ({ role, content: content ?? '' })),
        tools: tools.map((tool) => ({ ...tool })),
        characters: { messages: JSON.stringify(messages).length, tools: JSON.stringify(tools).length },
      };
    } finally {
      agent.close();
    }
  };

/** A conversation that is stored nowhere. */
const rehearsed = (
  { account, pal, face }: { account: number; pal: string; face: string },
  skills: Record<string, Record<string, unknown>>,
  now: Date,
): ConversationRow => ({
  id: 'prompt',
  account_id: account,
  deployment_id: null,
  pal_id: pal,
  face_id: face,
  name: '',
  status: 'active',
  document: {
    properties: {
      max_call_duration: 3600,
      participant_left_timeout: 0,
      participant_absent_timeout: 300,
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
});
