/** Runs a program until it exits, and collects its output. */
import { spawn } from 'node:child_process';
import os from 'node:os';

export interface EndedProcess {
  output: string;
  code: number;
}

/**
 * Resolves when the program has exited. With `echoes` its output is also passed on while it arrives. With
 * `isPatient` it runs at a low priority.
 */
export function run(
  [command = '', ...parameters]: string[],
  environment: Record<string, string> = {},
  { echoes = true, isPatient = false } = {},
): Promise<EndedProcess> {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment, FORCE_COLOR: '0' },
    });
    if (isPatient && child.pid !== undefined)
      os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
    // If this process exits early, the child is killed.
    const end = () => void child.kill();
    process.once('exit', end);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (echoes) process.stdout.write(text);
      });
    }
    child.on('close', (code) => {
      process.removeListener('exit', end);
      resolve({ output, code: code ?? 1 });
    });
  });
}
