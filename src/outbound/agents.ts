/** Applies the checks of `outbound.ts` to clients with their own HTTP code that accept Node's agents. */
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isPublicAddress } from '@palkit/contract/public-host';
import { OutboundError } from './outbound-error.ts';
import { publicHostCheck, type Resolve } from './public-connections.ts';

export interface GuardedAgents {
  http: http.Agent;
  https: https.Agent;
  close(): void;
}

interface Target {
  host?: string | null;
  hostname?: string | null;
  port?: number | string | null;
  lookup?: unknown;
}
type ConnectCallback = (error: Error | null, socket?: Socket) => void;

export function createGuardedAgents(allowedHosts: readonly string[], resolve?: Resolve): GuardedAgents {
  const { isAllowed, lookup } = publicHostCheck(allowedHosts, resolve);
  const guard = (agent: http.Agent, defaultPort: string): void => {
    const connect = agent.createConnection.bind(agent) as unknown as (
      target: Target,
      onConnect: ConnectCallback,
    ) => Duplex;
    Object.assign(agent, {
      createConnection(target: Target, onConnect: ConnectCallback): Duplex | undefined {
        const host = (target.host ?? target.hostname ?? '').toLowerCase();
        const hostWithoutBrackets = host.replace(/^\[|\]$/g, '');
        if (isAllowed(host, String(target.port ?? defaultPort))) return connect(target, onConnect);
        // A literal address is not resolved, so check it before connecting.
        if (net.isIP(hostWithoutBrackets) !== 0 && !isPublicAddress(hostWithoutBrackets))
          return void onConnect(new OutboundError('address_refused'));
        return connect({ ...target, lookup }, onConnect);
      },
    });
  };
  const agents = { http: new http.Agent({ keepAlive: false }), https: new https.Agent({ keepAlive: false }) };
  guard(agents.http, '80');
  guard(agents.https, '443');
  return {
    ...agents,
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
