/** Fields of public clients that have no effect are dropped and listed in a header. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { endpoints } from '../../../src/contract/endpoints.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { FIELDS_WITHOUT_EFFECT } from '../../../src/contract/fields-without-effect.ts';
import { effectivePart } from '../../../src/service/http/fields-without-effect.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { ALICE, openWorld, type World } from '../world.ts';

const rows = endpoints as readonly Endpoint[];
let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const send = async (method: string, url: string, payload?: object) => {
  const answer = await world.service.app.inject({
    method: method as 'GET',
    url,
    headers: { 'x-api-key': ALICE },
    ...(payload && { payload }),
  });
  return {
    status: answer.statusCode,
    body: answer.json<Record<string, unknown>>(),
    warnings: answer.headers['x-palkit-warnings'],
  };
};

const valueOf = (values: unknown): unknown =>
  values === true ? 'x' : values instanceof RegExp ? `${values.source.slice(1)}x` : (values as unknown[])[0];

describe('the table of fields without effect', () => {
  for (const [name, { query = {}, body = {} }] of Object.entries(FIELDS_WITHOUT_EFFECT)) {
    const row = rows.find((endpoint) => endpoint.name === name)!;
    test(`drops each field of ${name} and names it`, () => {
      for (const [part, fields] of [
        ['query', query],
        ['body', body],
      ] as const)
        for (const [path, values] of Object.entries(fields)) {
          const nested = path
            .split('.')
            .reduceRight<unknown>((parent, field) => ({ [field]: parent, kept: 1 }), valueOf(values));
          const droppedFields: string[] = [];
          const effectiveFields = effectivePart(row, part, nested, droppedFields);
          assert.deepEqual(droppedFields, [path]);
          assert.equal(JSON.stringify(effectiveFields).includes(`"${path.split('.').at(-1)}"`), false, path);
          assert.ok(JSON.stringify(effectiveFields).includes('"kept":1'));
        }
    });
    test(`contains no field of ${name} that protects or limits`, () => {
      for (const path of [...Object.keys(query), ...Object.keys(body)])
        assert.doesNotMatch(path, /terms_|require_auth|max_|limit|participant_tags|origins|password/);
    });
  }
});

describe('a request with such fields', () => {
  const pal = { system_prompt: 'x', default_face_id: SYSTEM_FACE.id };

  test('is accepted without them', async () => {
    const response = await send('POST', '/v2/pals', {
      ...pal,
      is_template: false,
      layers: { tts: { tts_engine: 'cartesia', speed: 1.1 }, stt: { stt_engine: 'embedded' } },
    });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    assert.equal(response.warnings, 'is_template, layers.tts.tts_engine');
    const { body, warnings } = await send('GET', `/v2/pals/${String(response.body['pal_id'])}?verbose=true`);
    assert.deepEqual(body['layers'], { tts: { speed: 1.1 }, stt: { stt_engine: 'embedded' } });
    assert.equal(warnings, 'verbose');
  });

  test('is refused for another value, by name', async () => {
    const response = await send('POST', '/v2/pals', { ...pal, layers: { tts: { tts_engine: 'cartesan' } } });
    assert.equal(response.status, 400);
    assert.match(String(response.body['error']), /layers\.tts\.tts_engine must be embedded or openai/);
  });

  test('drops such operations of a patch, also within a value', async () => {
    const url = `/v2/pals/${await world.pal()}`;
    const patched = await send('PATCH', url, [
      { op: 'add', path: '/layers/llm/model', value: 'tavus-one' },
      { op: 'add', path: '/layers/perception', value: { perception_model: 'raven-1' } },
      { op: 'add', path: '/pal_name', value: 'Ada' },
    ]);
    assert.equal(patched.status, 200, JSON.stringify(patched.body));
    assert.equal(patched.warnings, 'layers.llm.model, layers.perception.perception_model');
    assert.equal(patched.body['pal_name'], 'Ada');
    assert.deepEqual(patched.body['layers'], { perception: {} });
  });

  test('may add a setting to a layer that has none yet', async () => {
    const url = `/v2/pals/${await world.pal()}`;
    const patched = await send('PATCH', url, [{ op: 'add', path: '/layers/tts/speed', value: 1.2 }]);
    assert.deepEqual(patched.body['layers'], { tts: { speed: 1.2 } });
    const replaceAnswer = await send('PATCH', url, [
      { op: 'replace', path: '/layers/stt/model', value: 'x' },
    ]);
    assert.equal(replaceAnswer.status, 400);
    const removed = await send('PATCH', url, [
      { op: 'add', path: '/layers/stt/model', value: 'x' },
      { op: 'remove', path: '/layers/stt/model' },
    ]);
    assert.deepEqual(removed.body['layers'], { tts: { speed: 1.2 } });
  });
});
