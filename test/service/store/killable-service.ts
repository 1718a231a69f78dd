/** The built service with a separate folder or database, which a test kills and restarts. */
import { spawn, type ChildProcess } from 'node:child_process';

/** The key of account 1. */
export const KEY = 'key-for-the-kills';

/**
 * Resolves when the service is ready. If it exits before that, rejects with its output. `environment` overrides the
 * settings here.
 */
export async function startKillable(
  folder: string,
  port: number,
  environment: Record<string, string> = {},
): Promise<ChildProcess> {
  // Optimising the database's WebAssembly at each start takes longer than it saves.
  const child = spawn(process.execPath, ['--liftoff-only', 'src/service/dist/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: '',
      DATA_DIR: folder,
      API_KEYS: `1:${KEY}`,
      ROOM_UDP_PORT: '0',
      ROOM_MAXIMUM_CALLS: '9999',
      OVERLOAD_REFUSALS: 'off',
      // Raise the limits, because all visitors have one address.
      VISITOR_STARTS_PER_MINUTE: '100000',
      VISITOR_OPEN_CALLS: '100000',
      ...environment,
    },
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`A start failed: ${output}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Palkit is ready')) resolve();
    });
  });
  child.removeAllListeners('exit');
  return child;
}
