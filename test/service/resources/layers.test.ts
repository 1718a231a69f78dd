import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LAYER_SETTINGS } from '../../../src/contract/layers.ts';
import { createPal, getPal, patchPal } from '../../../src/contract/pals.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { openLayers } from '../../../src/service/platform/layer-secrets.ts';
import { migrations } from '../../../src/service/store/migrations.ts';
import { ALICE, openWorld, type World } from '../world.ts';

const SECRET = 'sk-very-secret';
let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
const body = (layers: object) => ({
  credential: ALICE,
  body: { system_prompt: 'x', default_face_id: SYSTEM_FACE.id, layers } as never,
});
const read = async (pal_id: string) =>
  (await world.call(getPal, { credential: ALICE, params: { pal_id } })).result;
const palOf = async (pal_id: string) =>
  (
    await world.service.context.store.db
      .selectFrom('pals')
      .select('document')
      .where('id', '=', pal_id)
      .executeTakeFirstOrThrow()
  ).document.layers;
const layersOf = async (id: string) => openLayers(await palOf(id), id, world.service.context.seal);
const patch = (pal_id: string, ...operations: object[]) => ({
  credential: ALICE,
  params: { pal_id },
  body: operations as never,
});

describe('the layers of a PAL', () => {
  // Proves resources-46, resources-47.
  test('every setting of a layer has bounds and an error message for values outside them', async () => {
    const invalidLayers: Record<string, Record<string, unknown[]>> = {
      llm: {
        model: ['', 7],
        base_url: ['ftp://x.example', 'model'],
        api_key: [' ', 7],
        temperature: [-1, 2.1, 'hot'],
        strict_guardrails: ['yes'],
        speculative_inference: ['false', 0],
        headers: [{ host: 'x' }, { a: 'x\ny' }, 'x'],
        extra_body: [{ messages: [] }, { stream: false }, []],
        tools: ['x', [1]],
      },
      tts: {
        tts_engine: ['loud'],
        model: [''],
        base_url: ['file:///x'],
        api_key: ['a b'],
        external_voice_id: [''],
        voice: [' '],
        voices: [{ 'not a language': 'x' }, { en: 1 }, []],
        speed: [0.4, 2.1, '1'],
        pitch: [-4.1, 5, '1'],
        instructions: ['x'.repeat(2001)],
        pronunciation_dictionary_id: ['', 'x'.repeat(129)],
        pronunciations: [
          'x',
          ...['x', { word: 'x' }, { say: 'x' }].map((rule) => [rule]),
          [{ word: '', say: 'y' }],
          [{ word: '?!', say: 'y' }],
          [{ word: 'x', say: '...' }],
          [{ word: 'a\nb', say: 'y' }],
          [{ word: 'x'.repeat(61), say: 'y' }],
          [{ word: 'x', say: 'y'.repeat(61) }],
          [{ word: 'x', say: '/n uh q/' }],
          [{ word: 'x', say: '/n uh r' }],
          [{ word: 'x', say: '<b>' }],
          ['Noor', 'NOOR'].map((word) => ({ word, say: 'a' })),
          Array.from({ length: 201 }, (_, index) => ({ word: `w${index}`, say: 'x' })),
        ],
      },
      stt: {
        stt_engine: ['keen'],
        model: [''],
        base_url: ['x'],
        api_key: [''],
        hotwords: [1, [1], ['x'.repeat(201)]],
      },
      conversational_flow: {
        turn_taking_patience: ['endless'],
        turn_detection: [{ silence_ms: 100 }, { silence_ms: 300.5 }, 'x'],
        pal_interruptibility: ['never'],
        face_interruptibility: ['never'],
        replica_interruptibility: ['never'],
        idle_engagement: [true, 'x'],
        idle_seconds: [4, 301],
        end_call: ['yes'],
        request_human: [1],
        human_contact: [7, 'x'.repeat(301)],
        go_to_page: ['yes', {}],
        pages: [
          '/',
          ['/'],
          [{ path: '/' }],
          [{ title: 'Home' }],
          [{ path: '/', title: ' ' }],
          [{ path: '/', title: 'x'.repeat(201) }],
          [{ path: '/', title: 'a\nb' }],
          [{ path: '/', title: 'x', description: 'x'.repeat(501) }],
          ...[
            '',
            'prices',
            '//other.example',
            '/\\other.example',
            '/a\\b',
            '/\t/other.example',
            'https://other.example/',
            'javascript:alert(1)',
            `/${'x'.repeat(500)}`,
          ].map((path) => [{ path, title: 'x' }]),
          [
            { path: '/a', title: 'x' },
            { path: '/a', title: 'y' },
          ],
          Array.from({ length: 51 }, (_, index) => ({ path: `/${index}`, title: 'x' })),
        ],
      },
      perception: {
        perception_model: [''],
        base_url: ['x'],
        api_key: [7],
        visual_awareness_queries: ['x', [1]],
        visual_tools: ['x', [{}], [{ type: 'function', function: { name: 'a b' } }]],
        visual_tool_prompt: [7, 'x'.repeat(4001)],
        perception_analysis_queries: [[{}]],
      },
    };
    for (const [layer, settings] of Object.entries(LAYER_SETTINGS)) {
      for (const setting of Object.keys(settings)) {
        assert.ok(invalidLayers[layer]?.[setting]?.length, `${layer}.${setting} has cases`);
        for (const value of invalidLayers[layer][setting]) {
          const { code, text } = await world.refusal(createPal, body({ [layer]: { [setting]: value } }));
          assert.equal(code, 'invalid_request');
          assert.match(
            text,
            new RegExp(`^layers\\.${layer}\\.${setting}[^ ]* (?:must|is)`),
            JSON.stringify(value),
          );
        }
      }
    }
  });

  test('values within their bounds are stored, including null and unknown settings', async () => {
    const layers = {
      llm: {
        model: 'm',
        base_url: 'https://model.example/v1',
        temperature: 0,
        speculative_inference: false,
        extra_body: { top_p: 0.5 },
        tools: [
          {
            type: 'function',
            function: { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } },
            of_ours: true,
          },
        ],
        of_ours: { any: 1 },
      },
      tts: {
        tts_engine: 'openai',
        voices: { en: 'amy', 'pt-BR': 'rui' },
        speed: 2,
        pitch: -1.5,
        instructions: null,
        pronunciations: [
          { word: 'Siobhan', say: '/sh ih v ao1 n/' },
          { word: 'St. Łódź', say: 'Saint Woodge' },
          { word: '東京', say: 'tokyo' },
        ],
      },
      stt: { hotwords: ['Palkit'] },
      another: { x: [] },
      conversational_flow: {
        turn_taking_patience: 'low',
        replica_interruptibility: 'high',
        turn_detection: { silence_ms: 200, more: true },
        idle_engagement: 'eager',
        idle_seconds: 5,
        go_to_page: true,
        pages: [
          { path: '/', title: 'Home' },
          { path: '/prices?all=1#top', title: 'Prices', description: null },
        ],
      },
    };
    assert.deepEqual((await read((await world.call(createPal, body(layers))).result.pal_id)).layers, layers);
  });

  // Proves resources-45.
  test('a secret is stored sealed and never returned', async () => {
    const secrets = {
      llm: {
        api_key: SECRET,
        headers: { 'x-team': SECRET },
        tools: [
          {
            type: 'function',
            function: {
              name: 'a',
              description: '',
              parameters: { properties: { token: { type: 'string' } } },
            },
            http: { url: 'https://tools.example/', method: 'GET', headers: { authorization: SECRET } },
          },
        ],
      },
      tts: { api_key: SECRET },
      own: { password: { deep: SECRET } },
    };
    const { result } = await world.call(createPal, body(secrets));
    const pal = await read(result.pal_id);
    assert.deepEqual(pal.layers, {
      llm: {
        tools: [
          {
            type: 'function',
            function: {
              name: 'a',
              description: '',
              parameters: { properties: { token: { type: 'string' } } },
            },
            http: { url: 'https://tools.example/', method: 'GET' },
          },
        ],
      },
      tts: {},
      own: {},
    });
    assert.ok(!JSON.stringify(await palOf(result.pal_id)).includes(SECRET));
    assert.deepEqual(await layersOf(result.pal_id), secrets);
  });

  test('patching another field keeps a secret; a new value replaces it, and null or remove deletes it', async () => {
    const { pal_id } = (
      await world.call(
        createPal,
        body({ llm: { api_key: SECRET, model: 'm', base_url: 'https://model.example/v1' } }),
      )
    ).result;
    const { result } = await world.call(
      patchPal,
      patch(
        pal_id,
        { op: 'replace', path: '/layers/llm/model', value: 'n' },
        { op: 'replace', path: '/pal_name', value: 'New' },
      ),
    );
    assert.deepEqual(result.layers.llm, { model: 'n', base_url: 'https://model.example/v1' });
    assert.equal((await layersOf(pal_id)).llm!.api_key, SECRET);
    await world.call(patchPal, patch(pal_id, { op: 'add', path: '/layers/llm/api_key', value: 'another' }));
    assert.equal((await layersOf(pal_id)).llm!.api_key, 'another');
    await world.call(patchPal, patch(pal_id, { op: 'remove', path: '/layers/llm/api_key' }));
    assert.equal((await layersOf(pal_id)).llm!.api_key, undefined);
  });

  // Proves resources-45.
  test('no patch operation or error reveals a secret, including test, copy and move', async () => {
    const { pal_id } = (await world.call(createPal, body({ llm: { api_key: SECRET, model: 'm' }, own: {} })))
      .result;
    const attempts: object[][] = [
      [{ op: 'test', path: '/layers/llm/api_key', value: SECRET }],
      [{ op: 'test', path: '/layers', value: {} }],
      [{ op: 'copy', from: '/layers/llm/api_key', path: '/pal_name' }],
      [{ op: 'move', from: '/layers/llm/api_key', path: '/layers/llm/model' }],
      [{ op: 'copy', from: '/layers/llm/api_key', path: '/layers/own/seen' }],
      [{ op: 'copy', from: '/layers', path: '/custom_greeting' }],
      [{ op: 'copy', from: '/layers/llm', path: '/layers/tts' }],
      [{ op: 'move', from: '/layers/llm', path: '/layers/own/llm' }],
      [{ op: 'copy', from: '', path: '/pal_name' }],
      [{ op: 'replace', path: '/layers/llm/temperature', value: SECRET }],
    ];
    for (const operations of attempts) {
      const { code, text } = await world.refusal(patchPal, patch(pal_id, ...operations));
      assert.equal(code, 'invalid_patch', JSON.stringify(operations));
      assert.ok(!text.includes(SECRET));
    }
    assert.ok(!JSON.stringify(await read(pal_id)).includes(SECRET));
  });

  test('a key is dropped when its server address changes', async () => {
    const { pal_id } = (
      await world.call(
        createPal,
        body({
          llm: { api_key: SECRET, headers: { 'x-key': SECRET }, base_url: 'https://model.example/v1' },
        }),
      )
    ).result;
    await world.call(
      patchPal,
      patch(pal_id, { op: 'replace', path: '/layers/llm/base_url', value: 'https://thief.example/v1' }),
    );
    assert.deepEqual(await layersOf(pal_id), { llm: { base_url: 'https://thief.example/v1' } });
    await world.call(
      patchPal,
      patch(pal_id, {
        op: 'add',
        path: '/layers/llm',
        value: { base_url: 'https://third.example', api_key: 'fresh' },
      }),
    );
    assert.equal((await layersOf(pal_id)).llm!.api_key, 'fresh');
  });

  test('a private endpoint address is refused when it is set, in every layer that has one', async () => {
    const { pal_id } = (await world.call(createPal, body({}))).result;
    for (const layer of Object.entries(LAYER_SETTINGS).flatMap(([name, settings]) =>
      'base_url' in settings ? [name] : [],
    )) {
      for (const base_url of [
        'http://127.0.0.1:8000/v1',
        'http://localhost/v1',
        'http://169.254.169.254/',
        'http://[::1]/',
      ]) {
        for (const { code, text } of [
          await world.refusal(createPal, body({ [layer]: { base_url } })),
          await world.refusal(
            patchPal,
            patch(pal_id, { op: 'add', path: `/layers/${layer}`, value: { base_url } }),
          ),
        ]) {
          assert.equal(code, 'invalid_request');
          assert.equal(
            text,
            `layers.${layer}.base_url must not be on a private, loopback, link-local or metadata host.`,
          );
        }
      }
    }
    const lenient = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1:8000' } });
    try {
      const pal = (await lenient.call(createPal, body({ llm: { base_url: 'http://127.0.0.1:8000/v1' } })))
        .result;
      assert.equal(
        (
          await lenient.refusal(
            patchPal,
            patch(pal.pal_id, {
              op: 'replace',
              path: '/layers/llm/base_url',
              value: 'http://127.0.0.1:8001/v1',
            }),
          )
        ).code,
        'invalid_request',
      );
    } finally {
      await lenient.close();
    }
  });

  test('a PAL whose endpoint is no longer allowed can still change its other fields', async () => {
    const { db } = world.service.context.store;
    const { pal_id } = (await world.call(createPal, body({}))).result;
    const { document } = await db
      .selectFrom('pals')
      .select('document')
      .where('id', '=', pal_id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('pals')
      .set({ document: JSON.stringify({ ...document, layers: { llm: { base_url: 'http://10.0.0.7/v1' } } }) })
      .where('id', '=', pal_id)
      .execute();
    assert.equal(
      (await world.call(patchPal, patch(pal_id, { op: 'replace', path: '/pal_name', value: 'Renamed' })))
        .result.pal_name,
      'Renamed',
    );
  });

  test('a migration seals the keys of an earlier version', async () => {
    const { db } = world.service.context.store;
    const { pal_id } = (await world.call(createPal, body({ llm: { model: 'm' } }))).result;
    const pal = db.selectFrom('pals').select('document').where('id', '=', pal_id);
    const row = await pal.executeTakeFirstOrThrow();
    await db.deleteFrom('pals').where('id', '!=', pal_id).execute();
    await db
      .updateTable('pals')
      .set({
        document: JSON.stringify({ ...row.document, layers: { llm: { model: 'm', api_key: SECRET } } }),
      })
      .where('id', '=', pal_id)
      .execute();
    await migrations['0030_sealed_layers']!.up(db);
    assert.ok(!JSON.stringify(await palOf(pal_id)).includes(SECRET));
    assert.deepEqual(await layersOf(pal_id), { llm: { model: 'm', api_key: SECRET } });
  });
});
