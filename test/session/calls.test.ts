import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../src/contract/service-error.ts';
import { END, FakeStream, FEEDBACK, offline, settle, world, type FakeRoom, type World } from './world.ts';

const CAPABILITIES = {
  hearing: 'embedded',
  answering: 'documents',
  voice: 'embedded',
  languages: ['en'],
} as const;

test('joins by the conversation’s address and token, and goes live', async () => {
  const visitor = world();
  const room = await visitor.live();
  const { url, conversationId, token, after, modality } = room.options;
  assert.deepEqual(
    [room.kind, url, conversationId, token, after, modality],
    ['media', 'https://pal.test/rooms/conversation-1', 'conversation-1', 'token-1', 0, 'video'],
  );
  assert.deepEqual(visitor.session.view.phase, {
    is: 'live',
    conversationId: 'conversation-1',
    transport: 'media',
    connection: 'good',
  });
  const stream = new FakeStream() as unknown as MediaStream;
  room.listener.stream(stream);
  assert.equal(visitor.session.view.agent, stream);
  room.tell('conversation.ready', { capabilities: { ...CAPABILITIES, languages: ['en'] } });
  assert.equal(visitor.session.view.capabilities?.hearing, 'embedded');
  assert.equal(visitor.session.view.recording, false);
  room.tell('conversation.ready', { capabilities: { ...CAPABILITIES, languages: ['en'] }, recording: true });
  assert.equal(visitor.session.view.recording, true);
});

test('a chat joins in text at once', async () => {
  const visitor = world({ customization: { modality: 'chat' } });
  const room = await visitor.live();
  assert.deepEqual([visitor.rooms.length, room.kind], [1, 'text']);
  assert.deepEqual(visitor.session.view.phase, {
    is: 'live',
    conversationId: 'conversation-1',
    transport: 'text',
    connection: 'good',
  });
});

for (const [code, reason] of [
  ['conversation_ended', 'agent'],
  ['conversation_not_found', 'agent'],
  ['invalid_token', 'error'],
  ['expired_token', 'error'],
] as const) {
  test(`a room that refuses with ${code} ends the call at once`, async () => {
    const visitor = world();
    visitor.session.begin();
    await settle();
    visitor.rooms[0]!.refuse(new ServiceError(code));
    await settle();
    assert.deepEqual(visitor.session.view.phase, { is: 'ended', conversationId: 'conversation-1', reason });
    await visitor.clock.advance(30_000);
    assert.equal(visitor.rooms.length, 1);
  });
}

const causes: [
  string,
  string,
  (visitor: World, room: FakeRoom) => void,
  { ends: number; goodbye: boolean },
][] = [
  ['the visitor', 'left', ({ session }) => session.end(), { ends: 1, goodbye: true }],
  ['the page for a reason', 'error', ({ session }) => session.end('error'), { ends: 1, goodbye: true }],
  [
    'the page going away',
    'left',
    ({ page }) => page.dispatchEvent(new Event('pagehide')),
    { ends: 1, goodbye: true },
  ],
  ['the element being removed', 'removed', ({ session }) => session.dispose(), { ends: 1, goodbye: true }],
  [
    'the time limit',
    'limit',
    (_, room) => room.tell('conversation.ended', { shutdown_reason: 'max_call_duration reached' }),
    { ends: 0, goodbye: false },
  ],
  [
    'the owner',
    'agent',
    (_, room) => room.tell('conversation.ended', { shutdown_reason: 'end_conversation_endpoint_hit' }),
    { ends: 0, goodbye: false },
  ],
  ['the room', 'agent', (_, room) => room.listener.ended(), { ends: 0, goodbye: false }],
];

for (const [who, reason, cause, { ends: endCount, goodbye }] of causes) {
  test(`ended by ${who}: the call ends once and frees everything at once`, async () => {
    const visitor = world({ customization: { show_haircheck: true } });
    visitor.session.begin();
    await settle();
    visitor.session.askDevices({ microphone: true, camera: true });
    await settle();
    visitor.session.confirmDevices();
    await settle();
    const room = visitor.rooms[0]!;
    room.connect();
    await settle();
    room.listener.stream(new FakeStream() as unknown as MediaStream);
    room.tell(
      'conversation.utterance.streaming',
      { role: 'pal', speech: 'Half a', final: false },
      { inference_id: 'a' },
    );
    assert.equal(visitor.media.live.length, 2);
    cause(visitor, room);
    assert.equal(visitor.media.live.length, 0, 'within the same task');
    assert.deepEqual(
      visitor.media.tracks.map(({ stops: stopCount }) => stopCount),
      [1, 1],
    );
    assert.deepEqual([room.leaveOptions.length, room.leaveOptions[0]!.goodbye], [1, goodbye]);
    // Further events have no effect.
    for (const [, , raiseEnd] of causes) raiseEnd(visitor, room);
    room.listener.lost();
    await visitor.clock.advance(60_000);
    const endPhases = visitor.views
      .map(({ phase }) => phase)
      .filter((phase, index, all) => phase.is === 'ended' && all[index - 1] !== phase);
    assert.deepEqual(endPhases, [{ is: 'ended', conversationId: 'conversation-1', reason }]);
    assert.equal(visitor.service.of(END).length, endCount);
    assert.equal(visitor.rooms.length, 1);
    const { agent, caption, canvas, disclosure, activity, lines } = visitor.session.view;
    assert.deepEqual([agent, caption, canvas.card, disclosure, activity], [null, null, null, null, 'idle']);
    assert.deepEqual(
      lines.map(({ text, streaming }) => [text, streaming]),
      [['Half a', false]],
    );
  });
}

