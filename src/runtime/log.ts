/** What the service writes to its log by. Secrets and visitors' words never reach it. */
import type pino from 'pino';

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error' | 'debug'>;
