/** PALs over the API: both paths and their field names, errors, patches, lists. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createPal, deletePal, getPal, listPals, patchPal } from '../../../src/contract/pals.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { ALICE, openWorld, type World } from '../world.ts';

describe('PALs', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());
  const inject = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: unknown) => {
    const answer = await world.service.app.inject({
      method,
      url,
      headers: { 'x-api-key': ALICE, 'content-type': 'application/json' },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };

  // Proves endpoints-17, resources-48, versioning-2.
  test('each path answers with its own field names and accepts both', async () => {
    const response = await inject('POST', '/v2/personas', {
      persona_name: 'Old',
      system_prompt: 'x',
      default_replica_id: SYSTEM_FACE.id,
    });
    assert.deepEqual(Object.keys(response.body).sort(), ['created_at', 'persona_id', 'persona_name']);
    const id = response.body['persona_id'] as string;
    assert.equal((await inject('GET', `/v2/personas/${id}`)).body['default_replica_id'], SYSTEM_FACE.id);
    assert.equal((await inject('GET', `/v2/pals/${id}`)).body['pal_name'], 'Old');
    assert.equal(
      (await inject('PATCH', `/v2/pals/${id}`, [{ op: 'replace', path: '/persona_name', value: 'New' }]))
        .body['pal_name'],
      'New',
    );
    const personas = (await inject('GET', '/v2/personas')).body['data'] as Record<string, unknown>[];
    assert.equal(personas[0]!['persona_name'], 'New');
    assert.equal(
      (
        await inject('POST', '/v2/pals', {
          pal_name: 'A',
          persona_name: 'B',
          system_prompt: 'x',
          default_face_id: SYSTEM_FACE.id,
        })
      ).status,
      400,
    );
  });

  // Proves resources-34, versioning-3.
  test('a face is required only on the new path', async () => {
    assert.equal((await inject('POST', '/v2/pals', { pal_name: 'A', system_prompt: 'x' })).status, 400);
    assert.equal(
      (await inject('POST', '/v2/personas', { persona_name: 'A', system_prompt: 'x' })).status,
      200,
    );
  });

  // Proves errors-10, limits-7, resources-31, resources-32, resources-35.
  test('a PAL with invalid values is refused with a message', async () => {
    const base = { system_prompt: 'x', default_face_id: SYSTEM_FACE.id };
    const cases: [Record<string, unknown>, RegExp][] = [
      [{ ...base, system_prompt: undefined }, /^system_prompt is required unless/],
      [{ ...base, default_face_id: 'r00000000000000000000' }, /^Unknown face/],
      [{ ...base, pipeline_mode: 'half' }, /^pipeline_mode must be full or echo/],
      [{ ...base, languages: ['de'] }, /cannot speak de\. It can speak: en/],
      [{ ...base, languages: ['english please'] }, /language tag/],
      [{ ...base, document_ids: ['d00000000000000000000'] }, /^Unknown document/],
      [
        { ...base, guardrail_ids: Array.from({ length: 51 }, (_, index) => `g${index}`) },
        /^guardrail_ids must hold at most 50/,
      ],
      [
        { ...base, guardrail_tags: Array.from({ length: 51 }, (_, index) => `t${index}`) },
        /^guardrail_tags must hold at most 50/,
      ],
      [
        {
          ...base,
          guardrail_ids: Array.from({ length: 30 }, (_, index) => `g${index}`),
          guardrail_tags: Array.from({ length: 21 }, (_, index) => `t${index}`),
        },
        /at most 50 guardrails in total/,
      ],
      [{ ...base, guardrail_ids: ['g1'] }, /^Unknown guardrail/],
      [{ ...base, objectives_id: 'o1' }, /^Unknown objectives/],
      [{ ...base, disclosure_type: 'sometimes' }, /^disclosure_type must be/],
      [{ ...base, layers: [] }, /^layers must be an object/],
      [{ system_prompt: 'x', pipeline_mode: 'full' }, /^default_face_id is required/],
    ];
    for (const [body, message] of cases)
      assert.match(
        (await world.refusal(createPal, { credential: ALICE, body: body as never })).text,
        message,
      );
    await world.call(createPal, {
      credential: ALICE,
      body: { default_face_id: SYSTEM_FACE.id, pipeline_mode: 'echo' },
    });
  });

  // Proves resources-44, resources-45.
  test('a conferencing username gives an email address, and engine keys are never returned', async () => {
    const { result } = await world.call(createPal, {
      credential: ALICE,
      body: {
        system_prompt: 'x',
        default_face_id: SYSTEM_FACE.id,
        layers: { conferencing: { username: 'nora' }, llm: { api_key: 'sk-secret', model: 'm' } },
      },
    });
    assert.equal(result.conferencing_email, 'nora@palkit.example');
    const { result: pal, answer } = await world.call(getPal, {
      credential: ALICE,
      params: { pal_id: result.pal_id },
    });
    assert.deepEqual(pal.layers.llm, { model: 'm' });
    assert.ok(!(await answer.text()).includes('sk-secret'));
  });

  test('a patch changes the version and is validated like a create', async () => {
    const pal_id = await world.pal();
    const { answer } = await world.call(getPal, { credential: ALICE, params: { pal_id } });
    const tag = answer.headers.get('etag')!;
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        world.call(patchPal, {
          credential: ALICE,
          params: { pal_id },
          body: [{ op: 'replace', path: '/pal_name', value: `n${index}` }],
          headers: { 'if-match': tag },
        }),
      ),
    );
    assert.equal(attempts.filter((attempt) => attempt.status === 'fulfilled').length, 1);
    for (const [path, value, code] of [
      ['/languages', ['fr'], 'language_unsupported'],
      ['/default_face_id', 'r0', 'unknown_reference'],
      ['/pal_id', 'p1', 'invalid_patch'],
      ['/system_prompt', '', 'invalid_patch'],
    ] as const) {
      assert.equal(
        (
          await world.refusal(patchPal, {
            credential: ALICE,
            params: { pal_id },
            body: [{ op: 'replace', path, value }],
          })
        ).code,
        code,
      );
    }
  });

  test('the list is paged from one, and a deleted PAL answers 404', async () => {
    const pal_id = await world.pal();
    const { result } = await world.call(listPals, { credential: ALICE, query: { limit: 1 } as never });
    assert.equal(result.data.length, 1);
    assert.ok(result.total_count > 1);
    assert.equal(
      (await world.refusal(listPals, { credential: ALICE, query: { page: -1 } as never })).code,
      'invalid_request',
    );
    await world.call(deletePal, { credential: ALICE, params: { pal_id } });
    assert.equal(
      (await world.refusal(getPal, { credential: ALICE, params: { pal_id } })).code,
      'pal_not_found',
    );
  });
});
