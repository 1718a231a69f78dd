/**
 * Visitors' passwords, stored with a memory-hard hash. A network may send 10 wrong passwords a minute to a
 * deployment, and a /48 eight times as many. After 200 wrong passwords for a deployment within an hour, each
 * network may send only one a minute. Correct passwords are not counted, and are accepted from every network that
 * has attempts left.
 */
import { hash, verify } from '@node-rs/argon2';
import { ServiceError } from '@palkit/contract/service-error';
import type { Store } from '../store/store.ts';
import { consumeNetwork, createLimiter, delayOfNetwork } from './limits.ts';
import { blockOf, networkOf } from './networks.ts';

const ATTEMPTS_PER_MINUTE = 10;
const SLOWED_ATTEMPTS_PER_MINUTE = 1;
/** Number of wrong passwords for a deployment in an hour after which a network may send one a minute. */
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
  const networkLimiter = await createLimiter(store, 'password', ATTEMPTS_PER_MINUTE, 60);
  const deploymentLimiter = await createLimiter(store, 'passwords of a deployment', WRONG_PER_HOUR, 3600);
  // Checks for the same deployment and network (or /48) run one after another, so that simultaneous attempts are all
  // counted.
  const pendingChecks = new Map<string, Promise<void>>();
  const checkPassword = async (deployment: string, network: string, password: string, storedHash: string) => {
    const subject = `${deployment}:`;
    const isSlowed = ((await deploymentLimiter.get(deployment))?.consumedPoints ?? 0) >= WRONG_PER_HOUR;
    const maximum = isSlowed ? SLOWED_ATTEMPTS_PER_MINUTE : ATTEMPTS_PER_MINUTE;
    const delay = await delayOfNetwork(networkLimiter, network, maximum, subject);
    if (delay > 0) throw new ServiceError('too_many_attempts', undefined, { retryAfter: delay / 1000 });
    if (password !== '' && (await verify(storedHash, password))) return;
    await deploymentLimiter.penalty(deployment);
    await consumeNetwork(networkLimiter, network, 'too_many_attempts', subject);
    throw new ServiceError('wrong_password');
  };
  return {
    hash: (password) => hash(password),
    async check(deploymentId, address, password, storedHash) {
      if (storedHash === null) return;
      const network = networkOf(address);
      const key = `${deploymentId}:${blockOf(network) ?? network}`;
      const check = (pendingChecks.get(key) ?? Promise.resolve())
        .catch(() => {})
        .then(() => checkPassword(deploymentId, network, password ?? '', storedHash));
      pendingChecks.set(key, check);
      try {
        await check;
      } finally {
        if (pendingChecks.get(key) === check) pendingChecks.delete(key);
      }
    },
  };
}
