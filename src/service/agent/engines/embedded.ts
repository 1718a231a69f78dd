/** The engines that this process has: the embedded ones, or those that the settings name. */
import type { Config } from '../../config.ts';
import type { Engines } from '../agents.ts';
import { createFliteVoice } from './flite-voice.ts';
import { SpeechPool } from './speech-pool.ts';

export function createEngines(config: Config): Engines & { close(): Promise<void> } {
  const pool = new SpeechPool({});
  return { voice: createFliteVoice(pool), ears: null, close: () => pool.close() };
}
