import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createClient } from '../../src/contract/client.ts';
import { ApiError } from '../../src/contract/api-error.ts';
import type { AgentEvent } from '../../src/contract/room-events.ts';
import { EmbeddedRoom } from '../../src/elements/session/embedded-room.ts';
import { watchNetwork } from '../../src/elements/session/network-watch.ts';
import { visitorMessage, type RoomOptions } from '../../src/elements/session/room.ts';
import {
  agentEvent,
  FakeService,
  FakeStream,
  FakeTrack,
  json,
  MovedClock,
  never,
  offline,
  refusal,
  settle,
} from './world.ts';

const SERVERS = 'GET /rooms/{}/servers';
const JOIN = 'POST /rooms/{}/session';
const LEAVE = 'DELETE /rooms/{}/session/{}';

class FakeChannel extends EventTarget {
  readyState = 'connecting';
  readonly sent: unknown[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  open(): void {
    this.readyState = 'open';
    this.dispatchEvent(new Event('open'));
  }
  receive(data: unknown): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}

/** A peer connection that writes down what was done with it, in order. */
class FakePeer extends EventTarget {
  static all: FakePeer[] = [];
  readonly done: string[] = [];
  readonly configuration: RTCConfiguration;
  readonly channel = new FakeChannel();
  readonly senders: { track: unknown; replaceTrack(track: unknown): Promise<void> }[] = [];
  connectionState = 'new';
  localDescription: { sdp: string } | null = null;
  answer = '';
  #closed = false;

