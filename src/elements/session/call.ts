/**
 * One call from join to end: tries a room with media, falls back to text, and reconnects after a loss. It reports
 * messages and the connection's state, and does not depend on gates and screens.
 */
import type { StartedConversation } from '@palkit/contract/conversations';
import { ApiError } from '@palkit/contract/api-error';
import { MAX_ROOM_MESSAGE_BYTES } from '@palkit/contract/room-events';
import type { AgentEvent, VisitorMessage } from '@palkit/contract/room-events';
import type { Clock } from './clock.ts';
import type { FaceFeed } from './face-feed.ts';
import type { Modality } from './modality.ts';
import type { LeaveOptions, Room, RoomListener, RoomOptions } from './room.ts';

/** Milliseconds within which media must connect before the call continues in text. */
export const CONNECT_MS = 8000;
/** Milliseconds for which reconnecting is tried before the call continues in text. */
export const RECONNECT_MS = 20_000;
const RETRY_MS = 1000;
/** Milliseconds for which a loss may remain unnoticed. Messages that were sent meanwhile may be lost. */
const UNNOTICED_MS = 15_000;

/** Maps errors of a join that a retry cannot resolve to the reason for the call's end. */
const FINAL: Partial<Record<string, OverReason>> = {
  conversation_ended: 'agent',
  conversation_not_found: 'agent',
  invalid_token: 'error',
  expired_token: 'error',
};
/** Messages that are queued until there is a connection; all others are dropped. */
const QUEUED_TYPES: readonly VisitorMessage['event_type'][] = [
  'conversation.respond',
  'conversation.tool_result',
  'conversation.append_llm_context',
  'conversation.set_variables',
];

/** Creates a room for a URL; `text` is the same conversation without media. */
export type RoomFactory = (
  kind: 'media' | 'text',
  options: RoomOptions,
  listener: RoomListener,
) => Room | Promise<Room>;

/**
 * `agent`: the other side ended the call. `lost`: all ways to connect failed. `error`: the room rejects this visitor.
 */
export type OverReason = 'agent' | 'lost' | 'error';

export interface CallListener {
  message(event: AgentEvent): void;
  stream(stream: MediaStream): void;
  face(feed: FaceFeed): void;
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
  readonly #callEnd = new AbortController();
  #room: Room | null = null;
  /** Tracks that the room is sending. */
  #sentTracks: Tracks = { microphone: null, camera: null, screen: null };
  #queuedMessages: VisitorMessage[] = [];
  /** Recent results of tool calls. They are not acknowledged, so they are sent again after a loss. */
  #recentResults: { message: VisitorMessage; at: number }[] = [];
  /** How the room is left: without a goodbye, unless the visitor ends the call. */
  #farewell: LeaveOptions = { goodbye: false };
  /** Sequence number of the last message. */
  #lastSequence = 0;
  /**
   * After a join, the room sends the messages after this number again, mixed with new ones. Messages that were
   * already delivered are skipped.
   */
  #replayAfter = 0;
  #deliveredSequences = new Set<number>();

  constructor(options: CallOptions, listener: CallListener) {
    this.#options = options;
    this.#listener = listener;
  }

  /** Sequence number of the last message. */
  get after(): number {
    return this.#lastSequence;
  }

  start(): void {
    void this.#connect(CONNECT_MS);
  }

  /** Maximum bytes of a message in the current room. */
  get maxBytes(): number {
    return this.#room?.maxBytes ?? MAX_ROOM_MESSAGE_BYTES;
  }

