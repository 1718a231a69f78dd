/**
 * Finds addresses that outbound requests would refuse even without DNS. They are then refused when they are
 * configured and not only at the first call.
 */
import { isPublicHost } from '@palkit/contract/public-host';
import { publicHostCheck } from './public-connections.ts';

/**
 * True for an address that its host name alone shows to be not public. `url` is http or https; `allowedHosts`
 * is the operator's `OUTBOUND_ALLOWED_HOSTS`.
 */
export function isPlainlyPrivate(url: string, allowedHosts: readonly string[]): boolean {
  // An invalid address cannot be the address of a public host.
  if (!URL.canParse(url)) return true;
  const { hostname, port, protocol } = new URL(url);
  return (
    !isPublicHost(hostname) &&
    !publicHostCheck(allowedHosts).isAllowed(hostname, port || (protocol === 'https:' ? '443' : '80'))
  );
}
