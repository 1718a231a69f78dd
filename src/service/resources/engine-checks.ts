/** Tests the engines of a PAL with one sentence each. Only the PAL's own endpoints are requested through the guard. */
import type { checkPalEngines } from '@palkit/contract/engine-checks';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { checkEngines, type EngineOutcome, type SettingNames } from '../engines/engine-check.ts';
import { palEndpoints } from '../engines/pal-engines.ts';
import { consume } from '../gates/limits.ts';
import type { Handler } from '../http/binder.ts';
import { openLayers } from '../platform/layer-secrets.ts';
import { find as findPal } from './pals.ts';

export const check =
  (limiter: RateLimiterAbstract): Handler<typeof checkPalEngines> =>
  async ({ account, params }, { store, seal, config, outbound, clock }) => {
    const pal = await findPal(store.db, params.pal_id, account);
    await consume(limiter, String(account), 'too_many_requests');
    const layers = openLayers(pal.document.layers, pal.id, seal);
    const { model, voice, ears } = palEndpoints({ layers, config, outbound, account });
    const engines = {
      model: model.endpoint && { ...model.endpoint, names: namesOf('llm', model.own) },
      voice: voice.endpoint && {
        ...voice.endpoint,
        voice: voice.name ?? null,
        names: namesOf('tts', voice.own),
      },
      ears: ears.endpoint && { ...ears.endpoint, names: namesOf('stt', ears.own) },
    };
    const data: EngineOutcome[] = [];
    for await (const outcome of checkEngines(engines, clock)) data.push(outcome);
    return { data };
  };

/** Returns the setting names. Only the operator may see the addresses of the service's own engines. */
const namesOf = (layer: string, own: boolean): SettingNames => ({
  url: own ? `layers.${layer}.base_url` : "the service's own address",
  key: `layers.${layer}.api_key`,
  model: `layers.${layer}.model`,
  isPublic: own,
});
