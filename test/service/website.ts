/** A website on 127.0.0.1 that serves a table of pages and records the requests. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** True if the response waits until `release` is called. */
  holds?: boolean;
}

export class Website {
  /** Pages by path with query; a text is HTML. */
  pages: Record<string, string | Answer> = {};
  readonly requests: string[] = [];
  /** Maximum number of concurrent requests so far. */
  maximum = 0;
  #open = 0;
  #waitingAnswers: (() => void)[] = [];
  #waiters: (() => void)[] = [];
  readonly #server: http.Server;

  private constructor() {
    this.#server = http.createServer((request, response) => {
      this.requests.push(request.url!);
      this.maximum = Math.max(this.maximum, ++this.#open);
      response.on('close', () => this.#open--);
      const page = this.pages[request.url!] ?? { status: 404, body: 'Nothing here' };
      const {
        status = 200,
        headers = {},
        body = '',
        holds,
      } = typeof page === 'string'
        ? ({ body: page, headers: { 'content-type': 'text/html; charset=utf-8' } } as Answer)
        : page;
      const send = () => response.writeHead(status, headers).end(body);
      if (holds) this.#waitingAnswers.push(send);
      else send();
      for (const wake of this.#waiters.splice(0)) wake();
    });
  }

  static async open(): Promise<Website> {
    const website = new Website();
    website.#server.listen(0, '127.0.0.1');
    await once(website.#server, 'listening');
    return website;
  }
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  url(path = '/'): string {
    return `http://${this.host}${path}`;
  }
  /** Resolves when `total` held requests are waiting. */
  async waitForHeld(total: number): Promise<void> {
    while (this.#waitingAnswers.length < total)
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }
  get heldCount(): number {
    return this.#waitingAnswers.length;
  }
  release(count = Infinity): void {
    for (const send of this.#waitingAnswers.splice(0, count)) send();
  }
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Returns an HTML page with a title, a paragraph and links. */
export function html(title: string, text: string, links: string[] = [], headHtml = ''): string {
  return (
    `<!doctype html><html><head><title>${title}</title>${headHtml}</head><body><nav><a ` +
    `href="/">Home</a></nav><main><h1>${title}</h1><p>${text}</p>` +
    `${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main></body></html>`
  );
}
