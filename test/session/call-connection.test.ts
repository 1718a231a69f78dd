/** The connection of a call is attempted, replaced with text, lost and restored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { END, settle, world } from './world.ts';

test('if no connection succeeds within 8 seconds the same conversation continues in text', async () => {
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
  assert.deepEqual(it.rooms[0]!.leaveOptions, [{ goodbye: false }], 'a goodbye would end the conversation');
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

test('late messages of a given-up room are ignored', async () => {
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

test('a room whose code cannot be loaded leads to a text call', async () => {
  let tries = 0;
  const it = world({}, { rooms: (kind) => (tries++, Promise.reject(new Error(`no ${kind}`))) });
  it.session.begin();
  await it.clock.advance(7000);
  assert.equal(it.session.view.phase.is, 'joining');
  await it.clock.advance(10_000);
  assert.deepEqual(it.session.view.phase, { is: 'ended', conversationId: 'conversation-1', reason: 'lost' });
  assert.ok(tries > 8);
});

test('a lost connection is resumed at its position', async () => {
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
  const nextRoom = it.rooms.at(-1)!;
  assert.deepEqual([it.rooms.length, nextRoom.options.after, nextRoom.options.token], [2, 7, 'token-1']);
  nextRoom.connect();
  await settle();
  assert.deepEqual(it.session.view.phase, {
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
    it.session.view.lines.map(({ text }) => text),
    ['One.', 'Two.', 'Are you there?', 'Three.'],
  );
  assert.equal(it.service.of(END).length, 0);
  assert.ok(
    it.rooms.every(({ leaveOptions }) => leaveOptions.every(({ goodbye }) => goodbye === false)),
    'nobody said goodbye',
  );
});

for (const [change, offset] of [
  ['back', -3_600_000],
  ['forward', 3_600_000],
] as const)
  test(`a device's clock that is set ${change} changes no attempt`, async () => {
    const it = world();
    (await it.live()).listener.lost();
    await settle();
    it.clock.offset = offset;
    for (let second = 0; second < 19; second++) {
      it.rooms.at(-1)!.refuse(new TypeError('Failed to fetch'));
      await it.clock.advance(1000);
      assert.equal(it.rooms.at(-1)!.kind, 'media');
    }
    it.rooms.at(-1)!.refuse(new TypeError('Failed to fetch'));
    await it.clock.advance(2000);
    assert.equal(it.rooms.at(-1)!.kind, 'text');
  });

test('about 20 seconds of attempts, then text; a lost text connection is the end', async () => {
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

test('ended while joining, the attempt ends with a goodbye and without a text call', async () => {
  const it = world();
  it.session.begin();
  await settle();
  it.session.end();
  await it.clock.advance(30_000);
  assert.deepEqual([it.rooms.length, it.rooms[0]!.leaveOptions], [1, [{ keepalive: false, goodbye: true }]]);
  assert.deepEqual(it.session.view.phase, { is: 'ended', conversationId: 'conversation-1', reason: 'left' });
  assert.equal(it.service.of(END).length, 1);
});

test('a line typed into a lost connection is sent again, unless the service has it', async () => {
  const it = world();
  const room = await it.live();
  it.session.say('Heard');
  it.session.say('Lost');
  await it.clock.advance(8000);
  room.listener.lost();
  await settle();
  it.session.say('Meanwhile');
  const secondRoom = it.rooms.at(-1)!;
  secondRoom.connect();
  await settle();
  secondRoom.tell('conversation.utterance', { role: 'user', speech: 'Heard' }, { seq: 1, turn_idx: 1 });
  const words = () => secondRoom.sentMessages.map(({ properties }) => (properties as { text: string }).text);
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
