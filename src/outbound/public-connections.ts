/**
 * Connects to public addresses only. The address of the connection is checked after DNS, so that it cannot
 * change after the check.
 */
import dns from 'node:dns/promises';
import net from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from '@palkit/contract/public-host';
import { OutboundError } from './outbound-error.ts';

/**
 * Resolves a host name to addresses. It is an interface, so that a test can return a different address each time.
 */
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;

const systemResolve: Resolve = (hostname) => dns.lookup(hostname, { all: true });
const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/** Returns the hosts that are allowed by name, and a lookup that returns only public addresses. */
export function publicHostCheck(
  allowedHosts: readonly string[],
  resolve: Resolve = systemResolve,
): { isAllowed(hostname: string, port: string): boolean; lookup: net.LookupFunction } {
  const hosts = new Set(allowedHosts.map((host) => host.toLowerCase()));
  return {
    isAllowed: (hostname, port) =>
      [hostname, withoutBrackets(hostname)].some((host) => hosts.has(host)) ||
      hosts.has(`${hostname}:${port}`),
    lookup(hostname, options, callback) {
      resolve(hostname).then(
        (hostAddresses) => {
          const usableAddresses = hostAddresses.filter(
            ({ address, family }) =>
              isPublicAddress(address) && (!options.family || options.family === family),
          );
          const [firstAddress] = usableAddresses;
          if (!firstAddress)
            return callback(
              new OutboundError(hostAddresses.length > 0 ? 'address_refused' : 'name_not_found'),
              '',
              0,
            );
          if (options.all)
            (callback as unknown as (error: null, addresses: typeof usableAddresses) => void)(
              null,
              usableAddresses,
            );
          else callback(null, firstAddress.address, firstAddress.family);
        },
        () => callback(new OutboundError('name_not_found'), '', 0),
      );
    },
  };
}

/** Returns a connector that connects only to public addresses or to hosts that are allowed by name. */
export function publicConnector(
  allowedHosts: readonly string[],
  resolve: Resolve | undefined,
): buildConnector.connector {
  const { isAllowed, lookup } = publicHostCheck(allowedHosts, resolve);
  const baseOptions = { timeout: 10_000, keepAlive: true, autoSelectFamily: true };
  const connectFreely = buildConnector(baseOptions);
  const connectPublic = buildConnector({ ...baseOptions, lookup });
  return (options, callback) => {
    const hostname = options.hostname.toLowerCase();
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    if (isAllowed(hostname, port)) return connectFreely(options, callback);
    // A literal address is not resolved, so check it before connecting.
    if (net.isIP(withoutBrackets(hostname)) !== 0 && !isPublicAddress(withoutBrackets(hostname)))
      return callback(new OutboundError('address_refused'), null);
    connectPublic(options, (error, socket) => {
      if (error) return callback(error, null);
      // The final check uses the address of the open connection.
      if (socket.remoteAddress && isPublicAddress(socket.remoteAddress)) return callback(null, socket);
      socket.destroy();
      callback(new OutboundError('address_refused'), null);
    });
  };
}
