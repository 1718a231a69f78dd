/** Fields and query parameters that no row knows: refused by name, or named in a header where they are kept. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import { endpoints } from '../../../src/contract/endpoints.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { nearestTo, unknownFields } from '../../../src/service/http/unknown-fields.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { ALICE, openWorld, type World } from '../world.ts';

const rows = endpoints as readonly Endpoint[];
let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const send = (method: string, url: string, body?: object) =>
  world.service.app.inject({
    method: method as 'GET',
    url,
    headers: { 'x-api-key': ALICE, authorization: 'Bearer x' },
    ...(body ? { payload: body } : {}),
  });

test('every row refuses a query parameter that it does not know, or warns of it', async () => {
  const deployment = await world.deployment();
  for (const row of rows) {
    const path = row.path.replace('{deployment_id}', deployment).replace(/\{\w+\}/g, 'x0123456789');
    const answer = await send(
      row.method,
      `${path}?${row.name === 'connectorCallback' ? 'state=x&' : ''}surprising_parameter=1`,
      row.body && !row.media ? {} : undefined,
    );
    const isWarned = String(answer.headers['x-palkit-warnings']).includes('surprising_parameter');
    const isRefused =
      answer.statusCode === 400 && answer.body.includes('surprising_parameter is unknown here');
    assert.ok(isWarned || isRefused, `${row.name}: ${answer.statusCode} ${answer.body}`);
  }
});

test('every JSON body knows the fields that it refuses: none is dropped', () => {
  for (const row of rows) {
    if (!row.body || row.media) continue;
    const found = unknownFields(row.body, { surprising_field: 1 });
    const isList = z.safeParse(row.body, []).success;
    assert.ok(
      isList || found.length > 0 || !z.safeParse(row.body, { surprising_field: 1 }).success,
      row.name,
    );
  }
});

describe('a request with an unknown field', () => {
  const create = (body: object) =>
    send('POST', '/v2/pals', { system_prompt: 'x', default_face_id: SYSTEM_FACE.id, ...body });

  test('is refused with the nearest known one', async () => {
    const answer = await create({ custom_greting: 'Hello.' });
    assert.equal(answer.statusCode, 400);
    assert.match(answer.body, /custom_greting is unknown here\. Did you mean custom_greeting\?/);
  });

  test('that is kept is named in a header, which pages may read', async () => {
    const answer = await create({ layers: { tts: { surprising: 1 } } });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['x-palkit-warnings'], 'layers.tts.surprising');
  });
});

describe('a patch', () => {
  const patch = async (url: string, path: string, value: unknown) =>
    world.service.app.inject({
      method: 'PATCH',
      url,
      headers: { 'x-api-key': ALICE },
      payload: [{ op: 'add', path, value }],
    });

  test('refuses an unknown field within a value, as a create does', async () => {
    const answer = await patch(`/v2/deployments/${await world.deployment()}`, '/post_call_actions', [
      { tool_name: 'CRM', url: 'https://crm.example/', retrys: 3 },
    ]);
    assert.deepEqual(
      [answer.statusCode, answer.body.includes('post_call_actions.0.retrys is unknown here')],
      [400, true],
      answer.body,
    );
  });

  test('names a kept one that it adds, and none that was stored before', async () => {
    const url = `/v2/pals/${await world.pal({ layers: { tts: { stored_before: 1 } } })}`;
    const added = await patch(url, '/layers/stt', { surprising: 1 });
    assert.deepEqual([added.statusCode, added.headers['x-palkit-warnings']], [200, 'layers.stt.surprising']);
    const other = await patch(url, '/pal_name', 'Mira');
    assert.deepEqual([other.statusCode, other.headers['x-palkit-warnings']], [200, undefined]);
  });

  test('refuses a field that protects, also behind many that are kept', async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`kept_${index}`, 1]));
    const url = `/v2/deployments/${await world.deployment()}`;
    const answer = await patch(url, '/customization', { ...many, require_auth: true });
    assert.deepEqual([answer.statusCode, answer.body.includes('require_auth is unknown here')], [400, true]);
    const kept = await patch(url, '/customization', many);
    assert.equal(kept.statusCode, 200);
    assert.equal(String(kept.headers['x-palkit-warnings']).split(', ').length, 20);
  });
});

test('a field that protects or limits is refused, also where unknown ones are kept', async () => {
  const deployment = { pal_id: await world.pal(), channel: 'widget' };
  for (const name of ['require_auth', 'max_participants', 'participant_tags']) {
    const answer = await send('POST', '/v2/deployments', { ...deployment, customization: { [name]: true } });
    assert.deepEqual([answer.statusCode, answer.body.includes(`${name} is unknown here`)], [400, true], name);
  }
});

test('terms are refused where the page would not ask for them', async () => {
  const deployment = { pal_id: await world.pal(), channel: 'landing-page' };
  for (const body of [
    { terms_enabled: true },
    { terms_content: 'Be kind.' },
    { customization: { landing_page: { terms_enabled: true } } },
  ]) {
    const answer = await send('POST', '/v2/deployments', { ...deployment, ...body });
    assert.deepEqual([answer.statusCode, answer.body.includes('terms_')], [400, true], JSON.stringify(body));
  }
});

test('unknown fields are found in lists, unions and below defaults, known ones never', () => {
  const inner = z.object({ kind: z.literal('a'), size: z.optional(z.number()) });
  const schema = z.object({
    list: z._default(z.array(z.union([inner, z.object({ kind: z.literal('b'), name: z.string() })])), []),
    free: z.optional(z.looseObject({})),
    group: z.optional(z.looseObject({ known: z.optional(z.string()) })),
  });
  assert.deepEqual(
    unknownFields(schema, {
      list: [
        { kind: 'a', size: 1, sice: 2 },
        { kind: 'b', name: 'x', size: 3 },
      ],
      free: { anything: 1 },
      group: { known: 'x', knwon: 'y' },
    }),
    [
      { path: 'list.0.sice', isKept: false, fieldNames: ['kind', 'size'] },
      { path: 'list.1.size', isKept: false, fieldNames: ['kind', 'name'] },
      { path: 'group.knwon', isKept: true, fieldNames: ['known'] },
    ],
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const fields = unknownFields(z.object({ free: z.optional(z.looseObject({})) }), value);
      const names =
        typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
      assert.equal(fields.length, names.filter((name) => name !== 'free').length);
    }),
  );
});

const NEAR: [name: string, known: string[], nearest: string | null][] = [
  ['greeting', ['custom_greeting', 'pal_name'], 'custom_greeting'],
  ['deployment', ['deployment_id', 'status'], 'deployment_id'],
  ['surprising', ['deployment_id', 'status'], null],
  ['stauts', ['status', 'sort'], 'status'],
  ['x', ['status'], null],
  ['', ['a'], null],
];
for (const [name, known, nearest] of NEAR)
  test(`the field nearest to "${name}" is ${nearest ?? 'none'}`, () => {
    assert.equal(nearestTo(name, known), nearest);
  });
