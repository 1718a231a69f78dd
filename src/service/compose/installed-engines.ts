/** Recognisers and voices installed with `palkit models`, behind the same interfaces as the embedded ones. */
import os from 'node:os';
import path from 'node:path';
import {
  createNeuralTextToSpeech,
  createSherpaSpeechToText,
  createSherpaTextToSpeech,
  FLITE_VOICES,
  type FliteVoiceName,
  LocalModel,
  primaryLanguage,
  type SentenceModelFiles,
  SherpaHost,
  type SpeechToText,
  type SynthesisPool,
  type TextToSpeech,
  VoiceHost,
} from '@palkit/agent';
import type { Clock } from '@palkit/runtime/clock';
import { enginePath } from '@palkit/models/engine';
import { FAMILIES, type FamilyOf, type Purpose } from '@palkit/models/model';
import type { InstalledModel } from '@palkit/models/installed';

export interface InstalledEngines {
  /** Null if no voice is installed. */
  voice: TextToSpeech | null;
  /** Null if no recogniser is installed that this process can run. */
  ears: SpeechToText | null;
  /**
   * Loads the models for a call in these languages, so that its first words are not delayed. `voice` is the voice of
   * the call, or of its face.
   */
  warm(languages: readonly string[], voice?: string): void;
  close(): Promise<void>;
}

/** A model that sherpa-onnx runs. */
type SherpaModel = InstalledModel & { family: FamilyOf<'sherpa-onnx'> };
const isOfSherpa = (model: InstalledModel): model is SherpaModel => model.engine === 'sherpa-onnx';

/** Maximum number of threads of a model. More threads do not speed up a single sentence on typical machines. */
const MAX_THREADS = 2;

/**
 * `models` are sorted by age, newest first; a newer one takes precedence for its languages. Languages without a model
 * use the embedded engines. A model is loaded on first use.
 */
export function createInstalledEngines(
  models: readonly InstalledModel[],
  {
    dataDir,
    clock,
    pool,
    embedded,
  }: {
    dataDir: string;
    clock: Clock;
    pool: Pick<SynthesisPool, 'encode'>;
    embedded: { voice: TextToSpeech; ears(): SpeechToText };
  },
): InstalledEngines {
  const hosts: { close(): Promise<void> }[] = [];
  const partsOf = (model: InstalledModel): Record<string, string> =>
    Object.fromEntries(
      FAMILIES[model.family].parts.map((part) => [part, path.join(model.folder, model.parts[part]!)]),
    );
  const host = (model: SherpaModel): SherpaHost => {
    const engineHost = new SherpaHost({
      name: model.name,
      clock,
      package: enginePath(dataDir, model.engine)!,
      family: model.family,
      parts: partsOf(model),
      threads: Math.min(MAX_THREADS, os.availableParallelism()),
    });
    hosts.push(engineHost);
    return engineHost;
  };
  const neuralHost = (model: InstalledModel): VoiceHost => {
    const { model: graph, config } = partsOf(model);
    const engineHost = new VoiceHost({ name: model.name, clock, model: graph!, config: config! });
    hosts.push(engineHost);
    return engineHost;
  };
  const of = (purpose: Purpose) => models.filter(isOfSherpa).filter((model) => model.for === purpose);
  const voices = models.flatMap((model): InstalledVoice[] => {
    const { name, languages, speakers } = model;
    if (model.family === 'piper_onnx') {
      const own = neuralHost(model);
      const voice = createNeuralTextToSpeech({ host: own, languages, speakers, pool });
      return [{ name, languages, speakers, host: own, voice }];
    }
    if (model.for !== 'text_to_speech' || !isOfSherpa(model)) return [];
    const own = host(model);
    const voice = createSherpaTextToSpeech({ host: own, languages, speakers, pool });
    return [{ name, languages, speakers, host: own, voice }];
  });
  const recognisers = of('speech_to_text').map((model) => ({
    languages: model.languages,
    host: host(model),
  }));
  const ears = recognisers.map((each) => createSherpaSpeechToText(each.host, each.languages));
  return {
    voice: voices.length > 0 ? voiceOf(voices, embedded.voice) : null,
    ears: ears.length > 0 ? recognisersOf(ears, embedded.ears) : null,
    warm(languages, voice) {
      const chosen = chosenVoice(voices, embedded.voice, { voice, language: languages[0] });
      const recogniser = recognisers.find((each) => isSpoken(each.languages, languages[0]));
      // Ignore a failure, because it is reported when the engine is used.
      for (const engine of [chosen, recogniser]) engine?.host.warm().catch(() => undefined);
    },
    async close() {
      await Promise.all(hosts.map((each) => each.close()));
    },
  };
}

