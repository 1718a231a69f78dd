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
  const it = world();
  const room = await it.live();
  const { url, conversationId, token, after, modality } = room.options;
  assert.deepEqual(
    [room.kind, url, conversationId, token, after, modality],
    ['media', 'https://pal.test/rooms/conversation-1', 'conversation-1', 'token-1', 0, 'video'],
  );
  assert.deepEqual(it.session.view.phase, {
    is: 'live',
    conversationId: 'conversation-1',
    transport: 'media',
    connection: 'good',
  });
  const stream = new FakeStream() as unknown as MediaStream;
  room.listener.stream(stream);
  assert.equal(it.session.view.agent, stream);
  room.tell('conversation.ready', { capabilities: { ...CAPABILITIES, languages: ['en'] } });
  assert.equal(it.session.view.capabilities?.hearing, 'embedded');
  assert.equal(it.session.view.recording, false);
  room.tell('conversation.ready', { capabilities: { ...CAPABILITIES, languages: ['en'] }, recording: true });
  assert.equal(it.session.view.recording, true);
});

test('a chat joins in text at once', async () => {
  const it = world({ customization: { modality: 'chat' } });
  const room = await it.live();
  assert.deepEqual([it.rooms.length, room.kind], [1, 'text']);
  assert.deepEqual(it.session.view.phase, {
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
    const it = world();
    it.session.begin();
    await settle();
    it.rooms[0]!.refuse(new ServiceError(code));
    await settle();
    assert.deepEqual(it.session.view.phase, { is: 'ended', conversationId: 'conversation-1', reason });
    await it.clock.advance(30_000);
    assert.equal(it.rooms.length, 1);
  });
}

const causes: [string, string, (it: World, room: FakeRoom) => void, { ends: number; goodbye: boolean }][] = [
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

for (const [who, reason, cause, { ends, goodbye }] of causes) {
  test(`ended by ${who}: the call ends once and frees everything at once`, async () => {
    const it = world({ customization: { show_haircheck: true } });
    it.session.begin();
    await settle();
    it.session.askDevices({ microphone: true, camera: true });
    await settle();
    it.session.confirmDevices();
    await settle();
    const room = it.rooms[0]!;
    room.connect();
    await settle();
    room.listener.stream(new FakeStream() as unknown as MediaStream);
    room.tell(
      'conversation.utterance.streaming',
      { role: 'pal', speech: 'Half a', final: false },
      { inference_id: 'a' },
    );
    assert.equal(it.media.live.length, 2);
    cause(it, room);
    assert.equal(it.media.live.length, 0, 'within the same task');
    assert.deepEqual(
      it.media.tracks.map(({ stops }) => stops),
      [1, 1],
    );
    assert.deepEqual([room.leaveOptions.length, room.leaveOptions[0]!.goodbye], [1, goodbye]);
    // Further events have no effect.
    for (const [, , other] of causes) other(it, room);
    room.listener.lost();
    await it.clock.advance(60_000);
    const endPhases = it.views
      .map(({ phase }) => phase)
      .filter((phase, index, all) => phase.is === 'ended' && all[index - 1] !== phase);
    assert.deepEqual(endPhases, [{ is: 'ended', conversationId: 'conversation-1', reason }]);
    assert.equal(it.service.of(END).length, ends);
    assert.equal(it.rooms.length, 1);
    const { agent, caption, canvas, disclosure, activity, lines } = it.session.view;
    assert.deepEqual([agent, caption, canvas.card, disclosure, activity], [null, null, null, null, 'idle']);
    assert.deepEqual(
      lines.map(({ text, streaming }) => [text, streaming]),
      [['Half a', false]],
    );
  });
}

test('the leave message and the end are sent even while the page closes', async () => {
  const it = world();
  const room = await it.live();
  it.page.dispatchEvent(new Event('pagehide'));
  await settle();
  assert.deepEqual(room.leaveOptions, [{ keepalive: true, goodbye: true }]);
  assert.deepEqual(
    it.service.of(END).map(({ keepalive }) => keepalive),
    [true],
  );
});

test('the leave message and the end are sent even while the call joins', async () => {
  const it = world();
  it.session.begin();
  await settle();
  it.page.dispatchEvent(new Event('pagehide'));
  await settle();
  assert.deepEqual(it.rooms[0]!.leaveOptions, [{ keepalive: true, goodbye: true }]);
});

test('a new start after the end returns to the first screen without the old lines', async () => {
  const it = world();
  const room = await it.live();
  room.tell('conversation.utterance', { role: 'pal', speech: 'Hello.' });
  it.session.end();
  assert.equal(it.session.view.lines.length, 1, 'the after-call screen still has them');
  it.session.again();
  await settle();
  assert.deepEqual([it.session.view.phase.is, it.session.view.lines.length], ['ready', 0]);
  const next = await it.live();
  assert.notEqual(next, room);
  assert.equal(next.options.after, 0);
  assert.equal(it.session.view.phase.is, 'live');
});

test('a typed line shows at once and is confirmed by the line of the service', async () => {
  const it = world();
  const room = await it.live();
  it.session.say('   ');
  it.session.say('  What do you cost?  ');
  assert.deepEqual(room.sentMessages, [
    {
      message_type: 'conversation',
      event_type: 'conversation.respond',
      properties: { text: 'What do you cost?' },
    },
  ]);
  const [typedLine] = it.session.view.lines;
  assert.deepEqual(
    [typedLine!.text, typedLine!.role, it.session.view.activity],
    ['What do you cost?', 'user', 'thinking'],
  );
  room.tell('conversation.utterance', { role: 'user', speech: 'What do you cost?' }, { seq: 1, turn_idx: 1 });
  assert.deepEqual(
    it.session.view.lines.map(({ id, text }) => [id, text]),
    [[typedLine!.id, 'What do you cost?']],
  );
});

test('interrupt is sent to the room, and does nothing without a room', async () => {
  const it = world();
  const room = await it.live();
  it.session.interrupt();
  assert.deepEqual(
    room.sentMessages.map(({ event_type }) => event_type),
    ['conversation.interrupt'],
  );
  room.listener.lost();
  await settle();
  it.session.interrupt();
  it.rooms.at(-1)!.connect();
  await settle();
  assert.deepEqual(it.rooms.at(-1)!.sentMessages, [], 'an interruption is for its moment only');
});

test('the caption shows the agent’s line while it is spoken, and 1.5 s longer', async () => {
  const it = world();
  const room = await it.live();
  room.tell(
    'conversation.utterance.streaming',
    { role: 'pal', speech: 'Hello,', final: false },
    { inference_id: 'a' },
  );
  assert.equal(it.session.view.caption?.text, 'Hello,');
  room.tell('conversation.utterance', { role: 'pal', speech: 'Hello, you.' }, { inference_id: 'a' });
  assert.equal(it.session.view.caption?.text, 'Hello, you.');
  await it.clock.advance(1499);
  assert.equal(it.session.view.caption?.text, 'Hello, you.');
  await it.clock.advance(1);
  assert.equal(it.session.view.caption, null);
});

test('the visitor’s words show during recognition, and two seconds longer', async () => {
  const it = world();
  const room = await it.live();
  const caption = () => it.session.view.visitorCaption?.text ?? null;
  room.tell('conversation.utterance.streaming', { role: 'user', speech: 'Do you', final: false });
  assert.equal(caption(), 'Do you');
  room.tell('conversation.utterance', { role: 'user', speech: 'Do you repair?' });
  room.tell('conversation.utterance.streaming', { role: 'pal', speech: 'We do.', final: false });
  await it.clock.advance(1999);
  assert.equal(caption(), 'Do you repair?');
  await it.clock.advance(1);
  assert.equal(caption(), null);
  room.tell('conversation.utterance', { role: 'pal', speech: 'We do.' });
  assert.equal(caption(), null, 'later events do not bring them back');
  room.tell('conversation.utterance.streaming', { role: 'user', speech: 'How', final: false });
  it.session.say('How long does it take?');
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
    (it: World) => it.session.say('Where are you?'),
    (_: World, room: FakeRoom) =>
      room.tell('conversation.utterance', { role: 'user', speech: 'Where are you?' }, { turn_idx: 1 }),
  ]) {
    const it = world();
    const room = await it.live();
    room.tell('conversation.tool_call', topics('offer'));
    const cardId = () => it.session.view.canvas.card?.tool_call_id ?? null;
    assert.equal(cardId(), 'offer');
    ask(it, room);
    assert.equal(cardId(), null);
    // A card that is shown after a line of the visitor's stays open.
    room.tell('conversation.tool_call', topics('later'));
    it.session.say('And on Saturday?');
    assert.equal(cardId(), 'later');
  }
});

