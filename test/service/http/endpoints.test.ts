import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { ERRORS, isErrorCode } from '../../../src/contract/errors.ts';
import { createDocument } from '../../../src/contract/documents.ts';
import { listCallbacks } from '../../../src/contract/callbacks.ts';
import { createConversation, endConversation } from '../../../src/contract/conversations.ts';
import { createFace } from '../../../src/contract/faces.ts';
import { createSpeech } from '../../../src/contract/speech.ts';
import { createVideo } from '../../../src/contract/videos.ts';
import { openApi } from '../../../src/developer-tools/openapi.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { createConnector } from '../../../src/contract/connectors.ts';
import { createMemoryStore } from '../../../src/contract/memory-stores.ts';
import { createKey } from '../../../src/contract/keys.ts';
import { createObjectives } from '../../../src/contract/objectives.ts';
import { createGuardrail } from '../../../src/contract/guardrails.ts';
import { createDictionary } from '../../../src/contract/pronunciation-dictionaries.ts';
import { attachPalTools, createTool } from '../../../src/contract/tools.ts';
import { attachPalSkill } from '../../../src/contract/skills.ts';
import { toneVoice } from '../tone.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

const UNKNOWN: Record<string, string> = {
  pal_id: 'p00000000000000000000',
  face_id: 'r00000000000000000000',
  deployment_id: 'd00000000000000000000',
  conversation_id: 'c00000000000000000000',
  session_id: 's00000000000000000000',
  video_id: 'v00000000000000000000',
  speech_id: 's00000000000000000000',
  document_id: 'd00000000000000000001',
  callback_id: 'w00000000000000000000',
  connector_id: 'c00000000000000000000',
  memory_store_id: 'm00000000000000000000',
  memory_id: 'pm00000000000000000000',
  objectives_id: 'o00000000000000000000',
  guardrails_id: 'g00000000000000000000',
  skill_id: 'magic_canvas',
  key_id: 'k00000000000000000000',
  tool_id: 't00000000000000000000',
  pronunciation_dictionary_id: 'pd00000000000000000000',
  voice_id: 'nobody',
  name: 'nobody',
};
/** A valid body for each endpoint that has one, so that a request passes the schema and reaches later checks. */
const BODIES: Record<string, unknown> = {
  askPal: { question: 'Well?' },
  renameVideo: { video_name: 'A' },
  renameSpeech: { speech_name: 'A' },
  patchPal: [],
  patchDeployment: [],
  renameFace: { face_name: 'A' },
  patchDocument: { document_name: 'A' },
  giveFeedback: { rating: 5 },
  leaveMessage: { message: 'Hello.' },
  recrawlDocument: { crawl: { depth: 1 } },
  startDeployment: {},
  joinRoom: 'v=0',
  writeRoom: { event_type: 'conversation.ping' },
  postCanvasInteraction: {
    interaction_id: 'a',
    tool_call_id: 'b',
    component: 'canvas.question',
    component_version: 'v1',
    type: 'skip',
  },
  reportRoom: { line_id: 'a', role: 'user', content: 'a', timestamp: 1 },
  reportPicture: { webp: 'UklGRgoAAABXRUJQVlA4IAAA' },
  dailyWebhook: {},
  changeConnector: {},
  patchObjectives: [],
  patchGuardrail: [],
  attachPalSkill: {},
  changePalSkill: {},
  createPinnedMemory: { memory: 'a' },
  changePinnedMemory: { memory: 'a' },
  changeTool: { description: 'A' },
  changeDictionary: { name: 'A' },
  attachPalTools: { tool_ids: ['t00000000000000000000'] },
  replacePalSkills: { skills: {} },
  checkDeploymentSite: { url: 'https://page.example/' },
  takeOver: { name: 'Alice' },
  writePersonLine: { text: 'Hello' },
};

/** Parameters that name one of Alice's resources. */
const OWNED_RESOURCES = new Set([
  'pal_id',
  'face_id',
  'video_id',
  'speech_id',
  'deployment_id',
  'conversation_id',
  'memory_store_id',
  'objectives_id',
  'guardrails_id',
  'callback_id',
  'document_id',
  'connector_id',
  'key_id',
  'tool_id',
  'pronunciation_dictionary_id',
]);

