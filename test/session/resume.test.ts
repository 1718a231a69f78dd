import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeploymentInit } from '../../src/contract/deployments.ts';
import { END, json, settle, START, world } from './world.ts';

/** The session storage of one tab. */
class FakeStorage {
  readonly entries = new Map<string, string>();
  getItem = (name: string) => this.entries.get(name) ?? null;
  setItem = (name: string, value: string) => void this.entries.set(name, value);
  removeItem = (name: string) => void this.entries.delete(name);
}
const leave = (visitor: { page: EventTarget }) => visitor.page.dispatchEvent(new Event('pagehide'));
const open: Partial<DeploymentInit> = {};
const CARD_ARGUMENTS = JSON.stringify({
  question: 'Which?',
  options: [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
  ],
});

/** Starts a call and leaves its page; `next` opens the next page of the same tab, without any time between. */
async function reloadPage() {
  const storage = new FakeStorage();
  const before = world(open, { storage });
  const room = await before.live();
  before.session.setMicrophone(true);
  await settle();
  room.tell('conversation.utterance', { role: 'pal', speech: 'Hello.' }, { seq: 1, inference_id: 'a' });
  room.tell('conversation.tool_call', { name: 'basket', arguments: '{}', tool_call_id: 't1' }, { seq: 2 });
  room.tell(
    'conversation.tool_call',
    { name: 'canvas_show_question', arguments: CARD_ARGUMENTS, tool_call_id: 'card-1' },
    { seq: 3 },
  );
  leave(before);
  await settle();
  const calls: string[] = [];
  return {
    storage,
    before,
    room,
    called: calls,
    next: () => world(open, { storage, callTool: (name) => void calls.push(name) }),
  };
}

test('a page that closes keeps its call, sends no goodbye, and asks the service to wait', async () => {
  const { storage, before, room } = await reloadPage();
  assert.deepEqual(room.leaveOptions, [{ keepalive: true, goodbye: false }]);
  assert.deepEqual(
    before.service.of(END).map(({ keepalive, query }) => [keepalive, query.get('when')]),
    [[true, 'unless_resumed']],
  );
  assert.equal(before.media.live.length, 0, 'nothing of the visitor is on any more');
  assert.deepEqual([...storage.entries.keys()], ['palkit:deployment-1']);
  assert.doesNotMatch(storage.entries.get('palkit:deployment-1')!, /Hello/, 'no word that was said');
  assert.equal(parseInt(storage.entries.get('palkit:deployment-1')!), before.clock.now() + 28_000);
});

test('during a call, after its end, and on the way to one nothing is stored', async () => {
  const storage = new FakeStorage();
  const visitor = world(open, { storage });
  visitor.session.begin();
  await settle();
  leave(visitor);
  assert.deepEqual([storage.entries.size, visitor.service.of(END)[0]!.query.get('when')], [0, null]);
  visitor.session.again();
  await visitor.live();
  assert.equal(storage.entries.size, 0);
  visitor.session.end();
  leave(visitor);
  assert.equal(storage.entries.size, 0);
});

