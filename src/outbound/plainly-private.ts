/**
 * Addresses that outbound requests would refuse without asking DNS, so that they are refused when they are set
 * instead of at the first call.
 */
import { isPublicHost } from '@palkit/contract/public-host';
import { judge } from './public-connections.ts';

/** `url` is http or https; `allowedHosts` are the operator's `OUTBOUND_ALLOWED_HOSTS`. */
export function isPlainlyPrivate(url: string, allowedHosts: readonly string[]): boolean {
  // An invalid address cannot lead to a public host.
  if (!URL.canParse(url)) return true;
  const { hostname, port, protocol } = new URL(url);
  return (
    !isPublicHost(hostname) &&
    !judge(allowedHosts).isAllowed(hostname, port || (protocol === 'https:' ? '443' : '80'))
  );
}