  send(message: VisitorMessage): void {
    if (this.#room) {
      this.#room.send(message);
      if (message.event_type === 'conversation.tool_result')
        this.#recentResults.push({ message, at: this.#options.clock.elapsed() });
    } else if (!this.#callEnd.signal.aborted && QUEUED_TYPES.includes(message.event_type))
      this.#queuedMessages.push(message);
  }

  /** Passes the current tracks to the room. */
  update(): void {
    if (!this.#room) return;
    const { microphone, camera, screen } = this.#options.tracks();
    if (microphone !== this.#sentTracks.microphone) this.#room.setMicrophone(microphone);
    if (camera !== this.#sentTracks.camera) this.#room.setCamera(camera);
    if (screen !== this.#sentTracks.screen) this.#room.setScreen(screen);
    this.#sentTracks = { microphone, camera, screen };
  }

  end(options: LeaveOptions = {}): void {
    if (this.#callEnd.signal.aborted) return;
    this.#farewell = options;
    this.#callEnd.abort();
    this.#room?.leave(options);
    this.#room = null;
  }

  /** Tries to connect media for `timeout` milliseconds, then text. */
  async #connect(timeout: number): Promise<void> {
    if (this.#options.modality !== 'chat' && (await this.#joinUntil('media', timeout))) return;
    if (await this.#joinUntil('text', CONNECT_MS)) return;
    this.#finish('lost');
  }

  /** Retries until `timeout` milliseconds have passed. Returns true if it joined or the call has ended. */
  async #joinUntil(kind: 'media' | 'text', timeout: number): Promise<boolean> {
    const { clock } = this.#options;
    const { signal } = this.#callEnd;
    const deadline = clock.elapsed() + timeout;
    while (!signal.aborted) {
      if (await this.#join(kind, deadline - clock.elapsed())) return true;
      const remainingMs = deadline - clock.elapsed();
      if (remainingMs <= 0) return signal.aborted;
      await new Promise<void>((resolve) => clock.after(Math.min(RETRY_MS, remainingMs), resolve, signal));
      if (clock.elapsed() >= deadline) return signal.aborted;
    }
    return true;
  }

  async #join(kind: 'media' | 'text', timeout: number): Promise<boolean> {
    const { conversation, modality, rooms, clock, tracks } = this.#options;
    const current = tracks();
    this.#replayAfter = this.#lastSequence;
    this.#deliveredSequences.clear();
    const attempt: { current: boolean; room: Room | null } = { current: true, room: null };
    const options: RoomOptions = {
      url: conversation.conversation_url,
      conversationId: conversation.conversation_id,
      token: conversation.meeting_token,
      after: this.#lastSequence,
      modality,
      ...current,
    };
    const guard =
      <Parameters extends unknown[]>(callback: (...parameters: Parameters) => void) =>
      (...parameters: Parameters) => {
        if (attempt.current && !this.#callEnd.signal.aborted) callback(...parameters);
      };
    const listener: RoomListener = {
      message: guard((event: AgentEvent) => this.#receive(event)),
      stream: guard((stream: MediaStream) => this.#listener.stream(stream)),
      face: guard((feed: FaceFeed) => this.#listener.face(feed)),
      network: guard((weak: boolean) => {
        if (this.#room !== null && this.#room === attempt.room) this.#listener.network(weak);
      }),
      lost: guard(() => {
        // `join` itself reports a failure that occurs before it succeeds.
        if (this.#room === null || this.#room !== attempt.room) return;
        attempt.current = false;
        this.#room = null;
        attempt.room.leave({ goodbye: false });
        this.#queuedMessages.push(
          ...this.#recentResults
            .splice(0)
            .filter(({ at }) => clock.elapsed() - at < UNNOTICED_MS)
            .map(({ message }) => message),
        );
        if (kind === 'text') return this.#finish('lost');
        this.#listener.reconnecting();
        void this.#connect(RECONNECT_MS);
      }),
      ended: guard(() => this.#finish('agent')),
    };
    const joining = Promise.resolve()
      .then(() => rooms(kind, options, listener))
      .then(async (room) => {
        if (!attempt.current) return room.leave(this.#farewell);
        attempt.room = room;
        await room.join();
      });
    const timeUp = new AbortController();
    const joinResult = await Promise.race([
      joining.then(
        () => true,
        (error: unknown) => error,
      ),
      new Promise<false>((resolve) => {
        clock.after(timeout, () => resolve(false), timeUp.signal);
        this.#callEnd.signal.addEventListener('abort', () => resolve(false), {
          once: true,
          signal: timeUp.signal,
        });
      }),
    ]);
    timeUp.abort();
    if (joinResult !== true || this.#callEnd.signal.aborted) {
      attempt.current = false;
      attempt.room?.leave(this.#farewell);
      const final = joinResult instanceof ApiError ? FINAL[joinResult.code] : undefined;
      if (final) this.#finish(final);
      return false;
    }
    this.#room = attempt.room;
    this.#sentTracks = current;
    this.#listener.connected(kind);
    this.update();
    for (const message of this.#queuedMessages.splice(0)) this.send(message);
    return true;
  }

  #receive(event: AgentEvent): void {
    if (event.seq !== undefined) {
      if (event.seq <= this.#replayAfter || this.#deliveredSequences.has(event.seq)) return;
      this.#deliveredSequences.add(event.seq);
      this.#lastSequence = Math.max(this.#lastSequence, event.seq);
    }
    this.#listener.message(event);
  }

  #finish(reason: OverReason): void {
    if (this.#callEnd.signal.aborted) return;
    this.#callEnd.abort();
    // The other side has already left. The end of the conversation is reported separately.
    this.#room?.leave({ goodbye: false });
    this.#room = null;
    this.#listener.over(reason);
  }
}
