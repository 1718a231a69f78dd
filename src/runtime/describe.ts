/**
 * Describes an error for the log: its kind, location and cause. The message is omitted, because it may contain
 * a visitor's words or a key. Only the message of a system error is kept, because it names the failed
 * operation.
 */
export interface Description {
  /** The reason or code of Palkit's own errors, otherwise the class of the error. */
  fault: string;
  /** Error code of Node or PostgreSQL. */
  code?: string;
  status?: number;
  /** Message of a system error, for example `connect ECONNREFUSED 10.0.0.1:5432`. */
  message?: string;
  /** Stack frames, innermost first. */
  at?: string[];
  cause?: Description;
}

const MAX_FRAMES = 6;
const MAX_CAUSES = 3;
const MAX_MESSAGE = 200;
/** Maximum number of characters of a reason or code, because a library may put any text there. */
const MAX_WORD = 80;

export function describe(error: unknown, maxCauses = MAX_CAUSES): Description {
  if (!(error instanceof Error)) return { fault: typeof error };
  const { reason, code, status, errno } = error as Error & Record<string, unknown>;
  const ownCode = [reason, code].find((word) => typeof word === 'string');
  const frames = (error.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, MAX_FRAMES)
    .map((line) => line.slice(3));
  return {
    fault: (ownCode ?? error.name).slice(0, MAX_WORD),
    ...(typeof code === 'string' && code !== ownCode ? { code: code.slice(0, MAX_WORD) } : {}),
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof errno === 'number' ? { message: error.message.slice(0, MAX_MESSAGE) } : {}),
    ...(frames.length > 0 ? { at: frames } : {}),
    ...(error.cause !== undefined && maxCauses > 0 ? { cause: describe(error.cause, maxCauses - 1) } : {}),
  };
}
