/** Sends the message of a visitor outside opening hours; the phase shows the result. */
import { ApiError } from '@palkit/contract/api-error';
import { leaveMessage } from '@palkit/contract/deployment-messages';
import { solveCaptcha } from './captcha.ts';
import { newId } from './ids.ts';
import type { MessageState, VisitorMessage } from './phases.ts';
import { consentNow, type SessionContext } from './session-context.ts';

/** The last message of each session. If it is sent again, it has the same id, so that it is stored once. */
const lastMessages = new WeakMap<SessionContext, { id: string; key: string }>();

/** Sends the message; the captcha's work stops when the session is disposed. */
export async function sendMessage(
  context: SessionContext,
  { agrees, ...body }: VisitorMessage,
  signal: AbortSignal,
): Promise<void> {
  const { client, options, view } = context;
  const { phase, deployment } = view;
  if (phase.is !== 'unavailable' || phase.reason !== 'closed' || (phase.message?.is ?? 'failed') !== 'failed')
    return;
  const sending = { ...phase, message: { is: 'sending' } } as const;
  context.to(sending);
  const { deploymentId } = options;
  const key = JSON.stringify(body);
  const lastMessage = lastMessages.get(context);
  const id = lastMessage?.key === key ? lastMessage.id : newId();
  lastMessages.set(context, { id, key });
  const captcha_token =
    deployment?.captcha &&
    (options.solve ?? solveCaptcha)(client, deploymentId, signal, deployment.captcha, options.place?.());
  const message = await Promise.resolve(captcha_token)
    .then((token) =>
      client(leaveMessage, {
        params: { deployment_id: deploymentId },
        body: {
          ...body,
          message_id: id,
          captcha_token: token ?? undefined,
          consent: agrees ? consentNow(context) : undefined,
        },
        signal,
      }),
    )
    .then(
      (): MessageState => ({ is: 'sent' }),
      (error: unknown): MessageState => ({
        is: 'failed',
        ...(error instanceof ApiError
          ? { code: error.code, text: error.message }
          : { code: 'network', text: '' }),
      }),
    );
  // The visitor may have returned to the first screen meanwhile; do not overwrite that phase.
  if (context.view.phase === sending) context.to({ ...sending, message });
}
