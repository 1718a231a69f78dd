import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../../src/contract/client.ts';
import type { FaceCue, PrepareFace } from '../../src/elements/session/face-feed.ts';
import type { AgentEvent } from '../../src/contract/room-events.ts';
import type { Modality } from '../../src/elements/session/modality.ts';
import { visitorMessage } from '../../src/elements/session/room.ts';
import { TextRoom } from '../../src/elements/session/text-room.ts';
import { agentEvent, FakeService, json, MovedClock, offline, refusal, settle } from './world.ts';

const READ_MESSAGES = 'GET /rooms/{}/messages';
const WRITE = 'POST /rooms/{}/messages';
const line = (seq: number, speech = `Line ${seq}`) =>
  agentEvent('conversation.utterance', { role: 'pal', speech }, { seq });

interface Drawing {
  modality?: Modality;
  prepareFace?: PrepareFace;
}

/** Creates a text room whose service keeps each request open until the test responds. */
function text(after = 0, { modality = 'chat', prepareFace }: Drawing = {}) {
  const clock = new MovedClock();
  const pendingReads: ((response: Response) => void)[] = [];
  const service = new FakeService()
    .on(READ_MESSAGES, ({ query }) =>
      query.get('wait') === '0'
        ? json({ data: [], ended: false })
        : new Promise((resolve) => pendingReads.push(resolve)),
    )
    .on(WRITE, () => new Response(null, { status: 204 }));
  const messages: AgentEvent[] = [];
  const events: string[] = [];
  const room = new TextRoom(
    {
      url: '',
      conversationId: 'conversation-1',
      token: 'token-1',
      after,
      microphone: null,
      camera: null,
      screen: null,
      modality,
    },
    {
      message: (event) => messages.push(event),
      stream: () => events.push('stream'),
      face: ({ drawing }) => events.push(`face ${drawing}`),
      network: () => events.push('network'),
      lost: () => events.push('lost'),
      ended: () => events.push('ended'),
    },
    createClient<AbortSignal>('https://pal.test', (url, init) => service.fetch(url, init)),
    clock,
    prepareFace,
  );
  const answer = async (data: unknown[], ended = false) => {
    pendingReads.shift()!(json({ data, ended }));
    await settle();
  };
  return { room, clock, service, messages, events, answer, waiting: pendingReads };
}

test('polls at once, then keeps a poll open, always after the last message', async () => {
  const testRoom = text(4);
  await testRoom.room.join();
  await settle();
  await testRoom.answer([line(5), line(6)]);
  assert.deepEqual(
    testRoom.messages.map(({ seq }) => seq),
    [5, 6],
  );
  assert.deepEqual(
    testRoom.service.of(READ_MESSAGES).map(({ query }) => [query.get('after'), query.get('wait')]),
    [
      ['4', '0'],
      ['4', '20'],
      ['6', '20'],
    ],
  );
  assert.ok(
    testRoom.service.requests.every(({ headers }) => headers.get('authorization') === 'Bearer token-1'),
  );
});

test('an unknown message is skipped, and not requested again', async () => {
  const testRoom = text();
  await testRoom.room.join();
  await settle();
  await testRoom.answer([line(1), { ...line(2), event_type: 'conversation.future' }, { seq: 3 }]);
  assert.deepEqual(
    testRoom.messages.map(({ seq }) => seq),
    [1],
  );
  assert.equal(testRoom.service.of(READ_MESSAGES).at(-1)!.query.get('after'), '3');
});

test('the end of the conversation ends the room after its last messages', async () => {
  const testRoom = text();
  await testRoom.room.join();
  await settle();
  await testRoom.answer([line(1)], true);
  assert.deepEqual([testRoom.messages.length, testRoom.events], [1, ['ended']]);
  await testRoom.clock.advance(60_000);
  assert.equal(testRoom.service.of(READ_MESSAGES).length, 2);
});

for (const code of ['invalid_token', 'expired_token', 'conversation_not_found'] as const) {
  test(`${code} is the end`, async () => {
    const testRoom = text();
    await testRoom.room.join();
    await settle();
    testRoom.waiting.shift()!(refusal(code));
    await settle();
    assert.deepEqual(testRoom.events, ['ended']);
  });
}

test('a rate limit and an error of the service are waited for, for the given time', async () => {
  const testRoom = text();
  await testRoom.room.join();
  await settle();
  testRoom.waiting.shift()!(refusal('too_many_requests', 7));
  await testRoom.clock.advance(6999);
  assert.equal(testRoom.service.of(READ_MESSAGES).length, 2);
  await testRoom.clock.advance(1);
  assert.equal(testRoom.service.of(READ_MESSAGES).length, 3);
  testRoom.waiting.shift()!(refusal('internal_error'));
  await testRoom.clock.advance(1500);
  await testRoom.answer([line(1)]);
  assert.deepEqual([testRoom.messages.length, testRoom.events], [1, []]);
});

