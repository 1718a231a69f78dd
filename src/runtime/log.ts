/** The service's log. It never contains secrets or visitors' words. */
import type pino from 'pino';

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error' | 'debug'>;
