/**
 * `@palkit/service` for use within a program: the same service as `npm start`, optionally with engines or rooms of
 * the program. docs/guide/own-engines.md.
 */
import type { SpeechToText, TextToSpeech } from '@palkit/agent';
import { createEngines } from './compose/configured-engines.ts';
import { createService as compose } from './compose/service.ts';
import { storeThisRelease } from './compose/release-files.ts';
import { readConfig } from './config/config.ts';
import { systemClock } from '@palkit/runtime/clock';
import { usableModels } from '@palkit/models/usable';
import { iceServersOfPeer } from '@palkit/rooms/embedded/ice-servers';
import { Media } from '@palkit/rooms/embedded/media';
import type { MediaPort } from '@palkit/rooms/embedded/embedded-room';
import pino from 'pino';

export { SettingError } from './config/config.ts';
export { MOUTHS, type Mouth } from '@palkit/contract/mouths';
export type { JoinRequest, MediaEvent } from '@palkit/rooms/embedded/media-messages';
export type { MediaPort } from '@palkit/rooms/embedded/embedded-room';
export type {
  RecognitionStream,
  SpeakOptions,
  Speech,
  SpeechToText,
  TextToSpeech,
  Vocabulary,
} from '@palkit/agent';

export interface ServiceOptions {
  /** Settings by name, as in docs/reference.md; the default is the environment of the process. */
  settings?: Readonly<Record<string, string | undefined>>;
  /**
   * Replacements for the configured engines: `voice` speaks, `ears` recognises, and null disables the engine. They
   * are closed with the service.
   */
  engines?: {
    voice?: (TextToSpeech & { close?(): Promise<void> }) | null;
    ears?: (SpeechToText & { close?(): Promise<void> }) | null;
  };
  /** Replaces the media of calls; the default is WebRTC in a separate process. */
  rooms?: MediaPort & { close?(): Promise<void> };
}

export interface RunningService {
  /** The address that visitors use. */
  readonly url: string;
  /** The API key of the first account, if this start created it. It is shown only once. */
  readonly newKey: string | null;
  /** Accepts no more calls; settles when the running calls have ended. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** Settles when the service listens on `HOST` and `PORT`. Rejects with a `SettingError` if a setting is wrong. */
export async function createService(options: ServiceOptions = {}): Promise<RunningService> {
  const settings = readConfig({ ...(options.settings ?? process.env) });
  const log = pino({ level: settings.logLevel });
  const models = usableModels(settings.dataDir, (problem) => log.warn({ problem }, 'a model is not usable'));
  const config = { ...settings, models };
  storeThisRelease(config, systemClock, log);
  const { voice, ears } = options.engines ?? {};
  const standard = createEngines(config, log);
  const engines = {
    ...standard,
    ...(voice === undefined ? {} : { voice }),
    ...(ears === undefined ? {} : { ears }),
    async close() {
      await Promise.all([standard.close?.(), voice?.close?.(), ears?.close?.()]);
    },
  };
  const media =
    options.rooms ??
    (await Media.start({
      udpPort: config.room.udpPort,
      publicAddress: config.room.publicAddress ?? undefined,
      iceServers: iceServersOfPeer(config.room.iceServers),
      faceEngine: config.faceEngine,
      log: (level, message, fields) => log[level](fields, message),
    }));
  const service = await compose(config, { log, engines, media });
  try {
    await service.app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await service.close();
    throw error;
  }
  return {
    url: config.publicUrl,
    newKey: service.newKey,
    drain: () => service.drain(),
    close: () => service.close(),
  };
}
