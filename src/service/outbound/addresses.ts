/** Which network addresses are public: the rule behind every request to an address that a user gave. Decisions §8. */
import ipaddr from 'ipaddr.js';

/** Global unicast, the only part of IPv6 that is public (RFC 4291 §2.4). */
const GLOBAL = ipaddr.parseCIDR('2000::/3');
/** A cloud's metadata service that hides behind a public address. */
const METADATA = ipaddr.parse('168.63.129.16');

/**
 * Whether an address literal is public. An IPv4 address inside IPv6 is judged as itself; what only a translator could
 * resolve (NAT64, 6to4, Teredo, IPv4-compatible) is not public, for nobody knows where it ends.
 */
export function isPublic(address: string): boolean {
  // A zone such as %eth0 only goes with link-local addresses; ::8.8.8.8 would be read as the IPv4 address it is not.
  if (!ipaddr.isValid(address) || address.includes('%') || /^::\d+\./.test(address)) return false;
  const plain = ipaddr.process(address);
  if (plain.range() !== 'unicast') return false;
  if (plain.kind() === 'ipv6') return plain.match(GLOBAL);
  return plain.toNormalizedString() !== METADATA.toNormalizedString();
}
