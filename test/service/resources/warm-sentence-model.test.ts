/** The model for semantic document search is loaded when a visitor opens a widget, before the first question. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { initDeployment, patchDeployment } from '../../../src/contract/deployments.ts';
import type { Embeddings } from '../../../src/agent/language/embeddings.ts';
import { ALICE, openWorld, type World } from '../world.ts';

let world: World;
let warmings = 0;
const embeddings: Embeddings = {
  model: 'scripted',
  languages: null,
  calibrated: false,
  embed: async (texts) => texts.map(() => [1, 0]),
};
before(async () => {
  const sentences = { embeddings: () => embeddings, warm: () => void (warmings += 1) };
  world = await openWorld({ engines: { voice: null, ears: null, sentences } });
});
after(() => world.close());

/** Returns how many times the model is loaded when a visitor opens this deployment. */
async function warmingsOf(deployment_id: string): Promise<number> {
  const warmingsBefore = warmings;
  await world.call(initDeployment, { params: { deployment_id } });
  return warmings - warmingsBefore;
}

test('a PAL with documents loads the model, and one without does not', async () => {
  const taggedPal = await world.pal({ document_tags: ['handbook'] });
  assert.equal(await warmingsOf(await world.deployment({ pal_id: taggedPal })), 1);
  assert.equal(await warmingsOf(await world.deployment({ pal_id: await world.pal() })), 0);
});

test('an inactive deployment does not load the model', async () => {
  const pal_id = await world.pal({ document_tags: ['handbook'] });
  const deployment_id = await world.deployment({ pal_id });
  const body = [{ op: 'replace' as const, path: '/status', value: 'inactive' }];
  await world.call(patchDeployment, { credential: ALICE, params: { deployment_id }, body });
  assert.equal(await warmingsOf(deployment_id), 0);
});
