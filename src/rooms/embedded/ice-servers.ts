/** STUN and TURN servers for browsers of visitors and for the room's peer. */
import { createHmac } from 'node:crypto';

/** Corresponds to WebRTC's `RTCIceServer`. */
export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

/**
 * Seconds for which a user name for the TURN server is valid. The TURN server checks it at each refresh, so it
 * must stay valid longer than the longest call, which is a day.
 */
const CREDENTIAL_SECONDS = 25 * 60 * 60;

/**
 * Returns the ICE servers for a browser. With the address `turn:user:password@host:port`, all visitors get the
 * same user and password. For a TURN address without a user, each visitor gets a user name with an expiry, signed
 * with a secret that the TURN server shares: `use-auth-secret` of coturn (draft-uberti-behave-turn-rest-00).
 *
 * @param visitor the part of the user name that distinguishes visitors in the TURN server's log
 * @param now Unix milliseconds
 */
export function iceServersFor(
  addresses: readonly string[],
  secret: string | null,
  visitor: string,
  now: number,
): IceServer[] {
  return addresses.map((address) => {
    const [, scheme, username, credential, host] =
      /^(stun|turns?):(?:([^:@]*):([^@]*)@)?(.+)$/.exec(address) ?? [];
    const urls = [`${scheme}:${host}`];
    if (username)
      return {
        urls,
        username: decodeURIComponent(username),
        credential: decodeURIComponent(credential ?? ''),
      };
    if (scheme === 'stun' || !secret) return { urls };
    const name = `${Math.floor(now / 1000) + CREDENTIAL_SECONDS}:${visitor}`;
    return { urls, username: name, credential: createHmac('sha1', secret).update(name).digest('base64') };
  });
}

/**
 * Returns the addresses that the room's peer can use: STUN servers, and TURN servers whose address contains a
 * user.
 */
export function iceServersOfPeer(addresses: readonly string[]): string[] {
  return addresses.filter((address) => address.startsWith('stun:') || address.includes('@'));
}
