import type { DeploymentInit } from '@palkit/contract/deployments';

/** How an agent is met: seen and heard, heard only, or written to. */
export type Modality = 'video' | 'audio' | 'chat';

/** A deployment that does not say, or is not there yet, is met by video. */
export function modalityOf(deployment: DeploymentInit | null): Modality {
  return deployment?.customization.modality ?? 'video';
}
