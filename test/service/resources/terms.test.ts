/** `terms_enabled` and `terms_content` set the consent that the page requests. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createDeployment,
  initDeployment,
  patchDeployment,
  startDeployment,
} from '../../../src/contract/deployments.ts';
import { ALICE, openWorld, type World } from '../world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const create = async (customization: object) => {
  const { result } = await world.call(createDeployment, {
    credential: ALICE,
    body: { pal_id: await world.pal(), channel: 'widget', status: 'active', customization } as never,
  });
  return result;
};
const patch = (deployment_id: string, operations: object[]) => ({
  credential: ALICE,
  params: { deployment_id },
  body: operations as never,
});

test('a visitor has to accept the terms before a start', async () => {
  const { deployment_id, customization } = await create({
    terms_enabled: true,
    terms_content: 'We keep what you say for a week.',
    consent: { version: '2026-11' },
  });
  const consent = { required: true, text: 'We keep what you say for a week.', version: '2026-11' };
  assert.deepEqual(customization, { consent });
  const params = { deployment_id };
  assert.deepEqual((await world.call(initDeployment, { params })).result.customization, { consent });
  assert.equal((await world.refusal(startDeployment, { params, body: {} })).code, 'consent_required');
  await world.call(startDeployment, {
    params,
    body: { consent: { version: '2026-11', accepted_at: '2026-11-26T10:00:00Z' } },
  });
});

test('without terms no acceptance is required', async () => {
  const { customization } = await create({ terms_enabled: false });
  assert.deepEqual(customization.consent, { required: false });
  assert.deepEqual((await create({})).customization, {});
});

test('a patch can add terms, and a response can be written back', async () => {
  const { deployment_id, customization } = await create({ captions: true });
  const add = [{ op: 'add', path: '/customization/terms_enabled', value: true }];
  const { result } = await world.call(patchDeployment, patch(deployment_id, add));
  assert.deepEqual(result.customization, { ...customization, consent: { required: true } });
  const operations = [{ op: 'replace', path: '/customization', value: result.customization }];
  assert.deepEqual(
    (await world.call(patchDeployment, patch(deployment_id, operations))).result.customization,
    result.customization,
  );
});

test('a patch can change and remove terms by either name', async () => {
  const { deployment_id } = await create({ terms_enabled: true, terms_content: 'A' });
  const consent = async (...operations: object[]) =>
    (await world.call(patchDeployment, patch(deployment_id, operations))).result.customization.consent;
  const off = { op: 'replace', path: '/customization/terms_enabled', value: false };
  assert.deepEqual(await consent(off), { required: false, text: 'A' });
  const termsChange = { op: 'replace', path: '/customization/terms_content', value: 'B' };
  assert.deepEqual(await consent(termsChange), { required: false, text: 'B' });
  assert.deepEqual(await consent({ op: 'remove', path: '/customization/terms_content' }), {
    required: false,
  });
});

test('terms that contradict the consent or have a wrong type are refused', async () => {
  const pal_id = await world.pal();
  for (const [customization, message] of [
    [
      { terms_enabled: false, consent: { required: true } },
      'terms_enabled must equal consent.required. Send only one of them',
    ],
    [
      { terms_content: 'A', consent: { text: 'B' } },
      'terms_content must equal consent.text. Send only one of them',
    ],
    [{ terms_enabled: 'yes' }, 'terms_enabled must be true or false'],
    [{ terms_content: 'x'.repeat(2001) }, 'terms_content must be at most 2000 characters'],
  ] as const) {
    const { code, text } = await world.refusal(createDeployment, {
      credential: ALICE,
      body: { pal_id, channel: 'widget', customization } as never,
    });
    assert.equal(code, 'invalid_request');
    assert.ok(text.startsWith(`customization.${message}`), text);
  }
  const sameTerms = await create({ terms_enabled: true, consent: { required: true } });
  assert.deepEqual(sameTerms.customization.consent, { required: true });
});
