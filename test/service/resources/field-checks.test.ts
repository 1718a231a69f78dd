/** The check of a deployment lists its stored fields that have no effect. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { checkDeployment, checkPal } from '../../../src/contract/field-checks.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

test('the check of a PAL names the layer settings without effect, and no secret', async () => {
  const params = {
    pal_id: await world.pal({
      layers: {
        llm: { model: 'm', base_url: 'https://model.example/v1', api_key: 'secret', temprature: 0.5 },
        tts: { own_note: 'kept' },
      },
    }),
  };
  const { result } = await world.call(checkPal, { credential: ALICE, params });
  assert.deepEqual(
    result.data.map(({ path }) => path),
    ['layers.llm.temprature', 'layers.tts.own_note'],
  );
  assert.match(result.data[0]!.words, /is unknown here\. Did you mean temperature\?/);
  assert.equal((await world.refusal(checkPal, { credential: BOB, params })).code, 'forbidden');
  const cleanDeployment = { pal_id: await world.pal() };
  const { result: emptyResult } = await world.call(checkPal, { credential: ALICE, params: cleanDeployment });
  assert.deepEqual(emptyResult.data, []);
});

test('the check of a deployment names stored settings of an earlier version without effect', async () => {
  const params = { deployment_id: await world.deployment() };
  const customization = { own_group: { anything: 1 }, them: {} };
  await sql`update deployments set document = jsonb_set(document, '{customization}',
    ${JSON.stringify(customization)}::jsonb) where id = ${params.deployment_id}`.execute(
    world.service.context.store.db,
  );
  // The shorter key comes first, because the database orders keys by their length.
  const { result } = await world.call(checkDeployment, { credential: ALICE, params });
  assert.deepEqual(result.data, [
    { path: 'customization.them', words: 'customization.them is unknown here. Did you mean theme?' },
    { path: 'customization.own_group', words: 'customization.own_group is unknown here.' },
  ]);
  assert.equal((await world.refusal(checkDeployment, { credential: BOB, params })).code, 'forbidden');
});

test('the check of a deployment explains why its voice setting has no effect', async () => {
  const checkMessages = async (customization: object, extraFields: object = {}) => {
    const deployment_id = await world.deployment({ customization, ...extraFields });
    const { result } = await world.call(checkDeployment, { credential: ALICE, params: { deployment_id } });
    return result.data.map((field) => `${field.path}: ${field.words}`);
  };
  const voice = 'browser';
  assert.deepEqual(await checkMessages({ voice }), []);
  assert.deepEqual(await checkMessages({ voice: 'service', modality: 'chat' }), []);
  for (const [customization, extraCustomization, reason] of [
    [{ voice, modality: 'chat' }, {}, /because modality is chat\.$/],
    [{ voice, face_rendering: 'service' }, {}, /because face_rendering is service\.$/],
    [{ voice }, { enable_recording: true }, /because calls are recorded/],
  ] as const) {
    const [firstMessage, ...otherMessages] = await checkMessages(customization, extraCustomization);
    assert.match(firstMessage!, /^customization\.voice: customization\.voice has no effect because/);
    assert.match(firstMessage!, reason);
    assert.deepEqual(otherMessages, []);
  }
});
