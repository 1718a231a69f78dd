/** The connection of a call is attempted, replaced with text, lost and restored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { END, settle, world } from './world.ts';

test('if no connection succeeds within 8 seconds the same conversation continues in text', async () => {
  const visitor = world({ customization: { show_haircheck: true } });
  visitor.session.begin();
  await settle();
  visitor.session.askDevices({ microphone: true, camera: false });
  await settle();
  visitor.session.confirmDevices();
  await settle();
  await visitor.clock.advance(7999);
  assert.deepEqual(
    [visitor.session.view.phase.is, visitor.rooms.map(({ kind }) => kind)],
    ['joining', ['media']],
  );
  await visitor.clock.advance(1);
  assert.deepEqual(
    visitor.rooms.map(({ kind }) => kind),
    ['media', 'text'],
  );
  assert.deepEqual(
    visitor.rooms[0]!.leaveOptions,
    [{ goodbye: false }],
    'a goodbye would end the conversation',
  );
  assert.equal(visitor.rooms[1]!.options.conversationId, 'conversation-1');
  visitor.rooms[1]!.connect();
  await settle();
  assert.deepEqual(visitor.session.view.phase, {
    is: 'live',
    conversationId: 'conversation-1',
    transport: 'text',
    connection: 'good',
  });
  assert.equal(visitor.media.live.length, 0, 'in text nobody listens');
  assert.equal(visitor.service.of(END).length, 0);
  visitor.session.setMicrophone(true);
  await settle();
  assert.equal(visitor.media.live.length, 0);
});

test('a media room that refuses is tried until the 8 seconds are over', async () => {
  const visitor = world();
  visitor.session.begin();
  await settle();
  visitor.rooms[0]!.refuse(new TypeError('Failed to fetch'));
  await visitor.clock.advance(1000);
  assert.deepEqual(
    visitor.rooms.map(({ kind }) => kind),
    ['media', 'media'],
  );
  visitor.rooms[1]!.connect();
  await settle();
  assert.equal(visitor.session.view.phase.is, 'live');
});

test('late messages of a given-up room are ignored', async () => {
  const visitor = world();
  visitor.session.begin();
  await settle();
  await visitor.clock.advance(8000);
  visitor.rooms[1]!.connect();
  await settle();
  visitor.rooms[0]!.connect();
  visitor.rooms[0]!.tell('conversation.utterance', { role: 'pal', speech: 'Ghost' });
  visitor.rooms[0]!.listener.lost();
  visitor.rooms[0]!.listener.ended();
  await settle();
  assert.deepEqual([visitor.session.view.phase.is, visitor.session.view.lines], ['live', []]);
});

test('a room whose code cannot be loaded leads to a text call', async () => {
  let attempts = 0;
  const visitor = world({}, { rooms: (kind) => (attempts++, Promise.reject(new Error(`no ${kind}`))) });
  visitor.session.begin();
  await visitor.clock.advance(7000);
  assert.equal(visitor.session.view.phase.is, 'joining');
  await visitor.clock.advance(10_000);
  assert.deepEqual(visitor.session.view.phase, {
    is: 'ended',
    conversationId: 'conversation-1',
    reason: 'lost',
  });
  assert.ok(attempts > 8);
});

test('a lost connection is resumed at its position', async () => {
  const visitor = world();
  const room = await visitor.live();
  room.tell('conversation.utterance', { role: 'pal', speech: 'One.' }, { seq: 6, inference_id: 'a' });
  room.tell('conversation.utterance', { role: 'pal', speech: 'Two.' }, { seq: 7, inference_id: 'b' });
  room.listener.lost();
  await settle();
  assert.deepEqual(visitor.session.view.phase, {
    is: 'live',
    conversationId: 'conversation-1',
    transport: 'media',
    connection: 'reconnecting',
  });
  visitor.session.say('Are you there?');
  const nextRoom = visitor.rooms.at(-1)!;
  assert.deepEqual([visitor.rooms.length, nextRoom.options.after, nextRoom.options.token], [2, 7, 'token-1']);
  nextRoom.connect();
  await settle();
  assert.deepEqual(visitor.session.view.phase, {
    is: 'live',
    conversationId: 'conversation-1',
    transport: 'media',
    connection: 'good',
  });
  assert.deepEqual(
    nextRoom.sentMessages.map(({ event_type, properties }) => [event_type, properties]),
    [['conversation.respond', { text: 'Are you there?' }]],
    'what was said meanwhile is said now',
  );
  nextRoom.tell('conversation.utterance', { role: 'pal', speech: 'Two.' }, { seq: 7, inference_id: 'b2' });
  nextRoom.tell('conversation.utterance', { role: 'pal', speech: 'Three.' }, { seq: 8, inference_id: 'c' });
  assert.deepEqual(
    visitor.session.view.lines.map(({ text }) => text),
    ['One.', 'Two.', 'Are you there?', 'Three.'],
  );
  assert.equal(visitor.service.of(END).length, 0);
  assert.ok(
    visitor.rooms.every(({ leaveOptions }) => leaveOptions.every(({ goodbye }) => goodbye === false)),
    'nobody said goodbye',
  );
});

for (const [change, offset] of [
  ['back', -3_600_000],
  ['forward', 3_600_000],
] as const)
  test(`a device's clock that is set ${change} changes no attempt`, async () => {
    const visitor = world();
    (await visitor.live()).listener.lost();
    await settle();
    visitor.clock.offset = offset;
    for (let seconds = 0; seconds < 19; seconds++) {
      visitor.rooms.at(-1)!.refuse(new TypeError('Failed to fetch'));
      await visitor.clock.advance(1000);
      assert.equal(visitor.rooms.at(-1)!.kind, 'media');
    }
    visitor.rooms.at(-1)!.refuse(new TypeError('Failed to fetch'));
    await visitor.clock.advance(2000);
    assert.equal(visitor.rooms.at(-1)!.kind, 'text');
  });

test('about 20 seconds of attempts, then text; a lost text connection is the end', async () => {
  const visitor = world();
  (await visitor.live()).listener.lost();
  await settle();
  for (let seconds = 0; seconds < 19; seconds++) {
    visitor.rooms.at(-1)!.refuse(new TypeError('Failed to fetch'));
    await visitor.clock.advance(1000);
    assert.equal(visitor.rooms.at(-1)!.kind, 'media');
  }
  visitor.rooms.at(-1)!.refuse(new TypeError('Failed to fetch'));
  await visitor.clock.advance(1000);
  const text = visitor.rooms.at(-1)!;
  assert.equal(text.kind, 'text');
  text.connect();
  await settle();
  assert.deepEqual(visitor.session.view.phase, {
    is: 'live',
    conversationId: 'conversation-1',
    transport: 'text',
    connection: 'good',
  });
  text.listener.lost();
  await settle();
  assert.deepEqual(visitor.session.view.phase, {
    is: 'ended',
    conversationId: 'conversation-1',
    reason: 'lost',
  });
  assert.equal(visitor.service.of(END).length, 1, 'the service need not wait for someone who gave up');
});

test('ended while joining, the attempt ends with a goodbye and without a text call', async () => {
  const visitor = world();
  visitor.session.begin();
  await settle();
  visitor.session.end();
  await visitor.clock.advance(30_000);
  assert.deepEqual(
    [visitor.rooms.length, visitor.rooms[0]!.leaveOptions],
    [1, [{ keepalive: false, goodbye: true }]],
  );
  assert.deepEqual(visitor.session.view.phase, {
    is: 'ended',
    conversationId: 'conversation-1',
    reason: 'left',
  });
  assert.equal(visitor.service.of(END).length, 1);
});

test('a line typed into a lost connection is sent again, unless the service has it', async () => {
  const visitor = world();
  const room = await visitor.live();
  visitor.session.say('Heard');
  visitor.session.say('Lost');
  await visitor.clock.advance(8000);
  room.listener.lost();
  await settle();
  visitor.session.say('Meanwhile');
  const secondRoom = visitor.rooms.at(-1)!;
  secondRoom.connect();
  await settle();
  secondRoom.tell('conversation.utterance', { role: 'user', speech: 'Heard' }, { seq: 1, turn_idx: 1 });
  const words = () => secondRoom.sentMessages.map(({ properties }) => (properties as { text: string }).text);
  await visitor.clock.advance(1999);
  assert.deepEqual(words(), ['Meanwhile']);
  await visitor.clock.advance(1);
  assert.deepEqual(words(), ['Meanwhile', 'Lost']);
  await visitor.clock.advance(60_000);
  assert.equal(words().length, 2);
  assert.deepEqual(
    visitor.session.view.lines.map(({ text }) => text),
    ['Heard', 'Lost', 'Meanwhile'],
  );
});
