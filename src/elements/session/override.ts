/** Applies the page's `override` to a deployment. */
import { Customization } from '@palkit/contract/customization';
import type { DeploymentInit } from '@palkit/contract/deployments';
import { fromOlderWidget } from '@palkit/contract/older-widget';

/**
 * Merges groups (`theme`, `preview`, …) field by field, and replaces other values. If the result is invalid, the
 * deployment does not change.
 */
export function applyOverride(deployment: DeploymentInit, override: Customization | null): DeploymentInit {
  const ownerFields: Record<string, unknown> = deployment.customization;
  const changes = Object.entries(fromOlderWidget(override ?? {})).map(([key, value]) => [
    key,
    isGroup(value) && isGroup(ownerFields[key]) ? { ...ownerFields[key], ...value } : value,
  ]);
  const { data, error } = Customization.safeParse({ ...ownerFields, ...Object.fromEntries(changes) });
  // Only the owner may allow cloud recognition; a page cannot turn it on.
  if (data?.hearing === 'browser-cloud') data.hearing = deployment.customization.hearing;
  if (error) console.warn('palkit: override', error.issues[0]?.path.join('.'));
  return data ? { ...deployment, customization: data } : deployment;
}

/** Converts a deployment to a text chat for a browser without WebRTC, so that no microphone is requested. */
export function asChat(deployment: DeploymentInit): DeploymentInit {
  return { ...deployment, customization: { ...deployment.customization, modality: 'chat' } };
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
