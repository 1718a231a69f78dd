import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionOptions } from '../../src/elements/session/session.ts';
import { scriptedRooms, SCRIPTS, type ScriptName } from '../../src/elements/session/scripted-room.ts';
import { FakeStream, INTERACT, MovedClock, settle, world } from './world.ts';

/** Starts a session in a room that plays a script; the test moves the clock of both. */
async function startPlaying(name: ScriptName, options: Partial<SessionOptions> = {}, customization = {}) {
  const clock = new MovedClock();
  const picture = new FakeStream() as unknown as MediaStream;
  const it = world(
    { customization },
    { clock, rooms: scriptedRooms(SCRIPTS[name], clock, () => picture), ...options },
  );
  it.session.begin();
  await settle();
  return {
    ...it,
    clock,
    picture,
    lines: () => it.session.view.lines.map(({ role, text }) => `${role}: ${text}`),
  };
}

test('small talk: the greeting is spoken, captioned and written; a question is answered', async () => {
  const it = await startPlaying('small-talk');
  await it.clock.advance(300);
  const { phase, agent, activity, caption, capabilities } = it.session.view;
  assert.deepEqual(
    [phase.is, agent, activity, caption?.text, capabilities?.answering],
    ['live', it.picture, 'speaking', 'Hello, I am Mira.', 'documents'],
  );
  await it.clock.advance(5000);
  assert.deepEqual(
    [it.session.view.activity, it.lines()],
    ['idle', ['pal: Hello, I am Mira. What can I do for you?']],
  );
  it.session.say('What do you cost?');
  assert.equal(it.session.view.activity, 'thinking');
  await it.clock.advance(10_000);
  assert.deepEqual(it.lines().slice(1), [
    'user: What do you cost?',
    'pal: Good question. Let me show you what I know about it.',
  ]);
});

test('the disclosure’s banner shows while it is spoken', async () => {
  const it = await startPlaying('discloses');
  await it.clock.advance(500);
  assert.equal(it.session.view.disclosure, 'You are talking to an AI.');
  await it.clock.advance(10_000);
  assert.equal(it.session.view.disclosure, null);
});

test('a card is shown and answered', async () => {
  const it = await startPlaying('shows-a-card');
  await it.clock.advance(5000);
  assert.deepEqual(it.session.view.canvas.card?.component, 'question');
  it.session.answerCard({ type: 'submit', value: { selected: ['prices'] } });
  await it.clock.advance(2000);
  assert.deepEqual([it.session.view.canvas.card, it.service.of(INTERACT).length], [null, 1]);
});

for (const [name, reason] of [
  ['agent-hangs-up', 'agent'],
  ['reaches-the-limit', 'limit'],
  ['never-connects', 'lost'],
] as const) {
  test(`${name}: ended, ${reason}`, async () => {
    const it = await startPlaying(name);
    await it.clock.advance(30_000);
    assert.deepEqual(it.session.view.phase, { is: 'ended', conversationId: 'conversation-1', reason });
  });
}

test('drops and rejoins: reconnects, then continues without missed or repeated messages', async () => {
  const it = await startPlaying('drops-and-rejoins');
  await it.clock.advance(10_000);
  const connections = it.views.flatMap(({ phase }) => (phase.is === 'live' ? [phase.connection] : []));
  assert.deepEqual(
    connections.filter((connection, index) => connection !== connections[index - 1]),
    ['good', 'reconnecting', 'good'],
  );
  assert.deepEqual(it.lines(), ['pal: Hello, I am Mira. What can I do for you?']);
});

test('text only: after 8 seconds in text, without a picture', async () => {
  const it = await startPlaying('text-only');
  await it.clock.advance(20_000);
  assert.deepEqual(it.session.view.phase, {
    is: 'live',
    conversationId: 'conversation-1',
    transport: 'text',
    connection: 'good',
  });
  assert.deepEqual([it.session.view.agent, it.lines().length], [null, 1]);
});

test('after the visitor leaves, the script stops', async () => {
  const it = await startPlaying('small-talk');
  await it.clock.advance(300);
  it.session.end();
  const before = it.views.length;
  await it.clock.advance(10_000);
  assert.equal(it.views.length, before);
});
