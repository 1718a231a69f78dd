/**
 * One call from join to end: tries the room, goes on in text where nothing connects, comes back after a lost connection. It
 * tells of messages and of how it is connected; it knows nothing of gates or screens.
 */
import type { StartedConversation } from '../../contract/conversations.ts';
import type { AgentEvent, VisitorMessage } from '../../contract/room-events.ts';
import type { Clock } from './clock.ts';
import type { Room, RoomListener, RoomOptions } from './room.ts';

/** Where nothing connects within this, the call goes on in text. */
export const CONNECT_MS = 8000;
/** A lost connection is tried again for so long, then in text. */
export const RECONNECT_MS = 20_000;
const RETRY_MS = 1000;

/** Makes a room for a URL; `text` is the same conversation without media. */
export type RoomFactory = (kind: 'media' | 'text', options: RoomOptions, listener: RoomListener) => Room | Promise<Room>;

export interface CallListener {
  message(event: AgentEvent): void;
  stream(stream: MediaStream): void;
  connected(transport: 'media' | 'text'): void;
  reconnecting(): void;
  over(reason: 'agent' | 'lost'): void;
}

export interface CallOptions {
  conversation: StartedConversation;
  modality: 'video' | 'audio' | 'chat';
  rooms: RoomFactory;
  clock: Clock;
  tracks(): { microphone: MediaStreamTrack | null; camera: MediaStreamTrack | null };
}

export class Call {
  readonly #options: CallOptions;
  readonly #listener: CallListener;
  readonly #over = new AbortController();
  #room: Room | null = null;
  /** The last message known; one told again is not told on. */
  #after = 0;

  constructor(options: CallOptions, listener: CallListener) {
    this.#options = options;
    this.#listener = listener;
  }

  start(): void {
    void this.#connect(this.#options.modality === 'chat' ? 0 : this.#options.clock.now() + CONNECT_MS);
  }

  send(message: VisitorMessage): void {
    this.#room?.send(message);
  }

  /** Gives the room the tracks that are on now. */
  update(): void {
    const { microphone, camera } = this.#options.tracks();
    this.#room?.setMicrophone(microphone);
    this.#room?.setCamera(camera);
  }

  end(options: { keepalive?: boolean } = {}): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#room?.leave(options);
    this.#room = null;
  }

  /** Tries media until the deadline, then text. */
  async #connect(deadline: number): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#over;
    while (!signal.aborted && clock.now() < deadline) {
      if (await this.#join('media', deadline - clock.now())) return;
      if (signal.aborted || clock.now() >= deadline) break;
      await new Promise<void>((resolve) => clock.after(Math.min(RETRY_MS, deadline - clock.now()), resolve, signal));
    }
    if (signal.aborted) return;
    if (!(await this.#join('text', CONNECT_MS)) && !signal.aborted) this.#finish('lost');
  }

  async #join(kind: 'media' | 'text', patience: number): Promise<boolean> {
    const { conversation, modality, rooms, clock, tracks } = this.#options;
    let current = true;
    const options: RoomOptions = { url: conversation.conversation_url, conversationId: conversation.conversation_id, token: conversation.meeting_token, after: this.#after, modality, ...tracks() };
    const tell = <Parameters extends unknown[]>(told: (...parameters: Parameters) => void) => (...parameters: Parameters) => {
      if (current && !this.#over.signal.aborted) told(...parameters);
    };
    const room = await rooms(kind, options, {
      message: tell((event: AgentEvent) => this.#heard(event)),
      stream: tell((stream: MediaStream) => this.#listener.stream(stream)),
      lost: tell(() => {
        if (this.#room !== room) return;
        this.#room = null;
        if (kind === 'text') return this.#finish('lost');
        this.#listener.reconnecting();
        void this.#connect(clock.now() + RECONNECT_MS);
      }),
      ended: tell(() => this.#finish('agent')),
    });
    const timeUp = new AbortController();
    const joined = await Promise.race([
      room.join().then(() => true, () => false),
      new Promise<boolean>((resolve) => {
        clock.after(patience, () => resolve(false), timeUp.signal);
        this.#over.signal.addEventListener('abort', () => resolve(false), { once: true, signal: timeUp.signal });
      }),
    ]);
    timeUp.abort();
    if (!joined || this.#over.signal.aborted) {
      current = false;
      // The call goes on in another room, or was told to be over already.
      room.leave({ goodbye: false });
      return false;
    }
    this.#room = room;
    this.#listener.connected(kind);
    this.update();
    return true;
  }

  #heard(event: AgentEvent): void {
    if (event.seq !== undefined) {
      if (event.seq <= this.#after) return;
      this.#after = event.seq;
    }
    this.#listener.message(event);
  }

  #finish(reason: 'agent' | 'lost'): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#room?.leave();
    this.#room = null;
    this.#listener.over(reason);
  }
}
