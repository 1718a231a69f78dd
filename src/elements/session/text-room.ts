/**
 * The same conversation in text over HTTPS, with long polling and POST requests, for networks in which media does not
 * connect.
 */
import type { Client } from '@palkit/contract/client';
import type { ErrorCode } from '@palkit/contract/errors';
import { ApiError } from '@palkit/contract/api-error';
import { AgentEvent, type VisitorMessage, MAX_ROOM_MESSAGE_BYTES } from '@palkit/contract/room-events';
import { readRoom, roomServers, writeRoom } from '@palkit/contract/rooms';
import type { Clock } from './clock.ts';
import type { PrepareFace } from './face-feed.ts';
import { newId } from './ids.ts';
import type { Room, RoomListener, RoomOptions } from './room.ts';
import { WrittenFace } from './written-face.ts';

/** Milliseconds for which a text call waits for its face. */
const FACE_TIMEOUT_MS = 2000;
/** Seconds for which the service holds a polling request open. */
const POLL_SECONDS = 20;
const RETRY_MS = 1500;
/** Number of consecutive failures after which the connection counts as lost, or a message is dropped. */
const MAX_ATTEMPTS = 8;
/** Errors that a retry does not change. */
const FINAL: readonly ErrorCode[] = [
  'invalid_token',
  'expired_token',
  'conversation_not_found',
  'conversation_ended',
];
/** Errors after which a message is sent again. */
const RETRYABLE: readonly ErrorCode[] = ['too_many_requests', 'room_unavailable', 'database_unavailable'];

export class TextRoom implements Room {
  readonly maxBytes = MAX_ROOM_MESSAGE_BYTES;
  readonly #options: RoomOptions;
  readonly #listener: RoomListener;
  readonly #client: Client<AbortSignal>;
  readonly #clock: Clock;
  readonly #closed = new AbortController();
  readonly #prepareFace: PrepareFace | undefined;
  #face: WrittenFace | null = null;
  #lastSequence: number;
  /** Messages are posted one after another to keep their order. */
  #posting: Promise<void> = Promise.resolve();

  constructor(
    options: RoomOptions,
    listener: RoomListener,
    client: Client<AbortSignal>,
    clock: Clock,
    prepareFace?: PrepareFace,
  ) {
    this.#options = options;
    this.#lastSequence = options.after;
    this.#listener = listener;
    this.#client = client;
    this.#clock = clock;
    this.#prepareFace = prepareFace;
  }

  async join(): Promise<void> {
    // If the face arrives in time, the layout does not change later. The text does not wait for it.
    const face = this.#showFace().catch((error: unknown) => {
      if (!this.#closed.signal.aborted) console.warn('palkit: face', error);
    });
    const timeout = new Promise<void>((resolve) => this.#clock.after(FACE_TIMEOUT_MS, resolve));
    await this.#readEvents(0);
    await Promise.race([face, timeout]);
    void this.#poll();
  }

  /** Shows the face in a call with a picture, if the page can draw it. */
  async #showFace(): Promise<void> {
    const { conversationId, token, modality } = this.#options;
    if (modality !== 'video' || !this.#prepareFace) return;
    const { signal } = this.#closed;
    const { result } = await this.#client(roomServers, {
      params: { conversation_id: conversationId },
      credential: token,
      signal,
    });
    const face = result.face ? await this.#prepareFace(result.face, () => undefined) : null;
    if (!face || signal.aborted) return;
    this.#face = new WrittenFace(face, this.#clock);
    this.#listener.face?.(face);
  }

  send(message: VisitorMessage): void {
    if (message.event_type === 'conversation.respond') this.#face?.ask();
    this.#posting = this.#posting.then(() => this.#post(message));
  }

  setMicrophone(): void {}

  setCamera(): void {}

  setScreen(): void {}

  leave(): void {
    this.#closed.abort();
  }

  async #post(message: VisitorMessage): Promise<void> {
    const { conversationId, token } = this.#options;
    const { signal } = this.#closed;
    // The response may be lost; the id lets the service ignore a repeated message.
    const body = { ...message, message_id: newId() };
    for (let attempts = 0; attempts < MAX_ATTEMPTS && !signal.aborted; attempts++) {
      try {
        await this.#client(writeRoom, {
          params: { conversation_id: conversationId },
          credential: token,
          body,
          signal,
        });
        return;
      } catch (error) {
        // The poll detects the end of the conversation, and a malformed message cannot succeed.
        if (error instanceof ApiError && !RETRYABLE.includes(error.code)) return;
        await this.#pause(error);
      }
    }
  }

  async #poll(): Promise<void> {
    let failures = 0;
    while (!this.#closed.signal.aborted) {
      try {
        await this.#readEvents(POLL_SECONDS);
        failures = 0;
      } catch (error) {
        if (this.#closed.signal.aborted) return;
        if (error instanceof ApiError && FINAL.includes(error.code)) return this.#handleEnd();
        if (++failures >= MAX_ATTEMPTS) {
          this.#closed.abort();
          return this.#listener.lost();
        }
        await this.#pause(error);
      }
    }
  }

  async #readEvents(waitSeconds: number): Promise<void> {
    const { conversationId, token } = this.#options;
    const { result } = await this.#client(readRoom, {
      params: { conversation_id: conversationId },
      credential: token,
      query: { after: String(this.#lastSequence), wait: String(waitSeconds) },
      signal: this.#closed.signal,
    });
    for (const entry of result.data) {
      // Advance past messages that this version does not understand; otherwise the service would return them again
      // immediately, forever.
      if (Number.isSafeInteger(entry['seq']))
        this.#lastSequence = Math.max(this.#lastSequence, entry['seq'] as number);
      const event = AgentEvent.safeParse(entry);
      if (!event.success || this.#closed.signal.aborted) continue;
      this.#face?.take(event.data);
      this.#listener.message(event.data);
    }
    if (result.ended) this.#handleEnd();
  }

  #pause(error: unknown): Promise<void> {
    const wait = error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : RETRY_MS;
    // After `leave` this promise never settles; it is garbage-collected together with its waiters.
    return new Promise((resolve) => this.#clock.after(wait, resolve, this.#closed.signal));
  }

  #handleEnd(): void {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    this.#listener.ended();
  }
}
