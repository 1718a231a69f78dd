/**
 * What an agent tells of each of its answers: of whole ones, of cut ones, and of none that went on as a
 * longer line.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TurnTrace } from '@palkit/contract/conversations';
import { Knowledge } from '../../../src/service/agent/knowledge/knowledge.ts';
import { ModelResponder } from '../../../src/service/agent/replies/model-responder.ts';
import { ManualClock } from '../../../src/service/platform/clock.ts';
import { scriptedModel, words } from './scripted-model.ts';
import { begin, event, settle } from './stage.ts';

const SHOP = '# Bells\nA bell costs nine dollars.\n# Lamps\nA lamp costs twelve dollars.';

function stage(answer: string) {
  const traces: TurnTrace[] = [];
  const clock = new ManualClock();
  const { fetch } = scriptedModel(() => words(answer));
  const responder = new ModelResponder({
    endpoint: { account: 1, baseUrl: 'https://trace.example/v1', apiKey: null, model: 'small', fetch },
    knowledge: new Knowledge([{ document_id: 'd1', name: 'Shop', content: SHOP }]),
    prompt: () => 'Be kind.',
    clock,
  });
  const made = begin({ responder, greeting: '', trace: (trace) => traces.push(trace) });
  made.agent.joined();
  return {
    ...made,
    traces,
    say: (text: string) => made.agent.message(event('conversation.respond', { text })),
  };
}
const quiet = async () => {
  for (let turn = 0; turn < 100; turn++) await settle();
};

test('notes stand in it with their sources and scores, the best first', async () => {
  const { stage: room, say, traces, written } = stage('Nine dollars.');
  say('How much is a bell?');
  await quiet();
  await room.play();
  await quiet();
  const [{ notes, inference_id: id, state }] = traces as [TurnTrace];
  assert.equal(state, 'said');
  assert.equal(id, written.find(({ role }) => role === 'assistant')!.inference_id);
  assert.deepEqual([notes[0]!.document_id, notes[0]!.document_name], ['d1', 'Shop']);
  assert.match(notes[0]!.heading, /Bells/);
  assert.equal(typeof notes[0]!.score, 'number');
});

test('one that was cut tells what was written; the transcript has what was heard', async () => {
  const { stage: room, agent, say, traces, written } = stage('We open at nine. We close at five.');
  say('When?');
  await quiet();
  room.begin();
  agent.message(event('conversation.interrupt'));
  await quiet();
  const [{ state, written: whole, first_sound: sound }] = traces as [TurnTrace];
  assert.deepEqual([state, whole], ['cut', 'We open at nine. We close at five.']);
  assert.notEqual(sound, null);
  assert.notEqual(written.at(-1)!.content, whole);
});
