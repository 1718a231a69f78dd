/** An authorization server with scripted responses that records the token requests. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface AuthorizationServer {
  /** The two origins of this server. */
  readonly hosts: readonly [string, string];
  /** The origins that the tool server names for itself and for its token endpoint. */
  origin: string;
  tokenOrigin: string;
  /** The lifetime of a token, as JSON text. */
  lifetime: string;
  readonly tokens: { host: string; body: string; authorization: string }[];
  readonly registered: string[];
  close(): Promise<void>;
}

export async function openAuthorizationServer(): Promise<AuthorizationServer> {
  const server = createServer((request, response) => {
    const { url = '' } = request;
    const json = (body: string, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    if (url.includes('oauth-protected-resource'))
      return json(
        JSON.stringify({
          resource: `http://${request.headers.host}/mcp`,
          authorization_servers: [created.origin],
        }),
      );
    if (url.includes('oauth-authorization-server')) return json(JSON.stringify(metadata()));
    if (url.startsWith('/register'))
      return void text(request).then((body) => {
        created.registered.push(request.headers.host ?? '');
        json(
          JSON.stringify({ ...JSON.parse(body), client_id: 'c', client_secret: 'registered-secret' }),
          201,
        );
      });
    if (!url.startsWith('/token')) return response.writeHead(401).end();
    void text(request).then((body) => {
      const { host = '', authorization = '' } = request.headers;
      created.tokens.push({ host, body, authorization });
      json(`{"access_token":"a","token_type":"bearer","refresh_token":"r","expires_in":${created.lifetime}}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const firstOrigin = `http://localhost:${port}`;
  const secondOrigin = `http://127.0.0.1:${port}`;
  const metadata = () => ({
    issuer: created.origin,
    authorization_endpoint: `${created.origin}/authorize`,
    registration_endpoint: `${created.origin}/register`,
    token_endpoint: `${created.tokenOrigin}/token`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  });
  const created: AuthorizationServer = {
    hosts: [firstOrigin, secondOrigin],
    origin: firstOrigin,
    tokenOrigin: firstOrigin,
    lifetime: '3600',
    tokens: [],
    registered: [],
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
  return created;
}
