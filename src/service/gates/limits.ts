/** Limits of attempts and requests, counted in the database and so by all processes on it. */
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { ServiceError } from '@palkit/contract/service-error';
import type { Store } from '../store/store.ts';
import { blockOf } from './networks.ts';

/** Networks of /64 within one /48 that may use their full allowance. */
const NETWORKS_OF_A_BLOCK = 8;

/** `points` within `seconds` in this process: for requests so frequent that a write for each would cost too much. */
export const createLocalLimiter = (name: string, points: number, seconds: number): RateLimiterAbstract =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });

/** `points` within `seconds`; in memory if only this process uses the database. */
export async function createLimiter(
  store: Store,
  name: string,
  points: number,
  seconds: number,
): Promise<RateLimiterAbstract> {
  if (store.embedded) return createLocalLimiter(name, points, seconds);
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

/** Milliseconds until a network, or the /48 around it, may use a limiter again; 0 if it may now. */
export async function waitOfNetwork(
  limiter: RateLimiterAbstract,
  network: string,
  points: number,
  subject = '',
): Promise<number> {
  const block = blockOf(network);
  const used = await limiter.get(`${subject}${network}`);
  const around = block === null ? null : await limiter.get(`${subject}${block}`);
  const waits = [
    used && used.consumedPoints >= points ? used.msBeforeNext : 0,
    around && around.consumedPoints >= points * NETWORKS_OF_A_BLOCK ? around.msBeforeNext : 0,
  ];
  return Math.max(...waits);
}

/** The same for a network (`networks.ts`); the /48 around an IPv6 network has eight times the allowance. */
export async function consumeNetwork(
  limiter: RateLimiterAbstract,
  network: string,
  code: 'too_many_attempts' | 'too_many_requests',
  subject = '',
): Promise<void> {
  await consume(limiter, `${subject}${network}`, code);
  const block = blockOf(network);
  if (block === null) return;
  const used = await limiter.penalty(`${subject}${block}`);
  if (used.consumedPoints > limiter.points * NETWORKS_OF_A_BLOCK)
    throw new ServiceError(code, undefined, { retryAfter: used.msBeforeNext / 1000 });
}
