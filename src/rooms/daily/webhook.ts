/** Daily's webhooks: signed, and used only as a hint to read the room (docs.daily.co/reference/rest-api/webhooks). */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum number of seconds of a webhook's age, because an older one may be a replay. */
const OLDEST = 300;

/** `signature` is the base64 HMAC-SHA256 of `timestamp.body` by the webhook's base64 secret. */
export function signedByDaily(
  secret: string,
  timestamp: string | undefined,
  signature: string | undefined,
  body: string,
  now: number,
): boolean {
  if (!timestamp || !signature || !/^\d{1,16}$/.test(timestamp)) return false;
  // Daily states milliseconds; seconds are accepted as well.
  const seconds = Number(timestamp) > 1e11 ? Number(timestamp) / 1000 : Number(timestamp);
  if (Math.abs(now / 1000 - seconds) > OLDEST) return false;
  const expected = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${timestamp}.${body}`)
    .digest();
  const received = Buffer.from(signature, 'base64');
  return received.length === expected.length && timingSafeEqual(received, expected);
}
