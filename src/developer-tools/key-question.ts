/** Asks the user at the terminal for a key without echoing the input. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Returns a function that asks for the key; null without a terminal. The end of the input and Ctrl+C give an
 * empty key.
 */
export function keyQuestion({
  stdin,
  stderr,
}: Pick<NodeJS.Process, 'stdin' | 'stderr'>): (() => Promise<string>) | null {
  if (!stdin.isTTY) return null;
  return async () => {
    stderr.write('API key (with the scope all; it is not shown): ');
    const silence = new Writable({ write: (_chunk, _encoding, callback) => callback() });
    const lines = createInterface({ input: stdin, output: silence, terminal: true });
    try {
      const inputEnd = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
      lines.once('SIGINT', () => lines.close());
      return await Promise.race([lines.question('').catch(() => ''), inputEnd]);
    } finally {
      lines.close();
      stderr.write('\n');
    }
  };
}
