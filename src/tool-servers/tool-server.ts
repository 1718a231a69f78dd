/** A tool server, used with the official client (Model Context Protocol, streamable HTTP) and the outbound guard. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { extractWWWAuthenticateParams } from '@modelcontextprotocol/sdk/client/auth.js';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpError, ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { OutboundError } from '@palkit/outbound/outbound-error';
import type { Outbound } from '@palkit/outbound/outbound';
import { boundedFetch, MAX_LOGIN_BYTES, outboundFetch } from './tool-fetch.ts';

/** Maximum milliseconds for one answer of a server. */
export const ANSWER_MS = 15_000;
/** Maximum size of one answer in bytes; a server that streams endlessly is disconnected. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Maximum milliseconds for the detection of a server with the older transport. */
const OLD_SERVER_MS = 5000;
/** Maximum number of characters of an error message. */
const MAX_MESSAGE_LENGTH = 1000;

export interface ToolServer {
  readonly url: string;
  readonly token: string | null;
}

/** A server's challenge in `WWW-Authenticate` (RFC 6750, RFC 9728). */
export interface Challenge {
  resourceMetadataUrl?: URL | undefined;
  scope?: string | undefined;
  error?: string | undefined;
}

/** Thrown if the server requires other credentials (401) or more scopes (403). */
export class ChallengedError extends Error {
  override readonly name = 'ChallengedError';
  readonly status: number;
  readonly challenge: Challenge;
  constructor(status: number, challenge: Challenge, cause: unknown) {
    super(`a tool server answered ${status}`, { cause });
    this.status = status;
    this.challenge = challenge;
  }
}

/** Thrown for a server that supports only the transport of the protocol's first version. */
class OldTransportError extends Error {
  override readonly name = 'OldTransportError';
}

/** Thrown if the server was reached but its answer violates the protocol. */
class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

interface Connection {
  headers?: Record<string, string>;
  /** Maximum milliseconds for the first answer. */
  timeoutMs?: number;
}

/**
 * Calls `use` with a connection to a server. If the server has forgotten the session, a new session is
 * started once. This is safe because the server did not process the last request.
 */
export async function withConnection<Outcome>(
  outbound: Outbound,
  server: ToolServer,
  use: (client: Client) => Promise<Outcome>,
  connection: Connection = {},
): Promise<Outcome> {
  const session = { id: '' };
  try {
    return await connectOnce(outbound, server, use, connection, session);
  } catch (error) {
    if (!session.id || !isForgotten(error)) throw error;
    return connectOnce(outbound, server, use, connection, { id: '' });
  }
}

async function connectOnce<Outcome>(
  outbound: Outbound,
  server: ToolServer,
  use: (client: Client) => Promise<Outcome>,
  { headers = {}, timeoutMs = ANSWER_MS }: Connection,
  session: { id: string },
): Promise<Outcome> {
  const client = new Client({ name: 'palkit', version: '1' });
  let challenge: Challenge = {};
  const send = boundedFetch(outboundFetch(outbound, MAX_BYTES), () => void client.close().catch(() => {}));
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    fetch: async (url, init) => {
      const response = await send(url, init);
      if (isChallenge(response.status)) challenge = extractWWWAuthenticateParams(response);
      return response;
    },
    requestInit: {
      headers: { ...(server.token ? { authorization: `Bearer ${server.token}` } : {}), ...headers },
    },
  });
  let isConnected = false;
  try {
    // The SDK's types conflict under exactOptionalPropertyTypes.
    await client.connect(transport, { timeout: timeoutMs });
    isConnected = true;
    session.id = transport.sessionId ?? '';
    return await use(client);
  } catch (error) {
    const status = error instanceof StreamableHTTPError ? (error.code ?? 0) : 0;
    if (isChallenge(status)) throw new ChallengedError(status, challenge, error);
    if (!isConnected && (await isOldServer(outbound, server, status))) throw new OldTransportError();
    if (isConnected && !isKnown(error)) throw new UnreadableError('a tool server', { cause: error });
    throw error;
  } finally {
    // Ending the session needs no answer. A time limit, and the end of the connection pool, stop the request.
    void transport
      .terminateSession()
      .catch(() => {})
      .then(() => client.close())
      .catch(() => {});
  }
}

