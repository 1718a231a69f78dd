/** Lists the stored fields of a PAL or a deployment that have no effect (docs/decisions/0024-unknown-fields.md). */
import { ineffectiveVoice } from '@palkit/contract/browser-voice';
import { PatchableDeployment } from '@palkit/contract/deployments';
import type { checkDeployment, checkPal } from '@palkit/contract/field-checks';
import { PersonaFields } from '@palkit/contract/pals';
import type { Handler } from '../http/binder.ts';
import { unknownFields, unknownWords } from '@palkit/contract/unknown-fields';
import { openLayers } from '../platform/layer-secrets.ts';
import { faceOf, findOwn } from './deployments.ts';
import { find } from './pals.ts';
import { needlessKeys, visitorKeysOf } from './visitor-identity.ts';

const answer = (...input: Parameters<typeof unknownFields>) => ({
  data: unknownFields(...input).map((field) => ({ path: field.path, words: unknownWords(field) })),
});

export const pal: Handler<typeof checkPal> = async ({ account, params }, { store, seal }) => {
  const { id, document } = await find(store.db, params.pal_id, account);
  return answer(PersonaFields, { ...document, layers: openLayers(document.layers, id, seal) });
};

export const deployment: Handler<typeof checkDeployment> = async ({ account, params }, { store, seal }) => {
  const row = await findOwn(store.db, params.deployment_id, account);
  const { customization, limits, enable_recording = false, visitor_identity = 'open' } = row.document;
  const isTrained = Boolean((await faceOf(store.db, row.pal_id))?.document.trained);
  const { data } = answer(PatchableDeployment, { customization, limits });
  const keys = needlessKeys({ visitor_identity, visitor_keys: visitorKeysOf(row, seal) }).map((path) => ({
    path,
    words: `${path} protect memories only where visitor_identity is signed.`,
  }));
  const voice = ineffectiveVoice(customization, { isRecorded: enable_recording, isTrained });
  return { data: [...data, ...keys, ...voice] };
};
