import type { DeploymentInit } from '@palkit/contract/deployments';

/** The media of a conversation with an agent. */
export type Modality = 'video' | 'audio' | 'chat';

/** Video is the default, also before the deployment is known. */
export function modalityOf(deployment: DeploymentInit | null): Modality {
  return deployment?.customization.modality ?? 'video';
}
