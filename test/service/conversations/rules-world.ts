/** A service with a model that judges lines, and a receiver, for tests of guardrails and objectives in calls. */
import { after, afterEach, before } from 'node:test';
import { createConversation, getConversation } from '../../../src/contract/conversations.ts';
import { createGuardrail, type Guardrail } from '../../../src/contract/guardrails.ts';
import { ModelServer } from '../model-server.ts';
import { Receiver } from '../receiver.ts';
import { ALICE, visitorEvents, openWorld, type World } from '../world.ts';

type CreatedCall = { conversation_id: string; meeting_token: string };

export let model: ModelServer;
export let receiver: Receiver;
export let world: World;
before(async () => {
  model = await ModelServer.open();
  receiver = await Receiver.open();
  world = await openWorld({
    environment: { LLM_BASE_URL: model.url, OUTBOUND_ALLOWED_HOSTS: receiver.host },
  });
});
after(async () => {
  await world.close();
  await receiver.close();
  await model.close();
});
afterEach(() => {
  receiver.received.length = 0;
  model.reset();
});

export const settle = async (targetWorld = world) => {
  await targetWorld.service.context.background.idle();
  await targetWorld.service.context.jobs.idle();
};
export const createRule = async (fields: Record<string, unknown> = {}, targetWorld = world) =>
  (
    await targetWorld.call(createGuardrail, {
      credential: ALICE,
      body: {
        guardrail_name: 'No prices',
        guardrail_prompt: 'Never talk about secret discounts.',
        modality: 'verbal',
        callback_url: receiver.url('/guardrail'),
        ...fields,
      } as never,
    })
  ).result as Guardrail;
export const create = async (
  pal: Record<string, unknown>,
  targetWorld = world,
  body: Record<string, unknown> = {},
): Promise<CreatedCall> =>
  (
    await targetWorld.call(createConversation, {
      credential: ALICE,
      body: { pal_id: await targetWorld.pal(pal as never), ...body },
    })
  ).result;
export const eventsOf = async (conversation: CreatedCall, type: string, targetWorld = world) =>
  (await visitorEvents(targetWorld, conversation))
    .filter(({ event_type }) => event_type === type)
    .map(({ properties }) => properties as Record<string, unknown>);
export const events = async ({ conversation_id }: CreatedCall, targetWorld = world) =>
  (
    await targetWorld.call(getConversation, {
      credential: ALICE,
      params: { conversation_id },
      query: { verbose: 'true' },
    })
  ).result.events!;
export const triggerRules = (...rules: number[]) => ({
  triggered: rules.map((number) => ({ rule: number, by: 'visitor' })),
});
