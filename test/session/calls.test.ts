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

test('where nothing connects within 8 seconds the same conversation goes on in text', async () => {
  const it = world({ customization: { show_haircheck: true } });
  it.session.begin();
  await settle();
  it.session.askDevices({ microphone: true, camera: false });
  await settle();
  it.session.confirmDevices();
  await settle();
  await it.clock.advance(7999);
  assert.deepEqual([it.session.view.phase.is, it.rooms.map(({ kind }) => kind)], ['joining', ['media']]);
  await it.clock.advance(1);
  assert.deepEqual(
    it.rooms.map(({ kind }) => kind),
    ['media', 'text'],
  );
  assert.deepEqual(it.rooms[0]!.left, [{ goodbye: false }], 'a goodbye would end the conversation');
  assert.equal(it.rooms[1]!.options.conversationId, 'conversation-1');
  it.rooms[1]!.connect();
  await settle();
  assert.deepEqual(it.session.view.phase, {
    is: 'live',
    conversationId: 'conversation-1',
    transport: 'text',
    connection: 'good',
  });
  assert.equal(it.media.live.length, 0, 'in text nobody listens');
  assert.equal(it.service.of(END).length, 0);
  it.session.setMicrophone(true);
  await settle();
  assert.equal(it.media.live.length, 0);
});

test('a media room that refuses is tried until the 8 seconds are over', async () => {
  const it = world();
  it.session.begin();
  await settle();
  it.rooms[0]!.refuse(new TypeError('Failed to fetch'));
  await it.clock.advance(1000);
  assert.deepEqual(
    it.rooms.map(({ kind }) => kind),
    ['media', 'media'],
  );
  it.rooms[1]!.connect();
  await settle();
  assert.equal(it.session.view.phase.is, 'live');
});

test('what a given-up room says late is not heard', async () => {
  const it = world();
  it.session.begin();
  await settle();
  await it.clock.advance(8000);
  it.rooms[1]!.connect();
  await settle();
  it.rooms[0]!.connect();
  it.rooms[0]!.tell('conversation.utterance', { role: 'pal', speech: 'Ghost' });
  it.rooms[0]!.listener.lost();
  it.rooms[0]!.listener.ended();
  await settle();
  assert.deepEqual([it.session.view.phase.is, it.session.view.lines], ['live', []]);
});

test('a room whose code cannot be loaded is no reason to stop: text', async () => {
  let tries = 0;
  const it = world({}, { rooms: (kind) => (tries++, Promise.reject(new Error(`no ${kind}`))) });
  it.session.begin();
  await it.clock.advance(7000);
  assert.equal(it.session.view.phase.is, 'joining');
  await it.clock.advance(10_000);
  assert.deepEqual(it.session.view.phase, { is: 'ended', conversationId: 'conversation-1', reason: 'lost' });
  assert.ok(tries > 8);
});

