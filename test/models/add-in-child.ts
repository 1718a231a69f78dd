/** Adds the tests' model in a separate process, which a test kills. */
import { systemClock } from '../../src/runtime/clock.ts';
import { addModel } from '../../src/models/install.ts';
import { createOutbound } from '../../src/outbound/outbound.ts';
import { model } from './publisher.ts';

const [dataDir, host] = process.argv.slice(2) as [string, string];
await addModel(model({ address: `http://${host}/tiny.zip` }), {
  dataDir,
  allowedHosts: [host],
  outbound: createOutbound({ clock: systemClock, allowedHosts: [host] }),
  clock: systemClock,
  free: async () => 1e12,
  pause: async () => undefined,
  step: () => undefined,
  progress: (bytes) => void (bytes > 0 && process.stdout.write(`${bytes}\n`)),
});