test('the next page offers the call again, and resumes it completely: lines, card, and no repeated tool', async () => {
  const { next, called: calledTools, storage } = await reloadPage();
  const visitor = next();
  await visitor.session.prepare();
  assert.equal(visitor.session.view.phase.is, 'resumable');
  assert.equal(storage.entries.size, 0, 'taken out');
  visitor.session.resume();
  await settle();
  const room = visitor.rooms[0]!;
  assert.deepEqual(
    [room.kind, room.options.conversationId, room.options.token, room.options.after],
    ['media', 'conversation-1', 'token-1', 0],
  );
  room.connect();
  await settle();
  room.tell('conversation.utterance', { role: 'pal', speech: 'Hello.' }, { seq: 1, inference_id: 'a' });
  room.tell('conversation.tool_call', { name: 'basket', arguments: '{}', tool_call_id: 't1' }, { seq: 2 });
  room.tell(
    'conversation.tool_call',
    { name: 'canvas_show_question', arguments: CARD_ARGUMENTS, tool_call_id: 'card-1' },
    { seq: 3 },
  );
  room.tell('conversation.tool_call', { name: 'basket', arguments: '{}', tool_call_id: 't2' }, { seq: 4 });
  await settle();
  assert.deepEqual(
    visitor.session.view.lines.map(({ text }) => text),
    ['Hello.'],
  );
  assert.equal(visitor.session.view.canvas.card?.tool_call_id, 'card-1');
  assert.deepEqual(calledTools, ['basket'], 'only what is new');
  assert.equal(visitor.service.of(START).length, 0);
  assert.equal(visitor.media.live.length, 1, 'the microphone is on as it was');
  visitor.session.end();
  assert.deepEqual(
    visitor.service.of(END).map(({ query }) => query.get('when')),
    [null],
  );
});

test('new messages may precede missed ones: none is lost, and none is repeated', async () => {
  const visitor = world();
  const room = await visitor.live();
  room.tell('conversation.utterance', { role: 'pal', speech: 'One.' }, { seq: 1, inference_id: 'a' });
  room.listener.lost();
  await settle();
  const nextRoom = visitor.rooms.at(-1)!;
  nextRoom.connect();
  await settle();
  nextRoom.tell('conversation.utterance', { role: 'pal', speech: 'Three.' }, { seq: 3, inference_id: 'c' });
  nextRoom.tell('conversation.utterance', { role: 'pal', speech: 'One.' }, { seq: 1, inference_id: 'a2' });
  nextRoom.tell('conversation.utterance', { role: 'pal', speech: 'Two.' }, { seq: 2, inference_id: 'b' });
  nextRoom.tell('conversation.utterance', { role: 'pal', speech: 'Three.' }, { seq: 3, inference_id: 'c2' });
  assert.deepEqual(visitor.session.view.lines.map(({ text }) => text).toSorted(), ['One.', 'Three.', 'Two.']);
});

test('an answered card does not come back', async () => {
  const { storage, next } = await reloadPage();
  const [name, value] = [...storage.entries][0]!;
  storage.setItem(name, value.replace('"card":"card-1"', '"card":null'));
  const visitor = next();
  await visitor.session.prepare();
  visitor.session.resume();
  await settle();
  visitor.rooms[0]!.connect();
  await settle();
  visitor.rooms[0]!.tell(
    'conversation.tool_call',
    { name: 'canvas_show_question', arguments: CARD_ARGUMENTS, tool_call_id: 'card-1' },
    { seq: 3 },
  );
  assert.equal(visitor.session.view.canvas.card?.tool_call_id, undefined);
  visitor.rooms[0]!.tell(
    'conversation.tool_call',
    { name: 'canvas_show_question', arguments: CARD_ARGUMENTS, tool_call_id: 'card-2' },
    { seq: 4 },
  );
  assert.equal(visitor.session.view.canvas.card?.tool_call_id, 'card-2');
});

test('starting over ends the old call first, and continues with a new one', async () => {
  const { next } = await reloadPage();
  const visitor = next();
  let isBusy = true;
  visitor.service.on(
    END,
    () => ((isBusy = false), json({ conversation_id: 'conversation-1', status: 'ended' })),
  );
  await visitor.session.prepare();
  visitor.session.again();
  visitor.session.begin();
  await settle();
  assert.equal(isBusy, false);
  assert.deepEqual(
    visitor.service.requests.map(({ path }) => path.split('/').at(-1)),
    ['init', 'end', 'init', 'start'],
  );
});

