/**
 * Replaces the servers outside of the service while scenarios run: a scripted OpenAI-compatible model, the PAL's
 * tools, and the documents' addresses. Each scenario has a path, whose requests are recorded.
 */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@palkit/runtime/clock';
import type { MockModel, ToolScript } from './script.ts';
import { ChatRequest, ScriptedModel } from './scripted-model.ts';
import { wait } from './steady-clock.ts';

/** Maximum size of a request in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Seconds until a slow voice starts, and its sample rate in Hz. */
const SLOW_VOICE_S = 0.9;
const VOICE_RATE = 24_000;

export interface ToolRun {
  name: string;
  arguments: unknown;
  /** The header that identifies a repeated call. */
  key: string | undefined;
}

interface ServedScript {
  model: ScriptedModel;
  tools: readonly ToolScript[];
  voice: 'fails' | 'slow' | undefined;
  runs: ToolRun[];
  onChange(): void;
}

export interface ScriptRecord {
  readonly model: ScriptedModel;
  readonly runs: readonly ToolRun[];
}

export class ScriptedServer {
  readonly #server: http.Server;
  readonly #scripts = new Map<string, ServedScript>();
  readonly #documents = new Map<string, Buffer>();

  readonly #clock: Clock;

  private constructor(clock: Clock) {
    this.#clock = clock;
    this.#server = http.createServer((request, response) => {
      // Close the connection after a failure, because a client that is still connected would wait for the
      // response.
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  static async open(clock: Clock): Promise<ScriptedServer> {
    const server = new ScriptedServer(clock);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  /** The server's address as `host:port`. */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  baseUrl(key: string): string {
    return `http://${this.host}/${key}`;
  }

  /** Adds a scenario's path; `onChange` is called after each request to the model or to a tool. */
  add(
    key: string,
    script: {
      model: MockModel | undefined;
      tools: readonly ToolScript[];
      voice?: 'fails' | 'slow' | undefined;
      onChange(): void;
    },
  ): ScriptRecord {
    const { model = { replies: [], judgements: [], refuses: [] }, tools, voice, onChange } = script;
    const record: ServedScript = {
      model: new ScriptedModel(model, this.#clock, onChange),
      tools,
      voice,
      runs: [],
      onChange,
    };
    this.#scripts.set(key, record);
    return record;
  }

  remove(key: string): void {
    this.#scripts.delete(key);
  }

  /** Returns the address of a document. */
  serve(path: string, bytes: Buffer): string {
    this.#documents.set(path, bytes);
    return `http://${this.host}/documents/${encodeURIComponent(path)}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const [, key = '', ...pathParts] = new URL(request.url ?? '/', 'http://x').pathname.split('/');
    if (key === 'documents') {
      const bytes = this.#documents.get(decodeURIComponent(pathParts.join('/')));
      response.writeHead(bytes ? 200 : 404).end(bytes);
      return;
    }
    const script = this.#scripts.get(key);
    const body = await bodyOf(request);
    const resource = pathParts.join('/');
    if (!script) response.writeHead(404).end('{}');
    else if (resource === 'v1/chat/completions') await this.#answerChat(script, body, response);
    else if (resource === 'v1/audio/speech') await speak(script, this.#clock, response);
    else if (resource === 'v1/audio/transcriptions') response.writeHead(500).end('{}');
    else if (pathParts[0] === 'tools')
      await this.#answerTool(
        script,
        pathParts[1] ?? '',
        { body, key: request.headers['idempotency-key'] },
        response,
      );
    else response.writeHead(404).end('{}');
  }

  async #answerChat(script: ServedScript, body: string, response: http.ServerResponse): Promise<void> {
    const parseResult = ChatRequest.safeParse(parsedJson(body));
    if (!parseResult.success) return void response.writeHead(400).end('{"error":{"message":"bad request"}}');
    await script.model.answer(parseResult.data, response);
    script.onChange();
  }

  async #answerTool(
    script: ServedScript,
    name: string,
    toolRequest: { body: string; key: string | string[] | undefined },
    response: http.ServerResponse,
  ): Promise<void> {
    const tool = script.tools.find((candidate) => candidate.name === name);
    if (!tool) return void response.writeHead(404).end('{}');
    script.runs.push({
      name,
      arguments: parsedJson(toolRequest.body),
      key: Array.isArray(toolRequest.key) ? toolRequest.key[0] : toolRequest.key,
    });
    script.onChange();
    if (tool.after > 0) await wait(this.#clock, tool.after * 1000);
    const { answers } = tool;
    response
      .writeHead(tool.status, {
        'content-type': typeof answers === 'string' ? 'text/plain' : 'application/json',
      })
      .end(typeof answers === 'string' ? answers : JSON.stringify(answers ?? { ok: true }));
  }
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error('a request is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body || '{}');
  } catch {
    return null;
  }
}

/** A slow voice answers with a tone of half a second; otherwise the request fails with status 500. */
async function speak({ voice }: ServedScript, clock: Clock, response: http.ServerResponse): Promise<void> {
  if (voice !== 'slow') return void response.writeHead(500).end('{}');
  await wait(clock, SLOW_VOICE_S * 1000);
  const samples = Buffer.alloc(VOICE_RATE);
  for (let index = 0; index < VOICE_RATE / 2; index++)
    samples.writeInt16LE(Math.round(6000 * Math.sin(index / 9)), index * 2);
  response.writeHead(200, { 'content-type': 'audio/pcm' }).end(samples);
}
