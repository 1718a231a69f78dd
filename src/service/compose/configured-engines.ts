/** The engines of this process: the configured ones, otherwise the embedded ones, which run in worker threads. */
import path from 'node:path';
import type { Logger } from 'pino';
import {
  createFliteTextToSpeech,
  createOpenAISpeechToText,
  createOpenAITextToSpeech,
  createVoskSpeechToText,
  primaryLanguage,
  RecognitionPool,
  SentenceModel,
  type SpeechToText,
  SynthesisPool,
  type TextToSpeech,
} from '@palkit/agent';
import { assetPath } from '@palkit/runtime/asset-data';
import { systemClock } from '@palkit/runtime/clock';
import type { Config } from '../config/config.ts';
import type { Engines } from './agent-factory.ts';
import {
  createInstalledEngines,
  installedLanguageModel,
  installedSentenceModel,
} from './installed-engines.ts';

type Log = Pick<Logger, 'warn'>;
type Settings = Pick<Config, 'llm' | 'stt' | 'tts' | 'embeddings' | 'models' | 'voskModels' | 'dataDir'>;

/** The English model that is included in the service, under `src/assets`. */
const EMBEDDED_MODEL = 'speech-to-text/vosk-en-us';

/** The settings of engines, and the engines that need no setting. */
interface EngineParts {
  settings: Settings;
  speech: SynthesisPool;
  local: ReturnType<typeof createInstalledEngines>;
  embedded: { voice: TextToSpeech; ears: SpeechToText };
}

/**
 * Creates an engine from the settings or the installed models; null if they contain none. To support another
 * engine, add a file for it and an entry to one of the tables below.
 */
type EngineFactory<Engine> = (parts: EngineParts) => Engine | null;

/** The first voice that is available is used. */
const TEXT_TO_SPEECH: readonly EngineFactory<TextToSpeech>[] = [
  ({ settings: { tts }, speech }) =>
    tts &&
    createOpenAITextToSpeech({
      fetch,
      baseUrl: tts.baseUrl,
      key: tts.apiKey ?? undefined,
      model: tts.model ?? 'tts-1',
      voice: tts.voice ?? 'alloy',
      pool: speech,
    }),
  ({ local }) => local.voice,
  ({ embedded }) => embedded.voice,
];

/** The first recogniser that is available is used. */
const SPEECH_TO_TEXT: readonly EngineFactory<SpeechToText>[] = [
  ({ settings: { stt } }) =>
    stt &&
    createOpenAISpeechToText({
      fetch,
      baseUrl: stt.baseUrl,
      key: stt.apiKey ?? undefined,
      model: stt.model ?? 'whisper-1',
    }),
  ({ local }) => local.ears,
  ({ embedded }) => embedded.ears,
];

function firstAvailable<Engine>(rows: readonly EngineFactory<Engine>[], parts: EngineParts): Engine {
  for (const row of rows) {
    const engine = row(parts);
    if (engine) return engine;
  }
  throw new Error('No engine is there: the embedded one has a row of its own.');
}

export function createEngines(settings: Settings, log: Log): Engines & { close(): Promise<void> } {
  const { embeddings, models, voskModels, dataDir } = settings;
  // The synthesis pool also encodes the sound of a configured voice, and replaces that voice if it fails.
  const speech = new SynthesisPool();
  // Recognisers are loaded when the first visitor speaks.
  const recogniserPools = hearingPools(models, voskModels, log);
  const recogniser = createVoskSpeechToText(recogniserPools);
  const voice = createFliteTextToSpeech(speech);
  const embedded = { voice, ears: () => recogniser };
  // The process of the sentence model starts with the first text.
  const sentences = embeddings ? undefined : new SentenceModel(systemClock, installedSentenceModel(models));
  const model = settings.llm ? undefined : installedLanguageModel(models, { dataDir, clock: systemClock });
  const local = createInstalledEngines(models, { dataDir, clock: systemClock, pool: speech, embedded });
  const parts = { settings, speech, local, embedded: { voice, ears: recogniser } };
  return {
    voice: firstAvailable(TEXT_TO_SPEECH, parts),
    ears: firstAvailable(SPEECH_TO_TEXT, parts),
    embedded,
    speech,
    ...(sentences ? { sentences } : {}),
    ...(model ? { model } : {}),
    warm: local.warm,
    async close() {
      sentences?.close();
      model?.close();
      await Promise.all([
        speech.close(),
        local.close(),
        ...[...recogniserPools.values()].map((pool) => pool.close()),
      ]);
    },
  };
}

/**
 * Creates a pool of recognisers for each language that has a model. The configured model of a language is used,
 * otherwise the newest installed one, otherwise (for English) the one that is included in the service.
 */
function hearingPools(
  models: Config['models'],
  voskModels: Config['voskModels'],
  log: Log,
): Map<string, RecognitionPool> {
  const folders = new Map([['en', { folder: assetPath(EMBEDDED_MODEL), embedded: true }]]);
  for (const { engine, folder, languages, parts } of models.toReversed()) {
    if (engine !== 'vosk') continue;
    for (const language of languages)
      folders.set(primaryLanguage(language), {
        folder: path.dirname(path.join(folder, parts['am']!)),
        embedded: false,
      });
  }
  for (const { language, folder } of voskModels) folders.set(language, { folder, embedded: false });
  return new Map(
    [...folders].map(([language, model]) => {
      const parts = { model: { ...model, english: language === 'en' }, clock: systemClock };
      const onFault = (fault: string) =>
        log.warn({ fault }, 'speech is recognised without a part of the engine');
      return [language, new RecognitionPool({ ...parts, onFault })];
    }),
  );
}
