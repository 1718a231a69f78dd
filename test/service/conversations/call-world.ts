/** A service for the tests, with functions that create, join and read conversations. */
import { after, before } from 'node:test';
import { createConversation, getConversation } from '../../../src/contract/conversations.ts';
import { joinRoom } from '../../../src/contract/rooms.ts';
import { until } from '../until.ts';
import { ALICE, openWorld, type World } from '../world.ts';

export const OFFER = 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\n';
export let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

export const create = async (
  properties: Record<string, unknown> = {},
  extraFields: Record<string, unknown> = {},
) => {
  const { result } = await world.call(createConversation, {
    credential: ALICE,
    body: { pal_id: await world.pal({ pal_name: 'Nora' }), properties, ...extraFields },
  });
  return result;
};
export const join = (conversation_id: string, token: string) =>
  world.call(joinRoom, { params: { conversation_id }, credential: token, body: OFFER });
/** Joins a conversation; the media process then reports the visitor as connected. */
export const enter = async (conversation: { conversation_id: string; meeting_token: string }) => {
  const { answer } = await join(conversation.conversation_id, conversation.meeting_token);
  world.media.emit({ is: 'connected', callId: conversation.conversation_id });
  return answer.headers.get('location')!.split('/').at(-1)!;
};
export const read = async (conversation_id: string) =>
  (
    await world.call(getConversation, {
      credential: ALICE,
      params: { conversation_id },
      query: { verbose: 'true' },
    })
  ).result;
/** Waits until the end is stored, which a timer's callback does some time after the test has moved the clock. */
export const waitForEnd = (conversation_id: string) =>
  until('the conversation to end', async () => {
    const conversation = await read(conversation_id);
    return conversation.status === 'ended' && conversation;
  });