interface Parameter {
  name: string;
  in: string;
  schema: { type?: string; enum?: string[]; minimum?: number; maximum?: number; maxLength?: number };
}
const document = openApi('https://palkit.example') as unknown as {
  paths: Record<string, Record<string, { operationId: string; parameters?: Parameter[] }>>;
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Returns values just outside the bounds that the OpenAPI document states for the endpoint's query parameters. */
function outOfBounds(row: Endpoint): string[] {
  const { parameters = [] } = operations.find(({ operationId }) => operationId === row.name)!;
  return parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema: { type, enum: enumValues, minimum, maximum, maxLength } }) =>
      [
        ...(enumValues || type === 'boolean' ? ['nothing-of-these'] : []),
        ...(maxLength ? ['x'.repeat(maxLength + 1)] : []),
        ...(type === 'integer' ? ['x', '1.5', String(minimum! - 1), String(maximum! + 1)] : []),
      ].map((value) => `${name}=${value}`),
    );
}

describe('every endpoint', () => {
  let world: World;
  let ownParams: Record<string, string>;
  before(async () => {
    world = await openWorld({ engines: { voice: toneVoice(), ears: null } });
    const deployment_id = await world.deployment();
    const pal_id = await world.pal();
    const { result } = await world.call(createConversation, { credential: ALICE, body: { pal_id } });
    const conversation = await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id, callback_url: 'http://127.0.0.1/' },
    });
    await world.call(endConversation, {
      credential: ALICE,
      params: { conversation_id: conversation.result.conversation_id },
    });
    const callbacks = await world.call(listCallbacks, { credential: ALICE });
    const document = await world.call(createDocument, {
      credential: ALICE,
      body: { document_url: 'http://127.0.0.1/' },
    });
    const { memory_store_id } = (
      await world.call(createMemoryStore, { credential: ALICE, body: { pal_id, participant_tag: 'a' } })
    ).result;
    const { objectives_id } = (
      await world.call(createObjectives, {
        credential: ALICE,
        body: { data: [{ objective_name: 'a', objective_prompt: 'b' }] },
      })
    ).result;
    const { guardrails_id } = (
      await world.call(createGuardrail, { credential: ALICE, body: { name: 'a', data: [] } })
    ).result;
    await world.call(attachPalSkill, { credential: ALICE, params: { pal_id, skill_id: 'magic_canvas' } });
    const { face_id } = (
      await world.call(createFace, { credential: ALICE, body: { train_video_url: 'http://127.0.0.1/' } })
    ).result;
    const { video_id } = (
      await world.call(createVideo, {
        credential: ALICE,
        body: { face_id: SYSTEM_FACE.id, audio_url: 'http://127.0.0.1/' },
      })
    ).result;
    const { speech_id } = (
      await world.call(createSpeech, { credential: ALICE, body: { face_id: SYSTEM_FACE.id, script: 'A' } })
    ).result;
    const { connector_id } = (
      await world.call(createConnector, {
        credential: ALICE,
        body: { name: 'a', server_url: 'http://127.0.0.1/' },
      })
    ).result;
    const { key_id } = (await world.call(createKey, { credential: ALICE, body: { name: 'A' } })).result;
    const { tool_id } = (
      await world.call(createTool, { credential: ALICE, body: { name: 'a', description: 'b' } })
    ).result;
    await world.call(attachPalTools, {
      credential: ALICE,
      params: { pal_id },
      body: { tool_ids: [tool_id] },
    });
    const { pronunciation_dictionary_id } = (
      await world.call(createDictionary, { credential: ALICE, body: { name: 'a' } })
    ).result;
    ownParams = {
      tool_id,
      pronunciation_dictionary_id,
      voice_id: 'slt',
      face_id,
      video_id,
      speech_id,
      document_id: document.result.document_id,
      connector_id,
      callback_id: callbacks.result.data[0]!.callback_id,
      skill_id: 'magic_canvas',
      key_id,
      guardrails_id: guardrails_id!,
      objectives_id,
      pal_id,
      deployment_id,
      conversation_id: result.conversation_id,
      memory_store_id,
    };
  });
  after(() => world.close());

  const url = (row: Endpoint, params: Record<string, string>) =>
    row.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? UNKNOWN[name]!);
  const send = async (
    row: Endpoint,
    params: Record<string, string>,
    options: { key?: string; body?: unknown; query?: string; type?: string } = {},
  ) => {
    const body = options.body ?? BODIES[row.aliasOf ?? row.name];
    const answer = await world.service.app.inject({
      method: row.method as 'GET',
      url: url(row, params) + (options.query ?? ''),
      headers: {
        ...(row.auth === 'key' && options.key ? { 'x-api-key': options.key } : {}),
        ...(row.auth === 'token' ? { authorization: 'Bearer wrong' } : {}),
        ...(row.body ? { 'content-type': options.type ?? row.media ?? 'application/json' } : {}),
      },
      ...(row.body && body !== undefined
        ? { payload: typeof body === 'string' ? body : JSON.stringify(body) }
        : {}),
    });
    const code = answer.headers['x-error-code'];
    if (answer.statusCode >= 400) {
      assert.ok(isErrorCode(code), `${row.name} answers ${answer.statusCode} with the code ${String(code)}`);
      assert.equal(answer.statusCode, ERRORS[code].status);
      const json = answer.json<Record<string, unknown>>();
      assert.deepEqual(Object.keys(json), [ERRORS[code].field]);
      assert.equal(typeof json[ERRORS[code].field], 'string');
    }
    return { status: answer.statusCode, code };
  };

  for (const row of endpoints as readonly Endpoint[]) {
    const parameters = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    if (row.auth === 'key') {
      // Proves authentication-1.
      test(`${row.name} with a missing or wrong key answers 401`, async () => {
        assert.deepEqual(await send(row, ownParams), { status: 401, code: 'invalid_key' });
        assert.deepEqual(await send(row, ownParams, { key: 'wrong' }), { status: 401, code: 'invalid_key' });
      });
    }
    if (parameters.length > 0) {
      // Proves errors-1, errors-7.
      test(`${row.name} with an unknown id answers 404`, async () => {
        // `getSkill` searches the registry for this skill, while the other endpoints search the PAL's skills.
        const unknown: Record<string, string> = row.name === 'getSkill' ? { skill_id: 'nothing' } : {};
        const answer = await send(row, unknown, { key: ALICE });
        assert.equal(answer.status, 404);
        assert.ok(
          (row.errors as readonly unknown[]).includes(answer.code),
          `${row.name} declares ${String(answer.code)}`,
        );
      });
      test(`${row.name} with hostile ids answers 404`, async () => {
        for (const hostileValue of [
          '%00',
          '..%2f..%2fetc',
          '%27%3b--',
          'x'.repeat(200),
          '__proto__',
          '%F0%9F%98%80',
        ]) {
          const answer = await world.service.app.inject({
            method: row.method as 'GET',
            url: row.path.replace(/\{\w+\}/g, hostileValue),
            headers: {
              'x-api-key': ALICE,
              authorization: 'Bearer x',
              ...(row.body ? { 'content-type': row.media ?? 'application/json' } : {}),
            },
            ...(row.body ? { payload: JSON.stringify(BODIES[row.aliasOf ?? row.name] ?? {}) } : {}),
          });
          assert.equal(answer.statusCode, 404, `${row.name} ${hostileValue}: ${answer.body}`);
        }
      });
    }
    if (row.auth === 'key' && parameters.some((name) => OWNED_RESOURCES.has(name))) {
      // Proves authentication-4.
      test(`${row.name} for another account's resource answers 403`, async () => {
        assert.deepEqual(await send(row, ownParams, { key: BOB }), { status: 403, code: 'forbidden' });
      });
    }
    if (row.body && !row.media) {
      // Proves endpoints-22.
      test(`${row.name} refuses malformed bodies`, async () => {
        for (const body of [
          '{',
          '[[',
          'null',
          '"text"',
          '\u0000',
          '{"a":"\\u0000"}',
          '{"__proto__":1}',
          '['.repeat(60_000),
          '{"a":'.repeat(2000) + '1' + '}'.repeat(2000),
        ]) {
          const answer = await send(row, ownParams, { key: ALICE, body });
          assert.equal(answer.status, 400, `${row.name} ${body.slice(0, 20)}`);
        }
        assert.equal(
          (await send(row, ownParams, { key: ALICE, body: JSON.stringify({ a: 'x'.repeat(1_100_000) }) }))
            .status,
          413,
        );
        assert.equal(
          (await send(row, ownParams, { key: ALICE, body: 'a=b', type: 'application/x-www-form-urlencoded' }))
            .status,
          415,
        );
      });
    }
    if (row.query) {
      test(`${row.name} refuses query values out of bounds`, async () => {
        const probes = outOfBounds(row);
        for (const query of probes)
          assert.equal((await send(row, ownParams, { key: ALICE, query: `?${query}` })).status, 400, query);
      });
    }
  }

  // Proves errors-1.
  test('an unknown path answers 404 with a single error field', async () => {
    const answer = await world.service.app.inject({ url: '/v2/nothing' });
    assert.equal(answer.statusCode, 404);
    assert.deepEqual(Object.keys(answer.json()), ['error']);
  });
  test('the OpenAPI document lists every endpoint once', async () => {
    const document = (await world.service.app.inject({ url: '/openapi.json' })).json<{
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    }>();
    assert.equal(document.openapi, '3.1.0');
    const names = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(
      (operations) => Object.values(operations).map((operation) => operation.operationId),
    );
    assert.deepEqual(names.sort(), (endpoints as readonly Endpoint[]).map((row) => row.name).sort());
    assert.ok(document.paths['/v2/personas/{persona_id}']);
  });
});
