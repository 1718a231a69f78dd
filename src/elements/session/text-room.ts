/** The same conversation in text over HTTPS, where nothing else connects: messages are asked for and posted. */
import type { Client } from '../../contract/client.ts';
import { Refusal } from '../../contract/errors.ts';
import { AgentEvent, type VisitorMessage } from '../../contract/room-events.ts';
import { readRoom, writeRoom } from '../../contract/rooms.ts';
import type { Clock } from './clock.ts';
import type { Room, RoomListener, RoomOptions } from './room.ts';

/** Seconds an answer is held open. */
const WAIT = 20;
const RETRY_MS = 1500;
/** So many failures one after another are a lost connection. */
const TRIES = 8;

export class TextRoom implements Room {
  readonly #options: RoomOptions;
  readonly #listener: RoomListener;
  readonly #client: Client<AbortSignal>;
  readonly #clock: Clock;
  readonly #closed = new AbortController();
  #after: number;
  #failures = 0;
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
    const { conversationId, token } = this.#options;
    this.#posting = this.#posting
      .then(() => this.#client(writeRoom, { params: { conversation_id: conversationId }, credential: token, body: message, signal: this.#closed.signal }))
      .then(() => {}, () => {});
  }

  setMicrophone(): void {}

  setCamera(): void {}

  leave(): void {
    this.#closed.abort();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      try {
        await this.#read(WAIT);
        this.#failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refusal && error.code !== 'internal_error' && error.code !== 'room_unavailable') return this.#over();
        if (++this.#failures >= TRIES) {
          this.#closed.abort();
          return this.#listener.lost();
        }
        await new Promise<void>((resolve) => this.#clock.after(RETRY_MS, resolve, signal));
      }
    }
  }

  async #read(wait: number): Promise<void> {
    const { conversationId, token } = this.#options;
    const { result } = await this.#client(readRoom, {
      params: { conversation_id: conversationId }, credential: token, query: { after: String(this.#after), wait: String(wait) }, signal: this.#closed.signal,
    });
    for (const given of result.data) {
      const event = AgentEvent.safeParse(given);
      if (!event.success) continue;
      this.#after = Math.max(this.#after, event.data.seq ?? 0);
      this.#listener.message(event.data);
    }
    if (result.ended) this.#over();
  }

  #over(): void {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    this.#listener.ended();
  }
}
