/** Which engines the service's settings use; addresses and models of its machine are shown to its owner alone. */
import type * as z from 'zod/mini';
import type { EngineUse, readEngines } from '@palkit/contract/engines';
import { packageVersion } from '@palkit/developer-tools/package-folder';
import type { Purpose } from '@palkit/models/model';
import type { Handler } from '../http/binder.ts';
import type { Context } from '../http/context.ts';

/** A language model that runs on this machine. */
interface LocalModel {
  name: string;
  baseUrl: string;
  model: string;
}
type Use = z.output<typeof EngineUse>;
type Source = Pick<Use, 'source' | 'model' | 'address'>;

/** `find` answers from a cache, as each request calls it; the argument is the time in milliseconds. */
export const read =
  (find: (now: number) => Promise<readonly LocalModel[]>): Handler<typeof readEngines> =>
  async ({ account }, context) => {
    const { config, store, clock } = context;
    const owner = await store.db
      .selectFrom('accounts')
      .select('id')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    const isOwner = owner?.id === account;
    const models = isOwner && config.localEngines ? await find(clock.now()) : [];
    const uses = usesOf(context);
    return {
      version: packageVersion(),
      data: isOwner ? uses : uses.map((use) => ({ ...use, address: null })),
      local_models: models.map(({ name, baseUrl, model }) => ({ name, base_url: baseUrl, model })),
    };
  };

function usesOf({ config, voice, ears, embeddings }: Context): Use[] {
  const { llm, tts, stt, voskModels } = config;
  const embedded = (isThere: boolean, model: string | null = null): Source => ({
    source: isThere ? 'built_in' : 'none',
    model: isThere ? model : null,
    address: null,
  });
  const installed = (purpose: Purpose): Source | null => {
    const model = config.models.find((each) => each.for === purpose);
    return model ? { source: 'installed', model: model.name, address: null } : null;
  };
  const vosk: Source | null =
    voskModels.length > 0 ? { source: 'setting', model: null, address: null } : null;
  return [
    { engine: 'language', ...(setting(llm) ?? embedded(true)) },
    {
      engine: 'voice',
      ...(setting(tts) ?? installed('text_to_speech') ?? embedded(voice !== null)),
    },
    {
      engine: 'ears',
      ...(setting(stt) ?? installed('speech_to_text') ?? vosk ?? embedded(ears !== null)),
    },
    {
      engine: 'embeddings',
      ...(setting(config.embeddings) ??
        installed('embeddings') ??
        embedded(embeddings !== null, embeddings?.model ?? null)),
    },
  ];
}

function setting(engine: Context['config']['llm']): Source | null {
  if (!engine) return null;
  // The setting may carry a password or a key.
  const { origin, pathname } = new URL(engine.baseUrl);
  return { source: 'setting', model: engine.model, address: origin + pathname.replace(/\/$/, '') };
}
