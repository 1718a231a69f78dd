/** Limits how many scripts are spoken at the same time, so that calls do not wait for the voice. */
import { FairQueue } from '@palkit/runtime/fair-queue';
import { ServiceError } from '@palkit/contract/service-error';

/**
 * Maximum number of scripts at the same time, in total and for one account. One account cannot take all
 * slots.
 */
const AT_ONCE = 3;
const SHARE = 2;
/** Maximum number of waiting requests; see `isFullFor`. */
const MAX_WAITING_REQUESTS = 20;

/** Resolves when the account may speak, with a function that releases its slot. Rejects with the signal's reason. */
export type SpeechLimiter = (account: number, signal: AbortSignal) => Promise<() => void>;

export function createSpeechLimiter(): SpeechLimiter {
  const running: number[] = [];
  const queue = new FairQueue<() => void>();
  const mayEnter = (account: unknown) =>
    running.length < AT_ONCE && running.filter((other) => other === account).length < SHARE;
  const enter = (account: number) => {
    running.push(account);
    return () => {
      running.splice(running.indexOf(account), 1);
      queue.shift(mayEnter)?.();
    };
  };
  return async (account, signal) => {
    signal.throwIfAborted();
    if (mayEnter(account)) return enter(account);
    if (queue.isFullFor(account, MAX_WAITING_REQUESTS))
      throw new ServiceError(
        'too_many_requests',
        'Too many scripts are being synthesised. Wait a moment and try again.',
        { retryAfter: 10 },
      );
    return new Promise((resolve, reject) => {
      const abort = () => (queue.remove(startSpeech), reject(signal.reason as Error));
      const startSpeech = () => {
        signal.removeEventListener('abort', abort);
        resolve(enter(account));
      };
      queue.push(account, startSpeech);
      signal.addEventListener('abort', abort, { once: true });
    });
  };
}
