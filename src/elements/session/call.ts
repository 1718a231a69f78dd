/**
 * One call from join to end: tries the room, goes on in text where nothing connects, comes back after a lost
 * connection. It tells of messages and of how it is connected; it knows nothing of gates or screens.
 */
import type { StartedConversation } from '@palkit/contract/conversations';
import { ApiError } from '@palkit/contract/api-error';
import { MAX_ROOM_MESSAGE_BYTES } from '@palkit/contract/room-events';
import type { AgentEvent, VisitorMessage } from '@palkit/contract/room-events';
import type { Clock } from './clock.ts';
import type { Modality } from './modality.ts';
import type { LeaveOptions, Room, RoomListener, RoomOptions } from './room.ts';

/** Where nothing connects within this, the call goes on in text. */
export const CONNECT_MS = 8000;
/** A lost connection is tried again for so long, then in text. */
export const RECONNECT_MS = 20_000;
const RETRY_MS = 1000;
/** A loss may stay unnoticed for so long; what was sent meanwhile did not arrive. */
const UNNOTICED_MS = 15_000;

/** A refusal to join that no further try changes → what became of the call. */
const FINAL: Partial<Record<string, OverReason>> = {
  conversation_ended: 'agent',
  conversation_not_found: 'agent',
  invalid_token: 'error',
  expired_token: 'error',
};
/** What the visitor said while nothing was connected is said when something is. */
const KEPT: readonly VisitorMessage['event_type'][] = [
  'conversation.respond',
  'conversation.tool_result',
  'conversation.append_llm_context',
  'conversation.set_variables',
];

/** Makes a room for a URL; `text` is the same conversation without media. */
export type RoomFactory = (
  kind: 'media' | 'text',
  options: RoomOptions,
  listener: RoomListener,
) => Room | Promise<Room>;

/** The other side ended it, every way to it failed, or it refuses this visitor. */
export type OverReason = 'agent' | 'lost' | 'error';

export interface CallListener {
  message(event: AgentEvent): void;
  stream(stream: MediaStream): void;
  connected(transport: 'media' | 'text'): void;
  network(weak: boolean): void;
  reconnecting(): void;
  over(reason: OverReason): void;
}

interface Tracks {
  microphone: MediaStreamTrack | null;
  camera: MediaStreamTrack | null;
  screen: MediaStreamTrack | null;
}

export interface CallOptions {
  conversation: StartedConversation;
  modality: Modality;
  rooms: RoomFactory;
  clock: Clock;
  tracks(): Tracks;
}

export class Call {
  readonly #options: CallOptions;
  readonly #listener: CallListener;
  readonly #over = new AbortController();
  #room: Room | null = null;
  /** The tracks that the room has. */
  #given: Tracks = { microphone: null, camera: null, screen: null };
  #unsent: VisitorMessage[] = [];
  /** Answers to the agent's tool calls, which nothing confirms: the youngest are told again after a loss. */
  #results: { message: VisitorMessage; at: number }[] = [];
  /** How a room is left: given up for another, unless the visitor ends the call. */
  #farewell: LeaveOptions = { goodbye: false };
  /** The last message known. */
  #after = 0;
  /**
   * What the current room was asked for begins after this one; what it told of that. What is new may come
   * before what was missed, and nothing is told on twice.
   */
  #asked = 0;
  #told = new Set<number>();

  constructor(options: CallOptions, listener: CallListener) {
    this.#options = options;
    this.#listener = listener;
  }

  /** The last message known. */
  get after(): number {
    return this.#after;
  }

  start(): void {
    void this.#connect(CONNECT_MS);
  }

  /** Bytes that a message may have in the room that is joined. */
  get mostBytes(): number {
    return this.#room?.mostBytes ?? MAX_ROOM_MESSAGE_BYTES;
  }