test('the leave message and the end are sent even while the page closes', async () => {
  const visitor = world();
  const room = await visitor.live();
  visitor.page.dispatchEvent(new Event('pagehide'));
  await settle();
  assert.deepEqual(room.leaveOptions, [{ keepalive: true, goodbye: true }]);
  assert.deepEqual(
    visitor.service.of(END).map(({ keepalive }) => keepalive),
    [true],
  );
});

test('the leave message and the end are sent even while the call joins', async () => {
  const visitor = world();
  visitor.session.begin();
  await settle();
  visitor.page.dispatchEvent(new Event('pagehide'));
  await settle();
  assert.deepEqual(visitor.rooms[0]!.leaveOptions, [{ keepalive: true, goodbye: true }]);
});

test('a new start after the end returns to the first screen without the old lines', async () => {
  const visitor = world();
  const room = await visitor.live();
  room.tell('conversation.utterance', { role: 'pal', speech: 'Hello.' });
  visitor.session.end();
  assert.equal(visitor.session.view.lines.length, 1, 'the after-call screen still has them');
  visitor.session.again();
  await settle();
  assert.deepEqual([visitor.session.view.phase.is, visitor.session.view.lines.length], ['ready', 0]);
  const next = await visitor.live();
  assert.notEqual(next, room);
  assert.equal(next.options.after, 0);
  assert.equal(visitor.session.view.phase.is, 'live');
});

test('a typed line shows at once and is confirmed by the line of the service', async () => {
  const visitor = world();
  const room = await visitor.live();
  visitor.session.say('   ');
  visitor.session.say('  What do you cost?  ');
  assert.deepEqual(room.sentMessages, [
    {
      message_type: 'conversation',
      event_type: 'conversation.respond',
      properties: { text: 'What do you cost?' },
    },
  ]);
  const [typedLine] = visitor.session.view.lines;
  assert.deepEqual(
    [typedLine!.text, typedLine!.role, visitor.session.view.activity],
    ['What do you cost?', 'user', 'thinking'],
  );
  room.tell('conversation.utterance', { role: 'user', speech: 'What do you cost?' }, { seq: 1, turn_idx: 1 });
  assert.deepEqual(
    visitor.session.view.lines.map(({ id, text }) => [id, text]),
    [[typedLine!.id, 'What do you cost?']],
  );
});

test('interrupt is sent to the room, and does nothing without a room', async () => {
  const visitor = world();
  const room = await visitor.live();
  visitor.session.interrupt();
  assert.deepEqual(
    room.sentMessages.map(({ event_type }) => event_type),
    ['conversation.interrupt'],
  );
  room.listener.lost();
  await settle();
  visitor.session.interrupt();
  visitor.rooms.at(-1)!.connect();
  await settle();
  assert.deepEqual(visitor.rooms.at(-1)!.sentMessages, [], 'an interruption is for its moment only');
});

test('the caption shows the agent’s line while it is spoken, and 1.5 s longer', async () => {
  const visitor = world();
  const room = await visitor.live();
  room.tell(
    'conversation.utterance.streaming',
    { role: 'pal', speech: 'Hello,', final: false },
    { inference_id: 'a' },
  );
  assert.equal(visitor.session.view.caption?.text, 'Hello,');
  room.tell('conversation.utterance', { role: 'pal', speech: 'Hello, you.' }, { inference_id: 'a' });
  assert.equal(visitor.session.view.caption?.text, 'Hello, you.');
  await visitor.clock.advance(1499);
  assert.equal(visitor.session.view.caption?.text, 'Hello, you.');
  await visitor.clock.advance(1);
  assert.equal(visitor.session.view.caption, null);
});

test('the visitor’s words show during recognition, and two seconds longer', async () => {
  const visitor = world();
  const room = await visitor.live();
  const caption = () => visitor.session.view.visitorCaption?.text ?? null;
  room.tell('conversation.utterance.streaming', { role: 'user', speech: 'Do you', final: false });
  assert.equal(caption(), 'Do you');
  room.tell('conversation.utterance', { role: 'user', speech: 'Do you repair?' });
  room.tell('conversation.utterance.streaming', { role: 'pal', speech: 'We do.', final: false });
  await visitor.clock.advance(1999);
  assert.equal(caption(), 'Do you repair?');
  await visitor.clock.advance(1);
  assert.equal(caption(), null);
  room.tell('conversation.utterance', { role: 'pal', speech: 'We do.' });
  assert.equal(caption(), null, 'later events do not bring them back');
  room.tell('conversation.utterance.streaming', { role: 'user', speech: 'How', final: false });
  visitor.session.say('How long does it take?');
  assert.equal(caption(), null, 'a typed line replaces them');
});

