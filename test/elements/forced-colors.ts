/** Simulates forced colours with a command that `web-test-runner.config.js` adds to the runner. */
import { executeServerCommand } from '@web/test-runner-commands';

/** Calls `work` while the system determines all colours, which only Chromium can simulate. */
export async function inForcedColors(work: () => Promise<void>): Promise<void> {
  await executeServerCommand('force-colors', { on: true });
  try {
    if (!matchMedia('(forced-colors: active)').matches) throw new Error('The colours are not forced.');
    await work();
  } finally {
    await executeServerCommand('force-colors', { on: false });
  }
}
