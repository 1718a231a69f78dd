import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitorMessage } from '../../src/elements/session/room.ts';
import { agentEvent, FakeTrack, settle } from './world.ts';
import { FakeChannel, FakePeer, JOIN, createEmbeddedRoom, joinEmbeddedRoom } from './fake-peer.ts';

const types = (channel: FakeChannel) =>
  channel.sentMessages.map((message) => (message as { event_type: string }).event_type);

test('offers sound, picture and a channel of its own, with the owner’s servers and the token', async () => {
  const { peer, service } = await joinEmbeddedRoom();
  assert.deepEqual(
    peer.steps,
    ['audio sendrecv empty', 'video sendrecv empty', 'channel palkit ordered', 'offer'],
    'the channel is in the offer',
  );
  assert.deepEqual(peer.configuration.iceServers, [
    { urls: ['turn:relay.test:3478'], username: 'me', credential: 'secret' },
  ]);
  const [offer] = service.of(JOIN);
  assert.deepEqual(
    [offer!.body, offer!.headers.get('content-type'), offer!.headers.get('authorization')],
    ['v=0 offer', 'application/sdp', 'Bearer token-1'],
  );
  assert.equal(peer.answer, 'v=0 answer');
});

test('sends the given tracks; an audio call has no picture', async () => {
  const microphone = new FakeTrack('audio', 'mic') as unknown as MediaStreamTrack;
  const camera = new FakeTrack('video', 'cam') as unknown as MediaStreamTrack;
  assert.deepEqual((await joinEmbeddedRoom({ microphone, camera })).peer.steps.slice(0, 2), [
    'audio sendrecv mic',
    'video sendrecv cam',
  ]);
  FakePeer.all = [];
  assert.deepEqual((await joinEmbeddedRoom({ microphone, modality: 'audio' })).peer.steps.slice(0, 2), [
    'audio sendrecv mic',
    'channel palkit ordered',
  ]);
});

test('joins when the channel opens: requests missed messages, and shows its presence every 2 seconds', async () => {
  const testRoom = createEmbeddedRoom({ after: 41 });
  let isDone = false;
  const joining = testRoom.room.join().then(() => (isDone = true));
  await settle();
  assert.equal(isDone, false, 'an answer is not a connection');
  testRoom.peer.channel.open();
  await joining;
  assert.deepEqual(testRoom.peer.channel.sentMessages[0], {
    message_type: 'conversation',
    event_type: 'conversation.resume',
    properties: { after: 41 },
  });
  await testRoom.clock.advance(6000);
  assert.deepEqual(types(testRoom.peer.channel), [
    'conversation.resume',
    ...Array.from({ length: 4 }, () => 'conversation.ping'),
  ]);
  testRoom.room.leave();
  await testRoom.clock.advance(6000);
  assert.equal(testRoom.peer.channel.sentMessages.length, 5);
});

test('messages cross both ways; other data is dropped', async () => {
  const { room, peer, log } = await joinEmbeddedRoom();
  const event = agentEvent('conversation.utterance', { role: 'pal', speech: 'Hello.' }, { seq: 3 });
  for (const data of [
    '{',
    '[]',
    '"x"',
    new ArrayBuffer(4),
    JSON.stringify({ ...event, event_type: 'conversation.unknown' }),
    JSON.stringify({ ...event, properties: {} }),
    JSON.stringify({ ...event, filler: 'x'.repeat(70_000) }),
  ])
    peer.channel.receive(data);
  assert.deepEqual(log.messages, []);
  peer.channel.receive(JSON.stringify(event));
  assert.deepEqual(log.messages, [event]);
  room.send(visitorMessage('conversation.respond', { text: 'Hi' }));
  assert.equal(types(peer.channel).at(-1), 'conversation.respond');
  peer.channel.readyState = 'closing';
  const sentCount = peer.channel.sentMessages.length;
  room.send(visitorMessage('conversation.respond', { text: 'Hi' }));
  assert.equal(peer.channel.sentMessages.length, sentCount);
});

test('the agent’s tracks come as one stream, a new one with each', async () => {
  const { peer, log } = await joinEmbeddedRoom();
  for (const kind of ['audio', 'video'] as const)
    peer.dispatchEvent(Object.assign(new Event('track'), { track: new FakeTrack(kind, kind) }));
  assert.deepEqual(
    log.streams.map((stream) => stream.getTracks().map(({ kind }) => kind)),
    [['audio'], ['audio', 'video']],
  );
  assert.notEqual(log.streams[0], log.streams[1]);
});

test('mutes and unmutes without a new offer, and has no effect after the end', async () => {
  const { room, peer, service } = await joinEmbeddedRoom();
  const track = new FakeTrack('audio', 'mic') as unknown as MediaStreamTrack;
  room.setMicrophone(track);
  assert.equal(peer.senders[0]!.track, track);
  room.setMicrophone(null);
  room.setCamera(new FakeTrack('video', 'cam') as unknown as MediaStreamTrack);
  assert.deepEqual([peer.senders[0]!.track, (peer.senders[1]!.track as FakeTrack).deviceId], [null, 'cam']);
  room.leave();
  room.setMicrophone(track);
  room.setCamera(null);
  await settle();
  assert.equal(service.of(JOIN).length, 1);
});

test('a shared screen replaces the camera, which comes back after it', async () => {
  const track = (id: string) => new FakeTrack('video', id) as unknown as MediaStreamTrack;
  const { room, peer } = await joinEmbeddedRoom({ camera: track('cam') });
  const sentDevice = () => (peer.senders[1]!.track as FakeTrack | null)?.deviceId;
  room.setScreen(track('screen'));
  assert.equal(sentDevice(), 'screen');
  room.setCamera(track('other cam'));
  assert.equal(sentDevice(), 'screen', 'another camera waits');
  room.setScreen(null);
  assert.equal(sentDevice(), 'other cam');
  room.setScreen(track('screen'));
  room.setCamera(null);
  room.setScreen(null);
  assert.equal(sentDevice(), undefined);
  room.leave();
  room.setScreen(track('screen'));
  FakePeer.all = [];
  assert.deepEqual(
    (await joinEmbeddedRoom({ camera: track('cam'), screen: track('screen') })).peer.steps[1],
    'video sendrecv screen',
    'joined again, it goes on',
  );
});

test('a connection on which nothing arrives is lost, before the browser notices', async () => {
  const { peer, clock, log } = await joinEmbeddedRoom();
  peer.stats = [{ type: 'candidate-pair', nominated: true, bytesReceived: 900 }];
  await clock.advance(3500);
  assert.deepEqual(log.events, []);
  await clock.advance(500);
  assert.deepEqual(log.events, ['lost']);
});

test('measures a standing connection, reports only changes, and nothing in the background', async () => {
  const { peer, clock, log, room } = await joinEmbeddedRoom();
  peer.stats = [{ type: 'candidate-pair', nominated: true, currentRoundTripTime: 2 }];
  await clock.advance(10_000);
  // Four measurements of the quality, and twenty of the received bytes.
  assert.deepEqual([peer.measured, log.events], [24, ['weak']]);
  const page = { hidden: true };
  Object.assign(globalThis, { document: page });
  await clock.advance(10_000);
  assert.equal(peer.measured, 24);
  page.hidden = false;
  peer.stats = [];
  await clock.advance(20_000);
  Reflect.deleteProperty(globalThis, 'document');
  assert.deepEqual(log.events, ['weak', 'good']);
  const { measured } = peer;
  room.leave();
  await clock.advance(10_000);
  assert.equal(peer.measured, measured);
});
