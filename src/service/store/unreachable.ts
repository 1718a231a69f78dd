/** Recognises errors of a database that is unreachable or accepts no writes, and waits for it at the start. */
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Codes of PostgreSQL while it stops, starts or has no free connection (manual, appendix A), and codes of Node for a
 * failed or lost connection.
 */
const UNREACHABLE_CODES =
  /^(08|57P0|53300|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE)/;

/** True if the database was not reached. It may still have carried out the request without confirming the commit. */
export function isUnreachable(error: unknown): boolean {
  const { code, message, syscall } = error as { code?: unknown; message?: unknown; syscall?: unknown };
  return (
    (typeof code === 'string' && UNREACHABLE_CODES.test(code)) ||
    // A server with a socket file removes the file when it stops, so a missing file means that the server is
    // not running.
    (code === 'ENOENT' && syscall === 'connect') ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      String(message),
    )
  );
}

/**
 * SQLSTATEs of a running server that cannot carry out the request now (PostgreSQL manual, appendix A). The same
 * request may succeed later.
 */
const UNAVAILABLE: readonly RegExp[] = [
  // Read-only: a standby, or a server during a failover.
  /^25006$/,
  // Insufficient resources: a full disk, no memory, too many connections, a configured limit.
  /^53/,
  // Interference by another transaction: a serialization failure, a deadlock, or a lock that was not free.
  /^(40001|40P01|55P03)$/,
  // The operator or a server timeout cancelled the statement or the transaction.
  /^(57014|57P05|25P03)$/,
  // An error of the operating system or the disk.
  /^58/,
];

/** True if the database cannot carry out a request now that may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return isUnreachable(error) || (typeof code === 'string' && UNAVAILABLE.some((state) => state.test(code)));
}

/** How long the start waits for an unreachable database. */
export interface StartWait {
  /** Seconds to wait; 0 does not wait. */
  seconds: number;
  /** Called once with the reason for the wait. */
  begins(error: unknown): void;
}

/** Milliseconds between two attempts. */
const RETRY_DELAY_MS = 500;

/** Retries `work` while the database is unreachable; throws any other error immediately. */
export async function whenReachable<Given>(work: () => Promise<Given>, patience: StartWait): Promise<Given> {
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
      await pause(Math.min(RETRY_DELAY_MS, end - performance.now()));
    }
  }
}
