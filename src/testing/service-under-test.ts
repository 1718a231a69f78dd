/** The port by which `palkit test` starts a service of its own; the service's composition implements it. */
import type { Clock } from '@palkit/runtime/clock';
import type { SimulatedCalls } from './simulated-calls.ts';

export interface ServiceOptions {
  /** Folder of an existing database, which is copied for a quicker start. */
  database?: string | undefined;
  /** Host and port of the scripted server, which the service may reach. */
  scriptedHost: string;
  clock: Clock;
  calls: SimulatedCalls;
  /** The environment's variables. Only those of engines and models have an effect. */
  environment: Readonly<Record<string, string | undefined>>;
}

export interface ServiceUnderTest {
  /** Its address, without a trailing slash. */
  base: string;
  /** An API key of its only account. */
  key: string;
  close(): Promise<void>;
}

export type StartService = (options: ServiceOptions) => Promise<ServiceUnderTest>;
