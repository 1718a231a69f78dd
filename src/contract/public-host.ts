/**
 * Which hosts a browser or this service may be pointed at by a user's setting, judged by their name alone
 * (decisions §7, §8).
 */
import ipaddr from 'ipaddr.js';

/** Global unicast, the only part of IPv6 that is public (RFC 4291 §2.4). */
const GLOBAL = ipaddr.parseCIDR('2000::/3');
/** A cloud's metadata service that hides behind a public address. */
const METADATA_ADDRESS = '168.63.129.16';
/**
 * Metadata services by name, and names that never leave a machine or a network (RFC 6761, 6762, 8375, 9476).
 */
const LOCAL_NAMES = new RegExp(
  String.raw`(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|` +
    String.raw`test|invalid|onion|alt|metadata\.goog|metadata\.tencentyun\.com)$`,
);

/**
 * Whether an address literal, in any form a browser reads (decimal, octal, hexadecimal, shortened), is
 * public. An IPv4 address mapped into IPv6 is judged as itself; what only a translator could resolve (NAT64,
 * 6to4, IPv4-compatible) is not.
 */
export function isPublicAddress(address: string): boolean {
  // A zone such as %eth0 goes with link-local addresses only; ::8.8.8.8 would be read as the IPv4 address
  // that it is not.
  if (!ipaddr.isValid(address) || address.includes('%') || /^::\d+\./.test(address)) return false;
  const plain = ipaddr.process(address);
  if (plain.range() !== 'unicast') return false;
  return plain.kind() === 'ipv6' ? plain.match(GLOBAL) : plain.toString() !== METADATA_ADDRESS;
}

/**
 * Whether a URL's host (IPv6 in brackets, as in the URL) can be a public one. Names are not looked up;
 * non-ASCII ones must come as punycode.
 */
export function isPublicHost(host: string): boolean {
  if (/^\[[0-9a-f:.]+\]$/i.test(host)) return isPublicAddress(host.slice(1, -1));
  const name = host.toLowerCase().replace(/\.$/, '');
  if (
    name.length > 253 ||
    !/^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(name)
  )
    return false;
  // What ends in a number is an IPv4 address to a browser, or nothing (WHATWG URL, ends-in-a-number).
  if (/(^|\.)(\d+|0x[0-9a-f]*)$/.test(name)) return isPublicAddress(name);
  return name.includes('.') && !LOCAL_NAMES.test(name);
}

/**
 * The host of a plain https address without user information, or null: nothing that two readers could take
 * differently passes.
 */
export function httpsHost(url: string): string | null {
  return (
    /^https:\/\/([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?([/?#][\x21-\x5b\x5d-\x7e]*)?$/i.exec(url)?.[1] ??
    null
  );
}
