/**
 * Shows the prompt that a call would send to a PAL's language model. It is composed by the code of a call's agent,
 * but not sent.
 */
import type { readPalPrompt } from '@palkit/contract/pal-prompt';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { ownPal, rehearse } from '../conversations/rehearsal.ts';
import { consume } from '../gates/limits.ts';
import type { Handler } from '../http/binder.ts';
import { attachedSkills } from './skills.ts';

export const read =
  (limiter: RateLimiterAbstract): Handler<typeof readPalPrompt> =>
  async ({ account, params, query }, context) => {
    const { store } = context;
    const pal = await ownPal(store.db, params.pal_id, account);
    await consume(limiter, String(account), 'too_many_requests');
    const skills = await attachedSkills(store.db, pal.id);
    return rehearse(context, { pal, skills }, async ({ prompt }) => {
      const result = await prompt?.(query.question);
      const { model = null, messages = [], tools = [] } = result ?? {};
      return {
        model,
        has_model: result !== undefined,
        messages: messages.map(({ role, content }) => ({ role, content: content ?? '' })),
        tools: tools.map((tool) => ({ ...tool })),
        characters: { messages: JSON.stringify(messages).length, tools: JSON.stringify(tools).length },
      };
    });
  };
