/** Endpoints for developers and coding agents: `llms.txt`, the documentation as Markdown, and the MCP server. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '@palkit/contract/service-error';
import { Documentation, INDEX_PAGE, llmsTxt } from '@palkit/developer-tools/documentation';
import { answerMcp, type McpCaller } from '@palkit/developer-tools/mcp-server';
import { packageVersion } from '@palkit/developer-tools/package-folder';
import { callerOf } from '../console/caller.ts';
import type { Context } from '../http/context.ts';

/** Maximum number of simultaneous requests of one account to `/mcp`. */
export const MCP_REQUESTS_AT_ONCE = 8;
/** Seconds for which clients may cache the documentation. */
const DOCUMENTATION_SECONDS = 300;

export function addDeveloperSite(app: FastifyInstance, context: Context): void {
  const documentation = new Documentation();
  const { publicUrl } = context.config;
  const sendText = (reply: FastifyReply, type: string, text: string) =>
    reply
      .header('cache-control', `public, max-age=${DOCUMENTATION_SECONDS}`)
      .header('access-control-allow-origin', '*')
      .type(`${type}; charset=utf-8`)
      .send(text);
  const sendPage = (reply: FastifyReply, file: string) => {
    const text = documentation.read(file);
    if (text === null) throw new ServiceError('not_found');
    return sendText(reply, 'text/markdown', text);
  };
  app.get('/llms.txt', async (_request, reply) =>
    sendText(reply, 'text/plain', llmsTxt(documentation, publicUrl)),
  );
  // Redirect to the index page, because its links are relative to its folder.
  app.get('/docs', async (_request, reply) => reply.redirect(`${publicUrl}/docs/${INDEX_PAGE}`));
  app.get('/docs/*', async (request, reply) => sendPage(reply, (request.params as { '*': string })['*']));
  addMcp(app, context, documentation);
}

function addMcp(app: FastifyInstance, context: Context, documentation: Documentation): void {
  const running = new Map<number, number>();
  const version = packageVersion();
  app.post('/mcp', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const key = keyOf(request);
    const { account, scope } = await callerOf((name) => (name === 'x-api-key' ? key : undefined), context);
    if (Array.isArray(request.body))
      throw new ServiceError('invalid_request', 'Send one message at a time, not a list.');
    const count = running.get(account) ?? 0;
    if (count >= MCP_REQUESTS_AT_ONCE)
      throw new ServiceError(
        'too_many_requests',
        `At most ${MCP_REQUESTS_AT_ONCE} requests to /mcp are answered at once.`,
        { retryAfter: 1 },
      );
    running.set(account, count + 1);
    const disconnected = new AbortController();
    reply.raw.once('close', () => disconnected.abort());
    try {
      const answer = await answerMcp(messageRequest(request, context), request.body, {
        scope,
        documentation,
        publicUrl: context.config.publicUrl,
        version,
        callEndpoint: endpointCaller(app, request, { key, disconnected: disconnected.signal }),
      });
      return reply
        .code(answer.status)
        .type(answer.headers.get('content-type') ?? 'application/json')
        .send(await answer.text());
    } finally {
      const remainingCount = running.get(account)! - 1;
      if (remainingCount > 0) running.set(account, remainingCount);
      else running.delete(account);
    }
  });
}

/** Returns the key from `x-api-key`, or an MCP client's bearer token. A console cookie is not accepted. */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string') return key;
  return /^Bearer (\S{1,512})$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * Builds the request for the MCP library. Its `accept` header names JSON and event streams, so that clients which
 * ask only for event streams are served too. The answer is always JSON.
 */
function messageRequest({ headers }: FastifyRequest, { config }: Context): Request {
  const version = headers['mcp-protocol-version'];
  return new Request(`${config.publicUrl}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(typeof version === 'string' ? { 'mcp-protocol-version': version } : {}),
    },
  });
}

/**
 * Calls endpoints through the application itself, so that key, scope, schema and limits are checked as for any other
 * caller. `disconnected` aborts when the client disconnects.
 */
function endpointCaller(
  app: FastifyInstance,
  request: FastifyRequest,
  { key, disconnected }: { key: string | undefined; disconnected: AbortSignal },
): McpCaller['callEndpoint'] {
  return async ({ method, path, body }, signal) => {
    const answer = await app.inject({
      method,
      url: path,
      remoteAddress: request.ip,
      signal: AbortSignal.any([signal, disconnected]),
      headers: {
        'x-api-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    return {
      status: answer.statusCode,
      text: answer.body,
      header: (name) => {
        const value = answer.headers[name];
        return value === undefined ? undefined : String(value);
      },
    };
  };
}
