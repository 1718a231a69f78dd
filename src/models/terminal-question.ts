/** A yes-or-no question to the person at the terminal. */
import { createInterface } from 'node:readline/promises';

/** Returns null without a terminal. An abort, or an answer that does not begin with a y, counts as no. */
export function terminalQuestion(
  signal?: AbortSignal,
  { stdin, stdout }: Pick<NodeJS.Process, 'stdin' | 'stdout'> = process,
): ((question: string) => Promise<boolean>) | null {
  if (!stdin.isTTY || !stdout.isTTY) return null;
  return async (question) => {
    // Lines are read one at a time, so that the terminal keeps handling Ctrl+C.
    const lines = createInterface({ input: stdin, output: stdout, terminal: false });
    try {
      // At the end of the input there is no answer, so this must end the wait.
      const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
      const answer = lines.question(`${question} [y/N] `, signal ? { signal } : {}).catch(() => '');
      return /^\s*y/i.test(await Promise.race([answer, ended]));
    } finally {
      lines.close();
    }
  };
}
