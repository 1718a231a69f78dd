/** The service's own room: WebRTC with one data channel, negotiated over HTTP. */
import type { Client } from '@palkit/contract/client';
import {
  AgentEvent,
  readMessage,
  type VisitorMessage,
  MAX_ROOM_MESSAGE_BYTES,
} from '@palkit/contract/room-events';
import { joinRoom, leaveRoom, roomServers } from '@palkit/contract/rooms';
import { toJson } from '@palkit/contract/to-json';
import type { Clock } from './clock.ts';
import type { FaceSink, PrepareFace } from './face-feed.ts';
import { withPictureSize, browserConditions } from './picture-size.ts';
import { visitorMessage, type LeaveOptions, type Room, type RoomListener, type RoomOptions } from './room.ts';

const PING_MS = 2000;
/** Milliseconds after which a disconnected connection counts as lost; the browser would wait for about 30 seconds. */
const DISCONNECTED_MS = 4000;

export class EmbeddedRoom implements Room {
  readonly maxBytes = MAX_ROOM_MESSAGE_BYTES;
  readonly #options: RoomOptions;
  readonly #listener: RoomListener;
  readonly #client: Client<AbortSignal>;
  readonly #clock: Clock;
  readonly #loadWatch;
  readonly #closed = new AbortController();
  #peer: RTCPeerConnection | null = null;
  #channel: RTCDataChannel | null = null;
  #microphone: RTCRtpSender | null = null;
  #picture: RTCRtpSender | null = null;
  #face: FaceSink | null = null;
  readonly #prepareFace: PrepareFace | undefined;
  /** Tracks for the video sender; a shared screen takes precedence over the camera. */
  readonly #pictures: Pick<RoomOptions, 'camera' | 'screen'>;
  #session: string | null = null;

  /** `loadWatch` loads the code that measures the connection, once it is connected. */
  constructor(
    options: RoomOptions,
    listener: RoomListener,
    client: Client<AbortSignal>,
    clock: Clock,
    loadWatch: () => Promise<Pick<typeof import('./network-watch.ts'), 'watchNetwork'>> = () =>
      import('./network-watch.ts'),
    prepareFace?: PrepareFace,
  ) {
    this.#options = options;
    this.#listener = listener;
    this.#client = client;
    this.#clock = clock;
    this.#loadWatch = loadWatch;
    this.#prepareFace = prepareFace;
    this.#pictures = { camera: options.camera, screen: options.screen };
  }

  async join(): Promise<void> {
    const { conversationId, token, after, microphone, modality } = this.#options;
    const { signal } = this.#closed;
    const call = { params: { conversation_id: conversationId }, credential: token, signal };
    const { result } = await this.#client(roomServers, call);
    if (modality === 'video' && result.face) this.#face = await this.#prepare(result.face);
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
      // A page that draws the face requests no video.
      this.#picture = peer.addTransceiver(this.#activePicture ?? 'video', {
        direction: this.#face ? 'sendonly' : 'sendrecv',
      }).sender;
    if (this.#face) this.#listener.face?.(this.#face);
    const channel = peer.createDataChannel('palkit', { ordered: true });
    this.#channel = channel;
    const open = new Promise<void>((resolve, reject) => {
      channel.addEventListener('open', () => resolve(), { once: true, signal });
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    // Prevents an unhandled rejection while the offer is being sent.
    open.catch(() => {});
    let disconnection = new AbortController();
    peer.addEventListener(
      'connectionstatechange',
      () => {
        disconnection.abort();
        if (peer.connectionState === 'failed' || peer.connectionState === 'closed') this.#handleLoss();
        if (peer.connectionState !== 'disconnected') return;
        disconnection = new AbortController();
        this.#clock.after(
          DISCONNECTED_MS,
          () => this.#handleLoss(),
          AbortSignal.any([disconnection.signal, signal]),
        );
      },
      { signal },
    );
    channel.addEventListener('close', () => this.#handleLoss(), { signal });
    channel.addEventListener(
      'message',
      ({ data }) => {
        const event = typeof data === 'string' ? readMessage(AgentEvent, data) : null;
        if (event?.event_type === 'conversation.face') this.#face?.cue(event.properties);
        else if (event) this.#listener.message(event);
      },
      { signal },
    );
    // Send the offer without candidates, because the service learns the browser's address from its first packet.
    await peer.setLocalDescription();
    const joinAnswer = await this.#client(joinRoom, {
      ...call,
      body: withPictureSize(peer.localDescription?.sdp ?? '', browserConditions()),
    });
    signal.throwIfAborted();
    this.#session = joinAnswer.answer.headers.get('location')?.split('/').at(-1) ?? null;
    await peer.setRemoteDescription({ type: 'answer', sdp: joinAnswer.result });
    await open;
    this.send(visitorMessage('conversation.resume', { after }));
    this.#sendPing();
    void this.#loadWatch()
      .then(({ watchNetwork }) =>
        watchNetwork(
          peer,
          this.#clock,
          { onChange: (weak) => this.#listener.network(weak), onLoss: () => this.#handleLoss() },
          signal,
        ),
      )
      .catch(() => {});
  }

  /** Prepares the page to draw a face; null if it draws none, so that the agent sends a video. */
  async #prepare(drawing: string): Promise<FaceSink | null> {
    const receiver = () => this.#peer?.getReceivers().find(({ track }) => track.kind === 'audio');
    try {
      return (await this.#prepareFace?.(drawing, receiver)) ?? null;
    } catch (error) {
      console.warn('palkit: face', error);
      return null;
    }
  }

  send(message: VisitorMessage): void {
    if (this.#channel?.readyState === 'open') this.#channel.send(toJson(message));
  }

  setMicrophone(track: MediaStreamTrack | null): void {
    this.#microphone?.replaceTrack(track).catch(() => {});
  }

  setCamera(track: MediaStreamTrack | null): void {
    this.#pictures.camera = track;
    this.#replacePicture();
  }

  setScreen(track: MediaStreamTrack | null): void {
    this.#pictures.screen = track;
    this.#replacePicture();
  }

  get #activePicture(): MediaStreamTrack | null {
    return this.#pictures.screen ?? this.#pictures.camera;
  }

  #replacePicture(): void {
    this.#picture?.replaceTrack(this.#activePicture).catch(() => {});
  }

  leave({ keepalive = false, goodbye = true }: LeaveOptions = {}): void {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    this.#peer?.close();
    const { conversationId, token } = this.#options;
    // If this request is not sent, the service notices the departure only after seconds.
    if (this.#session && goodbye)
      this.#client(leaveRoom, {
        params: { conversation_id: conversationId, session_id: this.#session },
        credential: token,
        keepalive,
      }).catch(() => {});
  }

  #sendPing(): void {
    this.send(visitorMessage('conversation.ping', {}));
    this.#clock.after(PING_MS, () => this.#sendPing(), this.#closed.signal);
  }

  #handleLoss(): void {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    this.#peer?.close();
    this.#listener.lost();
  }
}