  send(message: VisitorMessage): void {
    if (this.#room) {
      this.#room.send(message);
      if (message.event_type === 'conversation.tool_result')
        this.#results.push({ message, at: this.#options.clock.now() });
    } else if (!this.#over.signal.aborted && KEPT.includes(message.event_type)) this.#unsent.push(message);
  }

  /** Gives the room the tracks that are on now. */
  update(): void {
    if (!this.#room) return;
    const { microphone, camera, screen } = this.#options.tracks();
    if (microphone !== this.#given.microphone) this.#room.setMicrophone(microphone);
    if (camera !== this.#given.camera) this.#room.setCamera(camera);
    if (screen !== this.#given.screen) this.#room.setScreen(screen);
    this.#given = { microphone, camera, screen };
  }

  end(options: LeaveOptions = {}): void {
    if (this.#over.signal.aborted) return;
    this.#farewell = options;
    this.#over.abort();
    this.#room?.leave(options);
    this.#room = null;
  }

  /** Media for as long as given, then text. */
  async #connect(patience: number): Promise<void> {
    if (this.#options.modality !== 'chat' && (await this.#try('media', patience))) return;
    if (await this.#try('text', CONNECT_MS)) return;
    this.#finish('lost');
  }

  /** Tries again and again until the time is up; true also where nothing is left to try. */
  async #try(kind: 'media' | 'text', patience: number): Promise<boolean> {
    const { clock } = this.#options;
    const { signal } = this.#over;
    const deadline = clock.now() + patience;
    while (!signal.aborted) {
      if (await this.#join(kind, deadline - clock.now())) return true;
      const left = deadline - clock.now();
      if (left <= 0) return signal.aborted;
      await new Promise<void>((resolve) => clock.after(Math.min(RETRY_MS, left), resolve, signal));
      if (clock.now() >= deadline) return signal.aborted;
    }
    return true;
  }

  async #join(kind: 'media' | 'text', patience: number): Promise<boolean> {
    const { conversation, modality, rooms, clock, tracks } = this.#options;
    const given = tracks();
    this.#asked = this.#after;
    this.#told.clear();
    const attempt: { current: boolean; room: Room | null } = { current: true, room: null };
    const options: RoomOptions = {
      url: conversation.conversation_url,
      conversationId: conversation.conversation_id,
      token: conversation.meeting_token,
      after: this.#after,
      modality,
      ...given,
    };
    const tell =
      <Parameters extends unknown[]>(told: (...parameters: Parameters) => void) =>
      (...parameters: Parameters) => {
        if (attempt.current && !this.#over.signal.aborted) told(...parameters);
      };
    const listener: RoomListener = {
      message: tell((event: AgentEvent) => this.#heard(event)),
      stream: tell((stream: MediaStream) => this.#listener.stream(stream)),
      network: tell((weak: boolean) => {
        if (this.#room !== null && this.#room === attempt.room) this.#listener.network(weak);
      }),
      lost: tell(() => {
        // Before it joined, the join tells.
        if (this.#room === null || this.#room !== attempt.room) return;
        attempt.current = false;
        this.#room = null;
        attempt.room.leave({ goodbye: false });
        this.#unsent.push(
          ...this.#results
            .splice(0)
            .filter(({ at }) => clock.now() - at < UNNOTICED_MS)
            .map(({ message }) => message),
        );
        if (kind === 'text') return this.#finish('lost');
        this.#listener.reconnecting();
        void this.#connect(RECONNECT_MS);
      }),
      ended: tell(() => this.#finish('agent')),
    };
    const entered = Promise.resolve()
      .then(() => rooms(kind, options, listener))
      .then(async (room) => {
        if (!attempt.current) return room.leave(this.#farewell);
        attempt.room = room;
        await room.join();
      });
    const timeUp = new AbortController();
    const joined = await Promise.race([
      entered.then(
        () => true,
        (error: unknown) => error,
      ),
      new Promise<false>((resolve) => {
        clock.after(patience, () => resolve(false), timeUp.signal);
        this.#over.signal.addEventListener('abort', () => resolve(false), {
          once: true,
          signal: timeUp.signal,
        });
      }),
    ]);
    timeUp.abort();
    if (joined !== true || this.#over.signal.aborted) {
      attempt.current = false;
      attempt.room?.leave(this.#farewell);
      const final = joined instanceof ApiError ? FINAL[joined.code] : undefined;
      if (final) this.#finish(final);
      return false;
    }
    this.#room = attempt.room;
    this.#given = given;
    this.#listener.connected(kind);
    this.update();
    for (const message of this.#unsent.splice(0)) this.send(message);
    return true;
  }

  #heard(event: AgentEvent): void {
    if (event.seq !== undefined) {
      if (event.seq <= this.#asked || this.#told.has(event.seq)) return;
      this.#told.add(event.seq);
      this.#after = Math.max(this.#after, event.seq);
    }
    this.#listener.message(event);
  }

  #finish(reason: OverReason): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    // There is nobody to say goodbye to; what is lost is told by the end of the conversation.
    this.#room?.leave({ goodbye: false });
    this.#room = null;
    this.#listener.over(reason);
  }
}
