/** ALTCHA proof of work. Challenges are signed here and are valid for one start of one deployment within 5 minutes. */
import { createChallenge, randomInt, verifySolution, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod';
import type { DeploymentInit } from '@palkit/contract/deployments';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso, type Clock } from '@palkit/runtime/clock';
import type { Database } from '../store/store.ts';

const LIFETIME_SECONDS = 300;
/** PBKDF2 rounds of an attempt, and the range of attempts. A solution takes about a second on a phone. */
const COST = 1000;
const TRIES: [number, number] = [400, 1200];

const Token = z.object({
  challenge: z.looseObject({
    parameters: z.looseObject({
      nonce: z.string(),
      data: z.object({ deployment_id: z.string(), expires_at: z.number() }),
    }),
    signature: z.string(),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
});

export interface Captcha {
  /** Returns the captcha settings in the response of `init`. */
  settings(deploymentId: string): NonNullable<DeploymentInit['captcha']>;
  challenge(deploymentId: string): Promise<Challenge>;
  /**
   * Verifies a token without consuming it; `spend` consumes it in the transaction of the start. Throws a
   * `ServiceError` if the token is missing, invalid or expired.
   */
  check(deploymentId: string, token: string | null | undefined): Promise<Proof>;
}

export interface Proof {
  spend(trx: Database): Promise<void>;
}

/**
 * Returns a proof that can be spent once: `signature` is stored until `expires` (Unix milliseconds), after
 * which the token has expired anyway. A second `spend` throws a `ServiceError`.
 */
export function proof(clock: Clock, signature: string, expires: number): Proof {
  return {
    async spend(trx) {
      await trx.deleteFrom('spent_captchas').where('expires_at', '<', new Date(clock.now())).execute();
      const insertion = await trx
        .insertInto('spent_captchas')
        .values({ signature, expires_at: toIso(expires) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (insertion.numInsertedOrUpdatedRows !== 1n)
        throw new ServiceError('captcha_failed', 'This captcha was already used. Solve a new one.');
    },
  };
}

export function createCaptcha(secret: string, clock: Clock, publicUrl: string): Captcha {
  const hmacSignatureSecret = createHmac('sha256', secret).update('captcha').digest('hex');
  const hmacKeySignatureSecret = createHmac('sha256', secret).update('captcha key').digest('hex');
  return {
    settings: (deploymentId) => ({
      provider: 'altcha',
      site_key: null,
      challenge_url: `${publicUrl}/v2/deployments/${deploymentId}/captcha`,
    }),
    challenge: (deploymentId) =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(...TRIES),
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
        // The library's expiry check uses the machine's clock, which tests cannot move, so the expiry is
        // stored in the data and checked with `clock`.
        data: { deployment_id: deploymentId, expires_at: Math.floor(clock.now() / 1000) + LIFETIME_SECONDS },
      }),
    async check(deploymentId, token) {
      const parsedToken = readToken(token);
      if (!parsedToken || parsedToken.challenge.parameters.data.deployment_id !== deploymentId)
        throw new ServiceError('captcha_failed');
      const expires = parsedToken.challenge.parameters.data.expires_at * 1000;
      if (expires <= clock.now())
        throw new ServiceError('captcha_failed', 'The captcha has expired. Solve a new one.');
      const verdict = await verifySolution({
        challenge: parsedToken.challenge as unknown as Challenge,
        solution: parsedToken.solution,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      }).catch(() => null);
      if (!verdict?.verified) throw new ServiceError('captcha_failed');
      return proof(
        clock,
        createHash('sha256').update(parsedToken.challenge.parameters.nonce).digest('hex'),
        expires,
      );
    },
  };
}

/**
 * Decodes the token: base64 of the challenge with its solution. Returns null if the token is missing or
 * invalid.
 */
function readToken(token: string | null | undefined): z.output<typeof Token> | null {
  if (!token) return null;
  try {
    return Token.parse(JSON.parse(Buffer.from(token, 'base64').toString('utf8')));
  } catch {
    return null;
  }
}
