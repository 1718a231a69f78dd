/**
 * A local tool server (Model Context Protocol) and a local OAuth authorization server, both made with the official
 * SDK.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  InvalidGrantError,
  InvalidTokenError,
  ServerError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import type { OAuthServerProvider } from '@modelcontextprotocol/sdk/server/auth/provider.js';
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthRouter,
} from '@modelcontextprotocol/sdk/server/auth/router.js';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { OAuthClientInformationFull, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import * as z from 'zod';

export interface ToolServer {
  readonly host: string;
  /**
   * Addresses of servers without credentials, with the bearer token `secret-1` and with OAuth; `none` is an
   * address without a server.
   */
  readonly urls: { open: string; bearer: string; oauth: string; none: string };
  /** Authorization headers that the tool servers received. */
  readonly authorizations: (string | undefined)[];
  /** The `Idempotency-Key` of each tool call. */
  readonly keys: (string | undefined)[];
  /** Articles with which the tool `stock` was called. */
  readonly calls: string[];
  readonly registered: OAuthClientInformationFull[];
  /** Currently valid access tokens. */
  readonly good: Set<string>;
  /** How the server responds to a token refresh. */
  refreshes: 'work' | 'are refused' | 'fail';
  refreshed: number;
  /** Lifetime in seconds that the server states for its tokens. */
  lifetime: number;
  close(): Promise<void>;
}

export async function openToolServer(): Promise<ToolServer> {
  const app = createMcpExpressApp();
  const server: Server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const base = `http://${host}`;
  const tools: ToolServer = {
    host,
    urls: { open: `${base}/open`, bearer: `${base}/bearer`, oauth: `${base}/oauth`, none: `${base}/none` },
    authorizations: [],
    keys: [],
    calls: [],
    registered: [],
    good: new Set(),
    refreshes: 'work',
    refreshed: 0,
    lifetime: 3600,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
  const codes = new Map<string, { challenge: string; client: string }>();
  const issue = (): OAuthTokens => {
    const access_token = randomUUID();
    tools.good.add(access_token);
    return {
      access_token,
      token_type: 'bearer',
      expires_in: tools.lifetime,
      refresh_token: randomUUID(),
      scope: 'stock:read',
    };
  };
  const provider: OAuthServerProvider = {
    clientsStore: {
      getClient: (id) => tools.registered.find(({ client_id }) => client_id === id),
      registerClient: (client) => {
        const toolServer = {
          ...client,
          client_id: randomUUID(),
          client_id_issued_at: 0,
        } as OAuthClientInformationFull;
        tools.registered.push(toolServer);
        return toolServer;
      },
    },
    async authorize(client, { codeChallenge, redirectUri, state }, response) {
      const code = randomUUID();
      codes.set(code, { challenge: codeChallenge, client: client.client_id });
      const redirectUrl = new URL(redirectUri);
      redirectUrl.searchParams.set('code', code);
      if (state) redirectUrl.searchParams.set('state', state);
      response.redirect(redirectUrl.href);
    },
    async challengeForAuthorizationCode(_client, code) {
      const grant = codes.get(code);
      if (!grant) throw new InvalidGrantError('unknown code');
      return grant.challenge;
    },
    async exchangeAuthorizationCode(_client, code) {
      codes.delete(code);
      return issue();
    },
    async exchangeRefreshToken() {
      tools.refreshed++;
      if (tools.refreshes === 'are refused') throw new InvalidGrantError('gone');
      if (tools.refreshes === 'fail') throw new ServerError('out of order');
      return issue();
    },
    async verifyAccessToken(token) {
      if (!tools.good.has(token)) throw new InvalidTokenError('unknown token');
      return {
        token,
        clientId: 'any',
        scopes: ['stock:read'],
        expiresAt: Math.floor(Date.now() / 1000) + 3600,
      };
    },
  };
  const resource = new URL(tools.urls.oauth);
  app.use(
    mcpAuthRouter({
      provider,
      issuerUrl: new URL(base),
      resourceServerUrl: resource,
      scopesSupported: ['stock:read'],
      tokenOptions: { rateLimit: false },
      clientRegistrationOptions: { rateLimit: false },
      authorizationOptions: { rateLimit: false },
    }),
  );

  const answer = async (
    request: Parameters<StreamableHTTPServerTransport['handleRequest']>[0] & { body?: unknown },
    response: Parameters<StreamableHTTPServerTransport['handleRequest']>[1],
  ) => {
    tools.authorizations.push(request.headers.authorization);
    if ((request.body as { method?: string } | undefined)?.method === 'tools/call')
      tools.keys.push(request.headers['idempotency-key'] as string | undefined);
    const mcp = new McpServer({ name: 'shop', version: '1' });
    mcp.registerTool(
      'stock',
      {
        description: 'How many of an article are in stock.',
        inputSchema: { article: z.string() },
        annotations: { readOnlyHint: true },
      },
      async ({ article }) => {
        tools.calls.push(article);
        return { content: [{ type: 'text', text: `${article}: 7 in stock` }] };
      },
    );
    mcp.registerTool(
      'reserve',
      { description: 'Reserves an article.', inputSchema: { article: z.string() } },
      async () => ({ content: [{ type: 'text', text: 'done' }] }),
    );
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    await mcp.connect(transport);
    await transport.handleRequest(request, response, request.body);
  };
  app.all('/open', answer as never);
  app.all('/bearer', ((request: never, response: { writeHead(status: number): { end(): void } }) => {
    if ((request as { headers: Record<string, string> }).headers['authorization'] !== 'Bearer secret-1')
      return void response.writeHead(401).end();
    return answer(request, response as never);
  }) as never);
  app.all(
    '/oauth',
    requireBearerAuth({
      verifier: provider,
      resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource),
    }),
    answer as never,
  );
  return tools;
}
