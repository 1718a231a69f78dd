/** Decides by name alone which hosts a user's setting may point a browser or this service at. */
import ipaddr from 'ipaddr.js';

/** Global unicast, the only public part of IPv6 (RFC 4291 §2.4). */
const GLOBAL = ipaddr.parseCIDR('2000::/3');
/** A cloud's metadata service with a public address. */
const METADATA_ADDRESS = '168.63.129.16';
/**
 * Names of metadata services, and names that are local to a machine or a network (RFC 6761, 6762, 8375,
 * 9476).
 */
const LOCAL_NAMES = new RegExp(
  String.raw`(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|` +
    String.raw`test|invalid|onion|alt|metadata\.goog|metadata\.tencentyun\.com)$`,
);

/**
 * True if an address literal, in any form that a browser reads (decimal, octal, hexadecimal, shortened), is
 * public. An IPv4 address mapped into IPv6 is judged as itself; addresses that need a translator (NAT64,
 * 6to4, IPv4-compatible) are not public.
 */
export function isPublicAddress(address: string): boolean {
  // A zone such as %eth0 belongs to link-local addresses only, and the parser would misread ::8.8.8.8 as an
  // IPv4 address.
  if (!ipaddr.isValid(address) || address.includes('%') || /^::\d+\./.test(address)) return false;
  const plain = ipaddr.process(address);
  if (plain.range() !== 'unicast') return false;
  return plain.kind() === 'ipv6' ? plain.match(GLOBAL) : plain.toString() !== METADATA_ADDRESS;
}

/**
 * True if a URL's host (IPv6 in brackets, as in the URL) can be public. Names are not resolved; non-ASCII
 * ones must be punycode.
 */
export function isPublicHost(host: string): boolean {
  if (/^\[[0-9a-f:.]+\]$/i.test(host)) return isPublicAddress(host.slice(1, -1));
  const name = host.toLowerCase().replace(/\.$/, '');
  if (
    name.length > 253 ||
    !/^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(name)
  )
    return false;
  // Browsers read a host that ends in a number as an IPv4 address (WHATWG URL, ends-in-a-number).
  if (/(^|\.)(\d+|0x[0-9a-f]*)$/.test(name)) return isPublicAddress(name);
  return name.includes('.') && !LOCAL_NAMES.test(name);
}

/**
 * The host of a plain https address without user information; null for anything that two parsers might read
 * differently.
 */
export function httpsHost(url: string): string | null {
  return (
    /^https:\/\/([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?([/?#][\x21-\x5b\x5d-\x7e]*)?$/i.exec(url)?.[1] ??
    null
  );
}
