/** Requests that the service ends a conversation. */
import { endDeploymentConversation } from '@palkit/contract/deployments';
import type { SessionContext } from './session-context.ts';

/** A failure is ignored, because the service ends conversations without a visitor itself. */
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
