/** Decides to which hosts a user's setting may direct a browser or this service, without resolving their names. */
import ipaddr from 'ipaddr.js';

/** Global unicast, the only public range of IPv6 (RFC 4291 §2.4). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** Address of a cloud's metadata service that is in a public range. */
const METADATA_ADDRESS = '168.63.129.16';
/** Names of metadata services, and names that are local to a machine or network (RFC 6761, 6762, 8375, 9476). */
const LOCAL_NAMES = new RegExp(
  String.raw`(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|` +
    String.raw`test|invalid|onion|alt|metadata\.goog|metadata\.tencentyun\.com)$`,
);

/**
 * True if an address literal is public, in any form that a browser accepts (decimal, octal, hexadecimal, shortened).
 * An IPv4 address mapped to IPv6 is judged as IPv4. Addresses that need a translator (NAT64, 6to4, IPv4-compatible)
 * are not public.
 */
export function isPublicAddress(address: string): boolean {
  // A zone such as %eth0 occurs only in link-local addresses, and the parser would read ::8.8.8.8 as an IPv4 address.
  if (!ipaddr.isValid(address) || address.includes('%') || /^::\d+\./.test(address)) return false;
  const parsedAddress = ipaddr.process(address);
  if (parsedAddress.range() !== 'unicast') return false;
  return parsedAddress.kind() === 'ipv6'
    ? parsedAddress.match(GLOBAL_UNICAST)
    : parsedAddress.toString() !== METADATA_ADDRESS;
}

/**
 * True if a URL's host (IPv6 in brackets, as in the URL) can be public. Names are not resolved; non-ASCII names must
 * be punycode.
 */
export function isPublicHost(host: string): boolean {
  if (/^\[[0-9a-f:.]+\]$/i.test(host)) return isPublicAddress(host.slice(1, -1));
  const name = host.toLowerCase().replace(/\.$/, '');
  if (
    name.length > 253 ||
    !/^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(name)
  )
    return false;
  // Browsers parse a host that ends in a number as an IPv4 address (WHATWG URL, ends-in-a-number).
  if (/(^|\.)(\d+|0x[0-9a-f]*)$/.test(name)) return isPublicAddress(name);
  return name.includes('.') && !LOCAL_NAMES.test(name);
}

/**
 * Returns the host of a plain https address without user information; null for any address that two parsers might
 * read differently.
 */
export function httpsHost(url: string): string | null {
  return (
    /^https:\/\/([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?([/?#][\x21-\x5b\x5d-\x7e]*)?$/i.exec(url)?.[1] ??
    null
  );
}
