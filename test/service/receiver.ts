/** An HTTP receiver on 127.0.0.1 that records callbacks and gives scripted responses. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  path: string;
  headers: Record<string, string>;
  body: string;
  json: Record<string, unknown> & { event_type?: string };
}
/** An HTTP status, a status with headers, or `silence` for no response. */
export type Reply = number | { status: number; headers: Record<string, string> } | 'silence';

/** Real milliseconds within which a request must arrive. */
const MAX_MS = 45_000;

export class Receiver {
  readonly received: ReceivedRequest[] = [];
  /** Returns the response to each request; 200 by default. */
  answer: (request: ReceivedRequest, number: number) => Reply = () => 200;
  readonly #server: http.Server;
  #waiters: (() => void)[] = [];

  private constructor() {
    this.#server = http.createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString('utf8');
      const receivedRequest: ReceivedRequest = {
        path: request.url!,
        headers: request.headers as Record<string, string>,
        body,
        json: JSON.parse(body) as ReceivedRequest['json'],
      };
      this.received.push(receivedRequest);
      const reply = this.answer(receivedRequest, this.received.length);
      if (reply !== 'silence')
        response
          .writeHead(
            typeof reply === 'number' ? reply : reply.status,
            typeof reply === 'number' ? {} : reply.headers,
          )
          .end('thanks');
      for (const wake of this.#waiters.splice(0)) wake();
    });
  }

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  url(path = '/callback'): string {
    return `http://${this.host}${path}`;
  }
  /** Resolves after `total` requests; rejects after `within` milliseconds. */
  async count(total: number, within = MAX_MS): Promise<void> {
    let timeout: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      const fail = () =>
        reject(new Error(`waited in vain for request ${total}, ${this.received.length} came`));
      timeout = setTimeout(fail, within);
    });
    try {
      while (this.received.length < total) {
        await Promise.race([tooLate, new Promise<void>((resolve) => this.#waiters.push(resolve))]);
      }
    } finally {
      clearTimeout(timeout);
    }
  }
  types(): (string | undefined)[] {
    return this.received.map(({ json }) => json.event_type);
  }
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
