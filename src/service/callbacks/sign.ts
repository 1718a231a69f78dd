/** Signs callbacks as Standard Webhooks specifies (standardwebhooks.com, symmetric scheme `v1`). */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

export const newCallbackSecret = () => PREFIX + randomBytes(32).toString('base64');

/** Returns the headers of one attempt. `seconds` is its Unix time; `id` is the same for all attempts. */
export function signatureHeaders(
  secret: string,
  id: string,
  seconds: number,
  body: string,
): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  };
}
