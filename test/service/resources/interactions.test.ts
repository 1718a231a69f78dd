/** Events that the owner's server sends to a running conversation. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createConversation, endConversation, getConversation } from '../../../src/contract/conversations.ts';
import { createInteraction } from '../../../src/contract/interactions.ts';
import { until } from '../until.ts';
import { ALICE, BOB, visitorEvents, openWorld, talk, type World } from '../world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

type CreatedCall = { conversation_id: string; meeting_token: string };
const create = async (): Promise<CreatedCall> =>
  (await world.call(createConversation, { credential: ALICE, body: { pal_id: await world.pal() } })).result;
const send = (
  { conversation_id }: Pick<CreatedCall, 'conversation_id'>,
  event_type: string,
  properties?: object,
) => ({
  credential: ALICE,
  body: { conversation_id, event_type, ...(properties && { properties }) } as never,
});
const lines = async (conversation: CreatedCall) =>
  (await visitorEvents(world, conversation)).flatMap((event) =>
    event.event_type === 'conversation.utterance'
      ? [`${event.properties.role}: ${event.properties.speech}`]
      : [],
  );

test('an echo is spoken and stored, and a respond is answered', async () => {
  const conversation = await create();
  await talk(world, conversation, 'Hello');
  const answer = await world.call(
    createInteraction,
    send(conversation, 'conversation.echo', { text: 'We close now.' }),
  );
  assert.deepEqual(answer.result, { success: true });
  await until('the echo', async () => (await lines(conversation)).includes('pal: We close now.'));
  await world.call(createInteraction, send(conversation, 'conversation.respond', { text: 'Are you there?' }));
  await until('an answer', async () => {
    const allEntries = await lines(conversation);
    return allEntries.includes('user: Are you there?') && allEntries.at(-1)!.startsWith('pal:');
  });
  await world.call(createInteraction, send(conversation, 'conversation.interrupt'));
  const { result } = await world.call(getConversation, {
    credential: ALICE,
    params: { conversation_id: conversation.conversation_id },
    query: { verbose: 'true' },
  });
  assert.ok(JSON.stringify(result).includes(conversation.conversation_id));
  const storedRows = await world.service.context.store.db
    .selectFrom('transcript_lines')
    .select(['role', 'content'])
    .where('conversation_id', '=', conversation.conversation_id)
    .orderBy('position')
    .execute();
  assert.ok(storedRows.some(({ role, content }) => role === 'assistant' && content === 'We close now.'));
});

test('is refused if no running call could receive it', async () => {
  const conversation = await create();
  const echo = send(conversation, 'conversation.echo', { text: 'x' });
  assert.equal((await world.refusal(createInteraction, echo)).code, 'conflict');
  await talk(world, conversation, 'Hello');
  const sound = send(conversation, 'conversation.echo', { modality: 'audio', audio: 'AAAA' });
  assert.match((await world.refusal(createInteraction, sound)).text, /Sound does not reach .* send text/);
  assert.equal((await world.refusal(createInteraction, { ...echo, credential: BOB })).code, 'forbidden');
  const nobody = send({ conversation_id: 'c00' }, 'conversation.interrupt');
  assert.equal((await world.refusal(createInteraction, nobody)).code, 'conversation_not_found');
  await world.call(endConversation, { credential: ALICE, params: conversation });
  assert.equal((await world.refusal(createInteraction, echo)).code, 'conversation_ended');
});

test('is refused by name if it is invalid', async () => {
  const conversation = await create();
  for (const [type, properties, message] of [
    ['conversation.sensitivity', {}, /event_type must be one of conversation\.respond, /],
    ['conversation.heard', {}, /event_type must be one of/],
    ['conversation.respond', { text: ' ' }, /text/],
    ['conversation.respond', { text: 'x', surprising: 1 }, /properties\.surprising is unknown here/],
    ['conversation.echo', { text: 1 }, /text must be a string/],
  ] as const) {
    const refusal = await world.refusal(createInteraction, send(conversation, type, properties));
    assert.equal(refusal.code, 'invalid_request', type);
    assert.match(refusal.text, message);
  }
  const refusalForMissing = await world.refusal(createInteraction, {
    credential: ALICE,
    body: { event_type: 'conversation.interrupt' } as never,
  });
  assert.match(refusalForMissing.text, /conversation_id is required/);
});
