/**
 * Networks of visitors. Limits are counted for networks, because an IPv6 subscriber has at least 2^64 addresses (RFC
 * 6177).
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns an IPv4 address (also if it is mapped to IPv6), or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const parsedAddress = ipaddr.process(address);
  if (!(parsedAddress instanceof ipaddr.IPv6)) return parsedAddress.toString();
  return `${groups(parsedAddress.parts.slice(0, 4))}::/64`;
}

/** Returns the /48 around a network, which many providers assign to a single customer; null for IPv4. */
export function blockOf(network: string): string | null {
  const [, prefix] = /^([0-9a-f:]+)::\/64$/.exec(network) ?? [];
  return prefix === undefined ? null : `${prefix.split(':').slice(0, 3).join(':')}::/48`;
}

const groups = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(':');
