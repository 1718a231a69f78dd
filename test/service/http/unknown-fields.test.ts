/** Unknown fields and query parameters cause an error with their name, or are named in a header if they are stored. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import { ZodMiniObject, ZodMiniOptional } from 'zod/mini';
import { Customization } from '../../../src/contract/customization.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { openApi } from '../../../src/developer-tools/openapi.ts';
import { nearestTo, unknownFields } from '../../../src/contract/unknown-fields.ts';
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

test('a filter without a value is refused, because it would select everything', async () => {
  for (const url of [
    '/v2/deployments?pal_id=',
    '/v2/documents?tags=,',
    '/v2/documents?participant_tags=%20',
  ]) {
    const answer = await send('GET', url);
    assert.deepEqual(
      [answer.statusCode, answer.body.includes('must not be empty')],
      [400, true],
      answer.body,
    );
  }
});

test('a repeated query parameter is refused, so that no value is dropped', async () => {
  for (const url of ['/v2/pals?limit=5&limit=6', '/v2/deployments?status=draft&status=active']) {
    const answer = await send('GET', url);
    const name = /(limit|status) was sent more than once/.exec(answer.body)?.[1];
    assert.deepEqual([answer.statusCode, name !== undefined], [400, true], answer.body);
  }
});

test('every endpoint refuses an unknown query parameter, or warns about it', async () => {
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

for (const row of rows.filter(({ method, body }) => method !== 'GET' && !body))
  test(`${row.name}, which has no body, refuses fields`, async () => {
    const path = row.path.replace(/\{\w+\}/g, 'x0123456789');
    const answer = await send(row.method, path, { surprising: 1 });
    assert.deepEqual(
      [answer.statusCode, answer.body.includes('surprising is unknown')],
      [400, true],
      answer.body,
    );
    assert.notEqual((await send(row.method, path, {})).statusCode, 400);
  });

const SURPRISE = 'surprising_field';
type Json = Record<string, unknown>;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns one copy of the body for each object in it, with an additional field in that object. */
function withUnknownFields(
  value: unknown,
  wrap: (changed: unknown) => unknown = (changed) => changed,
): unknown[] {
  if (!isObject(value)) return [];
  const parent = Object.entries(value).flatMap(([key, entry]) =>
    withUnknownFields(entry, (changed) =>
      wrap(
        Array.isArray(value)
          ? value.map((oldValue: unknown, index) => (`${index}` === key ? changed : oldValue))
          : { ...value, [key]: changed },
      ),
    ),
  );
  return Array.isArray(value) ? parent : [wrap({ ...value, [SURPRISE]: 1 }), ...parent];
}

/** Objects whose field names the client chooses. */
const OWN_NAMES =
  'variables|metadata|parameters|headers|body_template|query_params|value|extra_body|names|body';
const OWN_OBJECTS = new RegExp(`"(?:${OWN_NAMES})":\\{[^{}]*"${SURPRISE}"`);

function assertRefused(answer: Awaited<ReturnType<typeof send>>, body: unknown, name: string): void {
  const isNamed = answer.body.includes(`${SURPRISE} is unknown here`);
  assert.deepEqual(
    [answer.statusCode, isNamed],
    [400, true],
    `${name}: ${answer.body} ${JSON.stringify(body)}`,
  );
}

/** Asserts that the additional field is rejected by name or named in the header. */
function assertNoticed(answer: Awaited<ReturnType<typeof send>>, body: unknown, name: string): void {
  const isWarned = String(answer.headers['x-palkit-warnings']).includes(SURPRISE);
  const isRefused = answer.statusCode === 400 && answer.body.includes(SURPRISE);
  assert.ok(isWarned || isRefused, `${name}: ${answer.statusCode} ${answer.body} ${JSON.stringify(body)}`);
}

