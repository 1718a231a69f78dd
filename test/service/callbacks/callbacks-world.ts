/** A service with a manual clock and a receiver of its callbacks, for the tests. */
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { listCallbacks, type Callback } from '../../../src/contract/callbacks.ts';
import { createConversation, endConversation } from '../../../src/contract/conversations.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { Receiver } from '../receiver.ts';
import { ALICE, openWorld, type World } from '../world.ts';

export const HOUR = 3600_000;
export let world: World;
export let receiver: Receiver;
// Start at the real time, because the library uses it to verify signatures.
export const clock = new ManualClock(Date.now());
before(async () => {
  receiver = await Receiver.open();
  world = await openWorld({
    clock,
    environment: { OUTBOUND_ALLOWED_HOSTS: receiver.host },
    random: () => 0.8,
  });
});
after(async () => {
  await world.close();
  await receiver.close();
});
afterEach(() => {
  receiver.received.length = 0;
  receiver.answer = () => 200;
});

export const untilIdle = () => world.service.context.jobs.idle();
export const create = async (
  callback_url: string | null = receiver.url(),
  extraFields: Record<string, unknown> = {},
) =>
  (
    await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id: await world.pal({ pal_name: 'Nora' }), callback_url, ...extraFields },
    })
  ).result;
export const end = (conversation_id: string) =>
  world.call(endConversation, { credential: ALICE, params: { conversation_id } });
export const list = async (subject: string, credential = ALICE) =>
  (await world.call(listCallbacks, { credential, query: { subject, sort: 'asc' } })).result.data;
export const onlyCallback = async (subject: string): Promise<Callback> => {
  const callbacks = await list(subject);
  assert.equal(callbacks.length, 1);
  return callbacks[0]!;
};
/** Runs a conversation that ends without a line and therefore causes one callback, `system.shutdown`. */
export const endConversationOnce = async () => {
  const { conversation_id } = await create();
  await end(conversation_id);
  await untilIdle();
  return conversation_id;
};
