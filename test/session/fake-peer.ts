/** An embedded room with a simulated WebRTC connection, for the tests. */
import { afterEach, beforeEach } from 'node:test';
import { createClient } from '../../src/contract/client.ts';
import type { AgentEvent } from '../../src/contract/room-events.ts';
import { EmbeddedRoom } from '../../src/elements/session/embedded-room.ts';
import { watchNetwork } from '../../src/elements/session/network-watch.ts';
import { type RoomOptions } from '../../src/elements/session/room.ts';
import { FakeService, FakeStream, FakeTrack, json, MovedClock, settle } from './world.ts';

export const SERVERS = 'GET /rooms/{}/servers';
export const JOIN = 'POST /rooms/{}/session';
export const LEAVE = 'DELETE /rooms/{}/session/{}';

export class FakeChannel extends EventTarget {
  readyState = 'connecting';
  readonly sentMessages: unknown[] = [];
  send(text: string): void {
    this.sentMessages.push(JSON.parse(text));
  }
  open(): void {
    this.readyState = 'open';
    this.dispatchEvent(new Event('open'));
  }
  receive(data: unknown): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}

/** A peer connection that records the order of its calls. */
export class FakePeer extends EventTarget {
  static all: FakePeer[] = [];
  readonly steps: string[] = [];
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
  addTransceiver(trackOrKind: FakeTrack | string, { direction }: { direction: string }) {
    this.steps.push(
      `${typeof trackOrKind === 'string' ? trackOrKind : trackOrKind.kind} ${direction} ` +
        `${typeof trackOrKind === 'string' ? 'empty' : trackOrKind.deviceId}`,
    );
    const isClosed = () => this.#closed;
    const sender = {
      track: typeof trackOrKind === 'string' ? null : (trackOrKind as unknown),
      replaceTrack(track: unknown): Promise<void> {
        if (isClosed()) return Promise.reject(new DOMException('', 'InvalidStateError'));
        this.track = track;
        return Promise.resolve();
      },
    };
    this.senders.push(sender);
    return { sender };
  }
  createDataChannel(label: string, { ordered }: { ordered: boolean }) {
    this.steps.push(`channel ${label} ${ordered ? 'ordered' : ''}`);
    return this.channel;
  }
  setLocalDescription(): Promise<void> {
    this.steps.push('offer');
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
    this.steps.push('close');
  }
  changeState(state: string): void {
    this.connectionState = state;
    this.dispatchEvent(new Event('connectionstatechange'));
  }
}

beforeEach(() => {
  FakePeer.all = [];
  Object.assign(globalThis, { RTCPeerConnection: FakePeer });
});
afterEach(() => Reflect.deleteProperty(globalThis, 'RTCPeerConnection'));

export function createEmbeddedRoom(options: Partial<RoomOptions> = {}) {
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
  const log: { messages: AgentEvent[]; streams: FakeStream[]; events: string[] } = {
    messages: [],
    streams: [],
    events: [],
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
      message: (event) => log.messages.push(event),
      stream: (stream) => log.streams.push(stream as unknown as FakeStream),
      network: (isWeak) => log.events.push(isWeak ? 'weak' : 'good'),
      lost: () => log.events.push('lost'),
      ended: () => log.events.push('ended'),
    },
    createClient<AbortSignal>('https://pal.test', (url, init) => service.fetch(url, init)),
    clock,
    async () => ({ watchNetwork }),
  );
  return {
    room,
    clock,
    service,
    log,
    get peer() {
      return FakePeer.all[0]!;
    },
  };
}

export async function joinEmbeddedRoom(options: Partial<RoomOptions> = {}) {
  const testRoom = createEmbeddedRoom(options);
  const joining = testRoom.room.join();
  await settle();
  testRoom.peer.channel.open();
  await joining;
  return { ...testRoom, peer: testRoom.peer };
}
