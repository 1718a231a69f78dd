/**
 * Rate limits. With PostgreSQL they are counted in the database, so that they apply to all processes
 * together.
 */
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { ServiceError } from '@palkit/contract/service-error';
import type { Store } from '../store/store.ts';
import { blockOf } from './networks.ts';

/** Number of /64 networks within one /48 that can use their full allowance. */
const NETWORKS_PER_BLOCK = 8;

/**
 * Allows `points` within `seconds`, counted in this process, for requests that are too frequent for a
 * database write each.
 */
export const createLocalLimiter = (name: string, points: number, seconds: number): RateLimiterAbstract =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });

/** Allows `points` within `seconds`; counted in memory if this is the only process on the database. */
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

/**
 * Returns the milliseconds until a network may use the limiter again; 0 if it may now. Uses of its /48 count
 * too.
 */
export async function delayOfNetwork(
  limiter: RateLimiterAbstract,
  network: string,
  points: number,
  subject = '',
): Promise<number> {
  const block = blockOf(network);
  const state = await limiter.get(`${subject}${network}`);
  const blockState = block === null ? null : await limiter.get(`${subject}${block}`);
  const delays = [
    state && state.consumedPoints >= points ? state.msBeforeNext : 0,
    blockState && blockState.consumedPoints >= points * NETWORKS_PER_BLOCK ? blockState.msBeforeNext : 0,
  ];
  return Math.max(...delays);
}

/**
 * Counts a use for a network (`networks.ts`); throws if there were too many. The /48 around an IPv6 network
 * has eight times the allowance.
 */
export async function consumeNetwork(
  limiter: RateLimiterAbstract,
  network: string,
  code: 'too_many_attempts' | 'too_many_requests',
  subject = '',
): Promise<void> {
  await consume(limiter, `${subject}${network}`, code);
  const block = blockOf(network);
  if (block === null) return;
  const state = await limiter.penalty(`${subject}${block}`);
  if (state.consumedPoints > limiter.points * NETWORKS_PER_BLOCK)
    throw new ServiceError(code, undefined, { retryAfter: state.msBeforeNext / 1000 });
}
