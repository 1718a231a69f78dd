/**
 * Verifies Daily's signed webhooks, which are used only as a hint to check the room
 * (docs.daily.co/reference/rest-api/webhooks).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum age of a webhook in seconds; an older one may be a replay. */
const MAX_AGE_SECONDS = 300;

/**
 * True if Daily signed the webhook recently. `signature` is the base64 HMAC-SHA256 of `timestamp.body` with
 * the webhook's base64 secret.
 */
export function signedByDaily(
  secret: string,
  timestamp: string | undefined,
  signature: string | undefined,
  body: string,
  now: number,
): boolean {
  if (!timestamp || !signature || !/^\d{1,16}$/.test(timestamp)) return false;
  // Daily sends milliseconds, but times in seconds are accepted too.
  const seconds = Number(timestamp) > 1e11 ? Number(timestamp) / 1000 : Number(timestamp);
  if (Math.abs(now / 1000 - seconds) > MAX_AGE_SECONDS) return false;
  const expectedSignature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${timestamp}.${body}`)
    .digest();
  const signatureBytes = Buffer.from(signature, 'base64');
  return (
    signatureBytes.length === expectedSignature.length && timingSafeEqual(signatureBytes, expectedSignature)
  );
}