test('eight failures in a row are a lost connection; one success in between resets the count', async () => {
  const testRoom = text();
  await testRoom.room.join();
  await settle();
  testRoom.service.on(READ_MESSAGES, offline);
  await testRoom.answer([]);
  await testRoom.clock.advance(6 * 1500);
  testRoom.service.on(READ_MESSAGES, () => json({ data: [], ended: false }));
  let reads = 0;
  testRoom.service.on(READ_MESSAGES, () =>
    reads++ === 0 ? json({ data: [line(1)], ended: false }) : offline(),
  );
  await testRoom.clock.advance(1500);
  assert.equal(testRoom.messages.length, 1);
  await testRoom.clock.advance(6 * 1500);
  assert.deepEqual(testRoom.events, []);
  await testRoom.clock.advance(1500);
  assert.deepEqual(testRoom.events, ['lost']);
  await testRoom.clock.advance(60_000);
  assert.deepEqual(testRoom.events, ['lost']);
});

test('messages are posted one after another, and retried if that can help', async () => {
  const testRoom = text();
  await testRoom.room.join();
  const posted: string[] = [];
  let answers: (() => Promise<Response> | Response)[] = [
    offline,
    () => refusal('too_many_requests', 3),
    () => new Response(null, { status: 204 }),
  ];
  testRoom.service.on(WRITE, ({ body }) => {
    posted.push((body as { properties: { text: string } }).properties.text);
    return (answers.shift() ?? (() => new Response(null, { status: 204 })))();
  });
  testRoom.room.send(visitorMessage('conversation.respond', { text: 'one' }));
  testRoom.room.send(visitorMessage('conversation.respond', { text: 'two' }));
  await settle();
  assert.deepEqual(posted, ['one']);
  await testRoom.clock.advance(1500);
  assert.deepEqual(posted, ['one', 'one']);
  await testRoom.clock.advance(3000);
  assert.deepEqual(posted, ['one', 'one', 'one', 'two']);
  answers = [() => refusal('invalid_request')];
  testRoom.room.send(visitorMessage('conversation.respond', { text: 'three' }));
  testRoom.room.send(visitorMessage('conversation.respond', { text: 'four' }));
  await testRoom.clock.advance(5000);
  assert.deepEqual(posted.slice(4), ['three', 'four'], 'what is refused for itself is not sent again');
});

test('a short outage of the database loses no line, and a line keeps its id over all attempts', async () => {
  const testRoom = text();
  await testRoom.room.join();
  const names: unknown[] = [];
  const answers = [() => refusal('database_unavailable', 2), offline];
  testRoom.service.on(WRITE, ({ body }) => {
    names.push((body as { message_id?: string }).message_id);
    return (answers.shift() ?? (() => new Response(null, { status: 204 })))();
  });
  testRoom.room.send(visitorMessage('conversation.respond', { text: 'one' }));
  testRoom.room.send(visitorMessage('conversation.respond', { text: 'one' }));
  await settle();
  await testRoom.clock.advance(2000);
  await testRoom.clock.advance(1500);
  assert.equal(names.length, 4);
  assert.match(String(names[0]), /^[0-9a-f]{32}$/);
  assert.deepEqual([names[1], names[2]], [names[0], names[0]]);
  assert.notEqual(names[3], names[0]);
});

test('after leaving, it polls, posts and reports nothing more', async () => {
  const testRoom = text();
  await testRoom.room.join();
  await settle();
  testRoom.room.leave();
  testRoom.room.send(visitorMessage('conversation.respond', { text: 'late' }));
  await testRoom.clock.advance(60_000);
  assert.deepEqual(
    [testRoom.service.of(READ_MESSAGES).length, testRoom.service.of(WRITE).length, testRoom.events],
    [2, 0, []],
  );
});

test('a first poll without an answer rejects the join', async () => {
  const testRoom = text();
  testRoom.service.on(READ_MESSAGES, offline);
  await assert.rejects(testRoom.room.join(), TypeError);
});

const SERVERS = 'GET /rooms/{}/servers';

/** Creates a page that draws a face, and lists the cues that it receives. */
function page() {
  const cues: FaceCue[] = [];
  const prepareFace: PrepareFace = (drawing) =>
    Promise.resolve({
      drawing: drawing as 'mira',
      cue: (cue) => cues.push(cue),
      follow() {},
      clock: () => null,
    });
  return { cues, prepareFace };
}

