/**
 * Counts the faults of engines by observing the log: each fault is a warning or an error with the fields `engine` and
 * `fault`.
 */
import * as z from 'zod';
import type { Log } from '@palkit/runtime/log';

const EngineFault = z.looseObject({ engine: z.string(), fault: z.string() });

/** Wraps the log so that it also calls `count` for each fault of an engine. */
export function countEngineFaults(log: Log, count: (engine: string, fault: string) => void): Log {
  const countFault = (fields: unknown) => {
    const fault = EngineFault.safeParse(fields);
    if (fault.success) count(fault.data.engine, fault.data.fault);
  };
  return {
    debug: log.debug.bind(log),
    info: log.info.bind(log),
    warn: (fields: unknown, words?: string) => {
      countFault(fields);
      log.warn(fields, words);
    },
    error: (fields: unknown, words?: string) => {
      countFault(fields);
      log.error(fields, words);
    },
  };
}