for (const [code, reason] of [
  ['conversation_ended', 'agent'],
  ['conversation_not_found', 'agent'],
  ['invalid_token', 'error'],
  ['expired_token', 'error'],
] as const) {
  test(`a room that refuses with ${code} is over at once`, async () => {
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

test('a lost connection is taken up again where it was left', async () => {
  const it = world();
  const room = await it.live();
  room.tell('conversation.utterance', { role: 'pal', speech: 'One.' }, { seq: 6, inference_id: 'a' });
  room.tell('conversation.utterance', { role: 'pal', speech: 'Two.' }, { seq: 7, inference_id: 'b' });
  room.listener.lost();
  await settle();
  assert.deepEqual(it.session.view.phase, {
    is: 'live',
    conversationId: 'conversation-1',
    transport: 'media',
    connection: 'reconnecting',
  });
  it.session.say('Are you there?');
  const again = it.rooms.at(-1)!;
  assert.deepEqual([it.rooms.length, again.options.after, again.options.token], [2, 7, 'token-1']);
  again.connect();
  await settle();
  assert.deepEqual(it.session.view.phase, {
    is: 'live',
    conversationId: 'conversation-1',
    transport: 'media',
    connection: 'good',
  });
  assert.deepEqual(
    again.sent.map(({ event_type, properties }) => [event_type, properties]),
    [['conversation.respond', { text: 'Are you there?' }]],
    'what was said meanwhile is said now',
  );
  again.tell('conversation.utterance', { role: 'pal', speech: 'Two.' }, { seq: 7, inference_id: 'b2' });
  again.tell('conversation.utterance', { role: 'pal', speech: 'Three.' }, { seq: 8, inference_id: 'c' });
  assert.deepEqual(
    it.session.view.lines.map(({ text }) => text),
    ['One.', 'Two.', 'Are you there?', 'Three.'],
  );
  assert.equal(it.service.of(END).length, 0);
  assert.ok(
    it.rooms.every(({ left }) => left.every(({ goodbye }) => goodbye === false)),
    'nobody said goodbye',
  );
});

test('about 20 seconds of tries, then text; text that is lost too is the end', async () => {
  const it = world();
  (await it.live()).listener.lost();
  await settle();
  for (let second = 0; second < 19; second++) {
    it.rooms.at(-1)!.refuse(new TypeError('Failed to fetch'));
    await it.clock.advance(1000);
    assert.equal(it.rooms.at(-1)!.kind, 'media');
  }
  it.rooms.at(-1)!.refuse(new TypeError('Failed to fetch'));
  await it.clock.advance(1000);
  const text = it.rooms.at(-1)!;
  assert.equal(text.kind, 'text');
  text.connect();
  await settle();
  assert.deepEqual(it.session.view.phase, {
    is: 'live',
    conversationId: 'conversation-1',
    transport: 'text',
    connection: 'good',
  });
  text.listener.lost();
  await settle();
  assert.deepEqual(it.session.view.phase, { is: 'ended', conversationId: 'conversation-1', reason: 'lost' });
  assert.equal(it.service.of(END).length, 1, 'the service need not wait for someone who gave up');
});

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
  test(`ended by ${who}: once, with everything freed at once`, async () => {
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
    assert.deepEqual([room.left.length, room.left[0]!.goodbye], [1, goodbye]);
    // Whatever else happens now changes nothing.
    for (const [, , other] of causes) other(it, room);
    room.listener.lost();
    await it.clock.advance(60_000);
    const ended = it.views
      .map(({ phase }) => phase)
      .filter((phase, index, all) => phase.is === 'ended' && all[index - 1] !== phase);
    assert.deepEqual(ended, [{ is: 'ended', conversationId: 'conversation-1', reason }]);
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

test('ended while joining, the attempt is left with a goodbye and no text is tried', async () => {
  const it = world();
  it.session.begin();
  await settle();
  it.session.end();
  await it.clock.advance(30_000);
  assert.deepEqual([it.rooms.length, it.rooms[0]!.left], [1, [{ keepalive: false, goodbye: true }]]);
  assert.deepEqual(it.session.view.phase, { is: 'ended', conversationId: 'conversation-1', reason: 'left' });
  assert.equal(it.service.of(END).length, 1);
});

test('when the page goes away the goodbye and the end outlive it', async () => {
  const it = world();
  const room = await it.live();
  it.page.dispatchEvent(new Event('pagehide'));
  await settle();
  assert.deepEqual(room.left, [{ keepalive: true, goodbye: true }]);
  assert.deepEqual(
    it.service.of(END).map(({ keepalive }) => keepalive),
    [true],
  );
});

test('so they do while it is still joining', async () => {
  const it = world();
  it.session.begin();
  await settle();
  it.page.dispatchEvent(new Event('pagehide'));
  await settle();
  assert.deepEqual(it.rooms[0]!.left, [{ keepalive: true, goodbye: true }]);
});

test('again after the end leads to the first screen without the old call’s words', async () => {
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

test('what the visitor types stands at once and is confirmed by the service’s line', async () => {
  const it = world();
  const room = await it.live();
  it.session.say('   ');
  it.session.say('  What do you cost?  ');
  assert.deepEqual(room.sent, [
    {
      message_type: 'conversation',
      event_type: 'conversation.respond',
      properties: { text: 'What do you cost?' },
    },
  ]);
  const [typed] = it.session.view.lines;
  assert.deepEqual(
    [typed!.text, typed!.role, it.session.view.activity],
    ['What do you cost?', 'user', 'thinking'],
  );
  room.tell('conversation.utterance', { role: 'user', speech: 'What do you cost?' }, { seq: 1, turn_idx: 1 });
  assert.deepEqual(
    it.session.view.lines.map(({ id, text }) => [id, text]),
    [[typed!.id, 'What do you cost?']],
  );
});

test('interrupt tells the room and nothing where there is none', async () => {
  const it = world();
  const room = await it.live();
  it.session.interrupt();
  assert.deepEqual(
    room.sent.map(({ event_type }) => event_type),
    ['conversation.interrupt'],
  );
  room.listener.lost();
  await settle();
  it.session.interrupt();
  it.rooms.at(-1)!.connect();
  await settle();
  assert.deepEqual(it.rooms.at(-1)!.sent, [], 'an interruption is for its moment only');
});

test('the caption is the agent’s line while it is said, and 1.5 s longer', async () => {
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

test('what the greeting offers goes when the visitor asks something else, said or typed', async () => {
  for (const ask of [
    (it: World) => it.session.say('Where are you?'),
    (_: World, room: FakeRoom) =>
      room.tell('conversation.utterance', { role: 'user', speech: 'Where are you?' }, { turn_idx: 1 }),
  ]) {
    const it = world();
    const room = await it.live();
    room.tell('conversation.tool_call', topics('offer'));
    const shown = () => it.session.view.canvas.card?.tool_call_id ?? null;
    assert.equal(shown(), 'offer');
    ask(it, room);
    assert.equal(shown(), null);
    // What comes of the talk stays.
    room.tell('conversation.tool_call', topics('later'));
    it.session.say('And on Saturday?');
    assert.equal(shown(), 'later');
  }
});

test('a call tells a minute before its limit that it ends', async () => {
  const it = world({ limits: { max_call_duration: 300 } });
  await it.live();
  const began = it.session.view.since;
  assert.equal(began, it.clock.now());
  await it.clock.advance(239_999);
  assert.equal(it.session.view.endsSoon, false);
  await it.clock.advance(1);
  assert.deepEqual([it.session.view.endsSoon, it.session.view.since], [true, began]);
  it.session.end();
  assert.deepEqual([it.session.view.endsSoon, it.session.view.since], [false, null]);
});

test('a call of a minute at most is not told of at once', async () => {
  const it = world({ limits: { max_call_duration: 60 } });
  await it.live();
  await it.clock.advance(50_000);
  assert.equal(it.session.view.endsSoon, false);
});

test('what was typed into a connection that was gone already is said again, unless the service has it', async () => {
  const it = world();
  const room = await it.live();
  it.session.say('Heard');
  it.session.say('Lost');
  await it.clock.advance(8000);
  room.listener.lost();
  await settle();
  it.session.say('Meanwhile');
  const again = it.rooms.at(-1)!;
  again.connect();
  await settle();
  again.tell('conversation.utterance', { role: 'user', speech: 'Heard' }, { seq: 1, turn_idx: 1 });
  const words = () => again.sent.map(({ properties }) => (properties as { text: string }).text);
  await it.clock.advance(1999);
  assert.deepEqual(words(), ['Meanwhile']);
  await it.clock.advance(1);
  assert.deepEqual(words(), ['Meanwhile', 'Lost']);
  await it.clock.advance(60_000);
  assert.equal(words().length, 2);
  assert.deepEqual(
    it.session.view.lines.map(({ text }) => text),
    ['Heard', 'Lost', 'Meanwhile'],
  );
});

test('nothing is said again after the end', async () => {
  const it = world();
  const room = await it.live();
  it.session.say('Lost');
  room.listener.lost();
  await settle();
  const again = it.rooms.at(-1)!;
  again.connect();
  await settle();
  it.session.end();
  await it.clock.advance(10_000);
  assert.deepEqual(again.sent, []);
});

test('a rating of the call that is over is left at the service, at best, and of no other', async () => {
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

test('a line is as long as the room takes, in whole characters, and shown as it was sent', async () => {
  const it = world();
  const room = await it.live();
  room.mostBytes = 4096;
  it.session.say('日本語を話します。'.repeat(200));
  const [sent] = room.sent.filter(({ event_type }) => event_type === 'conversation.respond');
  const { text } = sent!.properties as { text: string };
  const bytes = new TextEncoder().encode(JSON.stringify(sent)).length;
  assert.ok(bytes <= 4096 && bytes > 3500, `${bytes} bytes`);
  assert.equal(it.session.view.lines.at(-1)!.text, text);
  it.session.say('😀'.repeat(1500));
  const last = room.sent.at(-1)!.properties as { text: string };
  assert.ok(!/[\uD800-\uDBFF]$/.test(last.text));
});
