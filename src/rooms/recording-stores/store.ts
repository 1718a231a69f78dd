/** The interface of storage for recordings. */
import type { RecordingStorage } from '@palkit/contract/recordings';
import { OutsideFault } from '@palkit/runtime/outside-fault';
import type { GuardedAgents } from '@palkit/outbound/agents';

export interface RecordingStore {
  /** Settles when the provider has stored the complete file. */
  put(file: string, key: string, signal: AbortSignal): Promise<void>;
  /** Returns the full URI of the file at the provider. */
  uri(key: string): string;
}

export type StorageOf<Provider extends RecordingStorage['provider']> = Extract<
  RecordingStorage,
  { provider: Provider }
>;

export interface StoreParts {
  agents: GuardedAgents;
  /** Hosts that the client may contact in addition to the provider's own. */
  allowedHosts: readonly string[];
}

/** An error of a provider's client, without its input. */
export class StoreError extends OutsideFault {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'StoreError';
    this.code = code;
  }
}

/**
 * Returns the endpoint without trailing slashes, or undefined if there is none. Throws a `StoreError` unless
 * the operator allows its host. Needed for clients whose connections cannot be checked individually.
 */
export function allowedEndpoint(
  endpoint: string | undefined,
  allowedHosts: readonly string[],
): string | undefined {
  if (endpoint === undefined) return undefined;
  const { host, hostname } = new URL(endpoint);
  if (
    !allowedHosts.some(
      (allowedHost) => allowedHost.toLowerCase() === host || allowedHost.toLowerCase() === hostname,
    )
  )
    throw new StoreError('address_refused', 'The endpoint is not one of OUTBOUND_ALLOWED_HOSTS.');
  return endpoint.replace(/\/+$/, '');
}
