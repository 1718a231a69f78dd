/** Models that the owner of the service can install from their publishers. */
import type { installModel, listModels, removeModel } from '@palkit/contract/models';
import { ServiceError } from '@palkit/contract/service-error';
import type { ModelInstaller } from '@palkit/models/installer';
import type { Handler } from '../http/binder.ts';
import { isOwner } from '../store/accounts.ts';
import type { Database } from '../store/store.ts';

export const list =
  (installer: ModelInstaller): Handler<typeof listModels> =>
  async ({ account, query: { language = 'en' } }, { config, store }) => {
    if (!(await isOwner(store.db, account))) return { data: [], installation: null };
    return { data: installer.list(config.dataDir, language), installation: installer.latest(language) };
  };

export const install =
  (installer: ModelInstaller): Handler<typeof installModel> =>
  async ({ account, params, body }, { config, store, ...parts }) => {
    await checkOwner(store.db, account);
    const model = installer.find(params.name);
    if (!model) throw new ServiceError('model_not_found');
    if (model.card && body.agreed !== true)
      throw new ServiceError(
        'invalid_request',
        'Read the card of this voice, and send agreed: true with it.',
      );
    if (parts.background.closing.aborted) throw new ServiceError('service_stopping');
    const { dataDir, outboundAllowedHosts: allowedHosts } = config;
    const installation = installer.begin(model, { ...parts, dataDir, allowedHosts });
    if (!installation) throw new ServiceError('model_busy');
    return installation;
  };

export const remove =
  (installer: ModelInstaller): Handler<typeof removeModel> =>
  async ({ account, params }, { config, store }) => {
    await checkOwner(store.db, account);
    const refusal = await installer.remove(params.name, config.dataDir);
    if (refusal) throw new ServiceError(refusal);
  };

async function checkOwner(db: Database, account: number): Promise<void> {
  if (await isOwner(db, account)) return;
  throw new ServiceError(
    'forbidden',
    'The owner of the service, its first account, adds and removes models.',
  );
}
