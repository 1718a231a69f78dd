/**
 * Solves a deployment's captcha. An ALTCHA challenge is solved in a worker if the page allows one, otherwise on the
 * main thread, where WebCrypto does not block. The widgets of other providers are in a separate chunk.
 */
import type { Client } from '@palkit/contract/client';
import { captchaChallenge, type DeploymentInit } from '@palkit/contract/deployments';
import { toJson } from '@palkit/contract/to-json';
import type { Challenge, Solution } from 'altcha-lib/types';
import type { Place } from './captcha-widget.ts';
import { trust, TrustedWorker } from './trusted-worker.ts';

export type SolveCaptcha = (
  client: Client<AbortSignal>,
  deploymentId: string,
  signal: AbortSignal,
  captcha?: DeploymentInit['captcha'],
  place?: Place,
) => Promise<string>;

/** Resolves to the token for the start; rejects if the challenge cannot be fetched or solved. */
export const solveCaptcha: SolveCaptcha = async (client, deploymentId, signal, captcha, widgetPlace) => {
  if (captcha && captcha.provider !== 'altcha')
    return (await import('./captcha-widget.ts')).showWidget(
      captcha.provider,
      captcha.site_key ?? '',
      deploymentId,
      signal,
      widgetPlace!,
      trust,
    );
  const { result } = await client(captchaChallenge, { params: { deployment_id: deploymentId }, signal });
  const challenge = result as unknown as Challenge;
  let solution = await inWorker(challenge, signal).catch(() => null);
  signal.throwIfAborted();
  solution ??= await onMainThread(challenge, signal);
  if (!solution) throw new Error('The challenge was not solved.');
  return btoa(String.fromCharCode(...new TextEncoder().encode(toJson({ challenge, solution }))));
};

function inWorker(challenge: Challenge, signal: AbortSignal): Promise<Solution | null> {
  // Bundlers recognise a worker only by the literal `new Worker(new URL(…))`.
  const Worker = TrustedWorker;
  return new Promise((resolve, reject) => {
    // The constructor throws if the script has another origin; the caller then solves the challenge without a worker.
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

async function onMainThread(challenge: Challenge, signal: AbortSignal): Promise<Solution | null> {
  const { solveChallenge, deriveKey } = await import('./captcha-solver.ts');
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(), { once: true });
  return solveChallenge({ challenge, deriveKey, controller });
}
