/**
 * A person writes instead of the agent, which stays silent until it takes over again; also a visitor's request for a
 * person, and a message.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnDuration } from '../../src/agent/turns/turn-options.ts';
import { begin, event, settle, joinInput } from './stage.ts';

const typedLine = (text: string) => event('conversation.respond', { text });

/** Starts a call and plays its greeting; the arrays collect messages and missed requests for a person. */
async function present(messages: string[] = [], missedRequests: string[] = []) {
  const world = begin({
    handover: {
      onMessageLeft: (message) => messages.push(message),
      onMissed: () => missedRequests.push('missed'),
    },
  });
  world.agent.take(joinInput());
  await world.stage.play();
  return world;
}

test('a person writes, the agent is silent, and answers again after the hand-back', async () => {
  const { agent, stage, entries } = await present();
  agent.handover.takeOver('Anna');
  await stage.play();
  agent.take(typedLine('Can I bring my dog?'));
  await stage.play();
  agent.handover.write('Dogs may wait in the garden.', 'person:1');
  assert.deepEqual(stage.lines().slice(-3), [
    ['pal', 'Anna writes to you now.'],
    ['user', 'Can I bring my dog?'],
    ['pal', 'Dogs may wait in the garden.'],
  ]);
  assert.equal(stage.sentEvents.at(-1)!.properties['person'], 'Anna');
  const { role, origin, participant_name, content } = entries.at(-1)!;
  assert.deepEqual(
    { role, origin, participant_name, content },
    {
      role: 'assistant',
      origin: 'person',
      participant_name: 'Anna',
      content: 'Dogs may wait in the garden.',
    },
  );
  agent.handover.giveBack();
  await stage.play();
  agent.take(typedLine('When do you open?'));
  await stage.play();
  assert.match(String(stage.lines().at(-1)![1]), /We open at ten/);
});

test("the agent's speech is cut when a person takes over", async () => {
  const { agent, stage } = await present();
  agent.take(typedLine('When do you open?'));
  await settle();
  stage.begin();
  agent.handover.takeOver('Anna');
  await stage.play();
  const lines = stage.lines().map(([, text]) => text);
  assert.ok(!lines.some((text) => String(text).includes('We close at seven')), lines.join(' | '));
  assert.equal(lines.at(-1), 'Anna writes to you now.');
});

test('if no person comes, the agent asks for a message, and still answers questions', async () => {
  const messages: string[] = [];
  const missedRequests: string[] = [];
  const { agent, stage, clock } = await present(messages, missedRequests);
  agent.handover.request();
  clock.move(turnDuration('personWait') - 1);
  await stage.play();
  assert.deepEqual(missedRequests, []);
  clock.move(1);
  await stage.play();
  assert.deepEqual(missedRequests, ['missed']);
  assert.match(String(stage.lines().at(-1)![1]), /^Nobody can come right now/);
  agent.take(typedLine('When do you open?'));
  await stage.play();
  assert.match(String(stage.lines().at(-1)![1]), /We open at ten/);
  assert.deepEqual(messages, []);
  agent.take(typedLine('Call me about the course, 01632 960123.'));
  await stage.play();
  assert.deepEqual(messages, ['Call me about the course, 01632 960123.']);
  assert.match(String(stage.lines().at(-1)![1]), /has been passed on/);
});

test('the agent asks for no message if a person comes in time', async () => {
  const missedRequests: string[] = [];
  const { agent, stage, clock } = await present([], missedRequests);
  agent.handover.request();
  agent.handover.takeOver('Anna');
  clock.move(2 * turnDuration('personWait'));
  await stage.play();
  assert.deepEqual(missedRequests, []);
});

test('a person who wrote before a restart continues without an announcement', async () => {
  const { agent, stage } = await present();
  const count = stage.lines().length;
  agent.handover.takeOver('Anna', true);
  agent.take(typedLine('Are you there?'));
  await stage.play();
  assert.deepEqual(stage.lines().slice(count), [['user', 'Are you there?']]);
});
