/**
 * The description of a fault for the log: its kind, its place and its cause. Never its message, which may contain a
 * visitor's words or a key; a system error's message only names the failed operation.
 */
export interface Description {
  /** The reason or code of one of Palkit's own errors, otherwise the class of the error. */
  fault: string;
  /** Node's or PostgreSQL's code. */
  code?: string;
  status?: number;
  /** Message of a system error, for example `connect ECONNREFUSED 10.0.0.1:5432`. */
  message?: string;
  /** Frames, innermost first. */
  at?: string[];
  cause?: Description;
}

const FRAMES = 6;
const CAUSES = 3;
const MESSAGE = 200;
/** Maximum number of characters of a reason or a code, which an outside library may fill with anything. */
const WORD = 80;

export function describe(error: unknown, causes = CAUSES): Description {
  if (!(error instanceof Error)) return { fault: typeof error };
  const { reason, code, status, errno } = error as Error & Record<string, unknown>;
  const own = [reason, code].find((word) => typeof word === 'string');
  const frames = (error.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, FRAMES)
    .map((line) => line.slice(3));
  return {
    fault: (own ?? error.name).slice(0, WORD),
    ...(typeof code === 'string' && code !== own ? { code: code.slice(0, WORD) } : {}),
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof errno === 'number' ? { message: error.message.slice(0, MESSAGE) } : {}),
    ...(frames.length > 0 ? { at: frames } : {}),
    ...(error.cause !== undefined && causes > 0 ? { cause: describe(error.cause, causes - 1) } : {}),
  };
}
