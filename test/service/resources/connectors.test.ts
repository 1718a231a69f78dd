import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  changeConnector,
  connectorCallback,
  createConnector,
  deleteConnector,
  getConnector,
  indexConnector,
  listConnectors,
  listConnectorTools,
  reconnectConnector,
  type Connector,
} from '../../../src/contract/connectors.ts';
import { getPal, patchPal } from '../../../src/contract/pals.ts';
import { palTools } from '../../../src/service/connectors/pal-tools.ts';
import { openToolServer, type ToolServer } from '../tool-server.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

describe('connectors', () => {
  let toolServer: ToolServer;
  let world: World;
  before(async () => {
    toolServer = await openToolServer();
    world = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: toolServer.host } });
  });
  after(async () => {
    await world.close();
    await toolServer.close();
  });
  afterEach(() => {
    toolServer.refreshes = 'work';
  });

  const create = async (body: Record<string, unknown>): Promise<Connector> =>
    (await world.call(createConnector, { credential: ALICE, body: { name: 'Shop', ...body } as never }))
      .result;
  const read = async (connector_id: string) =>
    (await world.call(getConnector, { credential: ALICE, params: { connector_id } })).result;
  const change = async (connector_id: string, body: Record<string, unknown>) =>
    (await world.call(changeConnector, { credential: ALICE, params: { connector_id }, body })).result;
  const toolNames = async (connector_id: string) =>
    (await world.call(listConnectorTools, { credential: ALICE, params: { connector_id } })).result.data.map(
      ({ name }) => name,
    );
  /** Logs in as the owner's browser does; returns the query of the redirect address. */
  const logIn = async (authorizeUrl: string) => {
    const answer = await fetch(authorizeUrl, { redirect: 'manual' });
    const target = new URL(answer.headers.get('location')!);
    assert.equal(`${target.origin}${target.pathname}`, 'https://palkit.example/v2/connectors/oauth/callback');
    return { state: target.searchParams.get('state')!, code: target.searchParams.get('code')! };
  };
  const callback = (query: { state: string; code?: string; error?: string }) =>
    world.service.app.inject({ url: '/v2/connectors/oauth/callback', query });
  const createLinked = async (): Promise<Connector> => {
    const connector = await create({ server_url: toolServer.urls.oauth, auth_config: { type: 'oauth2' } });
    assert.equal((await callback(await logIn(connector.authorize_url!))).statusCode, 200);
    return read(connector.connector_id);
  };

  // Proves resources-14, resources-16, resources-18, states-7, versioning-8.
  test('a server without credentials is registered, and its tools are imported', async () => {
    const connector = await create({ server_url: toolServer.urls.open });
    assert.deepEqual(
      [
        connector.oauth_status,
        connector.last_index_error,
        connector.selected_tool_names,
        connector.source,
        connector.owner_id,
        connector.team_id,
      ],
      ['none', null, null, 'mcp', 1, null],
    );
    assert.match(connector.last_indexed_at!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
    assert.match(connector.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
    assert.deepEqual(await toolNames(connector.connector_id), ['stock', 'reserve']);
    const { result } = await world.call(listConnectors, { credential: ALICE });
    assert.equal(result.data[0]!.connector_id, connector.connector_id);
    assert.equal((await world.call(listConnectors, { credential: BOB })).result.total_count, 0);
  });

  // Proves authentication-5, endpoints-8, resources-15.
  test('a bearer token is sent only to its server', async () => {
    const connector = await create({
      server_url: toolServer.urls.bearer,
      auth_config: { type: 'bearer', token: 'secret-1' },
    });
    assert.deepEqual(connector.auth_config, { type: 'bearer' });
    assert.equal(connector.last_index_error, null);
    const storedRows = await world.service.context.store.db
      .selectFrom('connectors')
      .selectAll()
      .where('id', '=', connector.connector_id)
      .executeTakeFirstOrThrow();
    assert.ok(!JSON.stringify(storedRows).includes('secret-1'), 'it is encrypted at rest');
    const wrongChange = await change(connector.connector_id, {
      auth_config: { type: 'bearer', token: 'wrong' },
    });
    assert.match(wrongChange.last_index_error!, /refused the credentials/);
    assert.deepEqual(await toolNames(connector.connector_id), ['stock', 'reserve'], 'what was known stays');
    assert.equal(
      (await change(connector.connector_id, { auth_config: { type: 'bearer', token: 'secret-1' } }))
        .last_index_error,
      null,
    );
    const renamedConnector = await change(connector.connector_id, { name: 'Store' });
    assert.deepEqual([renamedConnector.name, renamedConnector.server_url], ['Store', toolServer.urls.bearer]);
    assert.equal(
      (await change(connector.connector_id, { auth_config: { type: 'bearer' } })).last_index_error,
      null,
      'the stored token stays',
    );
    assert.match(
      (await change(connector.connector_id, { auth_config: { type: 'none' } })).last_index_error!,
      /401/,
    );
    assert.match(
      (
        await world.refusal(changeConnector, {
          credential: ALICE,
          params: { connector_id: connector.connector_id },
          body: { auth_config: { type: 'bearer' } },
        })
      ).text,
      /token is required/,
    );
  });

  // Proves resources-18.
  test('an unreachable server is registered with the reason of the failure', async () => {
    const reasons: [string, RegExp][] = [
      [toolServer.urls.none, /answered 404/],
      ['http://10.0.0.1/mcp', /not public/],
      ['http://127.0.0.1:8080/mcp', /not public/],
      ['http://169.254.169.254/', /not public/],
    ];
    for (const [server_url, reason] of reasons) {
      const connector = await create({ server_url });
      assert.match(connector.last_index_error!, reason, server_url);
      assert.equal(connector.last_indexed_at, null);
    }
    const movedConnector = await change((await create({ server_url: toolServer.urls.none })).connector_id, {
      server_url: toolServer.urls.open,
    });
    assert.equal(movedConnector.last_index_error, null);
  });

  // Proves resources-15, states-7.
  test('oauth: discovery, registration, pending and linked; the code and the state work only once', async () => {
    const previousCount = toolServer.registered.length;
    const connector = await create({ server_url: toolServer.urls.oauth, auth_config: { type: 'oauth2' } });
    assert.equal(connector.oauth_status, 'pending');
    assert.equal(toolServer.registered.length, previousCount + 1);
    const url = new URL(connector.authorize_url!);
    assert.equal(url.searchParams.get('code_challenge_method'), 'S256');
    assert.equal((await read(connector.connector_id)).authorize_url, undefined, 'the address is told once');
    const callbackQuery = await logIn(connector.authorize_url!);
    const page = await callback(callbackQuery);
    assert.equal(page.statusCode, 200);
    assert.match(page.headers['content-type'] as string, /^text\/html/);
    assert.match(page.headers['content-security-policy'] as string, /default-src 'none'/);
    assert.match(page.body, /Shop is linked/);
    const now = await read(connector.connector_id);
    assert.deepEqual(
      [now.oauth_status, now.oauth_scopes, now.last_index_error],
      ['linked', ['stock:read'], null],
    );
    assert.ok(now.access_token_expires_at);
    assert.deepEqual(await toolNames(connector.connector_id), ['stock', 'reserve']);
    assert.equal((await callback(callbackQuery)).statusCode, 400);
    const storedText = JSON.stringify(
      await world.service.context.store.db
        .selectFrom('connectors')
        .selectAll()
        .where('id', '=', connector.connector_id)
        .executeTakeFirstOrThrow(),
    );
    for (const token of toolServer.good) assert.ok(!storedText.includes(token));
  });

  test('a refused, forged or expired login links no account', async () => {
    const refusedConnector = await create({
      server_url: toolServer.urls.oauth,
      auth_config: { type: 'oauth2' },
    });
    const { state } = await logIn(refusedConnector.authorize_url!);
    assert.equal((await callback({ state, error: 'access_denied' })).headers['x-error-code'], 'oauth_failed');
    assert.equal((await callback({ state: 'forged', code: 'x' })).headers['x-error-code'], 'oauth_failed');
    const connector = await create({ server_url: toolServer.urls.oauth, auth_config: { type: 'oauth2' } });
    assert.equal(
      (await callback({ state: (await logIn(connector.authorize_url!)).state, code: 'forged' })).headers[
        'x-error-code'
      ],
      'oauth_failed',
    );
    const lateConnector = await create({
      server_url: toolServer.urls.oauth,
      auth_config: { type: 'oauth2' },
    });
    const callbackQuery = await logIn(lateConnector.authorize_url!);
    world.clock.move(10 * 60_000);
    assert.equal((await callback(callbackQuery)).headers['x-error-code'], 'oauth_failed');
    for (const { connector_id } of [refusedConnector, connector, lateConnector])
      assert.equal((await read(connector_id)).oauth_status, 'pending');
  });

  // Proves resources-17.
  test('tokens are renewed before they expire and when the server refuses them', async () => {
    const connector = await createLinked();
    const renewals = toolServer.refreshed;
    world.clock.move(56 * 60_000);
    await world.service.context.jobs.idle();
    const soFar = toolServer.refreshed;
    assert.ok(soFar > renewals);
    const renewedConnector = await read(connector.connector_id);
    assert.ok(renewedConnector.access_token_expires_at! > connector.access_token_expires_at!);
    toolServer.good.clear();
    const secondResponse = await world.call(indexConnector, {
      credential: ALICE,
      params: { connector_id: connector.connector_id },
    });
    assert.equal(secondResponse.result.last_index_error, null);
    assert.equal(toolServer.refreshed, soFar + 1);
  });

  // Proves states-8.
  test('a refresh is retried after a server failure, and needs a new login after a refusal', async () => {
    const connector = await createLinked();
    toolServer.refreshes = 'fail';
    world.clock.move(56 * 60_000);
    await world.service.context.jobs.idle();
    assert.equal((await read(connector.connector_id)).oauth_status, 'linked');
    toolServer.refreshes = 'are refused';
    world.clock.move(60_000);
    await world.service.context.jobs.idle();
    assert.equal((await read(connector.connector_id)).oauth_status, 'needs_reauth');
    toolServer.refreshes = 'work';
    const { result } = await world.call(reconnectConnector, {
      credential: ALICE,
      params: { connector_id: connector.connector_id },
    });
    assert.equal(result.oauth_status, 'pending');
    await callback(await logIn(result.authorize_url!));
    assert.equal((await read(connector.connector_id)).oauth_status, 'linked');
    const plainConnector = await create({ server_url: toolServer.urls.open });
    assert.equal(
      (
        await world.refusal(reconnectConnector, {
          credential: ALICE,
          params: { connector_id: plainConnector.connector_id },
        })
      ).code,
      'conflict',
    );
  });

  // Proves authentication-5.
  test('tokens are never sent to another server', async () => {
    const connector = await createLinked();
    const previousCount = toolServer.authorizations.length;
    const movedConnector = await change(connector.connector_id, { server_url: toolServer.urls.open });
    assert.deepEqual(
      [movedConnector.oauth_status, movedConnector.access_token_expires_at],
      ['pending', null],
    );
    assert.deepEqual(toolServer.authorizations.slice(previousCount).filter(Boolean), []);
    const unlinkedConnector = await change(connector.connector_id, { auth_config: { type: 'none' } });
    assert.deepEqual(
      [
        unlinkedConnector.oauth_status,
        unlinkedConnector.oauth_scopes,
        unlinkedConnector.access_token_expires_at,
        unlinkedConnector.last_index_error,
      ],
      ['none', [], null, null],
    );
    assert.deepEqual(toolServer.authorizations.slice(previousCount).filter(Boolean), []);
  });

  // Proves endpoints-9.
  test('a new server address applies from the next conversation', async () => {
    const connector = await create({ server_url: toolServer.urls.open });
    const { context } = world.service;
    const stockTool = async () =>
      (await palTools(context, 1, { connectors: [connector.connector_id] })).find(({ name }) =>
        name.endsWith('stock'),
      )!;
    const askStock = async (tool: Awaited<ReturnType<typeof stockTool>>) =>
      tool.run({ article: 'bell' }, new AbortController().signal);
    const running = await stockTool();
    await change(connector.connector_id, { server_url: toolServer.urls.none });
    assert.equal(await askStock(running), 'bell: 7 in stock');
    assert.match(await askStock(await stockTool()), /answered 404/);
    await change(connector.connector_id, {
      server_url: toolServer.urls.bearer,
      auth_config: { type: 'bearer', token: 'secret-1' },
    });
    const previousCount = toolServer.authorizations.length;
    assert.equal(await askStock(running), 'bell: 7 in stock');
    assert.deepEqual(
      toolServer.authorizations.slice(previousCount).filter(Boolean),
      [],
      'the new credentials are not shown to the old server',
    );
    assert.equal(await askStock(await stockTool()), 'bell: 7 in stock');
  });

  // Proves endpoints-8, versioning-8.
  test('invalid connector settings are refused', async () => {
    const bodies: [Record<string, unknown>, RegExp][] = [
      [{ name: 'a' }, /server_url/],
      [{ name: '', server_url: toolServer.urls.open }, /name/],
      [{ name: 'a', server_url: 'ftp://a.example' }, /server_url/],
      [
        { name: 'a', server_url: toolServer.urls.open, selected_tool_names: ['stock'] },
        /selected_tool_names/,
      ],
      [{ name: 'a', server_url: toolServer.urls.open, selected_tool_names: null }, /selected_tool_names/],
      [{ name: 'a', server_url: toolServer.urls.open, auth_config: { type: 'basic' } }, /auth_config/],
      [{ name: 'a', server_url: toolServer.urls.open, auth_config: { type: 'bearer' } }, /token/],
      [
        {
          name: 'a',
          server_url: toolServer.urls.open,
          auth_config: { type: 'bearer', token: 'two words\r\nx: y' },
        },
        /token/,
      ],
    ];
    for (const [body, text] of bodies) {
      const refusal = await world.refusal(createConnector, { credential: ALICE, body: body as never });
      assert.equal(refusal.code, 'invalid_request', JSON.stringify(body));
      assert.match(refusal.text, text);
    }
    const { connector_id } = await create({ server_url: toolServer.urls.open });
    assert.match(
      (
        await world.refusal(changeConnector, {
          credential: ALICE,
          params: { connector_id },
          body: { selected_tool_names: [] } as never,
        })
      ).text,
      /selected_tool_names/,
    );
  });

  // Proves resources-19.
  test('a PAL has the tools that its layers select from its connectors, until a connector is deleted', async () => {
    const firstConnector = await create({ server_url: toolServer.urls.open });
    const otherConnector = await create({ name: 'Shop', server_url: toolServer.urls.open });
    const { context } = world.service;
    const names = async (layer: Parameters<typeof palTools>[2]) =>
      (await palTools(context, 1, layer)).map(({ name }) => name);
    assert.deepEqual(
      await names({
        connectors: [firstConnector.connector_id, otherConnector.connector_id],
        connector_tools: { [otherConnector.connector_id]: ['stock'] },
      }),
      ['Shop__stock', 'Shop__reserve', 'Shop__stock_2'],
    );
    assert.deepEqual(
      await names({
        connectors: [firstConnector.connector_id],
        connector_tools: { [firstConnector.connector_id]: [] },
      }),
      [],
    );
    assert.deepEqual(await names({}), []);
    const [stockTool] = await palTools(context, 1, { connectors: [firstConnector.connector_id] });
    assert.equal(await stockTool!.run({ article: 'bell' }, new AbortController().signal), 'bell: 7 in stock');
    assert.deepEqual(toolServer.calls.slice(-1), ['bell']);
    assert.match(await stockTool!.run({}, new AbortController().signal), /^Error: /);

    const layers = {
      mcp: {
        connectors: [firstConnector.connector_id, otherConnector.connector_id],
        connector_tools: { [firstConnector.connector_id]: ['stock'] },
      },
    };
    const pal_id = await world.pal({ layers });
    await world.call(deleteConnector, {
      credential: ALICE,
      params: { connector_id: firstConnector.connector_id },
    });
    assert.deepEqual((await world.call(getPal, { credential: ALICE, params: { pal_id } })).result.layers, {
      mcp: { connectors: [otherConnector.connector_id], connector_tools: {} },
    });
    assert.match(await stockTool!.run({ article: 'bell' }, new AbortController().signal), /not available/);
    const unknown = await world.refusal(patchPal, {
      credential: ALICE,
      params: { pal_id },
      body: [{ op: 'add', path: '/layers', value: layers }],
    });
    assert.equal(unknown.code, 'unknown_reference');
    assert.equal((await world.refusal(connectorCallback, { query: {} as never })).code, 'invalid_request');
  });
});
