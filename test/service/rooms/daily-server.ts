/** A local server with an agent runner and the part of Daily's documented REST API that the service uses. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export const DAILY_KEY = 'daily-key-0001';
export const RUNNER_KEY = 'runner-key-0001';
export const WEBHOOK_SECRET = Buffer.from('a secret of thirty-two bytes ...').toString('base64');

export interface HeldRoom {
  name: string;
  privacy: string;
  properties: Record<string, unknown>;
  present: string[];
  messages: { event_type: string; properties: Record<string, unknown> }[];
}

export class DailyServer {
  readonly rooms = new Map<string, HeldRoom>();
  readonly tokens = new Map<string, Record<string, unknown>>();
  readonly ejected: string[][] = [];
  /** Requests to the runner, with their headers. */
  readonly orders: {
    headers: http.IncomingHttpHeaders;
    body: Record<string, unknown> & { pal: Record<string, unknown> };
  }[] = [];
  /** Faults that replace Daily's responses, keyed by the beginning of `METHOD /path`. */
  faults = new Map<string, number | string>();
  /** HTTP status of the runner's responses. */
  runner = 202;
  requests: string[] = [];
  readonly #server: http.Server;

  private constructor() {
    this.#server = http.createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
      const answer = (status: number, json: unknown) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(typeof json === 'string' ? json : JSON.stringify(json));
      if (request.url === '/runner') {
        this.orders.push({ headers: request.headers, body: body as never });
        return answer(this.runner, {});
      }
      const line = `${request.method} ${request.url!.replace('/v1', '')}`;
      this.requests.push(line);
      if (request.headers.authorization !== `Bearer ${DAILY_KEY}`)
        return answer(401, { error: 'authentication-error' });
      const fault = [...this.faults].find(([start]) => line.startsWith(start))?.[1];
      if (typeof fault === 'number') return answer(fault, { error: 'fault' });
      if (typeof fault === 'string') return answer(200, fault);
      this.#daily(line, body, answer);
    });
  }

  static async open(): Promise<DailyServer> {
    const server = new DailyServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  get environment(): Record<string, string> {
    return {
      DAILY_API_KEY: DAILY_KEY,
      DAILY_API_URL: `${this.url}/v1`,
      DAILY_WEBHOOK_SECRET: WEBHOOK_SECRET,
      AGENT_RUNNER_URL: `${this.url}/runner`,
      AGENT_RUNNER_KEY: RUNNER_KEY,
    };
  }
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #daily(line: string, body: Record<string, unknown>, answer: (status: number, json: unknown) => void): void {
    if (line === 'POST /rooms') {
      const name = String(body['name']);
      if (this.rooms.has(name))
        return answer(400, { error: 'invalid-request-error', info: `a room named ${name} already exists` });
      this.rooms.set(name, {
        name,
        privacy: String(body['privacy']),
        properties: body['properties'] as Record<string, unknown>,
        present: [],
        messages: [],
      });
      return answer(200, {
        id: 'x',
        name,
        api_created: true,
        privacy: body['privacy'],
        url: `https://server.daily.co/${name}`,
        config: body['properties'],
      });
    }
    if (line === 'POST /meeting-tokens') {
      const token = `token-${this.tokens.size}`;
      this.tokens.set(token, body['properties'] as Record<string, unknown>);
      return answer(200, { token });
    }
    const [, method, name, verb] = /^(\w+) \/rooms\/([^/]+)(?:\/(.+))?$/.exec(line) ?? [];
    const room = this.rooms.get(decodeURIComponent(name ?? ''));
    if (!room) return answer(404, { error: 'not-found' });
    if (method === 'GET' && verb === 'presence')
      return answer(200, {
        total_count: room.present.length,
        data: room.present.map((userId) => ({
          room: room.name,
          id: userId,
          userId,
          userName: null,
          joinTime: '2026-01-01T00:00:00.000Z',
          duration: 1,
        })),
      });
    if (method === 'POST' && verb === 'send-app-message') {
      room.messages.push(body['data'] as HeldRoom['messages'][number]);
      return answer(200, { success: true });
    }
    if (method === 'POST' && verb === 'eject') {
      this.ejected.push(body['user_ids'] as string[]);
      room.present = [];
      return answer(200, { ejectedIds: [] });
    }
    if (method === 'DELETE') {
      this.rooms.delete(room.name);
      return answer(200, { deleted: true, name: room.name });
    }
    answer(404, { error: 'not-found' });
  }
}

/** Builds a webhook as Daily sends it. */
export function webhook(
  type: string,
  room: string,
  now: number,
  secret = WEBHOOK_SECRET,
): { headers: Record<string, string>; payload: string } {
  const payload = JSON.stringify({
    version: '1.1.0',
    type,
    id: 'x',
    payload: { room, session_id: 's', user_id: 'visitor', owner: false, joined_at: now / 1000 },
    event_ts: now / 1000,
  });
  const timestamp = String(now);
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${timestamp}.${payload}`)
    .digest('base64');
  return {
    headers: {
      'content-type': 'application/json',
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': signature,
    },
    payload,
  };
}
