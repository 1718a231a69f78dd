/** The engines that this process has. The embedded ones speak and hear English; their work is done in worker threads. */
import type { Engines } from '../agents.ts';
import { createFliteVoice } from './flite-voice.ts';
import { HearingPool } from './hearing-pool.ts';
import { createPocketSphinxEars } from './pocketsphinx-ears.ts';
import { SpeechPool } from './speech-pool.ts';

export function createEmbeddedEngines(): Engines & { close(): Promise<void> } {
  const speech = new SpeechPool();
  const hearing = new HearingPool();
  return {
    voice: createFliteVoice(speech),
    ears: createPocketSphinxEars(hearing),
    async close() {
      await Promise.all([speech.close(), hearing.close()]);
    },
  };
}
