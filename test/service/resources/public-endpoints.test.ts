import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import {
  captchaChallenge,
  endDeploymentConversation,
  getDeployment,
  initDeployment,
  patchDeployment,
  startDeployment,
} from '../../../src/contract/deployments.ts';
import { deletePal, getPal } from '../../../src/contract/pals.ts';
import { ServiceError } from '../../../src/contract/service-error.ts';
import { isOriginAllowed } from '../../../src/service/gates/origins.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

describe('visiting a deployment', () => {
  let world: World;

  before(async () => {
    world = await openWorld();
  });

  after(() => world.close());

  const usage = async (deployment_id: string) => {
    const { result } = await world.call(getDeployment, { credential: ALICE, params: { deployment_id } });
    return { total: result.usage_total, today: result.usage_today };
  };

  /** Sends `count` concurrent starts; returns the number that succeeded, and the error codes of the others. */
  const startConcurrently = async (
    deployment_id: string,
    count: number,
    body: Record<string, unknown> = {},
    headers: (index: number) => Record<string, string> = () => ({}),
  ) => {
    const answers = await Promise.allSettled(
      Array.from({ length: count }, (_, index) =>
        world.call(startDeployment, {
          params: { deployment_id },
          body,
          headers: headers(index),
        }),
      ),
    );
    const refusals = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [(answer.reason as ServiceError).code] : [],
    );
    return { started: answers.length - refusals.length, refusals: [...new Set(refusals)] };
  };

  const solveCaptcha = async (deployment_id: string, headers: Record<string, string> = {}) => {
    const { result } = await world.call(captchaChallenge, { params: { deployment_id }, headers });
    const challenge = result as unknown as Challenge;
    const solution = await solveChallenge({ challenge, deriveKey });
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  };

  test('init returns the settings that a page needs, and no data of the PAL', async () => {
    const pal_id = await world.pal({ pal_name: 'Nora', system_prompt: 'A secret prompt' });
    const deployment_id = await world.deployment({
      pal_id,
      name: 'Front desk',
      customization: { theme: { mode: 'dark' }, conversation: { context: 'A secret prompt' } },
      limits: { max_call_duration: 90 },
    });
    const { result, answer } = await world.call(initDeployment, { params: { deployment_id } });
    assert.equal(result.pal_display_name, 'Nora');
    assert.deepEqual(result.customization, { theme: { mode: 'dark' } });
    assert.deepEqual(result.limits, { max_call_duration: 90 });
    assert.equal(result.is_available, true);
    assert.equal(result.captcha, null);
    assert.match(result.thumbnail_image_url, /^https:\/\/palkit\.example\/media\/faces\/mira\.jpg$/);
    const text = JSON.stringify([result, answer.headers]);
    assert.ok(!text.includes(pal_id) && !text.includes('secret prompt'));
  });

  // Proves states-6.
  test('a draft deployment and a deployment with a deleted PAL are inactive', async () => {
    const pal_id = await world.pal();
    const deployment_id = await world.deployment({ pal_id });
    await world.call(deletePal, { credential: ALICE, params: { pal_id } });
    const { result } = await world.call(initDeployment, { params: { deployment_id } });
    assert.deepEqual([result.is_available, result.unavailable_reason], [false, 'inactive']);
    assert.equal(
      (await world.refusal(startDeployment, { params: { deployment_id }, body: {} })).code,
      'deployment_inactive',
    );
  });

  test('start returns the address of a room and its token', async () => {
    const deployment_id = await world.deployment({ name: 'Front desk' });
    const { result } = await world.call(startDeployment, { params: { deployment_id } });
    assert.equal(result.conversation_name, 'Front desk');
    assert.equal(result.conversation_url, `https://palkit.example/rooms/${result.conversation_id}`);
    assert.equal(result.status, 'active');
    assert.ok(result.meeting_token.length > 40);
    assert.deepEqual(await usage(deployment_id), { total: 1, today: 1 });
  });

  // Proves authentication-2, endpoints-12.
  test('the checks run in the documented order, and a refused start is not counted', async () => {
    const deployment_id = await world.deployment({
      password: 'open sesame',
      allowed_origins: ['https://shop.example'],
      limits: { captcha_required: true, total_call_limit: 1 },
    });
    const attempt = async (body: unknown, origin?: string, params = { deployment_id }) =>
      (
        await world.refusal(startDeployment, {
          params,
          body: body as never,
          headers: { 'x-forwarded-for': '198.51.100.7', ...(origin ? { origin } : {}) },
        })
      ).code;
    const origin = 'https://shop.example';
    assert.equal(await attempt({ password: 5 }, origin), 'invalid_request');
    assert.equal(
      await attempt({}, origin, { deployment_id: 'd00000000000000000000' }),
      'deployment_not_found',
    );
    assert.equal(await attempt({}), 'origin_not_allowed');
    assert.equal(await attempt({ pal_id: 'p1' }, origin), 'preview_forbidden');
    assert.equal(await attempt({ captcha_token: 'x' }, origin), 'wrong_password');
    assert.equal(await attempt({ password: 'open sesame' }, origin), 'captcha_failed');
    assert.equal(
      await attempt({ password: 'open sesame', captcha_token: 'bm90IGEgdG9rZW4=' }, origin),
      'captcha_failed',
    );
    assert.deepEqual(await usage(deployment_id), { total: 0, today: 0 });
    const captcha_token = await solveCaptcha(deployment_id, { origin });
    await world.call(startDeployment, {
      params: { deployment_id },
      body: { password: 'open sesame', captcha_token },
      headers: { origin },
    });
    assert.equal(
      await attempt({ password: 'open sesame', captcha_token }, origin),
      'captcha_failed',
      'a token is good once',
    );
    assert.equal(
      await attempt(
        { password: 'open sesame', captcha_token: await solveCaptcha(deployment_id, { origin }) },
        origin,
      ),
      'total_limit',
    );
    assert.deepEqual(await usage(deployment_id), { total: 1, today: 1 });
    await world.call(patchDeployment, {
      credential: ALICE,
      params: { deployment_id },
      body: [{ op: 'replace', path: '/status', value: 'inactive' }],
    });
    assert.equal(await attempt({}, origin), 'deployment_inactive');
  });

  // Proves endpoints-12.
  test('a captcha works once, even under concurrent requests, for its deployment and for five minutes', async () => {
    const limits = { captcha_required: true };
    const [firstId, secondId] = [await world.deployment({ limits }), await world.deployment({ limits })];
    const token = await solveCaptcha(firstId);
    assert.equal(
      (
        await world.refusal(startDeployment, {
          params: { deployment_id: secondId },
          body: { captcha_token: token },
        })
      ).code,
      'captcha_failed',
    );
    assert.deepEqual(await startConcurrently(firstId, 8, { captcha_token: token }), {
      started: 1,
      refusals: ['captcha_failed'],
    });
    const lateToken = await solveCaptcha(firstId);
    world.clock.move(301_000);
    assert.match(
      (
        await world.refusal(startDeployment, {
          params: { deployment_id: firstId },
          body: { captcha_token: lateToken },
        })
      ).text,
      /expired/,
    );
  });

  // Proves authentication-3.
  test('after ten wrong passwords an address gets 429 for any password; other addresses do not', async () => {
    const deployment_id = await world.deployment({ password: 'lighthouse' });
    const startFrom = (address: string, password?: string) =>
      world.refusal(startDeployment, {
        params: { deployment_id },
        body: { password },
        headers: { 'x-forwarded-for': address },
      });
    const codes = (
      await Promise.all(Array.from({ length: 14 }, () => startFrom('203.0.113.1', 'wrong')))
    ).map((refusal) => refusal.code);
    assert.equal(codes.filter((code) => code === 'wrong_password').length, 10);
    assert.equal(codes.filter((code) => code === 'too_many_attempts').length, 4);
    const throttled = await startFrom('203.0.113.1', 'lighthouse');
    assert.equal(throttled.code, 'too_many_attempts');
    assert.ok(throttled.retryAfter! > 0 && throttled.retryAfter! <= 60);
    await world.call(startDeployment, {
      params: { deployment_id },
      body: { password: 'lighthouse' },
      headers: { 'x-forwarded-for': '203.0.113.2' },
    });
  });

  test('correct passwords are never rate limited', async () => {
    const deployment_id = await world.deployment({ password: 'lighthouse' });
    assert.deepEqual(await startConcurrently(deployment_id, 15, { password: 'lighthouse' }), {
      started: 15,
      refusals: [],
    });
  });

  for (const [limit, code] of [
    ['total_call_limit', 'total_limit'],
    ['daily_call_limit', 'daily_limit'],
    ['daily_call_limit_per_user', 'user_limit'],
    ['max_concurrent_calls', 'busy'],
  ] as const) {
    // Proves limits-10.
    test(`${limit} admits exactly its number of calls under concurrent requests`, async () => {
      const deployment_id = await world.deployment({ limits: { [limit]: 5 } });
      assert.deepEqual(await startConcurrently(deployment_id, 20), { started: 5, refusals: [code] });
      const { result } = await world.call(initDeployment, { params: { deployment_id } });
      assert.deepEqual([result.is_available, result.unavailable_reason], [false, code]);
      const refusal = await world.refusal(startDeployment, { params: { deployment_id } });
      assert.ok(refusal.retryAfter! > 0);
    });
  }

  // Proves resources-27.
  test('midnight UTC resets the daily limit, but not the total limit', async () => {
    const deployment_id = await world.deployment({
      limits: { daily_call_limit: 1, daily_call_limit_per_user: 1, total_call_limit: 2 },
    });
    await world.start(deployment_id);
    assert.equal((await world.refusal(startDeployment, { params: { deployment_id } })).code, 'daily_limit');
    world.clock.move(24 * 3600_000);
    assert.deepEqual(await usage(deployment_id), { total: 1, today: 0 });
    await world.start(deployment_id);
    world.clock.move(24 * 3600_000);
    assert.equal((await world.refusal(startDeployment, { params: { deployment_id } })).code, 'total_limit');
  });

  test('visitors are counted by their address', async () => {
    const deployment_id = await world.deployment({ limits: { daily_call_limit_per_user: 1 } });
    assert.deepEqual(
      await startConcurrently(deployment_id, 6, {}, (index) => ({
        'x-forwarded-for': `192.0.2.${index % 3}`,
      })),
      { started: 3, refusals: ['user_limit'] },
    );
  });

  test('the end of a call frees its place', async () => {
    const deployment_id = await world.deployment({ limits: { max_concurrent_calls: 1 } });
    const { conversation_id } = await world.start(deployment_id);
    assert.equal((await world.refusal(startDeployment, { params: { deployment_id } })).code, 'busy');
    const { result } = await world.call(endDeploymentConversation, {
      params: { deployment_id, conversation_id },
    });
    assert.deepEqual(result, { conversation_id, status: 'ended' });
    assert.equal(
      (await world.call(endDeploymentConversation, { params: { deployment_id, conversation_id } })).result
        .status,
      'ended',
    );
    await world.start(deployment_id);
  });

  // Proves endpoints-14.
  test("pal_id starts a preview of another PAL only with the owner's key", async () => {
    const deployment_id = await world.deployment();
    const pal_id = await world.pal({ pal_name: 'Preview' });
    assert.equal(
      (await world.refusal(startDeployment, { params: { deployment_id }, body: { pal_id }, credential: BOB }))
        .code,
      'preview_forbidden',
    );
    await world.call(startDeployment, { params: { deployment_id }, body: { pal_id }, credential: ALICE });
    const { result } = await world.call(getPal, { credential: ALICE, params: { pal_id } });
    assert.equal(result.pal_name, 'Preview');
  });

  // Proves resources-26.
  test('CORS allows exactly the configured origin, and sends no headers to another origin', async () => {
    const deployment_id = await world.deployment({ allowed_origins: ['https://*.shop.example'] });
    const ask = (method: 'GET' | 'OPTIONS', origin: string) =>
      world.service.app.inject({
        method,
        url: `/v2/deployments/${deployment_id}/${method === 'GET' ? 'init' : 'start'}`,
        headers: { origin },
      });
    const answer = await ask('GET', 'https://www.shop.example');
    assert.equal(answer.headers['access-control-allow-origin'], 'https://www.shop.example');
    assert.match(String(answer.headers['vary']), /Origin/);
    assert.match(String(answer.headers['access-control-expose-headers']), /x-error-code/);
    const preflight = await ask('OPTIONS', 'https://www.shop.example');
    assert.deepEqual(
      [preflight.statusCode, preflight.headers['access-control-allow-methods']],
      [204, 'POST'],
    );
    const refusal = await ask('GET', 'https://evil.example');
    assert.deepEqual([refusal.statusCode, refusal.headers['access-control-allow-origin']], [403, undefined]);
    assert.equal(
      (await ask('OPTIONS', 'https://evil.example')).headers['access-control-allow-origin'],
      undefined,
    );
  });

  // Proves resources-26.
  test('an origin pattern matches whole labels only', () => {
    const rows: [string[], string | undefined, boolean][] = [
      [[], undefined, true],
      [['https://a.example'], 'https://a.example', true],
      [['https://a.example'], 'http://a.example', false],
      [['https://a.example'], 'https://a.example:8443', false],
      [['https://*.a.example'], 'https://b.a.example', true],
      [['https://*.a.example'], 'https://c.b.a.example', true],
      [['https://*.a.example'], 'https://a.example', false],
      [['https://*.a.example'], 'https://evil-a.example', false],
      [['https://*.a.example'], 'https://evil.example/.a.example', false],
      [['https://A.Example'], 'https://a.example', true],
      [['https://a.example'], undefined, false],
      [['https://a.example'], 'null', false],
    ];
    for (const [allowedOrigins, origin, expected] of rows)
      assert.equal(isOriginAllowed(allowedOrigins, origin), expected, `${allowedOrigins.join()} ${origin}`);
  });
});
