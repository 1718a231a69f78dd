/** The voices of the service, and a sample sentence of each. */
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { VOICE_SOURCES, type getVoiceSample, type listVoices, type Voice } from '@palkit/contract/voices';
import { ServiceError } from '@palkit/contract/service-error';
import { agentSentences, EngineError } from '@palkit/agent';
import type { Config } from '../config/config.ts';
import type { Handler } from '../http/binder.ts';
import type { InstalledModel } from '@palkit/models/installed';
import { SYSTEM_FACE, SYSTEM_FACES } from '../seed/system-faces.ts';
import { speak } from './speech.ts';
import type { SpeechLimiter } from './speech-limiter.ts';

/** The agent's name in the sample sentences. */
const SPEAKER = 'Mira';

export const list: Handler<typeof listVoices> = async ({ query }, { config }) => {
  const terms = [query.search, query.name_or_uuid].filter((text) => text !== undefined && text !== '');
  const voices = voicesOf(config).filter((voice) =>
    terms.every((text) => `${voice.voice_id}\n${voice.name}`.toLowerCase().includes(text!.toLowerCase())),
  );
  // The default order is the order of preference.
  const order = { asc: 1, desc: -1 }[query.sort ?? 'asc'];
  if (query.sort) voices.sort((a, b) => order * a.name.localeCompare(b.name, 'en'));
  const from = (query.page - 1) * query.limit;
  return Promise.resolve({ data: voices.slice(from, from + query.limit), total_count: voices.length });
};

export const sample =
  (speechLimiter: SpeechLimiter): Handler<typeof getVoiceSample> =>
  async ({ account, params, signal }, { config, voice: engine, media, runMediaJob }) => {
    const voice = voicesOf(config).find(({ voice_id }) => voice_id === params.voice_id);
    if (!voice) throw new ServiceError('voice_not_found');
    if (!engine) throw new ServiceError('voice_unavailable', 'This service has no voice.');
    const language = voice.languages[0] ?? 'en';
    const text = agentSentences(language, { name: SPEAKER }).greeting;
    const file = nameOf([voice.voice_id, voice.source, config.tts?.model ?? '', text]);
    const answer = {
      voice_id: voice.voice_id,
      text,
      language,
      sample_url: `${config.publicUrl}/media/speech/${file}.ogg`,
    };
    const isMade = await fs.access(media.path('speech', file, 'ogg')).then(
      () => true,
      () => false,
    );
    if (isMade) return answer;
    const leave = await speechLimiter(account, signal);
    try {
      const script = await speak(engine, text, signal, { account, voice: voice.voice_id, language });
      await media.inFolder(async (folder) => {
        await runMediaJob({ do: 'pack', script, folder }, { signal });
        await media.publish('speech', file, folder, ['ogg']);
      });
    } catch (error) {
      if (error instanceof EngineError || signal.aborted) throw new ServiceError('voice_unavailable');
      throw error;
    } finally {
      leave();
    }
    return answer;
  };

/** Returns the endpoint's voice if one is configured, otherwise the installed and the built-in voices. */
export function voicesOf({ tts, models }: Pick<Config, 'tts' | 'models'>): Voice[] {
  const [embedded, installed, endpoint] = VOICE_SOURCES;
  const installedVoices = models.filter((model) => model.for === 'text_to_speech');
  const isReplaced = (voice: string): boolean =>
    installedVoices.some((model) => model.languages.includes('en') && canReplace(model, voice));
  const builtIn = [...new Set(SYSTEM_FACES.map(({ voice }) => voice))].filter((voice) => !isReplaced(voice));
  // A configured endpoint speaks for all faces.
  if (tts)
    return [
      {
        voice_id: tts.voice ?? 'alloy',
        name: tts.voice ?? 'alloy',
        source: endpoint,
        languages: [],
        licence: null,
        is_default: true,
      },
    ];
  return [
    ...installedVoices.map(({ name, languages, licence }, index) => ({
      voice_id: name,
      name,
      source: installed,
      languages: [...languages],
      licence,
      is_default: languages.some((language) => firstOf(installedVoices, language) === installedVoices[index]),
    })),
    ...builtIn.map((name) => ({
      voice_id: name,
      name,
      source: embedded,
      languages: ['en'],
      licence: 'Flite (Carnegie Mellon University)',
      is_default: name === SYSTEM_FACE.voice,
    })),
  ];
}

type InstalledVoice = Pick<InstalledModel, 'languages' | 'speakers'>;

/** True if the installed voice replaces an embedded voice. */
const canReplace = ({ speakers }: InstalledVoice, voice: string): boolean =>
  !speakers || Object.hasOwn(speakers, voice);

/**
 * Returns the newest installed voice in a language that fits the standard face. If none fits, returns the newest
 * that speaks the language; for English undefined, because the embedded voice speaks English.
 */
function firstOf(voices: readonly InstalledVoice[], language: string): InstalledVoice | undefined {
  const able = voices.filter(({ languages }) => languages.includes(language));
  return (
    able.find((voice) => canReplace(voice, SYSTEM_FACE.voice)) ?? (language === 'en' ? undefined : able[0])
  );
}

/** Returns a media file name that is derived from the sample only, so it reveals nothing else. */
const nameOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 48);
