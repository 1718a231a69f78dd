/** Stored values that were valid once and are invalid today do not prevent patches of other fields. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { Customization } from '../../../src/contract/customization.ts';
import { initDeployment, PatchableDeployment, patchDeployment } from '../../../src/contract/deployments.ts';
import type { JsonPatch } from '../../../src/contract/json-patch.ts';
import { LAYER_SETTINGS } from '../../../src/contract/layers.ts';
import { PersonaFields } from '../../../src/contract/pals.ts';
import { ServiceError } from '../../../src/contract/service-error.ts';
import { applyJsonPatch } from '../../../src/service/http/json-patch.ts';
import { ALICE, openWorld, type World } from '../world.ts';

/** A value that no setting accepts. */
const REFUSED_VALUE = [{ refused: 'today' }];
type Document = Record<string, unknown>;

const DEPLOYMENT: Document = {
  name: 'Shop',
  pal_id: 'p0123456789abcdef0123',
  status: 'active',
  customization: { captions: true },
  limits: { max_call_duration: 600, captcha_required: false },
  allowed_origins: [],
};
const PAL: Document = {
  pal_name: 'Ada',
  pipeline_mode: 'full',
  system_prompt: 'You are Ada.',
  layers: { llm: { model: 'm' } },
};

/** Returns the names of a schema's fields, and of the fields in its groups in dotted form. */
function places(shape: Readonly<Record<string, z.ZodMiniType>>): string[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    const child: unknown = schema instanceof z.ZodMiniOptional ? schema._zod.def.innerType : schema;
    return child instanceof z.ZodMiniObject
      ? [name, ...Object.keys(child.shape).map((key) => `${name}.${key}`)]
      : [name];
  });
}

function withValue(document: Document, path: string, value: unknown): Document {
  const copy: Document = structuredClone(document);
  const names: string[] = path.split('.');
  const parent = names
    .slice(0, -1)
    .reduce<Document>((nestedObject, name) => (nestedObject[name] ??= {}) as Document, copy);
  parent[names.at(-1)!] = value;
  return copy;
}
const addressOf = (document: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((nestedObject, name) => (nestedObject as Document | undefined)?.[name], document);

const refusal = (run: () => unknown): string | null => {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error));
    return error.message;
  }
  return null;
};

const CASES = [
  ...[
    ...[...places(Customization.shape), 'conversation', 'conversation.context'].map(
      (fieldPath) => `customization.${fieldPath}`,
    ),
    'allowed_origins',
  ].map((path) => ({ path, schema: PatchableDeployment, document: DEPLOYMENT, name: 'name' })),
  ...['limits.daily_call_limit', 'limits.unknown_limit', 'limits.max_call_duration', 'post_call_actions'].map(
    (path) => ({ path, schema: PatchableDeployment, document: DEPLOYMENT, name: 'name' }),
  ),
  ...Object.entries(LAYER_SETTINGS).flatMap(([layer, settings]) =>
    Object.keys(settings).map((setting) => ({
      path: `layers.${layer}.${setting}`,
      schema: PersonaFields,
      document: PAL,
      name: 'pal_name',
    })),
  ),
  { path: 'document_ids', schema: PersonaFields, document: PAL, name: 'pal_name' },
];

describe('a stored value that is invalid today', () => {
  for (const { path, schema, document, name } of CASES)
    test(`${path}: it stays, and everything else can be patched`, () => {
      const documentBefore = withValue(document, path, REFUSED_VALUE);
      const options = {
        schema,
        patchable: Object.keys(document).concat('document_ids', 'post_call_actions'),
      };
      const pointer = `/${path.replaceAll('.', '/')}`;
      const patched = applyJsonPatch(
        documentBefore,
        [{ op: 'replace', path: `/${name}`, value: ' Renamed ' }],
        options,
      );
      assert.equal(addressOf(patched, name), ' Renamed ');
      assert.deepEqual(addressOf(patched, path), REFUSED_VALUE);
      const otherPatch = [{ op: 'replace' as const, path: pointer, value: [{ refused: 'too' }] }];
      assert.notEqual(
        refusal(() => applyJsonPatch(documentBefore, otherPatch, options)),
        null,
      );
      const wrongPatch = [{ op: 'replace' as const, path: `/${name}`, value: 7 }];
      assert.match(
        refusal(() => applyJsonPatch(documentBefore, wrongPatch, options))!,
        new RegExp(`^${name} must be`),
      );
    });

  test('is patched beside many others, also in a list', () => {
    const document = {
      ...DEPLOYMENT,
      customization: { captions: 'on', locale: 7, landing_page: { links: [{ label: 'A', url: 'gopher:' }] } },
      limits: { max_call_duration: 1, captcha_required: 'yes' },
    };
    const fields = applyJsonPatch(document, [{ op: 'replace', path: '/name', value: 'B' }], {
      schema: PatchableDeployment,
      patchable: ['name'],
    });
    assert.equal(fields.name, 'B');
    assert.deepEqual([fields.customization, fields.limits], [document.customization, document.limits]);
  });

  for (const path of [
    'customization',
    'customization.widget',
    'customization.landing_page.links.0',
    'limits',
  ])
    test(`unknown fields of ${path} stay, any number of them, and a new one is refused`, () => {
      const unknown = Object.fromEntries(
        Array.from({ length: 150 }, (_, index) => [`unknown_${index}`, index]),
      );
      const document = {
        ...DEPLOYMENT,
        customization: { widget: {}, landing_page: { links: [{ label: 'A', url: 'https://a.example' }] } },
      };
      Object.assign(addressOf(document, path) as object, unknown);
      const applyPatch = (...operations: JsonPatch) =>
        applyJsonPatch(document, operations, {
          schema: PatchableDeployment,
          patchable: ['name', 'customization', 'limits'],
        });
      const renamedRow = applyPatch({ op: 'replace', path: '/name', value: 'B' });
      assert.equal(renamedRow.name, 'B');
      assert.deepEqual(addressOf(renamedRow, path), addressOf(document, path));
      const pointer = `/${path.replaceAll('.', '/')}`;
      const remainingDocument = applyPatch({ op: 'remove', path: `${pointer}/unknown_7` });
      assert.deepEqual(
        { ...(addressOf(remainingDocument, path) as object), unknown_7: 7 },
        addressOf(document, path),
      );
      const addition: JsonPatch = [{ op: 'add', path: `${pointer}/another`, value: 1 }];
      assert.match(
        refusal(() => applyPatch(...addition))!,
        /\.another is unknown here/,
      );
    });

  test('does not excuse an error that a patch adds', () => {
    const document = { ...DEPLOYMENT, customization: { consent: { text: 'Old.' } } };
    const errorText = refusal(() =>
      applyJsonPatch(document, [{ op: 'add', path: '/customization/terms_content', value: 'New.' }], {
        schema: PatchableDeployment,
        patchable: ['customization'],
      }),
    );
    assert.match(errorText!, /must equal consent\.text/);
  });
});

