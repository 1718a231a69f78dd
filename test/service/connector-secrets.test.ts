/** The secrets of connectors: where they go, and how often tokens are renewed. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  changeConnector,
  createConnector,
  deleteConnector,
  getConnector,
  type Connector,
} from '../../src/contract/connectors.ts';
import { openToolServer, type ToolServer } from './tool-server.ts';
import { ALICE, openWorld, type World } from './world.ts';

describe('secrets of connectors', () => {
  let toolServer: ToolServer;
  let world: World;
  before(async () => {
    toolServer = await openToolServer();
    const hosts = [toolServer.host, toolServer.host.replace('localhost', '127.0.0.1')];
    world = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: hosts.join(',') } });
  });
  after(async () => {
    await world.close();
    await toolServer.close();
  });

  const create = async (body: Record<string, unknown>): Promise<Connector> =>
    (await world.call(createConnector, { credential: ALICE, body: { name: 'Shop', ...body } as never }))
      .result;
  const change = async (connector_id: string, body: Record<string, unknown>) =>
    (await world.call(changeConnector, { credential: ALICE, params: { connector_id }, body })).result;
  const linked = async (): Promise<Connector> => {
    const { connector_id, authorize_url } = await create({
      server_url: toolServer.urls.oauth,
      auth_config: { type: 'oauth2' },
    });
    const sent = await fetch(authorize_url ?? '', { redirect: 'manual' });
    const query = Object.fromEntries(new URL(sent.headers.get('location') ?? '').searchParams);
    const back = await world.service.app.inject({ url: '/v2/connectors/oauth/callback', query });
    assert.equal(back.statusCode, 200);
    return (await world.call(getConnector, { credential: ALICE, params: { connector_id } })).result;
  };

  test('a bearer token stays with its origin; sent anew it goes to another one', async () => {
    const elsewhere = toolServer.urls.bearer.replace('localhost', '127.0.0.1');
    const bearer = { type: 'bearer', token: 'secret-1' };
    const made = await create({ server_url: toolServer.urls.bearer, auth_config: bearer });
    const from = toolServer.seen.length;
    const moved = await change(made.connector_id, { server_url: elsewhere });
    assert.match(moved.last_index_error ?? '', /401|credentials/);
    const { text } = await world.refused(changeConnector, {
      credential: ALICE,
      params: { connector_id: made.connector_id },
      body: { server_url: toolServer.urls.bearer, auth_config: { type: 'bearer' } },
    });
    assert.match(text, /token is required/);
    assert.deepEqual(toolServer.seen.slice(from).filter(Boolean), []);
    const anew = await change(made.connector_id, { server_url: elsewhere, auth_config: bearer });
    assert.equal(anew.last_index_error, null);
  });

  test('tokens that end at once, or never began, are renewed once a minute at most', async () => {
    for (const lifetime of [0, -5, 1]) {
      toolServer.lifetime = lifetime;
      const made = await linked();
      const renewals = toolServer.refreshed;
      for (let second = 0; second < 300; second++) {
        world.clock.move(1000);
        await world.service.context.jobs.idle();
      }
      const renewed = toolServer.refreshed - renewals;
      assert.ok(renewed >= 1 && renewed <= 5, `${renewed} renewals in five minutes of ${lifetime} s`);
      await world.call(deleteConnector, {
        credential: ALICE,
        params: { connector_id: made.connector_id },
      });
    }
    toolServer.lifetime = 1e12;
    const { access_token_expires_at } = await linked();
    const years = (Date.parse(`${access_token_expires_at}Z`) - world.clock.now()) / (365 * 86_400_000);
    assert.ok(years > 0.99 && years < 1.01);
  });
});
