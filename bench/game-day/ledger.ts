/**
 * Receives the service's callbacks and finds those that are missing, duplicated or out of order. Also collects
 * response times.
 */
import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

interface Callback {
  id: string;
  type: string;
  timestamp: string;
}

/** The service sends this event at the end of every call, including calls without a visitor. */
const END_EVENT = 'system.shutdown';

/** Receives callbacks. It refuses one in ten with 503 and accepts the next attempt. */
export class CallbackReceiver {
  readonly #byConversation = new Map<string, Callback[]>();
  #requests = 0;
  /** Callbacks that were refused once. A second refusal would delay the next attempt by minutes. */
  readonly #refusedIds = new Set<string>();
  /** Number of deliveries of callbacks that were already accepted. */
  doubledCount = 0;
  readonly #server = http.createServer((request, response) => void this.#take(request, response));

  async #take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const id = String(request.headers['webhook-id']);
    if (++this.#requests % 10 === 0 && !this.#refusedIds.has(id)) {
      this.#refusedIds.add(id);
      return void response.writeHead(503, { 'retry-after': '1' }).end();
    }
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
    const callbacks = this.#byConversation.get(body['conversation_id']!) ?? [];
    this.#byConversation.set(body['conversation_id']!, callbacks);
    if (callbacks.some((callback) => callback.id === id)) this.doubledCount++;
    else callbacks.push({ id, type: body['event_type']!, timestamp: String(body['timestamp']) });
    response.writeHead(204).end();
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Returns conversations without a callback for their end. */
  missingIds(endedIds: Iterable<string>): string[] {
    return [...endedIds].filter((id) => {
      const types = (this.#byConversation.get(id) ?? []).map(({ type }) => type);
      return !types.includes(END_EVENT);
    });
  }

  /** Returns conversations whose callbacks arrived in another order than their events. */
  unorderedIds(): string[] {
    return [...this.#byConversation]
      .filter(([, callbacks]) =>
        callbacks.some(
          (callback, index) => index > 0 && callback.timestamp < callbacks[index - 1]!.timestamp,
        ),
      )
      .map(([id]) => id);
  }

  get count(): number {
    return [...this.#byConversation.values()].reduce((sum, callbacks) => sum + callbacks.length, 0);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Response times in milliseconds. */
export class Times {
  readonly #all: number[] = [];
  add(milliseconds: number): void {
    this.#all.push(milliseconds);
  }
  get count(): number {
    return this.#all.length;
  }
  at(share: number): number {
    const sorted = [...this.#all].sort((a, b) => a - b);
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  }
}
