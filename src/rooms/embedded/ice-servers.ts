/** STUN and TURN servers, for a visitor's browser and for the room's own peer. */
import { createHmac } from 'node:crypto';

/** One of WebRTC's `RTCIceServer`. */
export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

/**
 * Validity of a name at the TURN server. A relay asks for it at each refresh, so it outlives the longest call, which
 * is a day.
 */
const GOOD_SECONDS = 25 * 60 * 60;

/**
 * ICE servers for a browser. `turn:user:password@host:port` is sent unchanged to every visitor. A TURN address
 * without a user gets a name with an expiry, signed with the secret that the TURN server shares: `use-auth-secret` of
 * coturn (draft-uberti-behave-turn-rest-00).  @param visitor The part of the name that distinguishes visitors in the
 * TURN server's log. @param now Unix milliseconds.
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
    const name = `${Math.floor(now / 1000) + GOOD_SECONDS}:${visitor}`;
    return { urls, username: name, credential: createHmac('sha1', secret).update(name).digest('base64') };
  });
}

/** ICE servers of the room's own peer, without relays that require a user. */
export function iceServersOfPeer(addresses: readonly string[]): string[] {
  return addresses.filter((address) => address.startsWith('stun:') || address.includes('@'));
}
