/** Requests that the service ends a conversation. */
import { endDeploymentConversation } from '@palkit/contract/deployments';
import type { SessionContext } from './session-context.ts';

/**
 * Requests the end. A failure is ignored, because the service itself ends conversations without a visitor.
 */
export async function requestEnd(
  { client, options }: Pick<SessionContext, 'client' | 'options'>,
  conversation_id: string,
  keepalive = true,
  when?: 'unless_resumed',
): Promise<void> {
  await client(endDeploymentConversation, {
    params: { deployment_id: options.deploymentId, conversation_id },
    keepalive,
    query: { when },
  }).catch(() => {});
}
