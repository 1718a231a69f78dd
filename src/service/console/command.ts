/** `palkit console [account id]`: requests a one-time link from the running service and prints it. */
import { createConsoleLink, CONSOLE_LINK_MINUTES } from '@palkit/contract/console';
import { ApiError } from '@palkit/contract/api-error';
import { createClient, type Fetch } from '@palkit/contract/client';
import type { Config } from '../config/config.ts';
import { readLocalKey } from './local-key.ts';

interface Output {
  fetch: Fetch<AbortSignal>;
  out(text: string): void;
  error(text: string): void;
}

/** Milliseconds that the service has to answer. */
const DEADLINE = 10_000;

/** Prints a link, or the reason why there is none; returns the exit code. */
export async function consoleCommand(
  words: readonly string[],
  { host, port, dataDir }: Pick<Config, 'host' | 'port' | 'dataDir'>,
  { fetch, out, error }: Output,
): Promise<number> {
  const [account, ...rest] = words;
  if (rest.length > 0 || (account !== undefined && !/^[1-9]\d{0,8}$/.test(account))) {
    error('usage: palkit console [account id]\n');
    return 2;
  }
  const service = localAddress({ host, port });
  const key = await readLocalKey(dataDir);
  if (key === null) {
    error(`palkit: There is no key in ${dataDir}. Start the service first, with the same DATA_DIR.\n`);
    return 1;
  }
  try {
    const { result } = await createClient(service, fetch)(createConsoleLink, {
      headers: { authorization: `Bearer ${key}` },
      body: account === undefined ? {} : { account_id: Number(account) },
      signal: AbortSignal.timeout(DEADLINE),
    });
    out(
      `\n  Open this link within ${CONSOLE_LINK_MINUTES} minutes. It works once, for account ` +
        `${result.account_id}:\n\n      ${result.url}\n\n`,
    );
    return 0;
  } catch (fault) {
    error(`palkit: ${reasonOf(fault, service)}\n`);
    return 1;
  }
}

/** Returns the local address of the service with these settings. */
export const localAddress = ({ host, port }: Pick<Config, 'host' | 'port'>): string =>
  `http://${addressOf(host)}:${port}`;

function addressOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

function reasonOf(fault: unknown, service: string): string {
  if (!(fault instanceof ApiError))
    return `The service does not answer at ${service}. Start it, or set HOST and PORT to the values that it uses.`;
  if (fault.code === 'not_found') return 'The console is off: the service was started with CONSOLE=off.';
  if (fault.code === 'invalid_token') return 'The running service uses another DATA_DIR.';
  return fault.message;
}
