/**
 * An agent reports a trace for each complete or interrupted answer, and none for an answer that was replaced because
 * the line continued.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TurnTrace } from '@palkit/contract/conversations';
import { Knowledge } from '../../src/agent/knowledge/knowledge.ts';
import { ModelResponder } from '../../src/agent/replies/model-responder.ts';
import { ManualClock } from '../../src/runtime/clock.ts';
import { delta, scriptedModel, words, type Answer, type Request } from './scripted-model.ts';
import { answers, begin, event, settle, joinInput } from './stage.ts';

const SHOP = '# Bells\nA bell costs nine dollars.\n# Lamps\nA lamp costs twelve dollars.';

function stage(answer: string | ((request: Request, number: number) => Answer)) {
  const traces: TurnTrace[] = [];
  const clock = new ManualClock();
  const { fetch } = scriptedModel(typeof answer === 'string' ? () => words(answer) : answer);
  const responder = new ModelResponder({
    endpoint: { account: 1, baseUrl: 'https://trace.example/v1', apiKey: null, model: 'small', fetch },
    knowledge: new Knowledge([{ document_id: 'd1', name: 'Shop', content: SHOP }]),
    prompt: () => 'Be kind.',
    clock,
  });
  const play = begin({
    clock,
    responder,
    fallback: answers({ text: 'From the documents.' }),
    greeting: '',
    trace: (trace) => traces.push(trace),
  });
  play.agent.take(joinInput());
  return {
    ...play,
    traces,
    clock,
    say: (text: string) => play.agent.take(event('conversation.respond', { text })),
  };
}
const settleAll = async () => {
  for (let turn = 0; turn < 100; turn++) await settle();
};

test('notes are in the trace with their sources and scores, the best first', async () => {
  const { stage: room, say, traces, entries } = stage('Nine dollars.');
  say('How much is a bell?');
  await settleAll();
  await room.play();
  await settleAll();
  const [{ notes, inference_id: id, state }] = traces as [TurnTrace];
  assert.equal(state, 'said');
  assert.equal(id, entries.find(({ role }) => role === 'assistant')!.inference_id);
  assert.deepEqual([notes[0]!.document_id, notes[0]!.document_name], ['d1', 'Shop']);
  assert.match(notes[0]!.heading, /Bells/);
  assert.equal(typeof notes[0]!.score, 'number');
});

test('the trace of an interrupted turn has the written text; the transcript has the spoken part', async () => {
  const { stage: room, agent, say, traces, entries } = stage('We open at nine. We close at five.');
  say('When?');
  await settleAll();
  room.begin();
  agent.take(event('conversation.interrupt'));
  await settleAll();
  const [{ state, written: writtenText, first_sound: sound }] = traces as [TurnTrace];
  assert.deepEqual([state, writtenText], ['cut', 'We open at nine. We close at five.']);
  assert.notEqual(sound, null);
  assert.notEqual(entries.at(-1)!.content, writtenText);
});

/** Asks a question and returns the trace of the answer, in which the owner sees the requests to the model. */
async function requestsOf(room: ReturnType<typeof stage>, waitMs = 0) {
  room.say('How much is a bell?');
  await settleAll();
  for (let waited = 0; waited < waitMs; waited += 500) {
    room.clock.move(500);
    await settleAll();
  }
  await room.stage.play();
  await settleAll();
  return room.traces[0]!;
}

test('a request that timed out is in the trace with its error and time; a filler is not its first word', async () => {
  const { requests, first_word, fault } = await requestsOf(
    stage(() => ['hang']),
    16_000,
  );
  assert.deepEqual(
    requests.map(({ model, fault: requestFault, first_token, took: duration }) => [
      model,
      requestFault,
      first_token,
      duration,
    ]),
    [['small', ['timeout'], null, 15_000]],
  );
  assert.deepEqual(fault, ['timeout']);
  assert.ok((first_word ?? 0) >= 15_000, `${first_word} ms until a word of the answer`);
});

test('refused, cut and complete requests are told apart, each with its tokens', async () => {
  const refusedRequests = await requestsOf(stage(() => ({ status: 401 })));
  assert.deepEqual(refusedRequests.requests[0]?.fault, ['refused 401']);

  const cutRequests = await requestsOf(stage(() => [delta({ content: 'Nine ' }), 'cut']));
  assert.deepEqual(
    cutRequests.requests.map(({ fault, first_token }) => [fault, first_token]),
    [[['cut_off'], 0]],
  );

  const usage = { choices: [], usage: { prompt_tokens: 40, completion_tokens: 3 } };
  const { requests } = await requestsOf(stage(() => [...words('Nine dollars.'), usage]));
  assert.deepEqual(
    requests.map(({ fault, finish, tokens }) => [fault, finish, tokens]),
    [[null, 'stop', { prompt: 40, completion: 3, cached: 0 }]],
  );
});

test('a request that was dropped by an interruption is in the trace', async () => {
  const room = stage((_, number) =>
    number === 1 ? [delta({ content: 'Nine dollars. Or' }), 'hang'] : words('Yes.'),
  );
  room.say('How much is a bell?');
  await settleAll();
  room.stage.begin();
  room.agent.take(event('conversation.interrupt'));
  await settleAll();
  assert.deepEqual(
    room.traces[0]?.requests.map(({ fault }) => fault),
    [['dropped']],
  );
});
