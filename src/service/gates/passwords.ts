/**
 * Visitors' passwords, stored with a memory-hard hash. A network may send 10 wrong passwords a minute to a
 * deployment, and a /48 eight times as many. After 200 wrong ones in an hour from all addresses, a network may send
 * one a minute. Correct passwords are not counted, and are accepted from every network that has attempts left.
 */
import { hash, verify } from '@node-rs/argon2';
import { ServiceError } from '@palkit/contract/service-error';
import type { Store } from '../store/store.ts';
import { consumeNetwork, createLimiter, waitOfNetwork } from './limits.ts';
import { blockOf, networkOf } from './networks.ts';

const ATTEMPTS_PER_MINUTE = 10;
const SLOWED_ATTEMPTS_PER_MINUTE = 1;
/** Number of wrong passwords for a deployment in an hour after which attempts are slowed. */
const WRONG_PER_HOUR = 200;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Throws for a wrong password, or after too many of them from this address. */
  check(
    deploymentId: string,
    address: string,
    password: string | null | undefined,
    storedHash: string | null,
  ): Promise<void>;
}

export async function createPasswords(store: Store): Promise<Passwords> {
  const wrong = await createLimiter(store, 'password', ATTEMPTS_PER_MINUTE, 60);
  const guesses = await createLimiter(store, 'passwords of a deployment', WRONG_PER_HOUR, 3600);
  // Checks for the same deployment and network (or /48) run one after another, so that simultaneous attempts are all
  // counted.
  const last = new Map<string, Promise<void>>();
  const judge = async (deployment: string, network: string, password: string, storedHash: string) => {
    const subject = `${deployment}:`;
    const slowed = ((await guesses.get(deployment))?.consumedPoints ?? 0) >= WRONG_PER_HOUR;
    const maximum = slowed ? SLOWED_ATTEMPTS_PER_MINUTE : ATTEMPTS_PER_MINUTE;
    const wait = await waitOfNetwork(wrong, network, maximum, subject);
    if (wait > 0) throw new ServiceError('too_many_attempts', undefined, { retryAfter: wait / 1000 });
    if (password !== '' && (await verify(storedHash, password))) return;
    await guesses.penalty(deployment);
    await consumeNetwork(wrong, network, 'too_many_attempts', subject);
    throw new ServiceError('wrong_password');
  };
  return {
    hash: (password) => hash(password),
    async check(deploymentId, address, password, storedHash) {
      if (storedHash === null) return;
      const network = networkOf(address);
      const key = `${deploymentId}:${blockOf(network) ?? network}`;
      const current = (last.get(key) ?? Promise.resolve())
        .catch(() => {})
        .then(() => judge(deploymentId, network, password ?? '', storedHash));
      last.set(key, current);
      try {
        await current;
      } finally {
        if (last.get(key) === current) last.delete(key);
      }
    },
  };
}
