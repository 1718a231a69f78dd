/** Solves a deployment's ALTCHA challenge: in a worker where the page allows one, else here, where WebCrypto does not block either. */
import type { Client } from '../../contract/client.ts';
import { captchaChallenge } from '../../contract/deployments.ts';
import type { Challenge, Solution } from 'altcha-lib/types';

export type Solve = (client: Client<AbortSignal>, deploymentId: string, signal: AbortSignal) => Promise<string>;

/** The token for a start; rejects where the challenge cannot be had or solved. */
export const solveCaptcha: Solve = async (client, deploymentId, signal) => {
  const { result } = await client(captchaChallenge, { params: { deployment_id: deploymentId }, signal });
  const challenge = result as unknown as Challenge;
  let solution = await inWorker(challenge, signal).catch(() => null);
  signal.throwIfAborted();
  solution ??= await here(challenge, signal);
  if (!solution) throw new Error('The challenge was not solved.');
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify({ challenge, solution }))));
};

interface Policy {
  createScriptURL(url: string): URL;
}
let policy: Policy | undefined;
/** Where the page asks for Trusted Types, the one address that a worker is started from is ours to vouch for. */
const TrustedWorker = function (url: URL, options: WorkerOptions): Worker {
  policy ??= (globalThis as { trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy } }).trustedTypes?.createPolicy('palkit', { createScriptURL: (address) => address });
  return new globalThis.Worker(policy?.createScriptURL(url.href) ?? url, options);
} as unknown as typeof Worker;

function inWorker(challenge: Challenge, signal: AbortSignal): Promise<Solution | null> {
  // Bundlers look for these very words.
  const Worker = TrustedWorker;
  return new Promise((resolve, reject) => {
    // A script from another origin may not start a worker; that is an error here and not a stop.
    const worker = new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' });
    const stop = () => {
      worker.terminate();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<Solution | null>) => {
      signal.removeEventListener('abort', stop);
      worker.terminate();
      resolve(data);
    });
    worker.addEventListener('error', () => {
      worker.terminate();
      reject(new Error('No worker.'));
    });
    worker.postMessage(challenge);
  });
}

async function here(challenge: Challenge, signal: AbortSignal): Promise<Solution | null> {
  const { solveChallenge, deriveKey } = await import('./captcha-solver.ts');
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(), { once: true });
  return solveChallenge({ challenge, deriveKey, controller });
}
