/**
 * Networks of visitors. Limits count networks, since one subscriber of IPv6 has at least 2^64 addresses (RFC
 * 6177).
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An IPv4 address, also in the form of an IPv6 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${groups(parsed.parts.slice(0, 4))}::/64`;
}

/** The /48 around a network, which many providers assign to one customer; null for IPv4. */
export function blockOf(network: string): string | null {
  const [, prefix] = /^([0-9a-f:]+)::\/64$/.exec(network) ?? [];
  return prefix === undefined ? null : `${prefix.split(':').slice(0, 3).join(':')}::/48`;
}

const groups = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(':');