describe('an unknown field', () => {
  const operations = Object.values(
    (openApi('https://palkit.example') as { paths: Record<string, Record<string, Json>> }).paths,
  ).flatMap((path) => Object.values(path));
  let fillPath: (path: string) => string;
  let withIds: (body: unknown) => unknown;
  before(async () => {
    const deployment = await world.deployment();
    const pal = await world.pal();
    const ids: Record<string, string> = { deployment_id: deployment, pal_id: pal, skill_id: 'magic_canvas' };
    fillPath = (path) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'x0123456789');
    await send('PUT', fillPath('/v2/pals/{pal_id}/skills/{skill_id}'), { config: {} });
    withIds = (body) => (isObject(body) && 'pal_id' in body ? { ...body, pal_id: pal } : body);
  });

  for (const row of rows.filter(({ body, media }) => body && !media))
    test(`is detected in each object of a body for ${row.name}`, async () => {
      const operation = operations.find(({ operationId }) => operationId === row.name) as {
        requestBody: { content: { 'application/json': { example: unknown } } };
      };
      const bodies = withUnknownFields(withIds(operation.requestBody.content['application/json'].example));
      assert.ok(bodies.length > 0, row.name);
      for (const body of bodies) {
        if (OWN_OBJECTS.test(JSON.stringify(body))) continue;
        assertNoticed(await send(row.method, fillPath(row.path), body as object), body, row.name);
      }
    });

  const groups = Object.entries({ ...Customization.shape }).flatMap(([name, schema]) =>
    schema instanceof ZodMiniOptional && schema._zod.def.innerType instanceof ZodMiniObject ? [name] : [],
  );
  for (const group of [null, 'conversation', ...groups])
    test(`is refused in customization${group ? `.${group}` : ''}`, async () => {
      const hours = { timezone: 'UTC', regular: [] };
      const needed = group === 'hours' ? hours : {};
      const customization = group ? { [group]: { ...needed, [SURPRISE]: 1 } } : { [SURPRISE]: 1 };
      const deployment = { pal_id: await world.pal(), channel: 'widget', customization };
      assertRefused(await send('POST', '/v2/deployments', deployment), deployment, 'create');
      const patch = [{ op: 'add', path: '/customization', value: customization }];
      assertRefused(await send('PATCH', fillPath('/v2/deployments/{deployment_id}'), patch), patch, 'patch');
    });

  const storage = {
    provider: 's3',
    bucket_name: 'a-bucket',
    region: 'eu-west-1',
    access_key_id: 'a',
    secret_access_key: 'b',
  };
  test('is refused in a link of a landing page', async () => {
    const links = [{ label: 'A', url: 'https://a.example', [SURPRISE]: 1 }];
    const body = {
      pal_id: await world.pal(),
      channel: 'landing-page',
      customization: { landing_page: { links } },
    };
    assertRefused(await send('POST', '/v2/deployments', body), body, 'create');
  });

  for (const properties of [
    { [SURPRISE]: 1 },
    { enable_recording: true, recording_storage: { ...storage, [SURPRISE]: 1 } },
    { post_call_actions: [{ tool_name: 'CRM', url: 'https://crm.example/', [SURPRISE]: 1 }] },
  ])
    test(`is refused in properties: ${Object.keys(properties).at(-1)}`, async () => {
      const body = { pal_id: await world.pal(), properties };
      assertRefused(await send('POST', '/v2/conversations', body), body, 'conversation');
    });
});

describe('a request with an unknown field', () => {
  const create = (body: object) =>
    send('POST', '/v2/pals', { system_prompt: 'x', default_face_id: SYSTEM_FACE.id, ...body });

  test('is refused with the nearest known one', async () => {
    const answer = await create({ custom_greting: 'Hello.' });
    assert.equal(answer.statusCode, 400);
    assert.match(answer.body, /custom_greting is unknown here\. Did you mean custom_greeting\?/);
  });

  test('is named in a header if it is kept, and pages may read the header', async () => {
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

  test('names a kept field that it adds, and none that was stored before', async () => {
    const url = `/v2/pals/${await world.pal({ layers: { tts: { stored_before: 1 } } })}`;
    const answer = await patch(url, '/layers/stt', { surprising: 1 });
    assert.deepEqual(
      [answer.statusCode, answer.headers['x-palkit-warnings']],
      [200, 'layers.stt.surprising'],
    );
    const otherResponse = await patch(url, '/pal_name', 'Mira');
    assert.deepEqual(
      [otherResponse.statusCode, otherResponse.headers['x-palkit-warnings']],
      [200, undefined],
    );
  });

  test('refuses an unknown setting of customization, as a create does', async () => {
    const url = `/v2/deployments/${await world.deployment()}`;
    for (const [path, value, field] of [
      ['/customization/branding', {}, 'customization.branding'],
      ['/customization/widget', { postion: 'top-left' }, 'customization.widget.postion'],
      ['/customization', { require_auth: true }, 'customization.require_auth'],
    ] as const) {
      const answer = await patch(url, path, value);
      assert.deepEqual(
        [answer.statusCode, answer.body.includes(`${field} is unknown here`)],
        [400, true],
        answer.body,
      );
    }
  });

  test('names at most 20 of the kept fields', async () => {
    const manyFields = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`kept_${index}`, 1]));
    const answer = await patch(`/v2/pals/${await world.pal()}`, '/layers', { tts: manyFields });
    assert.equal(answer.statusCode, 200);
    assert.equal(String(answer.headers['x-palkit-warnings']).split(', ').length, 20);
  });
});

