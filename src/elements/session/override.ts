/** A deployment as a page wants it shown. */
import { Customization } from '@palkit/contract/customization';
import type { DeploymentInit } from '@palkit/contract/deployments';

/**
 * Groups (`theme`, `preview`, …) are merged by their fields, all else is replaced; what is no customization
 * leaves the deployment as it is.
 */
export function overridden(deployment: DeploymentInit, override: Customization | null): DeploymentInit {
  const own: Record<string, unknown> = deployment.customization;
  const changed = Object.entries(override ?? {}).map(([key, value]) => [
    key,
    isGroup(value) && isGroup(own[key]) ? { ...own[key], ...value } : value,
  ]);
  const { data, error } = Customization.safeParse({ ...own, ...Object.fromEntries(changed) });
  // What the owner has not allowed to leave for a browser's maker, no page sends there.
  if (data?.hearing === 'browser-cloud') data.hearing = deployment.customization.hearing;
  if (error) console.warn('palkit: override', error.issues[0]!.path.join('.'));
  return data ? { ...deployment, customization: data } : deployment;
}

/**
 * A deployment in a browser that has no WebRTC, which can carry neither sound nor picture: its call is typed from
 * the start, and no microphone is asked for.
 */
export function typed(deployment: DeploymentInit): DeploymentInit {
  return { ...deployment, customization: { ...deployment.customization, modality: 'chat' } };
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
