/** The service's own room: WebRTC offered over HTTP, one data channel. Decisions §6. */
import type { Client } from '@palkit/contract/client';
import {
  AgentEvent,
  readMessage,
  type VisitorMessage,
  MAX_ROOM_MESSAGE_BYTES,
} from '@palkit/contract/room-events';
import { joinRoom, leaveRoom, roomServers } from '@palkit/contract/rooms';
import type { Clock } from './clock.ts';
import { asking, carriedHere } from './picture-size.ts';
import { visitorMessage, type LeaveOptions, type Room, type RoomListener, type RoomOptions } from './room.ts';

const PING_MS = 2000;
/** A connection that stands still for so long is lost; the browser itself would wait about half a minute. */
const STILL_MS = 4000;

export class EmbeddedRoom implements Room {
  readonly mostBytes = MAX_ROOM_MESSAGE_BYTES;
  readonly #options: RoomOptions;
  readonly #listener: RoomListener;
  readonly #client: Client<AbortSignal>;
  readonly #clock: Clock;
  readonly #watching;
  readonly #closed = new AbortController();
  #peer: RTCPeerConnection | null = null;
  #channel: RTCDataChannel | null = null;
  #microphone: RTCRtpSender | null = null;
  #picture: RTCRtpSender | null = null;
  /** What may go out as the picture: the screen, where one is shared, in place of the camera. */
  readonly #pictures: Pick<RoomOptions, 'camera' | 'screen'>;
  #session: string | null = null;

  /** `watching`: fetches what measures the connection, once there is one. */
  constructor(
    options: RoomOptions,
    listener: RoomListener,
    client: Client<AbortSignal>,
    clock: Clock,
    watching: () => Promise<Pick<typeof import('./network-watch.ts'), 'watchNetwork'>> = () =>
      import('./network-watch.ts'),
  ) {
    this.#options = options;
    this.#listener = listener;
    this.#client = client;
    this.#clock = clock;
    this.#watching = watching;
    this.#pictures = { camera: options.camera, screen: options.screen };
  }

  async join(): Promise<void> {
    const { conversationId, token, after, microphone, modality } = this.#options;
    const { signal } = this.#closed;
    const call = { params: { conversation_id: conversationId }, credential: token, signal };
    const { result } = await this.#client(roomServers, call);
    signal.throwIfAborted();
    const peer = new RTCPeerConnection({ iceServers: result.ice_servers, bundlePolicy: 'max-bundle' });
    this.#peer = peer;
    const stream = new MediaStream();
    peer.addEventListener(
      'track',
      ({ track }) => {
        stream.addTrack(track);
        this.#listener.stream(new MediaStream(stream.getTracks()));
      },
      { signal },
    );
    this.#microphone = peer.addTransceiver(microphone ?? 'audio', { direction: 'sendrecv' }).sender;
    if (modality === 'video')
      this.#picture = peer.addTransceiver(this.#shown ?? 'video', { direction: 'sendrecv' }).sender;
    const channel = peer.createDataChannel('palkit', { ordered: true });
    this.#channel = channel;
    const open = new Promise<void>((resolve, reject) => {
      channel.addEventListener('open', () => resolve(), { once: true, signal });
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    // Nobody waits for it yet while the offer is on its way.
    open.catch(() => {});
    let still = new AbortController();
    peer.addEventListener(
      'connectionstatechange',
      () => {
        still.abort();
        if (peer.connectionState === 'failed' || peer.connectionState === 'closed') this.#lost();
        if (peer.connectionState !== 'disconnected') return;
        still = new AbortController();
        this.#clock.after(STILL_MS, () => this.#lost(), AbortSignal.any([still.signal, signal]));
      },
      { signal },
    );
    channel.addEventListener('close', () => this.#lost(), { signal });
    channel.addEventListener(
      'message',
      ({ data }) => {
        const event = typeof data === 'string' ? readMessage(AgentEvent, data) : null;
        if (event) this.#listener.message(event);
      },
      { signal },
    );
    // The offer is posted before candidates are gathered: the service learns the browser's address from its
    // first packet.
    await peer.setLocalDescription();
    const joined = await this.#client(joinRoom, {
      ...call,
      body: asking(peer.localDescription!.sdp, carriedHere()),
    });
    signal.throwIfAborted();
    this.#session = joined.answer.headers.get('location')?.split('/').at(-1) ?? null;
    await peer.setRemoteDescription({ type: 'answer', sdp: joined.result });
    await open;
    this.send(visitorMessage('conversation.resume', { after }));
    this.#ping();
    void this.#watching()
      .then(({ watchNetwork }) =>
        watchNetwork(peer, this.#clock, (weak) => this.#listener.network(weak), signal),
      )
      .catch(() => {});
  }

  send(message: VisitorMessage): void {
    if (this.#channel?.readyState === 'open') this.#channel.send(JSON.stringify(message));
  }

  setMicrophone(track: MediaStreamTrack | null): void {
    this.#microphone?.replaceTrack(track).catch(() => {});
  }

  setCamera(track: MediaStreamTrack | null): void {
    this.#pictures.camera = track;
    this.#show();
  }

  setScreen(track: MediaStreamTrack | null): void {
    this.#pictures.screen = track;
    this.#show();
  }

  get #shown(): MediaStreamTrack | null {
    return this.#pictures.screen ?? this.#pictures.camera;
  }

  #show(): void {
    this.#picture?.replaceTrack(this.#shown).catch(() => {});
  }

  leave({ keepalive = false, goodbye = true }: LeaveOptions = {}): void {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    this.#peer?.close();
    const { conversationId, token } = this.#options;
    // A goodbye that does not arrive is noticed by the service within seconds.
    if (this.#session && goodbye)
      this.#client(leaveRoom, {
        params: { conversation_id: conversationId, session_id: this.#session },
        credential: token,
        keepalive,
      }).catch(() => {});
  }

  #ping(): void {
    this.send(visitorMessage('conversation.ping', {}));
    this.#clock.after(PING_MS, () => this.#ping(), this.#closed.signal);
  }

  #lost(): void {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    this.#peer?.close();
    this.#listener.lost();
  }
}
