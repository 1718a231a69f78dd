/**
 * Limits for each network: starts, joins and captchas in a minute, and simultaneous calls. The counts of a minute are
 * shared by all processes on a database; each process counts simultaneous calls separately.
 */
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { ServiceError } from '@palkit/contract/service-error';
import type { Clock } from '@palkit/runtime/clock';
import type { Config } from '../config/config.ts';
import type { Store } from '../store/store.ts';
import { consume, consumeNetwork, createLimiter } from './limits.ts';
import { networkOf } from './networks.ts';

/** Allowed joins and captchas per allowed start, because pages rejoin after connection losses and captchas expire. */
const JOINS_PER_START = 3;
const CAPTCHAS_PER_START = 2;
/** Maximum number of joins of one call in a minute; more of them do not come from a visitor. */
const CALL_JOINS_PER_MINUTE = 30;

export interface Visitors {
  /** Counts a start and reserves a slot for one of the address's simultaneous calls. */
  start(address: string): Promise<OpenCall>;
  join(address: string, conversationId: string): Promise<void>;
  captcha(address: string): Promise<void>;
  /** True if the address has reached its limit of simultaneous calls. */
  isAtLimit(address: string): boolean;
  /** Releases the slot of a conversation that has ended. */
  releaseCall(conversationId: string): void;
}

export interface OpenCall {
  /** Assigns the slot to a conversation, which will have ended by `until` (Unix milliseconds). */
  keep(conversationId: string, until: number): void;
  /** Releases the slot, because the start failed. */
  releaseSlot(): void;
}

export async function createVisitors(
  store: Store,
  clock: Clock,
  { startsPerMinute, openCalls }: Config['visitors'],
): Promise<Visitors> {
  const starts = await createLimiter(store, 'starts', startsPerMinute, 60);
  const joins = await createLimiter(store, 'joins', startsPerMinute * JOINS_PER_START, 60);
  const captchas = await createLimiter(store, 'captchas', startsPerMinute * CAPTCHAS_PER_START, 60);
  const callJoins = await createLimiter(store, 'joins of a call', CALL_JOINS_PER_MINUTE, 60);
  /** Maps each address to its calls, with the latest possible end of each. */
  const openCallsByNetwork = new Map<string, Map<symbol, number>>();
  const callSlots = new Map<string, () => void>();
  const countOpenCalls = (address: string): number => {
    const networkCalls = openCallsByNetwork.get(address);
    if (!networkCalls) return 0;
    for (const [call, until] of networkCalls) if (until <= clock.now()) networkCalls.delete(call);
    if (networkCalls.size === 0) openCallsByNetwork.delete(address);
    return networkCalls.size;
  };
  const limit = (limiter: RateLimiterAbstract, address: string) =>
    consumeNetwork(limiter, networkOf(address), 'too_many_requests');
  return {
    async start(address) {
      const network = networkOf(address);
      await consumeNetwork(starts, network, 'too_many_requests');
      if (countOpenCalls(network) >= openCalls) throw new ServiceError('busy', undefined, { retryAfter: 60 });
      const call = Symbol('call');
      const networkCalls = openCallsByNetwork.get(network) ?? new Map<symbol, number>();
      openCallsByNetwork.set(network, networkCalls.set(call, Infinity));
      const releaseSlot = () => {
        networkCalls.delete(call);
        if (networkCalls.size === 0 && openCallsByNetwork.get(network) === networkCalls)
          openCallsByNetwork.delete(network);
      };
      return {
        keep(conversationId, until) {
          networkCalls.set(call, until);
          callSlots.set(conversationId, releaseSlot);
        },
        releaseSlot,
      };
    },
    async join(address, conversationId) {
      await consume(callJoins, conversationId, 'too_many_requests');
      await limit(joins, address);
    },
    captcha: (address) => limit(captchas, address),
    isAtLimit: (address) => countOpenCalls(networkOf(address)) >= openCalls,
    releaseCall(conversationId) {
      callSlots.get(conversationId)?.();
      callSlots.delete(conversationId);
    },
  };
}