// Proves wcag-2.2.1.
test('a call warns the visitor one minute before its limit', async () => {
  const it = world({ limits: { max_call_duration: 300 } });
  await it.live();
  const startedAt = it.session.view.since;
  assert.equal(startedAt, it.clock.now());
  await it.clock.advance(239_999);
  assert.equal(it.session.view.endsSoon, false);
  await it.clock.advance(1);
  assert.deepEqual([it.session.view.endsSoon, it.session.view.since], [true, startedAt]);
  it.session.end();
  assert.deepEqual([it.session.view.endsSoon, it.session.view.since], [false, null]);
});

test('a call of at most a minute does not warn of its end', async () => {
  const it = world({ limits: { max_call_duration: 60 } });
  await it.live();
  await it.clock.advance(50_000);
  assert.equal(it.session.view.endsSoon, false);
});

test('unconfirmed lines are not sent again after the end of a call', async () => {
  const it = world();
  const room = await it.live();
  it.session.say('Lost');
  room.listener.lost();
  await settle();
  const nextRoom = it.rooms.at(-1)!;
  nextRoom.connect();
  await settle();
  it.session.end();
  await it.clock.advance(10_000);
  assert.deepEqual(nextRoom.sentMessages, []);
});

test('only a call that has ended can be rated, with a request that outlives the page', async () => {
  const it = world();
  it.service.on(FEEDBACK, () => new Response(null, { status: 204 }));
  it.session.rate(5, '');
  const room = await it.live();
  it.session.rate(5, '');
  assert.equal(it.service.of(FEEDBACK).length, 0);
  room.tell('conversation.ended', { shutdown_reason: 'end_conversation_endpoint_hit' });
  it.session.rate(4, 'Quick and kind.');
  await settle();
  assert.deepEqual(
    it.service.of(FEEDBACK).map(({ path, body, keepalive }) => [path, body, keepalive]),
    [
      [
        '/v2/deployments/deployment-1/conversations/conversation-1/feedback',
        { rating: 4, comment: 'Quick and kind.' },
        true,
      ],
    ],
  );
  it.service.on(FEEDBACK, offline);
  assert.equal(it.session.view.rating, 'sent');
  it.session.rate(1, '');
  assert.equal(it.session.view.rating, 'sending');
  await settle();
  assert.deepEqual([it.session.view.phase.is, it.session.view.rating], ['ended', 'failed']);
  it.service.on(FEEDBACK, () => new Response(null, { status: 204 }));
  it.session.rate(1, '');
  await settle();
  assert.equal(it.session.view.rating, 'sent');
  it.session.again();
  assert.equal(it.session.view.rating, 'none');
});

test('a line is cut to the length that the room accepts, in whole characters, and shown as sent', async () => {
  const it = world();
  const room = await it.live();
  room.maxBytes = 4096;
  it.session.say('日本語を話します。'.repeat(200));
  const [message] = room.sentMessages.filter(({ event_type }) => event_type === 'conversation.respond');
  const { text } = message!.properties as { text: string };
  const bytes = new TextEncoder().encode(JSON.stringify(message)).length;
  assert.ok(bytes <= 4096 && bytes > 3500, `${bytes} bytes`);
  assert.equal(it.session.view.lines.at(-1)!.text, text);
  it.session.say('😀'.repeat(1500));
  const lastText = room.sentMessages.at(-1)!.properties as { text: string };
  assert.ok(!/[\uD800-\uDBFF]$/.test(lastText.text));
});