describe('a known field without effect at its place', () => {
  const refusal = async (method: string, url: string, body: object) => {
    const { statusCode, headers, body: text } = await send(method, url, body);
    assert.equal(headers['x-palkit-warnings'], undefined, text);
    return [statusCode, statusCode < 400 ? '' : text];
  };

  test('is refused in a guardrail beside a set, and a set beside it causes a warning', async () => {
    const item = { guardrail_name: 'a', guardrail_prompt: 'b', modality: 'verbal' };
    const set = { name: 'a', data: [item] };
    for (const [body, field] of [
      [{ ...set, tags: ['vip'] }, 'tags'],
      [{ ...set, callback_url: 'https://crm.example/' }, 'callback_url'],
      [{ ...set, app_message: false }, 'app_message'],
      [{ ...set, modality: 'verbal' }, 'modality'],
    ] as const) {
      const [status, text] = await refusal('POST', '/v2/guardrails', body);
      assert.deepEqual([status, String(text).includes(`"${field} must`)], [400, true], `${field}: ${text}`);
    }
    for (const body of [{ ...set, tags: [], callback_url: '' }, item])
      assert.deepEqual(await refusal('POST', '/v2/guardrails', body), [200, '']);
    const { headers } = await send('POST', '/v2/guardrails', { ...item, ...set });
    assert.equal(headers['x-palkit-warnings'], 'name, data');
  });

  test('is refused beside the config of a skill', async () => {
    const url = `/v2/pals/${await world.pal()}/skills`;
    const components = { chart: { enabled: false } };
    const mixedDocument = { config: {}, components };
    const refusalText = 'components must be in config';
    for (const [method, path, body] of [
      ['PUT', '/magic_canvas', mixedDocument],
      ['PUT', '', { skills: { magic_canvas: mixedDocument } }],
    ] as const) {
      const [status, text] = await refusal(method, url + path, body);
      assert.deepEqual([status, String(text).includes(refusalText)], [400, true], String(text));
    }
    for (const body of [{ components }, { config: { components } }, {}])
      assert.deepEqual(await refusal('PUT', `${url}/magic_canvas`, body), [200, '']);
    for (const config of [{ components }, { config: { components } }, {}])
      assert.deepEqual(await refusal('PUT', url, { skills: { magic_canvas: config } }), [200, '']);
  });

  for (const row of rows.filter(({ method, versioned }) => method !== 'GET' && !versioned))
    test(`is refused if ${row.name} gets the header If-Match`, async () => {
      const answer = await world.service.app.inject({
        method: row.method as 'POST',
        url: row.path.replace(/\{\w+\}/g, 'x0123456789'),
        headers: { 'x-api-key': ALICE, authorization: 'Bearer x', 'if-match': '"a"' },
        ...(row.body ? { payload: {} } : {}),
      });
      assert.deepEqual([answer.statusCode, answer.body.includes('If-Match')], [400, true], answer.body);
    });
});

test('a field that protects or limits is refused in customization', async () => {
  const deployment = { pal_id: await world.pal(), channel: 'widget' };
  for (const name of ['require_auth', 'max_participants', 'participant_tags']) {
    const answer = await send('POST', '/v2/deployments', { ...deployment, customization: { [name]: true } });
    assert.deepEqual([answer.statusCode, answer.body.includes(`${name} is unknown here`)], [400, true], name);
  }
});

test('terms are refused if the page would not ask for them', async () => {
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

test('unknown fields are found in lists, unions and below defaults, and known ones are not', () => {
  const innerSchema = z.object({ kind: z.literal('a'), size: z.optional(z.number()) });
  const schema = z.object({
    list: z._default(
      z.array(z.union([innerSchema, z.object({ kind: z.literal('b'), name: z.string() })])),
      [],
    ),
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

const SUGGESTIONS: [name: string, known: string[], nearest: string | null][] = [
  ['greeting', ['custom_greeting', 'pal_name'], 'custom_greeting'],
  ['deployment', ['deployment_id', 'status'], 'deployment_id'],
  ['surprising', ['deployment_id', 'status'], null],
  ['stauts', ['status', 'sort'], 'status'],
  ['x', ['status'], null],
  ['', ['a'], null],
];
for (const [name, names, suggestion] of SUGGESTIONS)
  test(`the field nearest to "${name}" is ${suggestion ?? 'none'}`, () => {
    assert.equal(nearestTo(name, names), suggestion);
  });
