import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeMedia, FakeStream, FakeTrack, settle, world } from './world.ts';

const idOf = (track: MediaStreamTrack | null) => (track as unknown as FakeTrack | null)?.deviceId ?? null;

async function inCall(...[deployment, options]: Parameters<typeof world>) {
  const visitor = world(deployment, options);
  return { ...visitor, room: await visitor.live('text') };
}

test('the screen is shared, shown to the visitor and stopped by their own button', async () => {
  const { session, media, room } = await inCall();
  assert.equal(session.view.screen.offered, true);
  session.setScreen(true);
  await settle();
  assert.deepEqual(session.view.screen.stream?.getTracks(), media.live);
  assert.deepEqual(room.screens.map(idOf), ['screen-1']);
  session.setScreen(true);
  await settle();
  assert.equal(media.tracks.length, 1, 'asked once more, it is the same one');
  session.setScreen(false);
  assert.deepEqual(
    [session.view.screen.stream, media.live, room.screens.map(idOf)],
    [null, [], ['screen-1', null]],
  );
});

test('the browser\u2019s own button ends it too', async () => {
  const { session, media, room } = await inCall();
  session.setScreen(true);
  await settle();
  media.tracks[0]!.dispatchEvent(new Event('ended'));
  assert.deepEqual([session.view.screen.stream, room.screens.map(idOf)], [null, ['screen-1', null]]);
  session.setScreen(true);
  await settle();
  assert.equal(media.live.length, 1, 'and it can be shared again');
});

test('cancelling the picker shows no message', async () => {
  const { session, media, room, views } = await inCall();
  media.picker = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  const previousCount = views.length;
  session.setScreen(true);
  await settle();
  assert.deepEqual([views.length, room.screens, session.view.phase.is], [previousCount, [], 'live']);
});

test('a picker that is answered after the call opens nothing', async () => {
  const { session, media } = await inCall();
  const track = new FakeTrack('video', 'late');
  let choose = () => {};
  media.picker = () => new Promise((resolve) => (choose = () => resolve(new FakeStream([track]))));
  session.setScreen(true);
  session.end();
  choose();
  await settle();
  assert.deepEqual([track.readyState, session.view.screen.stream], ['ended', null]);
});

test('every end of a call stops sharing the screen', async () => {
  for (const end of ['end', 'dispose'] as const) {
    const { session, media } = await inCall();
    session.setScreen(true);
    await settle();
    session[end]();
    assert.deepEqual(media.live, [], end);
  }
  const { session, media, room } = await inCall();
  session.setScreen(true);
  await settle();
  room.listener.ended();
  assert.deepEqual([media.live, session.view.screen.stream], [[], null]);
});

test('a restored connection still shares the screen; a text call does not', async () => {
  const { session, media, clock, rooms, room } = await inCall();
  session.setScreen(true);
  await settle();
  room.listener.lost();
  await settle();
  assert.equal(idOf(rooms.at(-1)!.options.screen), 'screen-1');
  rooms.at(-1)!.connect();
  await settle();
  assert.equal(media.live.length, 1);
  rooms.at(-1)!.listener.lost();
  await clock.advance(21_000);
  const text = rooms.at(-1)!;
  assert.equal(text.kind, 'text');
  text.connect();
  await settle();
  assert.deepEqual([media.live, session.view.screen.stream], [[], null]);
});

test('sharing is offered if the browser can and the owner wants it, and only in a video call', async () => {
  const phone = new FakeMedia();
  phone.picker = null;
  assert.equal(world({}, { media: phone.port }).session.view.screen.offered, false);
  assert.equal(world({}, { media: undefined }).session.view.screen.offered, false);
  assert.equal(world({}, { screenSharing: false }).session.view.screen.offered, false);
  for (const [deployment, options] of [
    [{ customization: { modality: 'audio' } }, {}],
    [{}, { screenSharing: false }],
  ] as const) {
    const { session, media } = await inCall(deployment, options);
    session.setScreen(true);
    await settle();
    assert.deepEqual(media.live, []);
  }
  const before = world();
  before.session.setScreen(true);
  await settle();
  assert.deepEqual(before.media.live, []);
});
