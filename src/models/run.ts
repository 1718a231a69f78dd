/** Runs `palkit models` with the real network, disk and terminal. */
import { systemClock } from '@palkit/runtime/clock';
import { createOutbound } from '@palkit/outbound/outbound';
import { MODELS } from './catalogue.ts';
import { modelsCommand, type VoicedFace } from './command.ts';
import { disk } from './disk.ts';
import { progressBar } from './progress.ts';
import { terminalQuestion } from './terminal-question.ts';

export interface RunOptions {
  dataDir: string;
  /** Hosts that may have private addresses, as in the service's settings. */
  allowedHosts: readonly string[];
  faces: readonly VoicedFace[];
}

/** Resolves with the exit code of `modelsCommand`. */
export async function runModels(
  words: readonly string[],
  { dataDir, allowedHosts, faces }: RunOptions,
): Promise<number> {
  const outbound = createOutbound({ clock: systemClock, allowedHosts });
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new Error('stopped')));
  try {
    return await modelsCommand(words, {
      catalogue: MODELS,
      faces,
      dataDir,
      outbound,
      allowedHosts,
      clock: systemClock,
      signal: stop.signal,
      bar: progressBar(process.stdout),
      out: (text) => process.stdout.write(text),
      error: (text) => process.stderr.write(text),
      confirm: terminalQuestion(stop.signal),
      ...disk(dataDir),
    });
  } finally {
    await outbound.close();
  }
}