interface InstalledVoice {
  name: string;
  languages: readonly string[];
  /** Maps each embedded voice that this voice may replace to a speaker; undefined if it may replace all. */
  speakers: Readonly<Record<string, number>> | undefined;
  host: { warm(): Promise<void> };
  voice: TextToSpeech;
}

/** Returns a voice that speaks with the named voice, otherwise with one that fits the face. */
function voiceOf(voices: readonly InstalledVoice[], embedded: TextToSpeech): TextToSpeech {
  return {
    languages: union(
      voices.map(({ voice }) => voice.languages),
      embedded.languages,
    ),
    speak(text, options) {
      const voice = chosenVoice(voices, embedded, options);
      const [name, speaker] = options.voice?.split('/') ?? [];
      if (voice && voice.name === name) return voice.voice.speak(text, { ...options, voice: speaker });
      return (voice?.voice ?? embedded).speak(text, options);
    },
  };
}

/**
 * Selects the voice for a text; undefined selects the embedded voice. `voice` is the name of a model, possibly
 * with a speaker number (`kokoro-en/3`), or the embedded voice of a face. An installed voice without a speaker for
 * this face is used only if no other voice, embedded or installed, speaks the language.
 */
function chosenVoice(
  voices: readonly InstalledVoice[],
  embedded: TextToSpeech,
  { voice, language }: { voice?: string | undefined; language?: string | undefined },
): InstalledVoice | undefined {
  const namedVoice = voices.find(({ name }) => name === voice?.split('/')[0]);
  if (namedVoice) return namedVoice;
  const speakers = voices.filter(({ languages }) => isSpoken(languages, language));
  const fitting = speakers.find(
    ({ speakers }) => !speakers || !isEmbeddedVoice(voice) || Object.hasOwn(speakers, voice),
  );
  return fitting ?? (isSpoken(embedded.languages, language) ? undefined : speakers[0]);
}

const isEmbeddedVoice = (voice: string | undefined): voice is FliteVoiceName =>
  (FLITE_VOICES as readonly (string | undefined)[]).includes(voice);

/**
 * Returns a recogniser that uses the one for the call's language, or for the first of its languages if it may
 * have several.
 */
function recognisersOf(ears: readonly SpeechToText[], embedded: () => SpeechToText): SpeechToText {
  return {
    get languages() {
      return union(
        ears.map(({ languages }) => languages),
        embedded().languages,
      );
    },
    listen(options) {
      const language = options.language ?? options.languages?.[0];
      const engine = ears.find(({ languages }) => isSpoken(languages, language));
      return (engine ?? embedded()).listen(options);
    },
  };
}

const isSpoken = (languages: readonly string[], language: string | undefined): boolean =>
  languages.includes(primaryLanguage(language ?? 'en'));
const union = (all: readonly (readonly string[])[], more: readonly string[]): string[] => [
  ...new Set([...all.flat(), ...more]),
];

/**
 * Returns the most recently installed language model, whose process starts with the first call; undefined if
 * none is installed.
 */
export function installedLanguageModel(
  models: readonly InstalledModel[],
  { dataDir, clock }: { dataDir: string; clock: Clock },
): LocalModel | undefined {
  const installedModel = models.find((each) => each.for === 'language_model');
  if (!installedModel) return undefined;
  const engine = path.join(enginePath(dataDir, installedModel.engine)!, 'dist', 'index.js');
  const model = path.join(installedModel.folder, installedModel.parts['model']!);
  return new LocalModel({ name: installedModel.name, clock, engine, model });
}

/** Returns the most recently installed sentence model, which replaces the built-in one; else undefined. */
export function installedSentenceModel(models: readonly InstalledModel[]): SentenceModelFiles | undefined {
  const model = models.find((each) => each.for === 'embeddings');
  if (!model) return undefined;
  const file = (part: string): string => path.join(model.folder, model.parts[part]!);
  // The hash identifies the file, because vectors of different files with the same name must not be compared.
  const [source] = model.sources;
  return {
    name: source ? `${model.name}/${source.sha256.slice(0, 12)}` : `${model.name}/${model.installed_at}`,
    languages: model.languages,
    calibrated: false,
    files: { model: file('model'), tokenizer: file('tokenizer') },
  };
}
