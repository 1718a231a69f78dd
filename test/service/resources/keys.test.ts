/** API keys: created and revoked while the service runs, and the endpoints that each scope permits. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createConversation, endConversation, getConversation } from '../../../src/contract/conversations.ts';
import { startDeployment } from '../../../src/contract/deployments.ts';
import { scopeIncludes, scopeOf, type Endpoint, type KeyScope } from '../../../src/contract/endpoint.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { createKey, listKeys, MAX_KEYS, REVOKED_KEY_DAYS, revokeKey } from '../../../src/contract/keys.ts';
import { listPals } from '../../../src/contract/pals.ts';
import { hashSecret } from '../../../src/runtime/ids.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const create = async (scope: KeyScope = 'all', name = 'A key', credential = ALICE) =>
  (await world.call(createKey, { credential, body: { name, scope } })).result;
const list = async (credential = ALICE) =>
  (await world.call(listKeys, { credential, query: { limit: '200' } })).result.data;
const revoke = (key_id: string, credential = ALICE) =>
  world.call(revokeKey, { credential, params: { key_id } });
const revokeRefusal = async (key_id: string, credential = ALICE) =>
  (await world.refusal(revokeKey, { credential, params: { key_id } })).code;

describe('a key', () => {
  // Proves authentication-6.
  test('a key is shown once, stored as a hash, and grants access until it is revoked', async () => {
    const key = await create('all', 'Console of Ann');
    assert.match(key.key, /^palkit_[\w-]{43}$/);
    assert.equal(key.name, 'Console of Ann');
    const storedText = JSON.stringify(
      await world.service.context.store.db.selectFrom('api_keys').selectAll().execute(),
    );
    assert.ok(!storedText.includes(key.key) && storedText.includes(hashSecret(key.key)));
    assert.ok(!JSON.stringify(await list()).includes(key.key));
    await world.call(listPals, { credential: key.key });
    await revoke(key.key_id);
    assert.equal((await world.refusal(listPals, { credential: key.key })).code, 'invalid_key');
    const listedKey = (await list()).find(({ key_id }) => key_id === key.key_id);
    assert.ok(listedKey?.revoked_at);
    await revoke(key.key_id);
    assert.deepEqual(
      (await list()).find(({ key_id }) => key_id === key.key_id),
      listedKey,
      'revoking it again changes nothing',
    );
  });

  test('shows the time of its last use, to the minute', async () => {
    const { key, key_id } = await create('read');
    const readLastUse = async () => {
      await world.service.context.background.idle();
      return (await list()).find((key) => key.key_id === key_id)!.last_used_at;
    };
    assert.equal(await readLastUse(), null);
    const lastUse = new Date(world.clock.now()).toISOString();
    await world.call(listPals, { credential: key });
    assert.equal(await readLastUse(), lastUse);
    world.clock.move(59_000);
    await world.call(listPals, { credential: key });
    assert.equal(await readLastUse(), lastUse);
    world.clock.move(1000);
    await world.call(listPals, { credential: key });
    assert.equal(await readLastUse(), new Date(world.clock.now()).toISOString());
  });

  test('of another account can be neither listed nor revoked', async () => {
    const { key_id } = await create('all', 'Of Bob', BOB);
    assert.ok(!(await list()).some((key) => key.key_id === key_id));
    assert.equal(await revokeRefusal(key_id), 'forbidden');
    assert.equal(await revokeRefusal('k00000000000000000000'), 'key_not_found');
    await revoke(key_id, BOB);
  });

  test('from the settings cannot be revoked over the API, because a restart would restore it', async () => {
    const ownKey = (await list()).find(({ shown: prefix }) => prefix.startsWith(ALICE.slice(0, 5)))!;
    const { code, text } = await world.refusal(revokeKey, {
      credential: ALICE,
      params: { key_id: ownKey.key_id },
    });
    assert.equal(code, 'conflict');
    assert.match(text, /API_KEYS/);
  });

  test('with an invalid name or scope is refused', async () => {
    for (const body of [
      {},
      { name: '' },
      { name: ' ' },
      { name: 'x'.repeat(201) },
      { name: 'A', scope: 'admin' },
    ])
      assert.equal(
        (await world.refusal(createKey, { credential: ALICE, body: body as never })).code,
        'invalid_request',
        JSON.stringify(body),
      );
  });

  test('stays in the list for a while after it is revoked', async () => {
    const { key_id } = await create();
    await revoke(key_id);
    const isListed = async () => (await list()).some((key) => key.key_id === key_id);
    world.clock.move(REVOKED_KEY_DAYS * 24 * 3600_000);
    assert.ok(await isListed());
    world.clock.move(1);
    assert.ok(!(await isListed()));
  });
});

test('counts towards the limit of its account, also under concurrent requests', async () => {
  const { db } = world.service.context.store;
  const count = (await list(BOB)).filter(({ revoked_at }) => revoked_at === null).length;
  const remainingKeys = MAX_KEYS - count - 1;
  await db
    .insertInto('api_keys')
    .values(
      Array.from({ length: remainingKeys }, (_, index) => ({
        id: `k-filling-${index}`,
        hash: `hash ${index}`,
        account_id: 2,
        shown: 'x',
        created_at: new Date(world.clock.now()).toISOString(),
        revoked_at: null,
      })),
    )
    .execute();
  const answers = await Promise.allSettled(
    Array.from({ length: 5 }, () => create('read', 'One too many', BOB)),
  );
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
  await db.deleteFrom('api_keys').where('id', 'like', 'k-filling-%').execute();
});

test('with the scope all cannot be revoked if it is the last one, also under concurrent requests', async () => {
  const { db } = world.service.context.store;
  const now = new Date(world.clock.now()).toISOString();
  await db.insertInto('accounts').values({ id: 9, created_at: now }).execute();
  const keys = ['first key of nine', 'second key of nine'];
  await db
    .insertInto('api_keys')
    .values(
      keys.map((key, index) => ({
        id: `k9${index}`,
        hash: hashSecret(key),
        account_id: 9,
        shown: key.slice(0, 3),
        created_at: now,
        revoked_at: null,
      })),
    )
    .execute();
  await create('read', 'Reads', keys[0]);
  const answers = await Promise.allSettled([revoke('k90', keys[0]), revoke('k91', keys[0])]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});

describe('every row', () => {
  const keys = {} as Record<KeyScope, string>;
  before(async () => {
    for (const scope of ['read', 'publishable', 'all'] as const) keys[scope] = (await create(scope)).key;
  });
  const send = (row: Endpoint, key: string) =>
    world.service.app.inject({
      method: row.method as 'GET',
      url: row.path.replace(/\{\w+\}/g, 'x0000000000000000000'),
      headers: { 'x-api-key': key, ...(row.body ? { 'content-type': 'application/json' } : {}) },
      ...(row.body ? { payload: '{}' } : {}),
    });

  for (const row of (endpoints as readonly Endpoint[]).filter(({ auth }) => auth === 'key')) {
    const minimum = scopeOf(row);
    const scopes = minimum === 'all' ? 'the scope all alone' : `the scopes all and ${minimum}`;
    test(`${row.name} accepts keys with the scopes ${scopes}`, async () => {
      for (const scope of ['read', 'publishable'] as const) {
        const code = (await send(row, keys[scope])).headers['x-error-code'];
        assert.equal(code === 'scope_missing', !scopeIncludes(scope, minimum), `${scope}: ${String(code)}`);
      }
      if (row.method !== 'GET') assert.notEqual(minimum, 'read', 'a key that reads changes nothing');
    });
  }

  test('that a publishable key may call is one that a page needs', () => {
    const names = (endpoints as readonly Endpoint[])
      .filter((row) => row.auth === 'key' && scopeOf(row) === 'publishable')
      .map(({ name }) => name);
    assert.deepEqual(names, ['createConversation', 'endConversation']);
  });
});

describe('a publishable key', () => {
  let key: string;
  before(async () => {
    ({ key } = await create('publishable'));
    assert.match(key, /^palkit_pub_/);
  });

  test('starts and ends a conversation from a page of any origin, but cannot read it', async () => {
    const pal_id = await world.pal();
    const headers = { origin: 'https://shop.example' };
    const { result, answer } = await world.call(createConversation, {
      credential: key,
      headers,
      body: { pal_id, custom_greeting: 'Hello.', properties: { participant_name: 'Ada' } },
    });
    assert.equal(answer.headers.get('access-control-allow-origin'), 'https://shop.example');
    const params = { conversation_id: result.conversation_id };
    assert.equal((await world.refusal(getConversation, { credential: key, params })).code, 'scope_missing');
    assert.equal(
      (await world.call(endConversation, { credential: key, headers, params })).result.status,
      'ended',
    );
    const preflight = await world.service.app.inject({
      method: 'OPTIONS',
      url: '/v2/conversations',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    assert.match(String(preflight.headers['access-control-allow-headers']), /x-api-key/);
    assert.equal(preflight.headers['access-control-allow-methods'], 'POST');
  });

  test("gives a page no access to the owner's data", async () => {
    const pal_id = await world.pal();
    for (const [field, body] of [
      ['callback_url', { callback_url: 'https://evil.example' }],
      ['document_ids', { document_ids: ['d1'] }],
      ['document_tags', { document_tags: ['secret'] }],
      ['participant_tags', { participant_tags: ['ann'] }],
      ['properties.enable_recording', { properties: { enable_recording: true } }],
      ['properties.post_call_actions', { properties: { post_call_actions: [] } }],
      ['properties.audio_only', { properties: { audio_only: true } }],
      ['memory_stores', { memory_stores: ['ann'] }],
      ['test_mode', { test_mode: true }],
    ] as const) {
      const { code, text } = await world.refusal(createConversation, {
        credential: key,
        body: { pal_id, ...body } as never,
      });
      assert.equal(code, 'scope_missing', field);
      assert.ok(text.startsWith(`${field} `), text);
    }
  });

  test('cannot preview another PAL of a deployment', async () => {
    const deployment_id = await world.deployment();
    const body = { pal_id: await world.pal() };
    const start = (credential: string) =>
      world.refusal(startDeployment, {
        params: { deployment_id },
        headers: { 'x-api-key': credential },
        body,
      });
    assert.equal((await start(key)).code, 'preview_forbidden');
    assert.equal((await start((await create('read')).key)).code, 'preview_forbidden');
  });
});

test("starts with a publishable key are rate limited by network, those with an owner's key are not", async () => {
  const smallWorld = await openWorld({
    environment: { VISITOR_STARTS_PER_MINUTE: '2', VISITOR_OPEN_CALLS: '100' },
  });
  try {
    const { key } = (
      await smallWorld.call(createKey, { credential: ALICE, body: { name: 'Page', scope: 'publishable' } })
    ).result;
    const body = { pal_id: await smallWorld.pal() };
    const begin = (credential: string) => smallWorld.call(createConversation, { credential, body });
    await begin(key);
    await begin(key);
    assert.equal(
      (await smallWorld.refusal(createConversation, { credential: key, body })).code,
      'too_many_requests',
    );
    await begin(ALICE);
  } finally {
    await smallWorld.close();
  }
});
