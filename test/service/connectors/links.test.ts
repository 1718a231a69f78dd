/** OAuth links of connectors use the requested scopes, and a working link is never discarded. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  connectorClient,
  createConnector,
  getConnector,
  reconnectConnector,
  type Connector,
} from '../../../src/contract/connectors.ts';
import { palTools } from '../../../src/service/connectors/pal-tools.ts';
import { ALICE, openWorld, type World } from '../world.ts';
import { openScriptedToolServer, type ScriptedToolServer } from '../../tool-servers/scripted-tool-server.ts';

describe('a link', () => {
  let server: ScriptedToolServer;
  let world: World;
  /** State of the authorization server: its clients, its tokens with their scopes, and its availability. */
  const clients = new Set<string>();
  const tokens = new Map<string, string>();
  let isAvailable = true;
  /** True if the server supports Client ID Metadata Documents instead of client registration. */
  let readsDocuments = false;
  let count = 0;
  before(async () => {
    server = await openScriptedToolServer();
    world = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: server.host } });
  });
  after(async () => {
    await world.close();
    await server.close();
  });
  /** The error code for a call without the scope `write`. */
  let code = '';
  beforeEach(() => {
    isAvailable = true;
    readsDocuments = false;
    code = '';
    server.methods.length = 0;
    server.other = (request, response, body) => {
      const base = `http://${server.host}`;
      const url = new URL(request.url ?? '', base);
      const json = (value: object, status = 200) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
        return true;
      };
      if (url.pathname === '/mcp') return false;
      if (!isAvailable) return json({}, 503);
      // Only the response header names this address; it is not one of the well-known addresses.
      if (url.pathname === '/elsewhere/resource')
        return json({ resource: server.url, authorization_servers: [`${base}/login`] });
      if (url.pathname === '/.well-known/oauth-authorization-server/login')
        return json({
          issuer: `${base}/login`,
          authorization_endpoint: `${base}/login/authorize`,
          token_endpoint: `${base}/login/token`,
          registration_endpoint: `${base}/login/register`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none'],
          client_id_metadata_document_supported: readsDocuments,
        });
      if (url.pathname === '/login/register') {
        const client_id = `client-${++count}`;
        clients.add(client_id);
        return json({ ...(JSON.parse(body) as object), client_id }, 201);
      }
      if (url.pathname !== '/login/token') return json({}, 404);
      const form = new URLSearchParams(body);
      if (!clients.has(form.get('client_id') ?? '')) return json({ error: 'invalid_client' }, 401);
      const access_token = `token-${++count}`;
      tokens.set(access_token, form.get('code') ?? 'read');
      return json({
        access_token,
        token_type: 'bearer',
        refresh_token: 'r',
        expires_in: 3600,
        scope: tokens.get(access_token),
      });
    };
    server.answer = ({ method }, { authorization = '' }) => {
      const scope = tokens.get(authorization.replace('Bearer ', ''));
      const metadata = `resource_metadata="http://${server.host}/elsewhere/resource"`;
      if (scope === undefined)
        return { status: 401, headers: { 'www-authenticate': `Bearer ${metadata}, scope="read list"` } };
      if (method === 'tools/call' && code && !scope.split(' ').includes(code))
        return {
          status: 403,
          headers: {
            'www-authenticate': `Bearer error="insufficient_scope", scope="${code}", ${metadata}`,
          },
        };
      return null;
    };
  });

  const create = async (auth: object = {}): Promise<Connector> =>
    (
      await world.call(createConnector, {
        credential: ALICE,
        body: { name: 'Shop', server_url: server.url, auth_config: { type: 'oauth2', ...auth } } as never,
      })
    ).result;
  const read = async ({ connector_id }: Connector) =>
    (await world.call(getConnector, { credential: ALICE, params: { connector_id } })).result;
  const reconnect = async ({ connector_id }: Connector) =>
    (await world.call(reconnectConnector, { credential: ALICE, params: { connector_id } })).result;
  /** Logs the owner in; the authorization code is the requested scope. */
  const logIn = async (authorizeUrl: string | undefined) => {
    const { searchParams } = new URL(authorizeUrl ?? '');
    if (!clients.has(searchParams.get('client_id') ?? '')) return 'unknown client';
    const query = { state: searchParams.get('state') ?? '', code: searchParams.get('scope') ?? '' };
    return (await world.service.app.inject({ url: '/v2/connectors/oauth/callback', query })).statusCode;
  };
  const createLinked = async (auth: object = {}) => {
    const connector = await create(auth);
    assert.equal(await logIn(connector.authorize_url), 200);
    return read(connector);
  };
  const use = async ({ connector_id }: Connector) => {
    const [tool] = await palTools(world.service.context, 1, { connectors: [connector_id] });
    return tool?.run({}, new AbortController().signal);
  };
  const scopeOf = ({ authorize_url }: Connector) => new URL(authorize_url ?? '').searchParams.get('scope');

  test("is discovered by the server's own header, and requests the scopes that it names", async () => {
    const connector = await create();
    assert.deepEqual([connector.oauth_status, scopeOf(connector)], ['pending', 'read list']);
    assert.equal(await logIn(connector.authorize_url), 200);
    assert.deepEqual((await read(connector)).oauth_scopes, ['read', 'list']);
    assert.equal(await use(connector), 'Seven are left.');
    assert.equal(scopeOf(await create({ scopes: ['mine'] })), 'mine', "the owner's own come first");
  });

  test("needs no registration at a server that reads the service's client document", async () => {
    readsDocuments = true;
    const { result } = await world.call(connectorClient, {});
    const address = 'https://palkit.example/v2/connectors/oauth/client';
    assert.deepEqual(
      [result.client_id, result.redirect_uris],
      [address, ['https://palkit.example/v2/connectors/oauth/callback']],
    );
    clients.add(address);
    const previousCount = clients.size;
    const connector = await create();
    assert.equal(new URL(connector.authorize_url ?? '').searchParams.get('client_id'), address);
    assert.equal(await logIn(connector.authorize_url), 200);
    assert.equal(await use(connector), 'Seven are left.');
    assert.equal(clients.size, previousCount, 'no client was registered');
    const ownConnector = await create({ client_id: 'mine' });
    assert.equal(
      new URL(ownConnector.authorize_url ?? '').searchParams.get('client_id'),
      'mine',
      "the owner's comes first",
    );
  });

  test('keeps working during a new login, and is replaced when that completes', async () => {
    const connector = await createLinked();
    const secondLink = await reconnect(connector);
    assert.deepEqual([secondLink.oauth_status, secondLink.oauth_scopes], ['linked', ['read', 'list']]);
    assert.equal(await use(connector), 'Seven are left.', 'the owner closes the window');
    const refusal = {
      state: new URL(secondLink.authorize_url ?? '').searchParams.get('state') ?? '',
      error: 'no',
    };
    await world.service.app.inject({ url: '/v2/connectors/oauth/callback', query: refusal });
    assert.equal(await use(connector), 'Seven are left.', 'the owner says no');
    const thirdLink = await reconnect(connector);
    world.clock.move(56 * 60_000);
    await world.service.context.jobs.idle();
    assert.equal((await read(connector)).oauth_status, 'linked', 'it is renewed meanwhile');
    const lateLogin = await logIn(thirdLink.authorize_url);
    assert.notEqual(lateLogin, 200, 'a login that took an hour');
    const usedTokens = tokens.size;
    assert.equal(await logIn((await reconnect(connector)).authorize_url), 200);
    assert.equal(tokens.size, usedTokens + 1);
    assert.equal(await use(connector), 'Seven are left.');
  });

  test('that is refreshed during the login is still replaced', async () => {
    const connector = await createLinked();
    world.clock.move(50 * 60_000);
    const secondLink = await reconnect(connector);
    world.clock.move(6 * 60_000);
    await world.service.context.jobs.idle();
    assert.equal(await logIn(secondLink.authorize_url), 200);
    assert.equal(await use(connector), 'Seven are left.');
  });

  test('stays if the authorization server is down, and its owner is informed', async () => {
    const connector = await createLinked();
    isAvailable = false;
    const secondLink = await reconnect(connector);
    assert.deepEqual([secondLink.oauth_status, secondLink.authorize_url], ['linked', undefined]);
    assert.match(secondLink.last_index_error ?? '', /authorization server/);
    assert.equal(await use(connector), 'Seven are left.');
  });

  test('whose registration the server forgot is registered again', async () => {
    const connector = await createLinked();
    clients.clear();
    assert.equal(await logIn((await reconnect(connector)).authorize_url), 200);
    assert.equal(await use(connector), 'Seven are left.');
  });

  test('that lacks a scope gets it with the next login, beside its present ones', async () => {
    const connector = await createLinked();
    code = 'write';
    assert.match((await use(connector)) ?? '', /^Error: .*further rights \(write\)/);
    const lacking = await read(connector);
    assert.deepEqual([lacking.oauth_status, lacking.oauth_scopes], ['linked', ['read', 'list']]);
    assert.match(lacking.last_index_error ?? '', /further rights \(write\): reconnect/);
    const secondLink = await reconnect(connector);
    assert.equal(scopeOf(secondLink), 'read list write');
    assert.equal(await logIn(secondLink.authorize_url), 200);
    assert.equal(await use(connector), 'Seven are left.');
    const now = await read(connector);
    assert.deepEqual([now.oauth_scopes, now.last_index_error], [['read', 'list', 'write'], null]);
  });
});