test('a face in a text call thinks about a question and rests with the answer', async () => {
  const { cues, prepareFace } = page();
  const testRoom = text(0, { modality: 'video', prepareFace });
  testRoom.service.on(SERVERS, () => json({ ice_servers: [], face: 'noor' }));
  await testRoom.room.join();
  assert.deepEqual(testRoom.events, ['face noor'], 'before it has joined, so that nothing moves later');
  await testRoom.clock.advance(1000);
  testRoom.room.send(visitorMessage('conversation.respond', { text: 'When?' }));
  await settle();
  await testRoom.clock.advance(500);
  await testRoom.answer([line(1)]);
  assert.deepEqual(
    cues.map(({ mood }) => mood),
    ['idle', 'thinking', 'idle'],
  );
  const [firstTime, secondTime, thirdTime] = cues.map(({ at }) => at) as [number, number, number];
  assert.deepEqual(
    [secondTime - firstTime, thirdTime - secondTime],
    [48_000, 24_000],
    'on a clock of 48 kHz',
  );
  assert.equal(typeof cues[0]!.seed, 'number');
});

test('a face in a text call worries about a missing answer, until the next question', async () => {
  const { cues, prepareFace } = page();
  const testRoom = text(0, { modality: 'video', prepareFace });
  testRoom.service.on(SERVERS, () => json({ ice_servers: [], face: 'noor' }));
  await testRoom.room.join();
  await settle();
  testRoom.room.send(visitorMessage('conversation.respond', { text: 'When?' }));
  const apology = { role: 'pal', speech: 'I am sorry.', origin: 'service' } as const;
  await testRoom.answer([agentEvent('conversation.utterance', { ...apology, apology: true }, { seq: 1 })]);
  testRoom.room.send(visitorMessage('conversation.respond', { text: 'And now?' }));
  await testRoom.answer([agentEvent('conversation.utterance', apology, { seq: 2 })]);
  assert.deepEqual(
    cues.map(({ mood }) => mood),
    ['idle', 'thinking', 'worried', 'thinking', 'idle'],
  );
});

test("the visitor's words and other events do not change the face", async () => {
  const { cues, prepareFace } = page();
  const testRoom = text(0, { modality: 'video', prepareFace });
  testRoom.service.on(SERVERS, () => json({ ice_servers: [], face: 'noor' }));
  await testRoom.room.join();
  await settle();
  testRoom.room.send(visitorMessage('conversation.respond', { text: 'When?' }));
  await testRoom.answer([
    agentEvent('conversation.utterance', { role: 'user', speech: 'When?' }, { seq: 1 }),
    agentEvent('conversation.warning', { event_type: 'x', message: 'y' }, { seq: 2 }),
  ]);
  assert.deepEqual(
    cues.map(({ mood }) => mood),
    ['idle', 'thinking'],
  );
});

test('a face that cannot be loaded is logged, and the call continues in writing', async (context) => {
  const warn = context.mock.method(console, 'warn', () => {});
  const fault = new Error('no such chunk');
  const testRoom = text(0, { modality: 'video', prepareFace: () => Promise.reject(fault) });
  testRoom.service.on(SERVERS, () => json({ ice_servers: [], face: 'noor' }));
  await testRoom.room.join();
  await testRoom.answer([line(1)]);
  assert.deepEqual([testRoom.events, testRoom.messages.length], [[], 1]);
  assert.deepEqual(
    warn.mock.calls.map((call) => call.arguments),
    [['palkit: face', fault]],
  );
  const textCall = text(0, { modality: 'video', prepareFace: () => new Promise(() => {}) });
  textCall.service.on(SERVERS, () => new Promise(() => {}));
  const joining = textCall.room.join();
  await settle();
  textCall.room.leave();
  await textCall.clock.advance(3000);
  await joining;
  assert.equal(warn.mock.callCount(), 1, 'a call that was left has no fault');
});

test('a call without a picture, or with a face that cannot be drawn, continues in writing only', async () => {
  const { prepareFace } = page();
  const chat = text(0, { modality: 'chat', prepareFace });
  await chat.room.join();
  assert.ok(chat.service.of(SERVERS).length === 0);
  for (const answer of [() => json({ ice_servers: [], face: null }), () => offline()]) {
    const testRoom = text(0, { modality: 'video', prepareFace });
    testRoom.service.on(SERVERS, answer);
    await testRoom.room.join();
    await settle();
    await testRoom.answer([line(1)]);
    assert.deepEqual([testRoom.events, testRoom.messages.length], [[], 1]);
  }
});
