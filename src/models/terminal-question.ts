/** Asks the user at the terminal a yes-or-no question. */
import { createInterface } from 'node:readline/promises';

/**
 * Returns a function that asks a question; null without a terminal. An abort, or an answer that does not
 * begin with "y", counts as no.
 */
export function terminalQuestion(
  signal?: AbortSignal,
  { stdin, stdout }: Pick<NodeJS.Process, 'stdin' | 'stdout'> = process,
): ((question: string) => Promise<boolean>) | null {
  if (!stdin.isTTY || !stdout.isTTY) return null;
  return async (question) => {
    // Read single lines, so that the terminal continues to handle Ctrl+C.
    const lines = createInterface({ input: stdin, output: stdout, terminal: false });
    try {
      // The input may end without an answer, which must end the wait.
      const inputEnd = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
      const answer = lines.question(`${question} [y/N] `, signal ? { signal } : {}).catch(() => '');
      return /^\s*y/i.test(await Promise.race([answer, inputEnd]));
    } finally {
      lines.close();
    }
  };
}
