/** A yes-or-no question to the person at the terminal. */
import { createInterface } from 'node:readline/promises';

/** Null without a terminal. An answer that does not begin with a y, and an abort, is a no. */
export function terminalQuestion(
  signal?: AbortSignal,
  { stdin, stdout }: Pick<NodeJS.Process, 'stdin' | 'stdout'> = process,
): ((question: string) => Promise<boolean>) | null {
  if (!stdin.isTTY || !stdout.isTTY) return null;
  return async (question) => {
    // A line at a time, so that Ctrl+C stays the terminal's own.
    const lines = createInterface({ input: stdin, output: stdout, terminal: false });
    try {
      // The end of the input answers nothing, so it must end the wait.
      const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
      const answer = lines.question(`${question} [y/N] `, signal ? { signal } : {}).catch(() => '');
      return /^\s*y/i.test(await Promise.race([answer, ended]));
    } finally {
      lines.close();
    }
  };
}
