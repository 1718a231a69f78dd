/** How an embedded room ends: with a goodbye, abandoned, lost, or rejected during the join. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/contract/api-error.ts';
import { waitForever, offline, refusal, settle } from './world.ts';
import { FakePeer, JOIN, LEAVE, SERVERS, createEmbeddedRoom, joinEmbeddedRoom } from './fake-peer.ts';

test('a goodbye names the session; it is sent once and may outlive the page', async () => {
  const { room, peer, service, log } = await joinEmbeddedRoom();
  room.leave({ keepalive: true });
  room.leave();
  await settle();
  assert.deepEqual(
    service.of(LEAVE).map(({ path, keepalive, headers }) => [path, keepalive, headers.get('authorization')]),
    [['/rooms/conversation-1/session/session-7', true, 'Bearer token-1']],
  );
  assert.equal(peer.steps.at(-1), 'close');
  peer.channel.dispatchEvent(new Event('close'));
  peer.changeState('closed');
  assert.deepEqual(log.events, [], 'what was left is not lost');
});

test('given up, it closes without a goodbye', async () => {
  const { room, peer, service } = await joinEmbeddedRoom();
  room.leave({ goodbye: false });
  await settle();
  assert.equal(service.of(LEAVE).length, 0);
  assert.equal(peer.steps.at(-1), 'close');
});

const losses: [string, (testRoom: Awaited<ReturnType<typeof joinEmbeddedRoom>>) => unknown][] = [
  ['failed', ({ peer }) => peer.changeState('failed')],
  ['closed by the other side', ({ peer }) => peer.channel.dispatchEvent(new Event('close'))],
  ['still for 4 seconds', ({ peer, clock }) => (peer.changeState('disconnected'), clock.advance(4000))],
];

for (const [title, lose] of losses) {
  test(`a connection that is ${title} is lost, once`, async () => {
    const testRoom = await joinEmbeddedRoom();
    await lose(testRoom);
    for (const [, loseAgain] of losses) await loseAgain(testRoom);
    assert.deepEqual(testRoom.log.events, ['lost']);
    assert.equal(testRoom.peer.steps.at(-1), 'close');
    const sentCount = testRoom.peer.channel.sentMessages.length;
    await testRoom.clock.advance(10_000);
    assert.equal(testRoom.peer.channel.sentMessages.length, sentCount);
    assert.equal(testRoom.service.of(LEAVE).length, 0);
  });
}

test('a connection that moves again in time is not lost', async () => {
  const { peer, clock, log } = await joinEmbeddedRoom();
  peer.changeState('disconnected');
  await clock.advance(3999);
  peer.changeState('connected');
  await clock.advance(10_000);
  assert.deepEqual(log.events, []);
});

test('a refusal rejects the join with its code, without a goodbye', async () => {
  for (const route of [SERVERS, JOIN]) {
    const testRoom = createEmbeddedRoom();
    testRoom.service.on(route, () => refusal('conversation_ended'));
    await assert.rejects(
      testRoom.room.join(),
      (error) => error instanceof ApiError && error.code === 'conversation_ended',
    );
    testRoom.room.leave();
    assert.equal(testRoom.service.of(LEAVE).length, 0);
  }
});

test('no network, a failing connection, and leaving while joining only reject the join', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  for (const trouble of ['offline', 'failed', 'left while offering', 'left while connecting'] as const) {
    FakePeer.all = [];
    const testRoom = createEmbeddedRoom();
    if (trouble === 'offline') testRoom.service.on(JOIN, offline);
    if (trouble === 'left while offering') testRoom.service.on(JOIN, waitForever);
    const rejection = assert.rejects(testRoom.room.join());
    await settle();
    if (trouble === 'failed') testRoom.peer.changeState('failed');
    testRoom.room.leave();
    await rejection;
    await settle();
    assert.equal(testRoom.peer.steps.at(-1), 'close');
  }
  process.off('unhandledRejection', note);
  assert.deepEqual(unhandled, []);
});
