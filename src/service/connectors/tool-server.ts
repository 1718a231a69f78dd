/**
 * A tool server as its official client meets it (Model Context Protocol, streamable HTTP), through the one
 * way out.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { McpError, ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import type { ConnectorTool } from '@palkit/contract/connectors';
import { OutboundError, type Outbound } from '../outbound/outbound.ts';

/** Milliseconds that a server has for one answer. */
const ANSWER_MS = 15_000;
const MOST_TOOLS = 500;
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
export function outboundFetch(outbound: Outbound): FetchLike {
  return (url, init = {}) =>
    outbound.fetch(url, {
      method: init.method ?? 'GET',
      headers: [...new Headers(init.headers)],
      timeout: 60_000,
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
    fetch: outboundFetch(outbound),
    requestInit: { headers },
  });
  try {
    // The SDK's own types disagree under exactOptionalPropertyTypes.
    await client.connect(transport, { timeout: ANSWER_MS });
    return await use(client);
  } finally {
    await transport.terminateSession().catch(() => {});
    await client.close().catch(() => {});
  }
}

/** All tools the server has, bounded. */
export async function importTools(outbound: Outbound, server: ToolServer): Promise<ConnectorTool[]> {
  return connected(outbound, server, async (client) => {
    const tools: ConnectorTool[] = [];
    let cursor: string | undefined;
    do {
      const found = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout: ANSWER_MS });
      for (const { name, description, inputSchema, annotations } of found.tools) {
        if (name.length <= 128 && JSON.stringify(inputSchema).length <= MOST_SCHEMA)
          tools.push({
            name,
            description: (description ?? '').slice(0, MOST_DESCRIPTION),
            input_schema: inputSchema,
            ...(annotations?.readOnlyHint === true ? { read_only: true } : {}),
          });
      }
      cursor = found.nextCursor;
    } while (cursor !== undefined && tools.length < MOST_TOOLS);
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
