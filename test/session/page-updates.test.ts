/** A page sends texts and variables to the agent: before a call, during it, and for the next call. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle, START, world, type FakeRoom, type World } from './world.ts';

const append = (context: string) => ({
  message_type: 'conversation',
  event_type: 'conversation.append_llm_context',
  properties: { context },
});
const variables = (values: Record<string, string>) => ({
  message_type: 'conversation',
  event_type: 'conversation.set_variables',
  properties: { variables: values },
});
const startOf = (visitor: World) => visitor.service.of(START)[0]!.body as Record<string, unknown>;
const updates = (room: FakeRoom) =>
  room.sentMessages.filter(({ event_type }) => /append_llm_context|set_variables/.test(event_type));

test('variables before a call are sent with its start, and in a call by the room', async () => {
  const visitor = world();
  visitor.session.setVariables({ name: 'Ada', points: 7 });
  visitor.session.setVariables({ vip: true });
  const room = await visitor.live();
  assert.deepEqual(startOf(visitor)['variables'], { name: 'Ada', points: '7', vip: 'true' });
  assert.deepEqual(updates(room), []);
  visitor.session.setVariables({ points: 8, vip: null });
  assert.deepEqual(updates(room), [variables({ name: 'Ada', points: '8', vip: '' })]);
});

test('without variables a start contains none', async () => {
  const visitor = world();
  await visitor.live();
  assert.equal('variables' in startOf(visitor), false);
});

test('a text is sent once a call is connected, then at once, and to the next call again', async () => {
  const visitor = world();
  visitor.session.sendContext('  The visitor looks at the City One. ');
  visitor.session.sendContext(' ');
  const room = await visitor.live();
  assert.deepEqual(updates(room), [append('The visitor looks at the City One.')]);
  visitor.session.sendContext('The visitor put it into the basket.');
  assert.equal(updates(room).length, 2);
  assert.deepEqual(updates(room)[1], append('The visitor put it into the basket.'));
  visitor.session.end();
  await settle();
  visitor.session.again();
  await settle();
  const next = await visitor.live();
  assert.deepEqual(updates(next), [
    append('The visitor looks at the City One.\nThe visitor put it into the basket.'),
  ]);
});

test('an invalid name, or one too many, is reported in the console and left out; a long text is cut', async (t) => {
  const errors = t.mock.method(console, 'error', () => {});
  const visitor = world();
  visitor.session.setVariables({ '2nd': 'x', 'a b': 'x', ok: 'y'.repeat(600) });
  visitor.session.setVariables(
    Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`n${index}`, 'x'])),
  );
  visitor.session.sendContext('z'.repeat(30_000));
  const room = await visitor.live();
  const variables = startOf(visitor)['variables'] as Record<string, string>;
  assert.equal(Object.keys(variables).length, 30);
  assert.equal(variables['ok']!.length, 500);
  assert.equal(errors.mock.callCount(), 3);
  assert.equal((updates(room)[0] as { properties: { context: string } }).properties.context.length, 20_000);
});