  constructor(configuration: RTCConfiguration) {
    super();
    this.configuration = configuration;
    FakePeer.all.push(this);
  }
  addTransceiver(what: FakeTrack | string, { direction }: { direction: string }) {
    this.done.push(
      `${typeof what === 'string' ? what : what.kind} ${direction} ` +
        `${typeof what === 'string' ? 'empty' : what.deviceId}`,
    );
    const peer = this;
    const sender = {
      track: typeof what === 'string' ? null : (what as unknown),
      replaceTrack(track: unknown): Promise<void> {
        if (peer.#closed) return Promise.reject(new DOMException('', 'InvalidStateError'));
        this.track = track;
        return Promise.resolve();
      },
    };
    this.senders.push(sender);
    return { sender };
  }
  createDataChannel(label: string, { ordered }: { ordered: boolean }) {
    this.done.push(`channel ${label} ${ordered ? 'ordered' : ''}`);
    return this.channel;
  }
  setLocalDescription(): Promise<void> {
    this.done.push('offer');
    this.localDescription = { sdp: 'v=0 offer' };
    return Promise.resolve();
  }
  setRemoteDescription({ sdp }: { sdp: string }): Promise<void> {
    this.answer = sdp;
    return Promise.resolve();
  }
  stats: Record<string, unknown>[] = [];
  measured = 0;
  getStats(): Promise<Map<number, Record<string, unknown>>> {
    this.measured++;
    return Promise.resolve(new Map(this.stats.entries()));
  }
  close(): void {
    this.#closed = true;
    this.done.push('close');
  }
  become(state: string): void {
    this.connectionState = state;
    this.dispatchEvent(new Event('connectionstatechange'));
  }
}

beforeEach(() => {
  FakePeer.all = [];
  Object.assign(globalThis, { RTCPeerConnection: FakePeer });
});
afterEach(() => Reflect.deleteProperty(globalThis, 'RTCPeerConnection'));

function embedded(options: Partial<RoomOptions> = {}) {
  const clock = new MovedClock();
  const service = new FakeService()
    .on(SERVERS, () =>
      json({ ice_servers: [{ urls: ['turn:relay.test:3478'], username: 'me', credential: 'secret' }] }),
    )
    .on(
      JOIN,
      () =>
        new Response('v=0 answer', {
          status: 201,
          headers: { location: '/rooms/conversation-1/session/session-7' },
        }),
    )
    .on(LEAVE, () => new Response(null, { status: 204 }));
  const heard: { messages: AgentEvent[]; streams: FakeStream[]; told: string[] } = {
    messages: [],
    streams: [],
    told: [],
  };
  const room = new EmbeddedRoom(
    {
      url: 'https://pal.test/rooms/conversation-1',
      conversationId: 'conversation-1',
      token: 'token-1',
      after: 0,
      microphone: null,
      camera: null,
      screen: null,
      modality: 'video',
      ...options,
    },
    {
      message: (event) => heard.messages.push(event),
      stream: (stream) => heard.streams.push(stream as unknown as FakeStream),
      network: (weak) => heard.told.push(weak ? 'weak' : 'good'),
      lost: () => heard.told.push('lost'),
      ended: () => heard.told.push('ended'),
    },
    createClient<AbortSignal>('https://pal.test', (url, init) => service.fetch(url, init)),
    clock,
    async () => ({ watchNetwork }),
  );
  return {
    room,
    clock,
    service,
    heard,
    get peer() {
      return FakePeer.all[0]!;
    },
  };
}

async function joined(options: Partial<RoomOptions> = {}) {
  const it = embedded(options);
  const joining = it.room.join();
  await settle();
  it.peer.channel.open();
  await joining;
  return { ...it, peer: it.peer };
}

const types = (channel: FakeChannel) =>
  channel.sent.map((message) => (message as { event_type: string }).event_type);

test('offers sound, picture and a channel made here, with the owner’s servers and the token', async () => {
  const { peer, service } = await joined();
  assert.deepEqual(
    peer.done,
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

test('sends the tracks it was given; an audio call has no picture', async () => {
  const microphone = new FakeTrack('audio', 'mic') as unknown as MediaStreamTrack;
  const camera = new FakeTrack('video', 'cam') as unknown as MediaStreamTrack;
  assert.deepEqual((await joined({ microphone, camera })).peer.done.slice(0, 2), [
    'audio sendrecv mic',
    'video sendrecv cam',
  ]);
  FakePeer.all = [];
  assert.deepEqual((await joined({ microphone, modality: 'audio' })).peer.done.slice(0, 2), [
    'audio sendrecv mic',
    'channel palkit ordered',
  ]);
});

test('joins when the channel opens: asks for what it missed, and shows to be there every 2 seconds', async () => {
  const it = embedded({ after: 41 });
  let done = false;
  const joining = it.room.join().then(() => (done = true));
  await settle();
  assert.equal(done, false, 'an answer is not a connection');
  it.peer.channel.open();
  await joining;
  assert.deepEqual(it.peer.channel.sent[0], {
    message_type: 'conversation',
    event_type: 'conversation.resume',
    properties: { after: 41 },
  });
  await it.clock.advance(6000);
  assert.deepEqual(types(it.peer.channel), [
    'conversation.resume',
    ...Array.from({ length: 4 }, () => 'conversation.ping'),
  ]);
  it.room.leave();
  await it.clock.advance(6000);
  assert.equal(it.peer.channel.sent.length, 5);
});

test('messages cross both ways; what is none is dropped', async () => {
  const { room, peer, heard } = await joined();
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
  assert.deepEqual(heard.messages, []);
  peer.channel.receive(JSON.stringify(event));
  assert.deepEqual(heard.messages, [event]);
  room.send(visitorMessage('conversation.respond', { text: 'Hi' }));
  assert.equal(types(peer.channel).at(-1), 'conversation.respond');
  peer.channel.readyState = 'closing';
  const sent = peer.channel.sent.length;
  room.send(visitorMessage('conversation.respond', { text: 'Hi' }));
  assert.equal(peer.channel.sent.length, sent);
});

test('the agent’s tracks come as one stream, a new one with each', async () => {
  const { peer, heard } = await joined();
  for (const kind of ['audio', 'video'] as const)
    peer.dispatchEvent(Object.assign(new Event('track'), { track: new FakeTrack(kind, kind) }));
  assert.deepEqual(
    heard.streams.map((stream) => stream.getTracks().map(({ kind }) => kind)),
    [['audio'], ['audio', 'video']],
  );
  assert.notEqual(heard.streams[0], heard.streams[1]);
});

test('mutes and unmutes without a new offer, and does no harm after the end', async () => {
  const { room, peer, service } = await joined();
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

test('a shared screen goes out in place of the camera, which comes back after it', async () => {
  const track = (id: string) => new FakeTrack('video', id) as unknown as MediaStreamTrack;
  const { room, peer } = await joined({ camera: track('cam') });
  const sent = () => (peer.senders[1]!.track as FakeTrack | null)?.deviceId;
  room.setScreen(track('screen'));
  assert.equal(sent(), 'screen');
  room.setCamera(track('other cam'));
  assert.equal(sent(), 'screen', 'another camera waits');
  room.setScreen(null);
  assert.equal(sent(), 'other cam');
  room.setScreen(track('screen'));
  room.setCamera(null);
  room.setScreen(null);
  assert.equal(sent(), undefined);
  room.leave();
  room.setScreen(track('screen'));
  FakePeer.all = [];
  assert.deepEqual(
    (await joined({ camera: track('cam'), screen: track('screen') })).peer.done[1],
    'video sendrecv screen',
    'joined again, it goes on',
  );
});

test('a goodbye names the session; it is said once and may outlive the page', async () => {
  const { room, peer, service, heard } = await joined();
  room.leave({ keepalive: true });
  room.leave();
  await settle();
  assert.deepEqual(
    service.of(LEAVE).map(({ path, keepalive, headers }) => [path, keepalive, headers.get('authorization')]),
    [['/rooms/conversation-1/session/session-7', true, 'Bearer token-1']],
  );
  assert.equal(peer.done.at(-1), 'close');
  peer.channel.dispatchEvent(new Event('close'));
  peer.become('closed');
  assert.deepEqual(heard.told, [], 'what was left is not lost');
});

test('given up, it closes without a goodbye', async () => {
  const { room, peer, service } = await joined();
  room.leave({ goodbye: false });
  await settle();
  assert.equal(service.of(LEAVE).length, 0);
  assert.equal(peer.done.at(-1), 'close');
});

const losses: [string, (it: Awaited<ReturnType<typeof joined>>) => unknown][] = [
  ['failed', ({ peer }) => peer.become('failed')],
  ['closed by the other side', ({ peer }) => peer.channel.dispatchEvent(new Event('close'))],
  ['still for 4 seconds', ({ peer, clock }) => (peer.become('disconnected'), clock.advance(4000))],
];
for (const [how, lose] of losses) {
  test(`a connection that is ${how} is lost, once`, async () => {
    const it = await joined();
    await lose(it);
    for (const [, other] of losses) await other(it);
    assert.deepEqual(it.heard.told, ['lost']);
    assert.equal(it.peer.done.at(-1), 'close');
    const sent = it.peer.channel.sent.length;
    await it.clock.advance(10_000);
    assert.equal(it.peer.channel.sent.length, sent);
    assert.equal(it.service.of(LEAVE).length, 0);
  });
}

test('a connection that moves again in time is not lost', async () => {
  const { peer, clock, heard } = await joined();
  peer.become('disconnected');
  await clock.advance(3999);
  peer.become('connected');
  await clock.advance(10_000);
  assert.deepEqual(heard.told, []);
});

test('a refusal rejects the join with its code; nobody is said goodbye to', async () => {
  for (const route of [SERVERS, JOIN]) {
    const it = embedded();
    it.service.on(route, () => refusal('conversation_ended'));
    await assert.rejects(
      it.room.join(),
      (error) => error instanceof ApiError && error.code === 'conversation_ended',
    );
    it.room.leave();
    assert.equal(it.service.of(LEAVE).length, 0);
  }
});

test('no network, a failing connection, and being left while joining reject the join, and that is all', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  for (const trouble of ['offline', 'failed', 'left while offering', 'left while connecting'] as const) {
    FakePeer.all = [];
    const it = embedded();
    if (trouble === 'offline') it.service.on(JOIN, offline);
    if (trouble === 'left while offering') it.service.on(JOIN, never);
    const rejected = assert.rejects(it.room.join());
    await settle();
    if (trouble === 'failed') it.peer.become('failed');
    it.room.leave();
    await rejected;
    await settle();
    assert.equal(it.peer.done.at(-1), 'close');
  }
  process.off('unhandledRejection', note);
  assert.deepEqual(unhandled, []);
});

test('measures the connection while it stands, tells of a change only, nothing in the background', async () => {
  const { peer, clock, heard, room } = await joined();
  peer.stats = [{ type: 'candidate-pair', nominated: true, currentRoundTripTime: 2 }];
  await clock.advance(10_000);
  assert.deepEqual([peer.measured, heard.told], [4, ['weak']]);
  const page = { hidden: true };
  Object.assign(globalThis, { document: page });
  await clock.advance(10_000);
  assert.equal(peer.measured, 4);
  page.hidden = false;
  peer.stats = [];
  await clock.advance(20_000);
  Reflect.deleteProperty(globalThis, 'document');
  assert.deepEqual(heard.told, ['weak', 'good']);
  const { measured } = peer;
  room.leave();
  await clock.advance(10_000);
  assert.equal(peer.measured, measured);
});
