/**
 * Visitors' passwords: stored with a memory-hard hash, tried 10 times a minute for each address and
 * deployment.
 */
import { hash, verify } from '@node-rs/argon2';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { ServiceError } from '@palkit/contract/service-error';
import type { Store } from '../store/store.ts';

const ATTEMPTS_PER_MINUTE = 10;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Passes, or refuses: too many wrong ones from this address, or a wrong one. */
  check(
    deploymentId: string,
    address: string,
    given: string | null | undefined,
    stored: string | null,
  ): Promise<void>;
}

export async function createPasswords(store: Store): Promise<Passwords> {
  const wrong = await createLimiter(store, 'password', ATTEMPTS_PER_MINUTE, 60);
  // One after another for each address and deployment: a volley cannot slip past the count, and right ones
  // never count.
  const last = new Map<string, Promise<void>>();
  const judge = async (key: string, given: string, stored: string) => {
    const used = await wrong.get(key);
    if (used && used.consumedPoints >= ATTEMPTS_PER_MINUTE)
      throw new ServiceError('too_many_attempts', undefined, { retryAfter: used.msBeforeNext / 1000 });
    if (given !== '' && (await verify(stored, given))) return;
    await consume(wrong, key, 'too_many_attempts');
    throw new ServiceError('wrong_password');
  };
  return {
    hash: (password) => hash(password),
    async check(deploymentId, address, given, stored) {
      if (stored === null) return;
      const key = `${deploymentId}:${address}`;
      const mine = (last.get(key) ?? Promise.resolve())
        .catch(() => {})
        .then(() => judge(key, given ?? '', stored));
      last.set(key, mine);
      try {
        await mine;
      } finally {
        if (last.get(key) === mine) last.delete(key);
      }
    },
  };
}

/** A limiter in the database, shared by all processes on it. */
export async function createLimiter(
  store: Store,
  name: string,
  points: number,
  seconds: number,
): Promise<RateLimiterAbstract> {
  if (store.embedded) return new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  return new Promise((resolve, reject) => {
    const limiter: RateLimiterPostgres = new RateLimiterPostgres(
      {
        storeClient: store.pool,
        storeType: 'pool',
        tableName: 'attempts',
        keyPrefix: name,
        points,
        duration: seconds,
        clearExpiredByTimeout: false,
      },
      (error?: Error) => (error ? reject(error) : resolve(limiter)),
    );
  });
}

export async function consume(
  limiter: RateLimiterAbstract,
  key: string,
  code: 'too_many_attempts' | 'too_many_requests',
): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (rejected) {
    if (rejected instanceof RateLimiterRes)
      throw new ServiceError(code, undefined, { retryAfter: rejected.msBeforeNext / 1000 });
    throw rejected;
  }
}
