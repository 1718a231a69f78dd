/** Lists the service's engines. Only the owner of the service gets their addresses and the models on this machine. */
import type * as z from 'zod/mini';
import type { EngineUse, readEngines } from '@palkit/contract/engines';
import { packageVersion } from '@palkit/developer-tools/package-folder';
import type { LocalEngine } from '@palkit/models/local-engines';
import type { Purpose } from '@palkit/models/model';
import type { Handler } from '../http/binder.ts';
import type { Context } from '../http/context.ts';
import { isOwner } from '../store/accounts.ts';

type Use = z.output<typeof EngineUse>;
type Source = Pick<Use, 'source' | 'model' | 'address'>;

/** `find` must use a cache, because each request calls it; its argument is the time in milliseconds. */
export const read =
  (find: (now: number) => Promise<readonly LocalEngine[]>): Handler<typeof readEngines> =>
  async ({ account }, context) => {
    const { config, store, clock } = context;
    const isServiceOwner = await isOwner(store.db, account);
    const models = isServiceOwner && config.localEngines ? await find(clock.now()) : [];
    const uses = usesOf(context);
    return {
      version: packageVersion(),
      data: isServiceOwner ? uses : uses.map((use) => ({ ...use, address: null })),
      local_models: models.map(({ name, baseUrl, model }) => ({ name, base_url: baseUrl, model })),
    };
  };

function usesOf({ config, voice, ears, embeddings }: Context): Use[] {
  const { llm, tts, stt, voskModels, embeddings: vectors } = config;
  const embedded = (engine: unknown, model: string | null = null): Source | null =>
    engine ? { source: 'built_in', model, address: null } : null;
  const findInstalled = (purpose: Purpose, fits = (_engine: string) => true): Source | null => {
    const model = config.models.find((row) => row.for === purpose && fits(row.engine));
    return model ? { source: 'installed', model: model.name, address: null } : null;
  };
  const vosk: Source | null =
    voskModels.length > 0 ? { source: 'setting', model: null, address: null } : null;
  return [
    firstSource('language', setting(llm), findInstalled('language_model'), embedded(true)),
    firstSource('voice', setting(tts), findInstalled('text_to_speech'), embedded(voice)),
    firstSource(
      'ears',
      setting(stt),
      // `VOSK_MODEL` replaces only installed models of the Vosk engine.
      findInstalled('speech_to_text', (engine) => engine !== 'vosk'),
      vosk,
      findInstalled('speech_to_text'),
      embedded(ears),
    ),
    firstSource(
      'embeddings',
      setting(vectors),
      findInstalled('embeddings'),
      embedded(embeddings, embeddings?.model),
    ),
  ];
}

/** Uses the first source that is not null. */
const firstSource = (engine: Use['engine'], ...sources: (Source | null)[]): Use => ({
  engine,
  ...(sources.find((source) => source !== null) ?? { source: 'none', model: null, address: null }),
});

function setting(engine: Context['config']['llm']): Source | null {
  if (!engine) return null;
  // The configured URL may contain a password or a key.
  const { origin, pathname } = new URL(engine.baseUrl);
  return { source: 'setting', model: engine.model, address: origin + pathname.replace(/\/$/, '') };
}
