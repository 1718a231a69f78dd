/** Colours that the system chooses, by a command of the runner in `web-test-runner.config.js`. */
import { executeServerCommand } from '@web/test-runner-commands';

/** Runs `work` while the system chooses the colours; in Chromium only. */
export async function inForcedColors(work: () => Promise<void>): Promise<void> {
  await executeServerCommand('force-colors', { on: true });
  try {
    if (!matchMedia('(forced-colors: active)').matches) throw new Error('The colours are not forced.');
    await work();
  } finally {
    await executeServerCommand('force-colors', { on: false });
  }
}