describe('through the service', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  test('a deployment with such a value in any group is patched elsewhere, and still starts calls', async () => {
    const deployment_id = await world.deployment();
    const { db } = world.service.context.store;
    const magic_canvas = { accent_color: '#123456' };
    for (const group of [...Object.keys(Customization.shape), 'conversation', 'terms_enabled', 'of_old']) {
      const customization = { captions: true, [group]: REFUSED_VALUE };
      await sql`update deployments set document = jsonb_set(document, '{customization}',
        ${JSON.stringify(customization)}::jsonb) where id = ${deployment_id}`.execute(db);
      await world.call(patchDeployment, {
        credential: ALICE,
        params: { deployment_id },
        body: [
          { op: 'replace', path: '/name', value: group },
          { op: 'add', path: '/customization/magic_canvas', value: magic_canvas },
        ],
      });
      const { document, name } = await db
        .selectFrom('deployments')
        .select(['document', 'name'])
        .where('id', '=', deployment_id)
        .executeTakeFirstOrThrow();
      assert.equal(name, group);
      if (group !== 'magic_canvas')
        assert.deepEqual(document.customization, { ...customization, magic_canvas });
      assert.ok((await world.start(deployment_id)).conversation_id, group);
    }
  });

  test('a deployment that an earlier version stored keeps all its values', async () => {
    const params = { deployment_id: await world.deployment() };
    const { db } = world.service.context.store;
    const customization = {
      widget: { position: 'top' },
      theme: { mode: 'sepia' },
      captions: true,
      text: 'Hi',
    };
    await sql`update deployments set document = jsonb_set(document, '{customization}',
      ${JSON.stringify(customization)}::jsonb) where id = ${params.deployment_id}`.execute(db);
    await world.call(patchDeployment, {
      credential: ALICE,
      params,
      body: [
        { op: 'replace', path: '/name', value: 'Renamed' },
        { op: 'add', path: '/customization/theme/accent_color', value: '#123456' },
      ],
    });
    const accent = { theme: { accent_color: '#123456' }, captions: true, widget: {} };
    const read = async (url: string) => {
      const answer = await world.service.app.inject({ url, headers: { 'x-api-key': ALICE } });
      assert.equal(answer.statusCode, 200, answer.body);
      return { body: answer.json<Document>(), warnings: answer.headers['x-palkit-warnings'] };
    };
    const deployment = await read(`/v2/deployments/${params.deployment_id}`);
    assert.equal(deployment.body['name'], 'Renamed');
    assert.deepEqual(deployment.body['customization'], accent, 'an answer keeps the contract');
    assert.equal(
      deployment.warnings,
      'customization.theme.mode, customization.text, customization.widget.position',
    );
    const list = await read('/v2/deployments?search=Renamed');
    assert.deepEqual(addressOf(list.body, 'deployments.0.customization'), accent);
    assert.deepEqual(
      (await read(`/v2/deployments/${params.deployment_id}/init`)).body['customization'],
      accent,
    );
    const initResponse = await world.call(initDeployment, { params });
    assert.deepEqual(initResponse.result.customization, accent, 'a page reads it');
    const { document } = await db
      .selectFrom('deployments')
      .select('document')
      .where('id', '=', params.deployment_id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(document.customization, {
      ...customization,
      theme: { mode: 'sepia', accent_color: '#123456' },
    });
  });
});
