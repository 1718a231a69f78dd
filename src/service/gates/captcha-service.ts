/**
 * Captchas of Cloudflare Turnstile (developers.cloudflare.com/turnstile) and hCaptcha (docs.hcaptcha.com). The
 * provider's widget creates a token in the page, and its `siteverify` endpoint verifies the token. The service
 * sends the provider no other data about the visitor.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { ServiceError } from '@palkit/contract/service-error';
import type { Clock } from '@palkit/runtime/clock';
import type { Log } from '@palkit/runtime/log';
import type { CaptchaService } from '../config/config.ts';
import type { Outbound } from '@palkit/outbound/outbound';
import { proof, type Captcha } from './captcha.ts';

/** Milliseconds for the verification of a token, including the complete response. */
const TIMEOUT = 8000;
const MAX_BYTES = 64 * 1024;
/** Milliseconds for which a token is valid after the visitor solved the captcha. It is valid for one start. */
const LIFETIME = 300_000;
/** Maximum milliseconds by which the provider's clock may differ from this machine's. */
const MAX_SKEW = 30_000;

const Verdict = z.looseObject({
  success: z.boolean(),
  /** Time at which the captcha was solved, ISO 8601. */
  challenge_ts: z.string().nullish(),
  'error-codes': z.array(z.string().max(100)).max(20).nullish(),
  /** Custom data of Turnstile's widget: the id of the deployment. */
  cdata: z.string().nullish(),
  metadata: z.looseObject({ result_with_testing_key: z.boolean().nullish() }).nullish(),
});

/** Error codes for faults of the keys or of the request, which a visitor cannot correct. */
const OPERATOR_FAULT = /secret|sitekey|bad-request|internal-error|not-using-dummy/;

export function createCaptchaService(
  { provider, siteKey, secretKey, verifyUrl }: CaptchaService,
  { clock, log, outbound }: { clock: Clock; log: Log; outbound: Outbound },
): Captcha {
  const unavailableError = (fault: string): ServiceError => {
    log.error({ fault, provider }, 'a captcha could not be verified');
    return new ServiceError('captcha_unavailable');
  };

  async function verifyToken(token: string): Promise<z.output<typeof Verdict>> {
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
        timeout: TIMEOUT,
        maximumBytes: MAX_BYTES,
      });
      text = await answer.text();
      // Turnstile rejects a token with a 4xx status and explains the reason in the body.
      if (answer.status >= 500 || answer.status === 429) throw unavailableError(`status ${answer.status}`);
    } catch (error) {
      throw error instanceof ServiceError
        ? error
        : unavailableError(error instanceof Error ? error.message : 'unknown');
    }
    const verdict = Verdict.safeParse(readJson(text));
    if (!verdict.success) throw unavailableError('a response in an unexpected format');
    const fault = verdict.data.success
      ? undefined
      : verdict.data['error-codes']?.find((code) => OPERATOR_FAULT.test(code));
    if (fault) throw unavailableError(fault);
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
      const { success, challenge_ts, cdata, metadata } = await verifyToken(token);
      if (!success) throw new ServiceError('captcha_failed');
      const now = clock.now();
      const solved = challenge_ts ? Date.parse(challenge_ts) : now;
      if (!(now - solved <= LIFETIME + MAX_SKEW))
        throw new ServiceError('captcha_failed', 'The captcha has expired. Solve a new one.');
      // Check that the token was created for this deployment. hCaptcha has no field for that; Turnstile's test keys,
      // which accept every visitor, omit it too.
      if (provider === 'turnstile' && cdata !== deploymentId && !metadata?.result_with_testing_key)
        throw new ServiceError(
          'captcha_failed',
          'This captcha was solved for another deployment. Solve a new one.',
        );
      return proof(
        clock,
        createHash('sha256').update(`${provider} ${token}`).digest('hex'),
        Math.min(Math.max(solved, now), now + MAX_SKEW) + LIFETIME + MAX_SKEW,
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
