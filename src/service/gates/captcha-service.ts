/**
 * Captchas of Cloudflare Turnstile or hCaptcha: their widget creates a token in the page, and their `siteverify`
 * judges it. They receive the token and no data about the visitor. Turnstile: developers.cloudflare.com/turnstile;
 * hCaptcha: docs.hcaptcha.com.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { ServiceError } from '@palkit/contract/service-error';
import type { Clock } from '@palkit/runtime/clock';
import type { Log } from '@palkit/runtime/log';
import type { CaptchaService } from '../config/config.ts';
import type { Outbound } from '@palkit/outbound/outbound';
import { proof, type Captcha } from './captcha.ts';

/** Milliseconds for the judgement of a token, including the whole answer. */
const TIME = 8000;
const MAX_BYTES = 64 * 1024;
/** A token is valid for this long after the visitor solved it, and for one start. */
const LIFETIME = 300_000;
/** Milliseconds by which the provider's clock may differ from this machine's. */
const SKEW = 30_000;

const Verdict = z.looseObject({
  success: z.boolean(),
  /** ISO 8601, when it was solved. */
  challenge_ts: z.string().nullish(),
  'error-codes': z.array(z.string().max(100)).max(20).nullish(),
  /** Turnstile's data from the page's widget, which is the deployment's id. */
  cdata: z.string().nullish(),
  metadata: z.looseObject({ result_with_testing_key: z.boolean().nullish() }).nullish(),
});

/** Error codes for a fault of the keys or of the request, which a visitor cannot fix. */
const OURS = /secret|sitekey|bad-request|internal-error|not-using-dummy/;

export function createCaptchaService(
  { provider, siteKey, secretKey, verifyUrl }: CaptchaService,
  { clock, log, outbound }: { clock: Clock; log: Log; outbound: Outbound },
): Captcha {
  const unavailable = (fault: string): ServiceError => {
    log.error({ fault, provider }, 'a captcha could not be verified');
    return new ServiceError('captcha_unavailable');
  };

  async function ask(token: string): Promise<z.output<typeof Verdict>> {
    const body = new URLSearchParams({
      secret: secretKey,
      response: token,
      ...(provider === 'hcaptcha' ? { sitekey: siteKey } : {}),
    });
    let text: string;
    try {
      const answer = await outbound.fetch(verifyUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: body.toString(),
        timeout: TIME,
        maximumBytes: MAX_BYTES,
      });
      text = await answer.text();
      // Turnstile refuses a token with a 4xx status and explains it in the body.
      if (answer.status >= 500 || answer.status === 429) throw unavailable(`status ${answer.status}`);
    } catch (error) {
      throw error instanceof ServiceError
        ? error
        : unavailable(error instanceof Error ? error.message : 'unknown');
    }
    const verdict = Verdict.safeParse(readJson(text));
    if (!verdict.success) throw unavailable('a response in an unexpected format');
    const fault = verdict.data.success
      ? undefined
      : verdict.data['error-codes']?.find((code) => OURS.test(code));
    if (fault) throw unavailable(fault);
    return verdict.data;
  }

  return {
    settings: () => ({ provider, site_key: siteKey, challenge_url: null }),
    async challenge() {
      throw new ServiceError(
        'not_found',
        `This service uses captchas of ${provider}, which need no challenge from here.`,
      );
    },
    async check(deploymentId, token) {
      if (!token) throw new ServiceError('captcha_failed');
      const { success, challenge_ts, cdata, metadata } = await ask(token);
      if (!success) throw new ServiceError('captcha_failed');
      const now = clock.now();
      const solved = challenge_ts ? Date.parse(challenge_ts) : now;
      if (!(now - solved <= LIFETIME + SKEW))
        throw new ServiceError('captcha_failed', 'The captcha has expired. Solve a new one.');
      // hCaptcha has no field that could be bound to a deployment. Turnstile's test keys, which accept every visitor,
      // also answer without it.
      if (provider === 'turnstile' && cdata !== deploymentId && !metadata?.result_with_testing_key)
        throw new ServiceError(
          'captcha_failed',
          'This captcha was solved for another deployment. Solve a new one.',
        );
      return proof(
        clock,
        createHash('sha256').update(`${provider} ${token}`).digest('hex'),
        Math.min(Math.max(solved, now), now + SKEW) + LIFETIME + SKEW,
      );
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
