import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import {
  captchaChallenge,
  getDeployment,
  initDeployment,
  startDeployment,
} from '../../../src/contract/deployments.ts';
import { readConfig } from '../../../src/service/config/config.ts';
import { ALICE, openWorld, type World } from '../world.ts';

/** A local `siteverify` server that records its requests and gives scripted responses. */
class Siteverify {
  readonly requests: { path: string; body: Record<string, string> }[] = [];
  answer: (token: string) => { status?: number; body: unknown } | 'silence' = () => ({
    body: { success: true },
  });
  readonly #server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
    this.requests.push({ path: `${request.method} ${request.url}`, body });
    const reply = this.answer(body['response']!);
    for (const wake of this.#waiters.splice(0)) wake();
    if (reply === 'silence') return;
    response
      .writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
      .end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  });
  #waiters: (() => void)[] = [];
  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  async count(total: number): Promise<void> {
    while (this.requests.length < total) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

for (const provider of ['turnstile', 'hcaptcha'] as const) {
  describe(`captchas judged by ${provider}`, () => {
    let world: World;
    let verify: Siteverify;
    before(async () => {
      verify = new Siteverify();
      await verify.open();
      world = await openWorld({
        environment: {
          CAPTCHA_PROVIDER: provider,
          CAPTCHA_SITE_KEY: 'site-1',
          CAPTCHA_SECRET_KEY: 'secret-1',
          CAPTCHA_VERIFY_URL: `http://${verify.host}/siteverify`,
          OUTBOUND_ALLOWED_HOSTS: verify.host,
        },
      });
    });
    after(async () => {
      await world.close();
      await verify.close();
    });

    const deployment = () => world.deployment({ limits: { captcha_required: true } });
    const yes = (cdata: string, extraFields: Record<string, unknown> = {}) =>
      (verify.answer = () => ({
        body: {
          success: true,
          challenge_ts: new Date(world.clock.now()).toISOString(),
          hostname: 'shop.example',
          ...(provider === 'turnstile' ? { cdata } : {}),
          ...extraFields,
        },
      }));
    const start = (deployment_id: string, captcha_token?: string) =>
      world.call(startDeployment, { params: { deployment_id }, body: { captcha_token } });
    const refusal = async (deployment_id: string, captcha_token?: string) =>
      (await world.refusal(startDeployment, { params: { deployment_id }, body: { captcha_token } })).code;
    const countedCalls = async (deployment_id: string) =>
      (await world.call(getDeployment, { credential: ALICE, params: { deployment_id } })).result.usage_total;

    test('init names the provider and its site key, never the secret, and there is no challenge', async () => {
      const deployment_id = await deployment();
      const { result, answer } = await world.call(initDeployment, { params: { deployment_id } });
      assert.deepEqual(result.captcha, { provider, site_key: 'site-1', challenge_url: null });
      assert.ok(!JSON.stringify([result, answer.headers]).includes('secret-1'));
      assert.equal((await world.refusal(captchaChallenge, { params: { deployment_id } })).code, 'not_found');
    });

    test('a token is judged with the keys and without the visitor’s address, and admits once', async () => {
      const deployment_id = await deployment();
      yes(deployment_id);
      const previousCount = verify.requests.length;
      await start(deployment_id, 'token-1');
      assert.deepEqual(verify.requests.slice(previousCount), [
        {
          path: 'POST /siteverify',
          body: {
            secret: 'secret-1',
            response: 'token-1',
            ...(provider === 'hcaptcha' ? { sitekey: 'site-1' } : {}),
          },
        },
      ]);
      assert.equal(
        await refusal(deployment_id, 'token-1'),
        'captcha_failed',
        'even where the provider would let it pass again',
      );
      assert.equal(await countedCalls(deployment_id), 1);
    });

    test('a provider whose clock is far ahead keeps a token no longer than its lifetime', async () => {
      const deployment_id = await deployment();
      yes(deployment_id, { challenge_ts: '+275760-09-13T00:00:00.000Z' });
      await start(deployment_id, 'ahead');
      world.clock.move(361_000);
      yes(deployment_id);
      await start(deployment_id, 'another');
      assert.equal(await refusal(deployment_id, 'another'), 'captcha_failed');
      await start(deployment_id, 'ahead');
    });

    test('of several simultaneous starts with one token one is admitted', async () => {
      const deployment_id = await deployment();
      yes(deployment_id);
      const answers = await Promise.allSettled(
        Array.from({ length: 8 }, () => start(deployment_id, 'raced')),
      );
      assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.equal(await countedCalls(deployment_id), 1);
    });

    test('without a token no provider is called; a wrong, late or foreign one is refused', async () => {
      const deployment_id = await deployment();
      const previousCount = verify.requests.length;
      assert.equal(await refusal(deployment_id), 'captcha_failed');
      assert.equal(verify.requests.length, previousCount);
      for (const [code, status] of [
        ['invalid-input-response', 200],
        ['timeout-or-duplicate', 400],
      ] as const) {
        verify.answer = () => ({ status, body: { success: false, 'error-codes': [code] } });
        assert.equal(await refusal(deployment_id, 'wrong'), 'captcha_failed');
      }
      yes(deployment_id, { challenge_ts: new Date(world.clock.now() - 331_000).toISOString() });
      assert.equal(await refusal(deployment_id, 'late'), 'captcha_failed');
      if (provider === 'turnstile') {
        yes('another');
        assert.equal(await refusal(deployment_id, 'foreign'), 'captcha_failed');
        yes('', { cdata: null, metadata: { result_with_testing_key: true } });
        await start(deployment_id, 'tested');
      }
    });

    test("a provider that does not answer leads to 503, and the visitor's token stays valid", async () => {
      const deployment_id = await deployment();
      for (const body of [
        '<html>',
        '[]',
        '{"success":"yes"}',
        { success: false, 'error-codes': ['invalid-input-secret'] },
        'x'.repeat(70_000),
      ]) {
        verify.answer = () => ({ body });
        assert.equal(await refusal(deployment_id, 'patient'), 'captcha_unavailable');
      }
      verify.answer = () => ({ status: 502, body: { success: true } });
      assert.equal(await refusal(deployment_id, 'patient'), 'captcha_unavailable');
      verify.answer = () => 'silence';
      const previousCount = verify.requests.length;
      const pendingRefusal = refusal(deployment_id, 'patient');
      await verify.count(previousCount + 1);
      world.clock.move(8000);
      assert.equal(await pendingRefusal, 'captcha_unavailable');
      assert.equal(await countedCalls(deployment_id), 0);
      yes(deployment_id);
      await start(deployment_id, 'patient');
    });

    test('the service’s own pages allow the script of this provider only', async () => {
      const policy = String(
        (await world.service.app.inject({ url: '/' })).headers['content-security-policy'],
      );
      assert.match(
        policy,
        provider === 'turnstile'
          ? /script-src 'self' https:\/\/challenges\.cloudflare\.com;/
          : /script-src 'self' https:\/\/hcaptcha\.com https:\/\/\*\.hcaptcha\.com;/,
      );
      assert.match(
        (await world.service.app.inject({ url: '/embed' })).body,
        provider === 'turnstile'
          ? /frame-src https:\/\/challenges\.cloudflare\.com/
          : /frame-src https:\/\/hcaptcha\.com/,
      );
    });
  });
}

test('the start checks the providers’ keys', () => {
  assert.deepEqual(
    readConfig({ CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'a', CAPTCHA_SECRET_KEY: 'b' }).captcha,
    {
      provider: 'turnstile',
      siteKey: 'a',
      secretKey: 'b',
      verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    },
  );
  assert.throws(
    () => readConfig({ CAPTCHA_PROVIDER: 'hcaptcha' }),
    /^Error: CAPTCHA_SITE_KEY is missing while CAPTCHA_PROVIDER is hcaptcha\.$/,
  );
  assert.throws(
    () => readConfig({ CAPTCHA_PROVIDER: 'hcaptcha', CAPTCHA_SITE_KEY: 'a' }),
    /CAPTCHA_SECRET_KEY is missing/,
  );
  assert.throws(
    () => readConfig({ CAPTCHA_SECRET_KEY: 'b' }),
    /CAPTCHA_SECRET_KEY is set while CAPTCHA_PROVIDER is altcha/,
  );
});
