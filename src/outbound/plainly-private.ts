/**
 * Finds addresses that outbound requests would refuse without DNS, so that they are refused when they are set and not
 * at the first call.
 */
import { isPublicHost } from '@palkit/contract/public-host';
import { publicHostCheck } from './public-connections.ts';

/**
 * True for an address that is not public by its name. `url` is http or https; `allowedHosts` is the
 * operator's `OUTBOUND_ALLOWED_HOSTS`.
 */
export function isPlainlyPrivate(url: string, allowedHosts: readonly string[]): boolean {
  // An invalid address cannot be that of a public host.
  if (!URL.canParse(url)) return true;
  const { hostname, port, protocol } = new URL(url);
  return (
    !isPublicHost(hostname) &&
    !publicHostCheck(allowedHosts).isAllowed(hostname, port || (protocol === 'https:' ? '443' : '80'))
  );
}
