/** A customer's server certifies the identity of visitors. Node's own cryptography makes the tokens (RFC 7515). */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  createDeployment,
  getDeployment,
  patchDeployment,
  startDeployment,
} from '../../../src/contract/deployments.ts';
import { ALICE, openWorld, type World } from '../world.ts';

const SECRET = 'a-secret-of-the-shop-with-32-chars';
const HS256_KEY = { key_id: 'first', algorithm: 'HS256', secret: SECRET };
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const ED25519_KEY = {
  key_id: 'second',
  algorithm: 'EdDSA',
  public_key: publicKey.export({ type: 'spki', format: 'pem' }) as string,
};
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Builds a token; `signer` signs its text. */
function token(header: object, claims: object, signer: (text: string) => Buffer): string {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${signer(text).toString('base64url')}`;
}
const hmac = (secret: string) => (text: string) => createHmac('sha256', secret).update(text).digest();
const ed25519 = (key: KeyObject) => (text: string) => sign(null, Buffer.from(text), key);

describe('signed visitors', () => {
  let world: World;
  let deployment_id: string;
  before(async () => {
    world = await openWorld();
    deployment_id = await world.deployment({ visitor_identity: 'signed', visitor_keys: [HS256_KEY] });
  });
  after(() => world.close());

  const now = () => Math.floor(world.clock.now() / 1000);
  const claims = (extraFields: object = {}) => ({
    sub: 'customer-7',
    exp: now() + 600,
    deployment_id,
    ...extraFields,
  });
  const validToken = (extraFields: object = {}, header: object = { alg: 'HS256', kid: 'first' }) =>
    token(header, claims(extraFields), hmac(SECRET));
  const tagsOf = async (body: Record<string, unknown>, id = deployment_id): Promise<unknown> => {
    const { conversation_id } = await world.start(id, body);
    const row = await world.service.context.store.db
      .selectFrom('conversations')
      .select('document')
      .where('id', '=', conversation_id)
      .executeTakeFirstOrThrow();
    return row.document.memory_stores;
  };
  const startRefusal = (body: object, id = deployment_id) =>
    world.refusal(startDeployment, { params: { deployment_id: id }, body });
  const patch = (id: string, body: object[]) =>
    world.call(patchDeployment, {
      credential: ALICE,
      params: { deployment_id: id },
      body: body as never,
    });

  test('a token identifies the visitor, with or without memory_stores beside it', async () => {
    assert.deepEqual(await tagsOf({ visitor_token: validToken() }), ['customer-7']);
    assert.deepEqual(await tagsOf({ visitor_token: validToken({}, { alg: 'HS256' }) }), ['customer-7']);
    assert.deepEqual(await tagsOf({ visitor_token: validToken(), memory_stores: ['customer-7'] }), [
      'customer-7',
    ]);
    const vouched = validToken({ memory_stores: ['company-2', 'team-3'] });
    assert.deepEqual(await tagsOf({ visitor_token: vouched }), ['customer-7', 'company-2', 'team-3']);
    assert.deepEqual(await tagsOf({ visitor_token: vouched, memory_stores: ['company-2'] }), ['company-2']);
  });

  test('without a token a visitor has no memories, and may not name any', async () => {
    assert.deepEqual(await tagsOf({}), []);
    const { code } = await startRefusal({ memory_stores: ['customer-7'] });
    assert.equal(code, 'visitor_token_required');
    assert.equal(
      (await startRefusal({ memory_stores: ['x'], visitor_token: '' })).code,
      'visitor_token_required',
    );
    assert.equal(
      (await startRefusal({ memory_stores: ['x'], visitor_token: null })).code,
      'visitor_token_required',
    );
  });

  test('an invalid token of any kind is refused, and nothing is started or counted', async () => {
    const [header, payload, signature] = validToken().split('.') as [string, string, string];
    const rs256 = (text: string) => sign('RSA-SHA256', Buffer.from(text), rsa.privateKey);
    const rows: Record<string, string> = {
      'no algorithm': token({ alg: 'none' }, claims(), () => Buffer.alloc(0)),
      'no algorithm, in other letters': token({ alg: 'NoNe', kid: 'first' }, claims(), hmac(SECRET)),
      RS256: token({ alg: 'RS256', kid: 'first' }, claims(), rs256),
      HS512: token({ alg: 'HS512', kid: 'first' }, claims(), (text) =>
        createHmac('sha512', SECRET).update(text).digest(),
      ),
      EdDSA: token({ alg: 'EdDSA', kid: 'first' }, claims(), ed25519(privateKey)),
      'another secret': token({ alg: 'HS256', kid: 'first' }, claims(), hmac(`${SECRET}x`)),
      'another key id': validToken({}, { alg: 'HS256', kid: 'second' }),
      'another deployment': validToken({ deployment_id: 'd0000000000000000' }),
      'no deployment': validToken({ deployment_id: undefined }),
      'changed claims': `${header}.${part(claims({ sub: 'customer-8' }))}.${signature}`,
      'a changed header': `${part({ alg: 'HS256', kid: 'first', x: 1 })}.${payload}.${signature}`,
      'no signature': `${header}.${payload}.`,
      'no exp': validToken({ exp: undefined }),
      'an exp that is a text': validToken({ exp: String(now() + 600) }),
      'a life of more than a day': validToken({ exp: now() + 24 * 3600 + 120 }),
      'not good yet': validToken({ nbf: now() + 120 }),
      'no sub': validToken({ sub: undefined }),
      'an empty sub': validToken({ sub: '' }),
      'a sub that is a number': validToken({ sub: 7 }),
      'an unknown critical header': validToken({}, { alg: 'HS256', crit: ['x'], x: 1 }),
      'no token': 'x',
      'only dots': '..',
      'a payload that is no object': token({ alg: 'HS256' }, [1], hmac(SECRET)),
    };
    const deploymentBefore = await world.call(getDeployment, {
      credential: ALICE,
      params: { deployment_id },
    });
    for (const [name, visitor_token] of Object.entries(rows)) {
      assert.equal((await startRefusal({ visitor_token })).code, 'invalid_visitor_token', name);
      assert.equal(
        (await startRefusal({ visitor_token, memory_stores: ['customer-7'] })).code,
        'invalid_visitor_token',
        name,
      );
    }
    assert.equal(
      (await startRefusal({ visitor_token: validToken({ exp: now() - 61 }) })).code,
      'expired_visitor_token',
    );
    const longToken = validToken({ sub: 'x'.repeat(4000) });
    assert.equal((await startRefusal({ visitor_token: longToken })).code, 'invalid_request');
    const deploymentAfter = await world.call(getDeployment, { credential: ALICE, params: { deployment_id } });
    assert.equal(deploymentAfter.result.usage_total, deploymentBefore.result.usage_total);
  });

  test('a visitor cannot name another one', async () => {
    for (const memory_stores of [['customer-8'], ['customer-7', 'customer-8'], ['Customer-7']])
      assert.equal(
        (await startRefusal({ visitor_token: validToken(), memory_stores })).code,
        'invalid_visitor_token',
      );
  });

  test('clocks may differ by a minute', async () => {
    assert.deepEqual(await tagsOf({ visitor_token: validToken({ exp: now() - 50 }) }), ['customer-7']);
    assert.deepEqual(await tagsOf({ visitor_token: validToken({ nbf: now() + 50 }) }), ['customer-7']);
    const visitor_token = validToken({ exp: now() + 60 });
    world.clock.move(121_000);
    assert.equal((await startRefusal({ visitor_token })).code, 'expired_visitor_token');
  });

  test('keys change without a gap: the next one is added, then the old one removed', async () => {
    const id = await world.deployment({ visitor_identity: 'signed', visitor_keys: [HS256_KEY] });
    const olderToken = () =>
      token({ alg: 'HS256', kid: 'first' }, claims({ deployment_id: id }), hmac(SECRET));
    const createToken = (header: object) => token(header, claims({ deployment_id: id }), ed25519(privateKey));
    await patch(id, [{ op: 'add', path: '/visitor_keys/-', value: ED25519_KEY }]);
    for (const visitor_token of [
      olderToken(),
      createToken({ alg: 'EdDSA', kid: 'second' }),
      createToken({ alg: 'EdDSA' }),
    ])
      assert.deepEqual(await tagsOf({ visitor_token }, id), ['customer-7']);
    // The public key is not secret, so an HMAC signature with it must be rejected.
    const confused = token(
      { alg: 'HS256', kid: 'second' },
      claims({ deployment_id: id }),
      hmac(ED25519_KEY.public_key),
    );
    assert.equal((await startRefusal({ visitor_token: confused }, id)).code, 'invalid_visitor_token');
    const thirdKey = { ...HS256_KEY, key_id: 'third' };
    const fullResponse = await world.refusal(patchDeployment, {
      credential: ALICE,
      params: { deployment_id: id },
      body: [{ op: 'add', path: '/visitor_keys/-', value: thirdKey }],
    });
    assert.match(fullResponse.text, /at most 2 keys/);
    await patch(id, [{ op: 'remove', path: '/visitor_keys/0' }]);
    assert.equal((await startRefusal({ visitor_token: olderToken() }, id)).code, 'invalid_visitor_token');
    assert.deepEqual(await tagsOf({ visitor_token: createToken({ alg: 'EdDSA', kid: 'second' }) }, id), [
      'customer-7',
    ]);
  });

  test('secrets are sealed where they are stored and never shown', async () => {
    const { result } = await world.call(getDeployment, { credential: ALICE, params: { deployment_id } });
    assert.equal(result.visitor_identity, 'signed');
    assert.deepEqual(result.visitor_keys, [{ key_id: 'first', algorithm: 'HS256' }]);
    const row = await world.service.context.store.db
      .selectFrom('deployments')
      .selectAll()
      .where('id', '=', deployment_id)
      .executeTakeFirstOrThrow();
    assert.ok(!JSON.stringify([row, result]).includes(SECRET));
    const probe = await world.refusal(patchDeployment, {
      credential: ALICE,
      params: { deployment_id },
      body: [{ op: 'test', path: '/visitor_keys/0/secret', value: SECRET }],
    });
    assert.equal(probe.code, 'invalid_patch');
    const refusal = await world.refusal(patchDeployment, {
      credential: ALICE,
      params: { deployment_id },
      body: [{ op: 'copy', from: '/visitor_keys/0/secret', path: '/name' }],
    });
    assert.equal(refusal.code, 'invalid_patch');
  });

  test('an open deployment accepts any tags, and verifies a token that is sent', async () => {
    const id = await world.deployment();
    assert.deepEqual(await tagsOf({ memory_stores: ['customer-8'] }, id), ['customer-8']);
    assert.equal((await startRefusal({ visitor_token: validToken() }, id)).code, 'invalid_visitor_token');
    await patch(id, [{ op: 'add', path: '/visitor_keys', value: [HS256_KEY] }]);
    const visitor_token = validToken({ deployment_id: id });
    assert.deepEqual(await tagsOf({ visitor_token }, id), ['customer-7']);
    assert.deepEqual(await tagsOf({ memory_stores: ['customer-8'] }, id), ['customer-8']);
  });

  test('keys of an open deployment, which protect nothing, are reported in a header and by the check', async () => {
    const pal_id = await world.pal();
    const send = async (method: 'POST' | 'PATCH' | 'GET', url: string, payload?: object) => {
      const headers = { 'x-api-key': ALICE };
      const { app } = world.service;
      const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
      assert.equal(answer.statusCode, 200, answer.body);
      return { warnings: answer.headers['x-palkit-warnings'], body: answer.json<Record<string, unknown>>() };
    };
    const keys = { visitor_keys: [HS256_KEY] };
    const deployment = await send('POST', '/v2/deployments', { pal_id, channel: 'widget', ...keys });
    assert.equal(deployment.warnings, 'visitor_keys');
    const url = `/v2/deployments/${String(deployment.body['deployment_id'])}`;
    const check = async () => (await send('GET', `${url}/check`)).body['data'] as { path: string }[];
    assert.deepEqual(
      (await check()).map(({ path }) => path),
      ['visitor_keys'],
    );
    const patchWarnings = async (path: string, value: unknown) =>
      (await send('PATCH', url, [{ op: 'add', path, value }])).warnings;
    assert.equal(await patchWarnings('/name', 'Other'), undefined);
    assert.equal(await patchWarnings('/visitor_keys/-', ED25519_KEY), 'visitor_keys');
    assert.equal(await patchWarnings('/visitor_identity', 'signed'), undefined);
    assert.deepEqual(await check(), []);
  });

  test('keys that cannot verify anything are refused', async () => {
    const pal_id = await world.pal();
    const rsaKey = rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string;
    const rows: [object, RegExp][] = [
      [{ visitor_identity: 'closed' }, /visitor_identity must be open or signed/],
      [{ visitor_identity: 'signed' }, /needs at least one of visitor_keys/],
      [{ visitor_keys: [{ ...HS256_KEY, secret: 'short' }] }, /secret must be 32 to 256/],
      [{ visitor_keys: [{ ...HS256_KEY, algorithm: 'RS256' }] }, /algorithm/],
      [{ visitor_keys: [{ ...HS256_KEY, key_id: 'a b' }] }, /key_id must be/],
      [{ visitor_keys: [HS256_KEY, { ...ED25519_KEY, key_id: 'first' }] }, /key_id twice/],
      [{ visitor_keys: [{ ...ED25519_KEY, public_key: 'none' }] }, /public_key must be/],
      [{ visitor_keys: [{ ...ED25519_KEY, public_key: rsaKey }] }, /public_key must be/],
      [{ visitor_keys: [{ ...ED25519_KEY, secret: SECRET }] }, /secret/],
    ];
    for (const [fields, message] of rows) {
      const { code, text } = await world.refusal(createDeployment, {
        credential: ALICE,
        body: { pal_id, channel: 'widget', ...fields } as never,
      });
      assert.equal(code, 'invalid_request', JSON.stringify(fields));
      assert.match(text, message);
    }
    const emptied = await world.refusal(patchDeployment, {
      credential: ALICE,
      params: { deployment_id },
      body: [{ op: 'remove', path: '/visitor_keys/0' }],
    });
    assert.match(emptied.text, /needs at least one of visitor_keys/);
  });
});
