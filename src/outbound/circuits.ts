/**
 * A circuit breaker for each outside engine: after repeated failures it gets no requests for a while, so that
 * visitors do not wait for it and it can recover. Then one request tests it (after Nygard's "Release It!").
 */
import type { Clock } from '@palkit/runtime/clock';
import { OutsideFault } from '@palkit/runtime/outside-fault';

/** The owner of the circuits: the service for its own engines, or the account that configured the engines. */
export const SERVICE = 'service';
export const accountScope = (account: number): string => `account ${account}`;
/**
 * Scope of one account's use of the service's engines: faults of its requests open no circuit for other accounts.
 */
export const serviceScope = (account: number): string => `${SERVICE}, account ${account}`;

/** Consecutive faults that open a circuit. */
export const FAULTS_TO_OPEN = 5;
/** Milliseconds for which it stays open; doubled after each failed trial. */
export const FIRST_WAIT = 5_000;
export const MAX_WAIT = 60_000;
/** Milliseconds without an answer's head after which an abandoned request counts as a fault. */
const SLOW = 8_000;
/** Maximum number of engines of a scope that are remembered; the least recently used one is dropped first. */
const MAX_CIRCUITS = 100;
/** Statuses of a gateway whose server is unreachable or overloaded. A plain 500 may concern the request itself. */
const AWAY = new Set([502, 503, 504, 529]);

/** The engine received no request. */
export class CircuitOpen extends OutsideFault {
  override readonly name = 'CircuitOpen';
}

interface Circuit {
  engine: string;
  faults: number;
  /** Unix milliseconds until which no request is sent; 0 for a closed circuit. */
  until: number;
  wait: number;
  /** True while the one request that tests it is running. */
  trying: boolean;
}

export interface CircuitState {
  /** Host and path of the engine. */
  engine: string;
  state: 'closed' | 'open' | 'trying';
  faults: number;
}

export class Circuits {
  readonly #clock: Pick<Clock, 'now'>;
  /** Scope → engine → circuit: one account's engines never displace another's. */
  readonly #circuits = new Map<string, Map<string, Circuit>>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /**
   * `fetch` with a circuit for each address (without its query). Those of one scope, an account or the service
   * itself, never open another's.
   *
   * @throws CircuitOpen at once while the circuit is open, else what `fetch` throws
   */
  wrapFetch(fetch: typeof globalThis.fetch, scope: string): typeof globalThis.fetch {
    return async (input, init) => {
      const circuit = this.#of(scope, String(input instanceof Request ? input.url : input));
      this.#enter(circuit);
      const began = this.#clock.now();
      const signal = init?.signal;
      try {
        const response = await fetch(input, init);
        this.#settle(circuit, !AWAY.has(response.status));
        return response;
      } catch (error) {
        // If the caller gives up early, the engine is not necessarily at fault.
        if (signal?.aborted && this.#clock.now() - began < SLOW) circuit.trying = false;
        else this.#settle(circuit, false);
        throw error;
      }
    };
  }

  /** The circuits that an account meets: those of its own engines and of the service's. */
  statesFor(account: number): CircuitState[] {
    return [SERVICE, serviceScope(account), accountScope(account)].flatMap((scope) => this.states(scope));
  }

  /** The circuits of the service's engines, which all accounts use; one engine may have several. */
  serviceStates(): CircuitState[] {
    return this.#statesOf((scope) => scope === SERVICE || scope.startsWith(`${SERVICE},`));
  }

  /** The circuits of a scope that have met a fault. */
  states(scope: string): CircuitState[] {
    return this.#statesOf((other) => other === scope);
  }

  #statesOf(belongs: (scope: string) => boolean): CircuitState[] {
    const now = this.#clock.now();
    return [...this.#circuits]
      .flatMap(([scope, circuits]) => (belongs(scope) ? [...circuits.values()] : []))
      .filter(({ faults }) => faults > 0)
      .map(({ engine, faults, until, trying }) => ({
        engine,
        faults,
        state: until === 0 ? 'closed' : trying || now >= until ? 'trying' : 'open',
      }));
  }

  #of(scope: string, address: string): Circuit {
    const { host, pathname } = new URL(address);
    const engine = host + pathname;
    const circuits = this.#circuits.get(scope) ?? new Map<string, Circuit>();
    this.#circuits.set(scope, circuits);
    const circuit = circuits.get(engine) ?? { engine, faults: 0, until: 0, wait: FIRST_WAIT, trying: false };
    circuits.delete(engine);
    circuits.set(engine, circuit);
    const [oldest] = circuits.keys();
    if (circuits.size > MAX_CIRCUITS && oldest !== undefined) circuits.delete(oldest);
    return circuit;
  }

  #enter(circuit: Circuit): void {
    if (circuit.until === 0) return;
    if (circuit.trying || this.#clock.now() < circuit.until)
      throw new CircuitOpen('The engine failed repeatedly, so requests to it are paused.');
    circuit.trying = true;
  }

  #settle(circuit: Circuit, well: boolean): void {
    const trial = circuit.trying;
    circuit.trying = false;
    if (well) {
      circuit.faults = circuit.until = 0;
      circuit.wait = FIRST_WAIT;
      return;
    }
    circuit.faults++;
    if (trial) circuit.wait = Math.min(MAX_WAIT, circuit.wait * 2);
    if (trial || circuit.faults >= FAULTS_TO_OPEN) circuit.until = this.#clock.now() + circuit.wait;
  }
}
