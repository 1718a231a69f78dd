/** Sends the visitor's rating of the call that is over; the view tells whether it arrived. */
import { giveFeedback } from '@palkit/contract/feedback';
import type { Ground } from './ground.ts';

export async function sendRating(ground: Ground, body: { rating: number; comment: string }): Promise<void> {
  const { phase, rating } = ground.view;
  if (phase.is !== 'ended' || rating === 'sending') return;
  const { client, options } = ground;
  ground.set({ rating: 'sending' });
  const arrived = await client(giveFeedback, {
    params: { deployment_id: options.deploymentId, conversation_id: phase.conversationId },
    body,
    keepalive: true,
  }).then(
    () => true,
    () => false,
  );
  // Another call may have begun meanwhile.
  if (ground.view.phase === phase) ground.set({ rating: arrived ? 'sent' : 'failed' });
}
