/**
 * The same conversation in text over HTTPS, where nothing else connects: messages are asked for and posted.
 */
import type { Client } from '@palkit/contract/client';
import type { ErrorCode } from '@palkit/contract/errors';
import { ApiError } from '@palkit/contract/api-error';
import { AgentEvent, type VisitorMessage, MAX_ROOM_MESSAGE_BYTES } from '@palkit/contract/room-events';
import { readRoom, writeRoom } from '@palkit/contract/rooms';
import type { Clock } from './clock.ts';
import { newId } from './ids.ts';
import type { Room, RoomListener, RoomOptions } from './room.ts';

/** Seconds an answer is held open. */
const WAIT = 20;
const RETRY_MS = 1500;
/** So many failures one after another are a lost connection, or a message that is given up. */
const TRIES = 8;
/** What no further try changes. */
const FINAL: readonly ErrorCode[] = [
  'invalid_token',
  'expired_token',
  'conversation_not_found',
  'conversation_ended',
];
/** What a message is sent again after. */
const AGAIN: readonly ErrorCode[] = ['too_many_requests', 'room_unavailable', 'database_unavailable'];

export class TextRoom implements Room {
  readonly mostBytes = MAX_ROOM_MESSAGE_BYTES;
  readonly #options: RoomOptions;
  readonly #listener: RoomListener;
  readonly #client: Client<AbortSignal>;
  readonly #clock: Clock;
  readonly #closed = new AbortController();
  #after: number;
  /** Messages are posted one after another, so that they arrive in order. */
  #posting: Promise<void> = Promise.resolve();

  constructor(options: RoomOptions, listener: RoomListener, client: Client<AbortSignal>, clock: Clock) {
    this.#options = options;
    this.#after = options.after;
    this.#listener = listener;
    this.#client = client;
    this.#clock = clock;
  }

  async join(): Promise<void> {
    await this.#read(0);
    void this.#follow();
  }

  send(message: VisitorMessage): void {
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
    // An answer may be lost on its way: by its name the message is heard once.
    const body = { ...message, message_id: newId() };
    for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
      try {
        await this.#client(writeRoom, {
          params: { conversation_id: conversationId },
          credential: token,
          body,
          signal,
        });
        return;
      } catch (error) {
        // Whether the conversation is over is for the reader to find; a malformed message stays malformed.
        if (error instanceof ApiError && !AGAIN.includes(error.code)) return;
        await this.#pause(error);
      }
    }
  }

  async #follow(): Promise<void> {
    let failures = 0;
    while (!this.#closed.signal.aborted) {
      try {
        await this.#read(WAIT);
        failures = 0;
      } catch (error) {
        if (this.#closed.signal.aborted) return;
        if (error instanceof ApiError && FINAL.includes(error.code)) return this.#over();
        if (++failures >= TRIES) {
          this.#closed.abort();
          return this.#listener.lost();
        }
        await this.#pause(error);
      }
    }
  }

  async #read(wait: number): Promise<void> {
    const { conversationId, token } = this.#options;
    const { result } = await this.#client(readRoom, {
      params: { conversation_id: conversationId },
      credential: token,
      query: { after: String(this.#after), wait: String(wait) },
      signal: this.#closed.signal,
    });
    for (const given of result.data) {
      // One that is not understood counts as read too, or it would be answered with at once for ever.
      if (Number.isSafeInteger(given['seq'])) this.#after = Math.max(this.#after, given['seq'] as number);
      const event = AgentEvent.safeParse(given);
      if (event.success && !this.#closed.signal.aborted) this.#listener.message(event.data);
    }
    if (result.ended) this.#over();
  }

  #pause(error: unknown): Promise<void> {
    const wait = error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : RETRY_MS;
    // Left meanwhile it never settles, and whoever waits is forgotten with it.
    return new Promise((resolve) => this.#clock.after(wait, resolve, this.#closed.signal));
  }

  #over(): void {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    this.#listener.ended();
  }
}
