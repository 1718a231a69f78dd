import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionOptions } from '../../src/elements/session/session.ts';
import { scriptedRooms, SCRIPTS, type ScriptName } from '../../src/elements/session/scripted-room.ts';
import { FakeStream, INTERACT, MovedClock, settle, world } from './world.ts';

/** Starts a session in a room that plays a script; the test moves the clock of both. */
async function startPlaying(name: ScriptName, options: Partial<SessionOptions> = {}, customization = {}) {
  const clock = new MovedClock();
  const picture = new FakeStream() as unknown as MediaStream;
  const visitor = world(
    { customization },
    { clock, rooms: scriptedRooms(SCRIPTS[name], clock, () => picture), ...options },
  );
  visitor.session.begin();
  await settle();
  return {
    ...visitor,
    clock,
    picture,
    lines: () => visitor.session.view.lines.map(({ role, text }) => `${role}: ${text}`),
  };
}

test('small talk: the greeting is spoken, captioned and written; a question is answered', async () => {
  const visitor = await startPlaying('small-talk');
  await visitor.clock.advance(300);
  const { phase, agent, activity, caption, capabilities } = visitor.session.view;
  assert.deepEqual(
    [phase.is, agent, activity, caption?.text, capabilities?.answering],
    ['live', visitor.picture, 'speaking', 'Hello, I am Mira.', 'documents'],
  );
  await visitor.clock.advance(5000);
  assert.deepEqual(
    [visitor.session.view.activity, visitor.lines()],
    ['idle', ['pal: Hello, I am Mira. What can I do for you?']],
  );
  visitor.session.say('What do you cost?');
  assert.equal(visitor.session.view.activity, 'thinking');
  await visitor.clock.advance(10_000);
  assert.deepEqual(visitor.lines().slice(1), [
    'user: What do you cost?',
    'pal: Good question. Let me show you what I know about it.',
  ]);
});

test('the disclosure’s banner shows while it is spoken', async () => {
  const visitor = await startPlaying('discloses');
  await visitor.clock.advance(500);
  assert.equal(visitor.session.view.disclosure, 'You are talking to an AI.');
  await visitor.clock.advance(10_000);
  assert.equal(visitor.session.view.disclosure, null);
});

test('a card is shown and answered', async () => {
  const visitor = await startPlaying('shows-a-card');
  await visitor.clock.advance(5000);
  assert.deepEqual(visitor.session.view.canvas.card?.component, 'question');
  visitor.session.answerCard({ type: 'submit', value: { selected: ['prices'] } });
  await visitor.clock.advance(2000);
  assert.deepEqual([visitor.session.view.canvas.card, visitor.service.of(INTERACT).length], [null, 1]);
});

for (const [name, reason] of [
  ['agent-hangs-up', 'agent'],
  ['reaches-the-limit', 'limit'],
  ['never-connects', 'lost'],
] as const) {
  test(`${name}: ended, ${reason}`, async () => {
    const visitor = await startPlaying(name);
    await visitor.clock.advance(30_000);
    assert.deepEqual(visitor.session.view.phase, { is: 'ended', conversationId: 'conversation-1', reason });
  });
}

test('drops and rejoins: reconnects, then continues without missed or repeated messages', async () => {
  const visitor = await startPlaying('drops-and-rejoins');
  await visitor.clock.advance(10_000);
  const connections = visitor.views.flatMap(({ phase }) => (phase.is === 'live' ? [phase.connection] : []));
  assert.deepEqual(
    connections.filter((connection, index) => connection !== connections[index - 1]),
    ['good', 'reconnecting', 'good'],
  );
  assert.deepEqual(visitor.lines(), ['pal: Hello, I am Mira. What can I do for you?']);
});

test('text only: after 8 seconds in text, without a picture', async () => {
  const visitor = await startPlaying('text-only');
  await visitor.clock.advance(20_000);
  assert.deepEqual(visitor.session.view.phase, {
    is: 'live',
    conversationId: 'conversation-1',
    transport: 'text',
    connection: 'good',
  });
  assert.deepEqual([visitor.session.view.agent, visitor.lines().length], [null, 1]);
});

test('after the visitor leaves, the script stops', async () => {
  const visitor = await startPlaying('small-talk');
  await visitor.clock.advance(300);
  visitor.session.end();
  const previousCount = visitor.views.length;
  await visitor.clock.advance(10_000);
  assert.equal(visitor.views.length, previousCount);
});
