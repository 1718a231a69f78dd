/**
 * Solves a deployment's captcha. ALTCHA's challenge: in a worker where the page allows one, else here, where
 * WebCrypto does not block either. Another provider's widget: in the page, by a chunk of its own.
 */
import type { Client } from '@palkit/contract/client';
import { captchaChallenge, type DeploymentInit } from '@palkit/contract/deployments';
import type { Challenge, Solution } from 'altcha-lib/types';
import type { Place } from './captcha-widget.ts';

export type Solve = (
  client: Client<AbortSignal>,
  deploymentId: string,
  signal: AbortSignal,
  captcha?: DeploymentInit['captcha'],
  place?: Place,
) => Promise<string>;

/** The token for a start; rejects where the challenge cannot be had or solved. */
export const solveCaptcha: Solve = async (client, deploymentId, signal, captcha, place) => {
  if (captcha && captcha.provider !== 'altcha')
    return (await import('./captcha-widget.ts')).askProvider(
      captcha.provider,
      captcha.site_key ?? '',
      deploymentId,
      signal,
      place!,
      vouched,
    );
  const { result } = await client(captchaChallenge, { params: { deployment_id: deploymentId }, signal });
  const challenge = result as unknown as Challenge;
  let solution = await inWorker(challenge, signal).catch(() => null);
  signal.throwIfAborted();
  solution ??= await here(challenge, signal);
  if (!solution) throw new Error('The challenge was not solved.');
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify({ challenge, solution }))));
};

interface Policy {
  createScriptURL(url: string): unknown;
}
let policy: Policy | undefined;
/**
 * Where the page asks for Trusted Types, the one address that a worker is started from is ours to vouch for,
 * and so is a provider's script.
 */
function vouched(url: string): string {
  policy ??= (
    globalThis as {
      trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy };
    }
  ).trustedTypes?.createPolicy('palkit', { createScriptURL: (address) => address });
  return (policy?.createScriptURL(url) ?? url) as string;
}
const TrustedWorker = function (url: URL, options: WorkerOptions): Worker {
  // Firefox would write an error to the console besides.
  if (/^https?:$/.test(url.protocol) && url.origin !== location.origin) throw new Error('Another origin.');
  return new globalThis.Worker(vouched(url.href), options);
} as unknown as typeof Worker;

function inWorker(challenge: Challenge, signal: AbortSignal): Promise<Solution | null> {
  // Bundlers look for these very words.
  const Worker = TrustedWorker;
  return new Promise((resolve, reject) => {
    // A script from another origin may not start a worker; that is an error here and not a stop.
    const worker = new Worker(new URL('./captcha-worker.js', import.meta.url), { type: 'module' });
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