test('a page that is loaded twice still finds it; the offer disappears when the time is up', async () => {
  const { next, storage } = await reloadPage();
  const secondPage = next();
  await secondPage.session.prepare();
  await secondPage.clock.advance(10_000);
  leave(secondPage);
  assert.equal(
    parseInt(storage.entries.get('palkit:deployment-1')!),
    secondPage.clock.now() + 18_000,
    'no longer than the service waits',
  );
  const thirdPage = next();
  await thirdPage.clock.advance(10_000);
  await thirdPage.session.prepare();
  assert.equal(thirdPage.session.view.phase.is, 'resumable');
  await thirdPage.clock.advance(18_000);
  assert.equal(thirdPage.session.view.phase.is, 'ready');
  assert.equal(thirdPage.service.of(END).length, 0);
});

test('an expired or damaged record is deleted', async () => {
  const { next, storage } = await reloadPage();
  const visitor = next();
  await visitor.clock.advance(28_000);
  await visitor.session.prepare();
  assert.deepEqual([visitor.session.view.phase.is, storage.entries.size], ['ready', 0]);
  for (const value of ['', 'NaN', '99999999999999', '99999999999999{"conversation":{}}']) {
    storage.setItem('palkit:deployment-1', value);
    const otherPage = next();
    await otherPage.session.prepare();
    assert.deepEqual([otherPage.session.view.phase.is, storage.entries.size], ['ready', 0]);
  }
});

test('a page that starts by itself resumes, and reports a room that has ended', async () => {
  const { next } = await reloadPage();
  const visitor = next();
  visitor.session.begin();
  await settle();
  visitor.rooms[0]!.listener.ended();
  visitor.rooms[0]!.connect();
  await settle();
  assert.equal(visitor.session.view.phase.is, 'ended');
});

test('a Daily room is left with a goodbye and ended at once', async () => {
  const storage = new FakeStorage();
  const visitor = world(open, { storage });
  visitor.service.on(START, () =>
    json({
      conversation_id: 'conversation-1',
      conversation_name: 'Call',
      conversation_url: 'https://house.daily.co/room',
      status: 'active',
      callback_url: '',
      created_at: '2026-01-05T09:00:00.000000Z',
      meeting_token: 'token-1',
    }),
  );
  const room = await visitor.live();
  leave(visitor);
  assert.deepEqual(
    [room.leaveOptions[0]!.goodbye, storage.entries.size, visitor.service.of(END)[0]!.query.get('when')],
    [true, 0, null],
  );
});

const comeBack = (visitor: { page: EventTarget }, persisted = true) =>
  visitor.page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('a page back from the back/forward cache offers the call that it left', async () => {
  const { before, storage } = await reloadPage();
  assert.equal(before.session.view.phase.is, 'ended');
  comeBack(before);
  await settle();
  assert.equal(before.session.view.phase.is, 'resumable');
  assert.equal(storage.entries.size, 0);
  before.session.resume();
  await settle();
  assert.equal(before.service.of(START).length, 1, 'it is the same call');
});

test('a page that returns after another one ended its call starts again', async () => {
  const { before, next } = await reloadPage();
  const secondPage = next();
  await secondPage.session.prepare();
  secondPage.session.again();
  await settle();
  comeBack(before);
  await settle();
  assert.equal(before.session.view.phase.is, 'ready');
});

test('a page without a call of its own offers the one of a page in between', async () => {
  const storage = new FakeStorage();
  const firstPage = world(open, { storage });
  await firstPage.session.prepare();
  leave(firstPage);
  const secondPage = world(open, { storage });
  await secondPage.live();
  leave(secondPage);
  comeBack(firstPage);
  await settle();
  assert.equal(firstPage.session.view.phase.is, 'resumable');
});

test('a page that is shown for the first time, or returns without a call, stays unchanged', async () => {
  const visitor = world(open, { storage: new FakeStorage() });
  await visitor.live();
  comeBack(visitor, false);
  assert.equal(visitor.session.view.phase.is, 'live');
  visitor.session.end();
  leave(visitor);
  comeBack(visitor);
  await settle();
  assert.equal(visitor.session.view.phase.is, 'ended');
});