const isChallenge = (status: number): boolean => status === 401 || status === 403;

/** True for errors that have a specific message. */
function isKnown(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutboundError || cause instanceof StreamableHTTPError || cause instanceof McpError)
      return true;
  return error instanceof DOMException;
}

/** True for a forgotten session. The protocol uses 404; some servers answer 400 with a message. */
const isForgotten = (error: unknown): boolean =>
  error instanceof StreamableHTTPError &&
  (error.code === 404 || (error.code === 400 && /session/i.test(error.message)));

/** True if a server of the older transport refuses POST requests and answers a GET with events. */
async function isOldServer(outbound: Outbound, server: ToolServer, status: number): Promise<boolean> {
  if (status < 400 || status >= 500) return false;
  try {
    const response = await outbound.fetch(server.url, {
      headers: {
        accept: 'text/event-stream',
        ...(server.token ? { authorization: `Bearer ${server.token}` } : {}),
      },
      timeout: OLD_SERVER_MS,
      maximumBytes: MAX_LOGIN_BYTES,
    });
    await response.body?.cancel();
    return response.ok && /^text\/event-stream/i.test(response.headers.get('content-type') ?? '');
  } catch {
    return false;
  }
}

/** True if the server requires another token. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ChallengedError && error.status === 401;

/** Codes of errors that the protocol's client creates itself. */
const CLIENT_ERROR_CODES: readonly number[] = [ErrorCode.RequestTimeout, ErrorCode.ConnectionClosed];
const isClientError = ({ code, message }: McpError): boolean =>
  CLIENT_ERROR_CODES.includes(code) && /(?:Request timed out|Connection closed|timeout)/i.test(message);

/** Returns the server's message for an error of the protocol; null for any other error. */
export function protocolWords(error: unknown): string | null {
  if (error instanceof McpError && !isClientError(error))
    return error.message.replace(/^(?:MCP error -?\d+: )+/, '').slice(0, MAX_MESSAGE_LENGTH);
  if (!(error instanceof StreamableHTTPError) || (error.code ?? 0) >= 500) return null;
  // Some servers send the error with an HTTP status.
  try {
    const body: unknown = JSON.parse(error.message.slice(error.message.indexOf('{')));
    return RpcError.parse(body).error.message.slice(0, MAX_MESSAGE_LENGTH);
  } catch {
    return null;
  }
}
const RpcError = z.object({ error: z.object({ message: z.string() }) });

/** Explains to the owner why a server did not answer, without quoting the server. */
export function faultWords(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutboundError) return cause.message;
  if (error instanceof OldTransportError)
    return (
      'The server speaks the older HTTP+SSE transport, which is not supported. Use its address for streamable HTTP ' +
      '(most end in /mcp), update the server, or put a proxy such as supergateway or mcp-proxy before it.'
    );
  if (error instanceof UnreadableError)
    return 'The server answered something that is not of the Model Context Protocol.';
  if (error instanceof ChallengedError) return challengeWords(error);
  if (error instanceof StreamableHTTPError && error.code !== undefined && error.code > 0)
    return `The server answered ${error.code}.`;
  if (error instanceof McpError)
    return isClientError(error)
      ? 'The server did not answer in time.'
      : `The server answered with the protocol's error ${error.code}.`;
  return 'There is no tool server (Model Context Protocol over streamable HTTP) at this address.';
}

function challengeWords({ status, challenge: { error, scope } }: ChallengedError): string {
  if (status === 401) return 'The server refused the credentials (401).';
  if (error !== 'insufficient_scope') return `The server answered ${status}.`;
  const scopes = scope?.replace(/[^\x21-\x7e ]/g, '').slice(0, MAX_MESSAGE_LENGTH);
  return `The server wants further rights${scopes ? ` (${scopes})` : ''}: reconnect the connector to grant them.`;
}
