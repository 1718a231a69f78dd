/**
 * The interface through which `palkit test` starts its own service; the composition of the service implements
 * it.
 */
import type { Clock } from '@palkit/runtime/clock';
import type { SimulatedCalls } from './simulated-calls.ts';

export interface ServiceOptions {
  /** Folder of an existing database that is copied for a faster start. */
  database?: string | undefined;
  /** Host and port of the scripted server, which the service must be allowed to reach. */
  scriptedHost: string;
  clock: Clock;
  calls: SimulatedCalls;
  /** Environment variables. Only those for engines and models are used. */
  environment: Readonly<Record<string, string | undefined>>;
}

export interface ServiceUnderTest {
  /** Base address without a trailing slash. */
  base: string;
  /** An API key of the service's only account. */
  key: string;
  close(): Promise<void>;
}

export type StartService = (options: ServiceOptions) => Promise<ServiceUnderTest>;
