/**
 * A circuit breaker for each outside engine. After repeated failures it sends no requests for a while, so that
 * visitors do not wait and the engine can recover. Then one trial request tests it (after Nygard's "Release It!").
 */
import type { Clock } from '@palkit/runtime/clock';
import { OutsideFault } from '@palkit/runtime/outside-fault';

/** The owner of circuits: the service for its engines, or the account that configured its engines. */
export const SERVICE = 'service';
export const accountScope = (account: number): string => `account ${account}`;
/**
 * Returns the scope of one account's use of the service's engines. Faults in this scope open no circuit of
 * other accounts.
 */
export const serviceScope = (account: number): string => `${SERVICE}, account ${account}`;

/** Number of consecutive faults that open a circuit. */
export const FAULTS_TO_OPEN = 5;
/** Milliseconds for which a circuit stays open; doubled after each failed trial. */
export const FIRST_WAIT_MS = 5_000;
export const MAX_WAIT_MS = 60_000;
/** Milliseconds without response headers after which an aborted request counts as a fault. */
const SLOW_MS = 8_000;
/** Maximum number of engines per scope that are remembered; the least recently used is dropped first. */
const MAX_CIRCUITS = 100;
/** Statuses of a gateway whose server is unreachable or overloaded. A plain 500 may be caused by the request. */
const UNAVAILABLE_STATUSES = new Set([502, 503, 504, 529]);

/** Thrown while a circuit is open; the engine received no request. */
export class CircuitOpenError extends OutsideFault {
  override readonly name = 'CircuitOpen';
}

interface Circuit {
  engine: string;
  faults: number;
  /** Unix milliseconds until which no request is sent; 0 if the circuit is closed. */
  openUntil: number;
  waitMs: number;
  /** True while the trial request runs. */
  isTrying: boolean;
}

export interface CircuitState {
  /** Host and path of the engine. */
  engine: string;
  state: 'closed' | 'open' | 'trying';
  faults: number;
}

export class Circuits {
  readonly #clock: Pick<Clock, 'now'>;
  /** Circuits by scope and engine; engines of one account never displace those of another. */
  readonly #circuits = new Map<string, Map<string, Circuit>>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /**
   * Returns a `fetch` with a circuit for each address (without its query). The circuits of a scope, an
   * account or the service, never affect another scope.
   *
   * @throws CircuitOpenError immediately while the circuit is open, otherwise the errors of `fetch`
   */
  wrapFetch(fetch: typeof globalThis.fetch, scope: string): typeof globalThis.fetch {
    return async (input, init) => {
      const circuit = this.#circuitFor(scope, String(input instanceof Request ? input.url : input));
      this.#admitRequest(circuit);
      const startedAt = this.#clock.now();
      const signal = init?.signal;
      try {
        const response = await fetch(input, init);
        this.#recordOutcome(circuit, !UNAVAILABLE_STATUSES.has(response.status));
        return response;
      } catch (error) {
        // If the caller aborts early, the engine is not necessarily faulty.
        if (signal?.aborted && this.#clock.now() - startedAt < SLOW_MS) circuit.isTrying = false;
        else this.#recordOutcome(circuit, false);
        throw error;
      }
    };
  }

  /** Returns the circuits that affect an account: those of its engines and of the service's engines. */
  statesFor(account: number): CircuitState[] {
    return [SERVICE, serviceScope(account), accountScope(account)].flatMap((scope) => this.states(scope));
  }

  /** Returns the circuits of the service's engines, which all accounts use; one engine may have several. */
  serviceStates(): CircuitState[] {
    return this.#statesOf((scope) => scope === SERVICE || scope.startsWith(`${SERVICE},`));
  }

  /** Returns the circuits of a scope that have recorded a fault. */
  states(scope: string): CircuitState[] {
    return this.#statesOf((otherScope) => otherScope === scope);
  }

  #statesOf(isIncluded: (scope: string) => boolean): CircuitState[] {
    const now = this.#clock.now();
    return [...this.#circuits]
      .flatMap(([scope, circuits]) => (isIncluded(scope) ? [...circuits.values()] : []))
      .filter(({ faults }) => faults > 0)
      .map(({ engine, faults, openUntil, isTrying }) => ({
        engine,
        faults,
        state: openUntil === 0 ? 'closed' : isTrying || now >= openUntil ? 'trying' : 'open',
      }));
  }

  #circuitFor(scope: string, address: string): Circuit {
    const { host, pathname } = new URL(address);
    const engine = host + pathname;
    const circuits = this.#circuits.get(scope) ?? new Map<string, Circuit>();
    this.#circuits.set(scope, circuits);
    const circuit = circuits.get(engine) ?? {
      engine,
      faults: 0,
      openUntil: 0,
      waitMs: FIRST_WAIT_MS,
      isTrying: false,
    };
    circuits.delete(engine);
    circuits.set(engine, circuit);
    const [oldest] = circuits.keys();
    if (circuits.size > MAX_CIRCUITS && oldest !== undefined) circuits.delete(oldest);
    return circuit;
  }

  #admitRequest(circuit: Circuit): void {
    if (circuit.openUntil === 0) return;
    if (circuit.isTrying || this.#clock.now() < circuit.openUntil)
      throw new CircuitOpenError('The engine failed repeatedly, so requests to it are paused.');
    circuit.isTrying = true;
  }

  #recordOutcome(circuit: Circuit, isSuccess: boolean): void {
    const wasTrial = circuit.isTrying;
    circuit.isTrying = false;
    if (isSuccess) {
      circuit.faults = circuit.openUntil = 0;
      circuit.waitMs = FIRST_WAIT_MS;
      return;
    }
    circuit.faults++;
    if (wasTrial) circuit.waitMs = Math.min(MAX_WAIT_MS, circuit.waitMs * 2);
    if (wasTrial || circuit.faults >= FAULTS_TO_OPEN) circuit.openUntil = this.#clock.now() + circuit.waitMs;
  }
}
