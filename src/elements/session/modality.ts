import type { DeploymentInit } from '@palkit/contract/deployments';

/** The media of a conversation. */
export type Modality = 'video' | 'audio' | 'chat';

/** Returns the modality of a deployment; video is the default, also before it is loaded. */
export function modalityOf(deployment: DeploymentInit | null): Modality {
  return deployment?.customization.modality ?? 'video';
}
