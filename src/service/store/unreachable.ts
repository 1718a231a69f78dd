/** The faults of a database that cannot be reached or accepts no writes, and how a start waits for it. */
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Codes of PostgreSQL when it stops, starts or has no free connection (its manual, appendix A), and Node's codes for
 * a connection that failed or was lost.
 */
const GONE =
  /^(08|57P0|53300|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE)/;

/** True if the database could not be reached: it may have carried out the request, but did not confirm a commit. */
export function isUnreachable(error: unknown): boolean {
  const { code, message, syscall } = error as { code?: unknown; message?: unknown; syscall?: unknown };
  return (
    (typeof code === 'string' && GONE.test(code)) ||
    // A server that is reached through a socket file removes the file when it stops.
    (code === 'ENOENT' && syscall === 'connect') ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      String(message),
    )
  );
}

/**
 * SQLSTATEs of a server that is running but cannot carry out the request now (PostgreSQL's manual, appendix A). The
 * same request may succeed later.
 */
const UNAVAILABLE: readonly RegExp[] = [
  // Read-only: a standby, or a server in the middle of a failover.
  /^25006$/,
  // Insufficient resources: a full disk, no memory, too many connections, a configured limit.
  /^53/,
  // Another transaction interfered: a serialization failure, a deadlock, or a lock that was not free.
  /^(40001|40P01|55P03)$/,
  // An operator, or a timeout of the server, cancelled the statement or the transaction.
  /^(57014|57P05|25P03)$/,
  // A fault of the operating system or of the disk.
  /^58/,
];

/** True if the database cannot carry out now a request that may succeed later; the caller is asked to try again. */
export function isUnavailable(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return isUnreachable(error) || (typeof code === 'string' && UNAVAILABLE.some((state) => state.test(code)));
}

/** How long a start waits for an unreachable database. */
export interface Patience {
  /** 0: the start does not wait. */
  seconds: number;
  /** Called once with the reason for the wait. */
  begins(error: unknown): void;
}

/** Milliseconds between two attempts. */
const AGAIN = 500;

/** Repeats `work` while the database is unreachable; any other failure is thrown at once. */
export async function whenReachable<Given>(work: () => Promise<Given>, patience: Patience): Promise<Given> {
  let end: number | null = null;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnreachable(error) || patience.seconds === 0) throw error;
      if (end === null) {
        end = performance.now() + patience.seconds * 1000;
        patience.begins(error);
      }
      if (performance.now() >= end) throw error;
      await pause(Math.min(AGAIN, end - performance.now()));
    }
  }
}
