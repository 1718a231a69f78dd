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
    // A server that is reached by a socket in the file system takes the socket away with it.
    (code === 'ENOENT' && syscall === 'connect') ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      String(message),
    )
  );
}

/**
 * SQLSTATEs of a server that is there and cannot do now what it was asked (PostgreSQL's manual, appendix A). Each
 * passes without a change of the request.
 */
const UNAVAILABLE: readonly RegExp[] = [
  // Read-only: a standby, or a server in the middle of a failover.
  /^25006$/,
  // Insufficient resources: a full disk, no memory, too many connections, a configured limit.
  /^53/,
  // Another transaction was in the way: a serialization failure, a deadlock, a lock that was not free.
  /^(40001|40P01|55P03)$/,
  // An operator, or a timeout of the server, cancelled the statement or the transaction.
  /^(57014|57P05|25P03)$/,
  // A fault of the operating system or of the disk.
  /^58/,
];

/** Whether the database cannot do now what it may do later; the caller is asked to try again. */
export function isUnavailable(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return isUnreachable(error) || (typeof code === 'string' && UNAVAILABLE.some((state) => state.test(code)));
}

/** Whether a start waits for a database that is not there. */
export interface Patience {
  /** 0: it does not wait. */
  seconds: number;
  /** Hears once why it waits. */
  begins(error: unknown): void;
}

/** Milliseconds between two tries. */
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
