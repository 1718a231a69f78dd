/**
 * A visitor without sound, who reads the room's messages and sends messages as a page does, in one or several tabs.
 * Each event is stored with its time of arrival.
 */
import type { Client } from '@palkit/contract/client';
import { ApiError } from '@palkit/contract/api-error';
import { AgentEvent } from '@palkit/contract/room-events';
import { readRoom, writeRoom } from '@palkit/contract/rooms';
import type { Clock } from '@palkit/runtime/clock';
import { wait } from './steady-clock.ts';

/** Maximum seconds that one request waits for messages. */
const LONG_POLL_S = 10;
/** Milliseconds before a failed request is repeated. */
const RETRY_MS = 250;
/** Number of consecutive failures after which the room counts as lost. */
const MAX_FAILURES = 20;

export interface TimedEvent {
  /** Time of arrival in milliseconds of the clock. */
  at: number;
  event: AgentEvent;
}

export interface Room {
  conversation_id: string;
  meeting_token: string;
}

/** A tab of the visitor's page. */
class Tab {
  readonly events: TimedEvent[] = [];
  ended = false;
  /** The error that stopped the reading. */
  fault: string | null = null;
  #lastSequence = 0;
  #stop = new AbortController();
  readonly #client: Client<AbortSignal>;
  readonly #room: Room;
  readonly #clock: Clock;
  readonly #onChange: () => void;

  constructor(client: Client<AbortSignal>, room: Room, clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#client = client;
    this.#room = room;
    this.#onChange = onChange;
    void this.#read(this.#stop.signal);
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Continues to read after the last received message. */
  resume(): void {
    this.#stop = new AbortController();
    void this.#read(this.#stop.signal);
  }

  async #read(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted && !this.ended && failures < MAX_FAILURES)
      try {
        const { result } = await this.#client(readRoom, {
          params: { conversation_id: this.#room.conversation_id },
          credential: this.#room.meeting_token,
          query: { after: String(this.#lastSequence), wait: String(LONG_POLL_S) },
          signal,
        });
        failures = 0;
        this.#addEvents(result.data);
        this.ended ||= result.ended;
        this.#onChange();
      } catch (error) {
        if (signal.aborted) return;
        failures++;
        // The service reports this when it has removed the ended conversation from memory.
        if (error instanceof ApiError && error.code === 'conversation_ended') this.ended = true;
        else if (failures >= MAX_FAILURES) this.fault = (error as Error).message;
        else await wait(this.#clock, RETRY_MS);
        this.#onChange();
      }
  }

  #addEvents(messages: readonly unknown[]): void {
    const at = this.#clock.now();
    for (const message of messages) {
      const parseResult = AgentEvent.safeParse(message);
      const seq = (message as { seq?: unknown }).seq;
      if (typeof seq === 'number') this.#lastSequence = Math.max(this.#lastSequence, seq);
      if (parseResult.success) this.events.push({ at, event: parseResult.data });
    }
  }
}

const FIRST_TAB = 'first';

export class Visitor {
  readonly #client: Client<AbortSignal>;
  readonly #room: Room;
  readonly #tabs = new Map<string, Tab>();
  readonly #waiters = new Set<() => void>();

  readonly #clock: Clock;

  constructor(client: Client<AbortSignal>, room: Room, clock: Clock) {
    this.#clock = clock;
    this.#client = client;
    this.#room = room;
    this.tab(FIRST_TAB);
  }

  get id(): string {
    return this.#room.conversation_id;
  }

  /** Returns the tab with this name. If necessary it is opened, and receives all events since the call began. */
  tab(name = FIRST_TAB): Tab {
    const tab =
      this.#tabs.get(name) ?? new Tab(this.#client, this.#room, this.#clock, () => this.wakeWaiters());
    this.#tabs.set(name, tab);
    return tab;
  }

  /** Makes all waiting callers check their conditions. */
  wakeWaiters(): void {
    for (const wake of this.#waiters) wake();
  }

  async send(event_type: string, properties: Record<string, unknown> = {}): Promise<void> {
    await this.#client(writeRoom, {
      params: { conversation_id: this.#room.conversation_id },
      credential: this.#room.meeting_token,
      body: { message_type: 'conversation', event_type, properties },
    });
  }

  /** Resolves to true if the condition becomes true within `seconds`. */
  async waitUntil(condition: () => boolean, seconds: number): Promise<boolean> {
    let isTimedOut = false;
    const timerController = new AbortController();
    this.#clock.after(
      seconds * 1000,
      () => {
        isTimedOut = true;
        this.wakeWaiters();
      },
      timerController.signal,
    );
    while (!condition() && !isTimedOut)
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiters.delete(wake);
          resolve();
        };
        this.#waiters.add(wake);
      });
    timerController.abort();
    return condition();
  }

  close(): void {
    for (const tab of this.#tabs.values()) tab.stop();
  }
}
