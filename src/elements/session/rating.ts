/** Sends the visitor's rating of the call that ended; the view shows the result. */
import { giveFeedback } from '@palkit/contract/feedback';
import type { SessionContext } from './session-context.ts';

export async function sendRating(
  context: SessionContext,
  body: { rating: number; comment: string },
): Promise<void> {
  const { phase, rating } = context.view;
  if (phase.is !== 'ended' || rating === 'sending') return;
  const { client, options } = context;
  context.set({ rating: 'sending' });
  const arrived = await client(giveFeedback, {
    params: { deployment_id: options.deploymentId, conversation_id: phase.conversationId },
    body,
    keepalive: true,
  }).then(
    () => true,
    () => false,
  );
  // Another call may have started in the meantime.
  if (context.view.phase === phase) context.set({ rating: arrived ? 'sent' : 'failed' });
}
