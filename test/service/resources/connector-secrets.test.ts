/** Connector secrets: where they are sent, and how often tokens are renewed. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  changeConnector,
  createConnector,
  deleteConnector,
  getConnector,
  indexConnector,
  reconnectConnector,
  type Connector,
} from '../../../src/contract/connectors.ts';
import { openAuthorizationServer, type AuthorizationServer } from '../authorization-server.ts';
import { openToolServer, type ToolServer } from '../tool-server.ts';
import { ALICE, openWorld, type World } from '../world.ts';

describe('secrets of connectors', () => {
  let toolServer: ToolServer;
  let authorization: AuthorizationServer;
  let world: World;
  before(async () => {
    toolServer = await openToolServer();
    authorization = await openAuthorizationServer();
    const hosts = [
      toolServer.host,
      toolServer.host.replace('localhost', '127.0.0.1'),
      ...authorization.hosts.map((origin) => new URL(origin).host),
    ];
    world = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: hosts.join(',') } });
  });
  after(async () => {
    await world.close();
    await toolServer.close();
    await authorization.close();
  });

  const create = async (body: Record<string, unknown>): Promise<Connector> =>
    (await world.call(createConnector, { credential: ALICE, body: { name: 'Shop', ...body } as never }))
      .result;
  const change = async (connector_id: string, body: Record<string, unknown>) =>
    (await world.call(changeConnector, { credential: ALICE, params: { connector_id }, body })).result;
  const createLinked = async (): Promise<Connector> => {
    const { connector_id, authorize_url } = await create({
      server_url: toolServer.urls.oauth,
      auth_config: { type: 'oauth2' },
    });
    const redirect = await fetch(authorize_url ?? '', { redirect: 'manual' });
    const query = Object.fromEntries(new URL(redirect.headers.get('location') ?? '').searchParams);
    const callbackResponse = await world.service.app.inject({ url: '/v2/connectors/oauth/callback', query });
    assert.equal(callbackResponse.statusCode, 200);
    return (await world.call(getConnector, { credential: ALICE, params: { connector_id } })).result;
  };

  test('a bearer token stays with its origin; a new one goes to another origin', async () => {
    const otherOrigin = toolServer.urls.bearer.replace('localhost', '127.0.0.1');
    const bearer = { type: 'bearer', token: 'secret-1' };
    const connector = await create({ server_url: toolServer.urls.bearer, auth_config: bearer });
    const previousCount = toolServer.authorizations.length;
    const movedConnector = await change(connector.connector_id, { server_url: otherOrigin });
    assert.match(movedConnector.last_index_error ?? '', /401|credentials/);
    const { text } = await world.refusal(changeConnector, {
      credential: ALICE,
      params: { connector_id: connector.connector_id },
      body: { server_url: toolServer.urls.bearer, auth_config: { type: 'bearer' } },
    });
    assert.match(text, /token is required/);
    assert.deepEqual(toolServer.authorizations.slice(previousCount).filter(Boolean), []);
    const changedConnector = await change(connector.connector_id, {
      server_url: otherOrigin,
      auth_config: bearer,
    });
    assert.equal(changedConnector.last_index_error, null);
  });

  test('tokens that expire at once, or never started, are renewed at most once a minute', async () => {
    for (const lifetime of [0, -5, 1]) {
      toolServer.lifetime = lifetime;
      const connector = await createLinked();
      const renewals = toolServer.refreshed;
      for (let seconds = 0; seconds < 300; seconds++) {
        world.clock.move(1000);
        await world.service.context.jobs.idle();
      }
      const renewalCount = toolServer.refreshed - renewals;
      assert.ok(
        renewalCount >= 1 && renewalCount <= 5,
        `${renewalCount} renewals in five minutes of ${lifetime} s`,
      );
      await world.call(deleteConnector, {
        credential: ALICE,
        params: { connector_id: connector.connector_id },
      });
    }
    toolServer.lifetime = 1e12;
    const { access_token_expires_at } = await createLinked();
    const years = (Date.parse(`${access_token_expires_at}Z`) - world.clock.now()) / (365 * 86_400_000);
    assert.ok(years > 0.99 && years < 1.01);
  });

  const callBack = async (authorizeUrl: string | undefined) => {
    const state = new URL(authorizeUrl ?? '').searchParams.get('state') ?? '';
    const query = { code: 'x', state };
    return (await world.service.app.inject({ url: '/v2/connectors/oauth/callback', query })).statusCode;
  };
  /** True if a token request or a registration at the second origin contained a secret. */
  const hasLeaked = () =>
    authorization.tokens.some(({ host, body, authorization: header }) => {
      const credentials = Buffer.from(header.replace(/^Basic /, ''), 'base64').toString();
      return host.startsWith('127.0.0.1') && /secret/.test(body + credentials);
    });
  const createOwned = async () => {
    const [origin] = authorization.hosts;
    Object.assign(authorization, { origin, tokenOrigin: origin, lifetime: '3600' });
    authorization.tokens.length = 0;
    const auth_config = { type: 'oauth2', client_id: 'c', client_secret: 'client-secret' };
    const connector = await create({ server_url: `${origin}/mcp`, auth_config });
    assert.equal(await callBack(connector.authorize_url), 200);
    assert.match(authorization.tokens[0]?.body ?? '', /client-secret/);
    return connector.connector_id;
  };

  for (const movedPart of ['origin', 'tokenOrigin'] as const)
    test(`a client secret is not sent if the authorization server's ${movedPart} moves to another origin`, async () => {
      const connector_id = await createOwned();
      authorization[movedPart] = authorization.hosts[1];
      const params = { connector_id };
      const { result } = await world.call(reconnectConnector, { credential: ALICE, params });
      assert.deepEqual([result.oauth_status, result.authorize_url], ['needs_reauth', undefined]);
      assert.match(result.last_index_error ?? '', /Send client_secret again/);
      const patched = await change(connector_id, { auth_config: { type: 'oauth2', client_id: 'c' } });
      assert.equal(patched.oauth_status, 'needs_reauth', 'a patch without the secret does not free it');
      assert.equal(hasLeaked(), false);
      const auth_config = { type: 'oauth2', client_id: 'c', client_secret: 'new-secret' };
      const changedConnector = await change(connector_id, { auth_config });
      assert.equal(await callBack(changedConnector.authorize_url), 200);
      assert.match(authorization.tokens.at(-1)?.body ?? '', /new-secret/);
    });

  test('a self-registered client registers again if its tokens move to another origin', async () => {
    const [origin, otherOrigin] = authorization.hosts;
    Object.assign(authorization, { origin, tokenOrigin: origin });
    const connector = await create({ server_url: `${origin}/mcp`, auth_config: { type: 'oauth2' } });
    assert.equal(await callBack(connector.authorize_url), 200);
    const registrations = authorization.registered.length;
    authorization.tokenOrigin = otherOrigin;
    const params = { connector_id: connector.connector_id };
    await world.call(reconnectConnector, { credential: ALICE, params });
    assert.equal(authorization.registered.length, registrations + 1);
  });

  test('for a server that refuses every token a new one is requested once a minute', async () => {
    // The tools are imported once the connector is linked; at that time, the server rejects the first token.
    const connector_id = await createOwned();
    assert.equal(authorization.tokens.length, 2);
    const params = { connector_id };
    for (let time = 0; time < 5; time++) await world.call(indexConnector, { credential: ALICE, params });
    assert.equal(authorization.tokens.length, 2);
    world.clock.move(60_000);
    await world.call(indexConnector, { credential: ALICE, params });
    assert.equal(authorization.tokens.length, 3);
  });

  test('a patch of the address drops the client secret, and the owner has to link again', async () => {
    const connector_id = await createOwned();
    const [, otherOrigin] = authorization.hosts;
    Object.assign(authorization, { origin: otherOrigin, tokenOrigin: otherOrigin });
    const movedConnector = await change(connector_id, { server_url: `${otherOrigin}/mcp` });
    assert.equal(movedConnector.oauth_status, 'needs_reauth');
    assert.match(movedConnector.last_index_error ?? '', /Send auth_config again/);
    const linkable = await change(connector_id, { auth_config: { type: 'oauth2', client_id: 'c' } });
    assert.equal(linkable.oauth_status, 'pending');
    await callBack(linkable.authorize_url);
    assert.equal(hasLeaked(), false);
  });

  test('a token lifetime in any form leads to at most one token request a minute', async () => {
    for (const lifetime of ['0', '-5', '1e308', '"x"', '"0"', 'null', 'true', '{}']) {
      const connector_id = await createOwned().then(
        (id) => ((authorization.lifetime = lifetime), id),
        (error: unknown) => assert.fail(String(error)),
      );
      authorization.tokens.length = 0;
      const params = { connector_id };
      const { result } = await world.call(reconnectConnector, { credential: ALICE, params });
      await callBack(result.authorize_url);
      for (let seconds = 0; seconds < 180; seconds++) {
        world.clock.move(1000);
        await world.service.context.jobs.idle();
      }
      assert.ok(authorization.tokens.length <= 4, `${authorization.tokens.length} requests for ${lifetime}`);
      await world.call(deleteConnector, { credential: ALICE, params });
    }
  });
});
