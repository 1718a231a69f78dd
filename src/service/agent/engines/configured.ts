/** The engines that this process has: those that the settings name, else the embedded ones, whose work is done in worker threads. */
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Engines } from '../agents.ts';
import { createFliteVoice } from './flite-voice.ts';
import { HearingPool } from './hearing-pool.ts';
import { createInstalledEngines, installedSentences } from './installed-engines.ts';
import { createOpenAIEars } from './openai-ears.ts';
import { createOpenAIVoice } from './openai-voice.ts';
import { createPocketSphinxEars } from './pocketsphinx-ears.ts';
import { SentenceModel } from './sentence-model.ts';
import { SpeechPool } from './speech-pool.ts';

type Settings = Pick<Config, 'stt' | 'tts' | 'embeddings' | 'models' | 'dataDir'>;

export function createEngines({ stt, tts, embeddings, models, dataDir }: Settings): Engines & { close(): Promise<void> } {
  // Also encodes what a configured voice sends, and speaks where that one fails.
  const speech = new SpeechPool();
  // Each of its threads takes 120 MB: they are made when a PAL first asks for them.
  let hearing: HearingPool | null = null;
  const embedded = { voice: createFliteVoice(speech), ears: () => createPocketSphinxEars((hearing ??= new HearingPool())) };
  // Its process is started by the first text.
  const sentences = embeddings ? undefined : new SentenceModel(systemClock, installedSentences(models));
  const installed = createInstalledEngines(models, { dataDir, clock: systemClock, pool: speech, embedded });
  return {
    voice: tts
      ? createOpenAIVoice({ fetch, baseUrl: tts.baseUrl, key: tts.apiKey ?? undefined, model: tts.model ?? 'tts-1', voice: tts.voice ?? 'alloy', pool: speech })
      : (installed.voice ?? embedded.voice),
    ears: stt ? createOpenAIEars({ fetch, baseUrl: stt.baseUrl, key: stt.apiKey ?? undefined, model: stt.model ?? 'whisper-1' }) : (installed.ears ?? embedded.ears()),
    embedded,
    speech,
    ...(sentences ? { sentences } : {}),
    warm: installed.warm,
    async close() {
      sentences?.close();
      await Promise.all([speech.close(), hearing?.close(), installed.close()]);
    },
  };
}
