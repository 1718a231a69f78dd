/**
 * A tool server as its official client meets it (Model Context Protocol, streamable HTTP), through the one
 * way out.
 */
import { setMaxListeners } from 'node:events';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { McpError, ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import type { ConnectorTool } from '@palkit/contract/connectors';
import { OutboundError } from '../outbound/outbound-error.ts';
import type { Outbound } from '../outbound/outbound.ts';

/** Milliseconds that a server has for one answer. */
const ANSWER_MS = 15_000;
/** Milliseconds for all pages of its tools. */
const IMPORT_MS = 30_000;
/** Milliseconds for a goodbye, which nobody needs. */
const GOODBYE_MS = 2000;
/** Bytes of one answer; a server that streams without end is left. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Bytes of what an authorization server says of itself, or of a token. */
const MOST_LOGIN_BYTES = 256 * 1024;
/**
 * Requests of one connection: a server may ask back, and have its streams taken up again, and each of both is another
 * request.
 */
const MOST_REQUESTS = 100;
const MOST_TOOLS = 500;
/** Pages of tools, also where they are empty. */
const MOST_PAGES = 64;
/** Characters of all tools: they are read at each start of a conversation. */
const MOST_DEFINITIONS = 1_048_576;
/**
 * A tool whose description of itself is longer is cut or left out: it goes before every question to the
 * model.
 */
const MOST_DESCRIPTION = 4096;
const MOST_SCHEMA = 32_768;
/** Characters of a result that go back to the model. */
const MOST_RESULT = 20_000;

export interface ToolServer {
  readonly url: string;
  readonly token: string | null;
}

/** `fetch` as the client of the protocol calls it. */
export function outboundFetch(outbound: Outbound, maximumBytes = MOST_LOGIN_BYTES): FetchLike {
  return (url, init = {}) =>
    outbound.fetch(url, {
      method: init.method ?? 'GET',
      headers: [...new Headers(init.headers)],
      timeout: init.method === 'DELETE' ? GOODBYE_MS : 60_000,
      maximumBytes,
      signal: init.signal ?? null,
      ...(init.body === undefined || init.body === null
        ? {}
        : { body: init.body instanceof URLSearchParams ? init.body.toString() : (init.body as string) }),
    });
}

async function connected<Outcome>(
  outbound: Outbound,
  server: ToolServer,
  use: (client: Client) => Promise<Outcome>,
  more: Record<string, string> = {},
): Promise<Outcome> {
  const client = new Client({ name: 'palkit', version: '1' });
  const headers: Record<string, string> = {
    ...(server.token ? { authorization: `Bearer ${server.token}` } : {}),
    ...more,
  };
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    fetch: boundedFetch(outboundFetch(outbound, MOST_BYTES), () => void client.close().catch(() => {})),
    requestInit: { headers },
  });
  try {
    // The SDK's own types disagree under exactOptionalPropertyTypes.
    await client.connect(transport, { timeout: ANSWER_MS });
    return await use(client);
  } finally {
    // Nobody waits for the goodbye; it ends in time by itself, and with the way out.
    void transport
      .terminateSession()
      .catch(() => {})
      .finally(() => client.close())
      .catch(() => {});
  }
}

/** Hangs up on a server that sends more, or makes more requests of one, than anything needs. */
function boundedFetch(send: FetchLike, hangUp: () => void): FetchLike {
  let requests = 0;
  return async (url, init) => {
    if (++requests > MOST_REQUESTS) {
      hangUp();
      throw new Error('a tool server asks without end');
    }
    const response = await send(url, init);
    if (!response.body) return response;
    const { status, headers } = response;
    return new Response(watched(response.body, hangUp), { status, headers });
  };
}

/** The client of the protocol goes on waiting where a stream broke; one that was too long is over. */
function watched(body: ReadableStream<Uint8Array>, hangUp: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(error);
          if (error instanceof OutboundError && error.code === 'too_large') hangUp();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** All tools the server has, bounded. */
export async function importTools(outbound: Outbound, server: ToolServer): Promise<ConnectorTool[]> {
  return connected(outbound, server, async (client) => {
    const tools: ConnectorTool[] = [];
    const signal = AbortSignal.timeout(IMPORT_MS);
    // Each page listens to it.
    setMaxListeners(0, signal);
    let cursor: string | undefined;
    let characters = 0;
    for (let page = 0; page < MOST_PAGES && tools.length < MOST_TOOLS; page++) {
      const asking = { timeout: ANSWER_MS, signal };
      const found = await client.listTools(cursor === undefined ? {} : { cursor }, asking);
      for (const { name, description, inputSchema, annotations } of found.tools) {
        const schema = JSON.stringify(inputSchema).length;
        if (name.length > 128 || schema > MOST_SCHEMA) continue;
        const said = (description ?? '').slice(0, MOST_DESCRIPTION);
        characters += name.length + said.length + schema;
        if (characters > MOST_DEFINITIONS) return tools.slice(0, MOST_TOOLS);
        tools.push({
          name,
          description: said,
          input_schema: inputSchema,
          ...(annotations?.readOnlyHint === true ? { read_only: true } : {}),
        });
      }
      cursor = found.nextCursor;
      if (cursor === undefined) break;
    }
    return tools.slice(0, MOST_TOOLS);
  });
}

/** What the tool answers, as text; with the key of the call as `Idempotency-Key`. */
export async function callTool(
  outbound: Outbound,
  server: ToolServer,
  name: string,
  parameters: Record<string, unknown>,
  signal: AbortSignal,
  call?: { idempotencyKey: string },
): Promise<string> {
  const use = async (client: Client) => {
    const result = await client.callTool({ name, arguments: parameters }, undefined, {
      timeout: ANSWER_MS,
      signal,
    });
    const parts = (Array.isArray(result.content) ? result.content : []) as { type: string; text?: string }[];
    const text =
      parts.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n') ||
      JSON.stringify(result['structuredContent'] ?? '');
    return (result.isError ? `Error: ${text}` : text).slice(0, MOST_RESULT);
  };
  return connected(outbound, server, use, call ? { 'idempotency-key': call.idempotencyKey } : {});
}

/** Whether the server asked for another token. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof StreamableHTTPError && error.code === 401;

/** What kept a server from answering, in words for its owner; nothing of what the server itself said. */
export function faultWords(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutboundError) return cause.message;
  if (isUnauthorized(error)) return 'The server refused the credentials (401).';
  if (error instanceof StreamableHTTPError && error.code !== undefined && error.code > 0)
    return `The server answered ${error.code}.`;
  if (error instanceof McpError && error.code === Number(ErrorCode.RequestTimeout))
    return 'The server did not answer in time.';
  return 'There is no tool server (Model Context Protocol over streamable HTTP) at this address.';
}
