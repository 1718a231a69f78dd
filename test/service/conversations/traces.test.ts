/** The trace of each answer, in the verbose read of its conversation: limited, and deleted with the conversation. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import {
  createConversation,
  deleteConversation,
  endConversation,
  getConversation,
  TurnTrace,
} from '../../../src/contract/conversations.ts';
import { Tracing } from '../../../src/agent/replies/tracing.ts';
import { storeTrace, MAX_TRACES, readTraces } from '../../../src/service/conversations/traces.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { ModelServer } from '../model-server.ts';
import { until } from '../until.ts';
import { ALICE, openWorld, talk, type World } from '../world.ts';

type CreatedCall = { conversation_id: string; meeting_token: string };

let model: ModelServer;
let world: World;
before(async () => {
  model = await ModelServer.open();
  world = await openWorld({ environment: { LLM_BASE_URL: model.url, LLM_MODEL: 'small' } });
});
after(async () => {
  await world.close();
  await model.close();
});
afterEach(() => model.reset());

const create = async (layers: object = {}): Promise<CreatedCall> =>
  (
    await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id: await world.pal({ layers } as never) },
    })
  ).result;
const read = async ({ conversation_id }: CreatedCall, verbose = true) =>
  (
    await world.call(getConversation, {
      credential: ALICE,
      params: { conversation_id },
      query: verbose ? { verbose: 'true' } : {},
    })
  ).result;
/** Waits for `count` traces, because a trace is written after its line. */
const traces = (conversation: CreatedCall, count: number) =>
  until(`${count} traces`, async () => {
    const traces = (await read(conversation)).traces!;
    return traces.length >= count && traces;
  });

test("the trace of an answer with a tool has words, requests, tools and times, under its line's id", async () => {
  const conversation = await create({
    conversational_flow: { request_human: true },
  });
  model.answer = (request) =>
    request.messages.at(-1)!.role === 'tool'
      ? 'They were told.'
      : [{ name: 'request_human', arguments: { reason: 'A refund.' } }];
  await talk(world, conversation, 'I want a person.');
  const [trace] = await traces(conversation, 1);
  TurnTrace.parse(trace);
  assert.deepEqual(
    [trace!.state, trace!.outcome, trace!.heard, trace!.written, trace!.fault],
    ['said', 'handed_over', 'I want a person.', 'They were told.', null],
  );
  assert.deepEqual(
    trace!.requests.map(({ model: name, messages }) => [name, messages]),
    [
      ['small', 3],
      ['small', 5],
    ],
  );
  assert.deepEqual(
    trace!.tools.map(({ name, failed }) => [name, failed]),
    [['request_human', false]],
  );
  for (const time of [trace!.first_word, trace!.first_sound, trace!.took]) assert.ok(time! >= 0);
  await world.call(endConversation, {
    credential: ALICE,
    params: { conversation_id: conversation.conversation_id },
  });
  const readyEvent = (await read(conversation)).events!.find(
    ({ event_type }) => event_type === 'application.transcription_ready',
  );
  const lines = readyEvent!.properties['transcript'] as { content: string; inference_id?: string }[];
  assert.equal(lines.find(({ content }) => content === 'They were told.')!.inference_id, trace!.inference_id);
  assert.equal((await read(conversation, false)).traces, undefined);
});

test('a failing model leaves its error in the trace, and neither its place nor any words', async () => {
  const conversation = await create();
  model.answer = () => 400;
  await talk(world, conversation, 'A secret word: swordfish.');
  const [trace] = await traces(conversation, 1);
  assert.match(trace!.fault!.join(' '), /refused.*400|400/);
  assert.doesNotMatch(trace!.fault!.join(' '), /swordfish|\/|127\.0/);
});

test('a deleted conversation has no traces; a long one keeps the last', async () => {
  const conversation = await create();
  const { store, clock, log } = world.service.context;
  const trace = new Tracing(new ManualClock(), 'Well?').completeTrace('said', []);
  const { conversation_id: id } = conversation;
  for (let number = 0; number < MAX_TRACES + 3; number++)
    await storeTrace({ store, clock, log }, id, { ...trace, timestamp: number });
  const traces = await readTraces(store.db, id);
  assert.deepEqual(
    [traces.length, traces[0]!.timestamp, traces.at(-1)!.timestamp],
    [MAX_TRACES, 3, MAX_TRACES + 2],
  );
  await world.call(deleteConversation, { credential: ALICE, params: { conversation_id: id } });
  assert.deepEqual(await readTraces(store.db, id), []);
  // After the end of a conversation, no trace is stored, and no error occurs.
  await storeTrace({ store, clock, log }, id, trace);
});

test('each part has a bound, and characters that no database stores are removed', () => {
  const clock = new ManualClock();
  const tracing = new Tracing(clock, 'x'.repeat(5000));
  for (let number = 0; number < 100; number++) {
    tracing.noteText(`\0\ud800${'y'.repeat(100)}`);
    tracing.take({
      notes: [{ document_id: 'd', document_name: 'n'.repeat(900), heading: 'h'.repeat(900), text: '' }],
    });
    tracing.take({
      measured: {
        model: 'm',
        startedAt: clock.now() - 90,
        first: 1,
        took: 2,
        messages: 1,
        characters: 1,
        notes: 0,
        finish: 'f'.repeat(900),
        usage: null,
        fault: null,
      },
    });
  }
  const call = {
    id: 'c',
    name: 'look',
    arguments: '{}',
    outcome: 'Error: no.',
    isReported: true,
    startedAt: clock.now() + 700,
    duration: 4,
  };
  const trace = tracing.completeTrace(
    'cut',
    Array.from({ length: 100 }, () => call),
  );
  TurnTrace.parse(trace);
  assert.ok(JSON.stringify(trace).length < 20_000, String(JSON.stringify(trace).length));
  assert.doesNotMatch(trace.written, /\0|\p{Surrogate}/u);
  assert.deepEqual(trace.tools[0], { name: 'look', started: 700, took: 4, failed: true });
  assert.equal(trace.requests[0]!.started, -90, 'asked before the turn was surely over');
});
