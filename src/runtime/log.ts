/** The service's log. Secrets and visitors' words never reach it. */
import type pino from 'pino';

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error' | 'debug'>;
