/** An OpenAI-compatible server that answers as a test instructs it, request by request, and records the requests. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EngineRequest {
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}
export type Reaction = (response: http.ServerResponse, request: EngineRequest) => void;

export const say = (...texts: string[]): string =>
  texts.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`).join('');
const stream = (response: http.ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });

/** Returns a reaction that streams a complete answer with these words. */
export const streams =
  (...texts: string[]): Reaction =>
  (response) =>
    stream(response).end(`${say(...texts)}data: [DONE]\n\n`);
export const stalls =
  (...texts: string[]): Reaction =>
  (response) =>
    stream(response).write(say(...texts) || ': nothing yet\n\n');
export const cutsOff =
  (...texts: string[]): Reaction =>
  (response) =>
    stream(response).write(say(...texts) || ' ', () => response.destroy());
export const endings =
  (...texts: string[]): Reaction =>
  (response) =>
    stream(response).end(say(...texts));
export const refuses =
  (status: number, headers: http.OutgoingHttpHeaders = {}): Reaction =>
  (response) =>
    response.writeHead(status, headers).end('{"error":"no"}');
export const answersWith =
  (body: string | Buffer): Reaction =>
  (response) =>
    response.end(body);
export const breaks: Reaction = (response) => response.destroy();

/** Returns a second of a tone at 24 kHz, 16 bits. */
export function tone(): Buffer {
  const sound = Buffer.alloc(48_000);
  for (let index = 0; index < 24_000; index++)
    sound.writeInt16LE(Math.round(9000 * Math.sin(index / 12)), index * 2);
  return sound;
}

export class EngineServer {
  readonly requests: EngineRequest[] = [];
  readonly #server: http.Server;
  /** The reactions to the next requests, for each last segment of a path; the last reaction is repeated. */
  readonly script: Record<'completions' | 'speech' | 'transcriptions', Reaction[]> = {
    completions: [],
    speech: [],
    transcriptions: [],
  };
  #waiters: { count: number; path: string; resolve: () => void }[] = [];

  private constructor(server: http.Server) {
    this.#server = server;
  }

  static async open(): Promise<EngineServer> {
    const server: EngineServer = new EngineServer(
      http
        .createServer((request, response) => {
          response.on('error', () => {});
          const chunks: Buffer[] = [];
          request.on('data', (chunk: Buffer) => chunks.push(chunk));
          request.on('end', () => {
            const record = {
              path: request.url!,
              headers: request.headers,
              body: Buffer.concat(chunks).toString('latin1'),
            };
            server.requests.push(record);
            const script = server.script[record.path.split('/').at(-1) as keyof typeof server.script] ?? [];
            (script.length > 1 ? script.shift()! : (script[0] ?? refuses(404)))(response, record);
            server.#waiters = server.#waiters.filter(
              (wait) => server.count(wait.path) < wait.count || (wait.resolve(), false),
            );
          });
        })
        .listen(0, '127.0.0.1'),
    );
    await once(server.#server, 'listening');
    return server;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}/v1`;
  }

  count(path: string): number {
    return this.requests.filter((request) => request.path.endsWith(path)).length;
  }

  last(path: string): EngineRequest {
    return this.requests.findLast((request) => request.path.endsWith(path))!;
  }

  /** Resolves when the path has received this many requests. */
  async until(path: string, count: number): Promise<void> {
    if (this.count(path) < count)
      await new Promise<void>((resolve) => this.#waiters.push({ count, path, resolve }));
  }

  forget(): void {
    this.requests.length = 0;
    for (const answers of Object.values(this.script)) answers.length = 0;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