const topics = (tool_call_id: string) => ({
  name: 'canvas_show_question',
  tool_call_id,
  arguments: JSON.stringify({
    question: 'What would you like to know?',
    options: [
      { id: 'prices', label: 'Prices' },
      { id: 'hours', label: 'Opening hours' },
    ],
  }),
});

test('suggestions of the greeting disappear when the visitor asks a question, spoken or typed', async () => {
  for (const ask of [
    (visitor: World) => visitor.session.say('Where are you?'),
    (_: World, room: FakeRoom) =>
      room.tell('conversation.utterance', { role: 'user', speech: 'Where are you?' }, { turn_idx: 1 }),
  ]) {
    const visitor = world();
    const room = await visitor.live();
    room.tell('conversation.tool_call', topics('offer'));
    const cardId = () => visitor.session.view.canvas.card?.tool_call_id ?? null;
    assert.equal(cardId(), 'offer');
    ask(visitor, room);
    assert.equal(cardId(), null);
    // A card that is shown after the visitor's first line stays open.
    room.tell('conversation.tool_call', topics('later'));
    visitor.session.say('And on Saturday?');
    assert.equal(cardId(), 'later');
  }
});

// Proves wcag-2.2.1.
test('a call warns the visitor one minute before its limit', async () => {
  const visitor = world({ limits: { max_call_duration: 300 } });
  await visitor.live();
  const startedAt = visitor.session.view.since;
  assert.equal(startedAt, visitor.clock.now());
  await visitor.clock.advance(239_999);
  assert.equal(visitor.session.view.endsSoon, false);
  await visitor.clock.advance(1);
  assert.deepEqual([visitor.session.view.endsSoon, visitor.session.view.since], [true, startedAt]);
  visitor.session.end();
  assert.deepEqual([visitor.session.view.endsSoon, visitor.session.view.since], [false, null]);
});

test('a call of at most a minute does not warn of its end', async () => {
  const visitor = world({ limits: { max_call_duration: 60 } });
  await visitor.live();
  await visitor.clock.advance(50_000);
  assert.equal(visitor.session.view.endsSoon, false);
});

test('unconfirmed lines are not sent again after the end of a call', async () => {
  const visitor = world();
  const room = await visitor.live();
  visitor.session.say('Lost');
  room.listener.lost();
  await settle();
  const nextRoom = visitor.rooms.at(-1)!;
  nextRoom.connect();
  await settle();
  visitor.session.end();
  await visitor.clock.advance(10_000);
  assert.deepEqual(nextRoom.sentMessages, []);
});

test('only a call that has ended can be rated, with a request that outlives the page', async () => {
  const visitor = world();
  visitor.service.on(FEEDBACK, () => new Response(null, { status: 204 }));
  visitor.session.rate(5, '');
  const room = await visitor.live();
  visitor.session.rate(5, '');
  assert.equal(visitor.service.of(FEEDBACK).length, 0);
  room.tell('conversation.ended', { shutdown_reason: 'end_conversation_endpoint_hit' });
  visitor.session.rate(4, 'Quick and kind.');
  await settle();
  assert.deepEqual(
    visitor.service.of(FEEDBACK).map(({ path, body, keepalive }) => [path, body, keepalive]),
    [
      [
        '/v2/deployments/deployment-1/conversations/conversation-1/feedback',
        { rating: 4, comment: 'Quick and kind.' },
        true,
      ],
    ],
  );
  visitor.service.on(FEEDBACK, offline);
  assert.equal(visitor.session.view.rating, 'sent');
  visitor.session.rate(1, '');
  assert.equal(visitor.session.view.rating, 'sending');
  await settle();
  assert.deepEqual([visitor.session.view.phase.is, visitor.session.view.rating], ['ended', 'failed']);
  visitor.service.on(FEEDBACK, () => new Response(null, { status: 204 }));
  visitor.session.rate(1, '');
  await settle();
  assert.equal(visitor.session.view.rating, 'sent');
  visitor.session.again();
  assert.equal(visitor.session.view.rating, 'none');
});

test('a line is cut to the length that the room accepts, in whole characters, and shown as sent', async () => {
  const visitor = world();
  const room = await visitor.live();
  room.maxBytes = 4096;
  visitor.session.say('日本語を話します。'.repeat(200));
  const [message] = room.sentMessages.filter(({ event_type }) => event_type === 'conversation.respond');
  const { text } = message!.properties as { text: string };
  const bytes = new TextEncoder().encode(JSON.stringify(message)).length;
  assert.ok(bytes <= 4096 && bytes > 3500, `${bytes} bytes`);
  assert.equal(visitor.session.view.lines.at(-1)!.text, text);
  visitor.session.say('😀'.repeat(1500));
  const lastText = room.sentMessages.at(-1)!.properties as { text: string };
  assert.ok(!/[\uD800-\uDBFF]$/.test(lastText.text));
});
