/** The fields of a PAL, on the current path and on the older one. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { createDocument } from '../../../src/contract/documents.ts';
import { createGuardrail } from '../../../src/contract/guardrails.ts';
import { createObjectives } from '../../../src/contract/objectives.ts';
import { createPal, getPal } from '../../../src/contract/pals.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { ALICE, BOB } from '../world.ts';
import { ISO, inject, keys, world } from './resources-world.ts';

/** The specification's tables for each resource: every field that they list, and none that was removed. */
describe('each resource', () => {
  // Proves resources-30, resources-44.
  test('a PAL stores and returns every field of its creation', async () => {
    const { objectives_id } = (
      await world.call(createObjectives, {
        credential: ALICE,
        body: { data: [{ objective_name: 'a', objective_prompt: 'b' }] },
      })
    ).result;
    const { guardrails_id } = (
      await world.call(createGuardrail, { credential: ALICE, body: { name: 's', data: [] } })
    ).result as { guardrails_id: string };
    const { uuid } = (
      await world.call(createGuardrail, {
        credential: ALICE,
        body: { guardrail_name: 'g', guardrail_prompt: 'x', modality: 'visual', tags: ['t'] } as never,
      })
    ).result as { uuid: string };
    const { document_id } = (
      await world.call(createDocument, { credential: ALICE, body: { document_url: 'http://10.0.0.1/' } })
    ).result;
    const fields = {
      pal_name: 'Nora',
      system_prompt: 'Be kind.',
      pipeline_mode: 'full' as const,
      default_face_id: SYSTEM_FACE.id,
      languages: ['en'],
      document_ids: [document_id],
      document_tags: ['shop'],
      objectives_id,
      guardrail_ids: [uuid],
      guardrail_tags: ['t'],
      tool_ids: [],
      guardrails_id,
      disclosure_type: 'always' as const,
      verbal_disclosure: 'I am an AI.',
      visual_disclosure: 'AI',
      custom_greeting: 'Hi.',
      context: 'Autumn.',
      memories: ['We moved.'],
      timezone: 'Europe/Vienna',
      layers: {
        perception: { perception_model: 'x' },
        stt: { smart: true },
        conversational_flow: { patience: 'low' },
        llm: { model: 'm' },
        tts: { voice: 'v' },
        mcp: { connectors: [], connector_tools: {} },
      },
    };
    const { result: created } = await world.call(createPal, { credential: ALICE, body: fields });
    assert.deepEqual(keys(created), ['created_at', 'pal_id', 'pal_name']);
    const { result: pal } = await world.call(getPal, {
      credential: ALICE,
      params: { pal_id: created.pal_id },
    });
    assert.deepEqual(pal, {
      ...fields,
      pal_id: created.pal_id,
      created_at: created.created_at,
      updated_at: pal.updated_at,
    });
    assert.match(pal.created_at, ISO);
  });

  // Proves resources-31.
  test('omitted fields of a PAL have their defaults', async () => {
    const { result: pal } = await world.call(getPal, {
      credential: ALICE,
      params: { pal_id: await world.pal() },
    });
    assert.deepEqual(
      [
        pal.pipeline_mode,
        pal.disclosure_type,
        pal.verbal_disclosure,
        pal.visual_disclosure,
        pal.languages,
        pal.guardrail_ids,
        pal.guardrail_tags,
        pal.document_ids,
        pal.document_tags,
      ],
      ['full', 'auto', '', '', [], [], [], [], []],
    );
  });

  // Proves resources-48, versioning-3.
  test('a persona without a face needs one in each conversation', async () => {
    const without = (
      await inject('POST', '/v2/personas', ALICE, { persona_name: 'Old', system_prompt: 'x' })
    ).json<{ persona_id: string }>().persona_id;
    const start = (body: Record<string, unknown>) => ({ credential: ALICE, body: body as never });
    assert.match(
      (await world.refusal(createConversation, start({ pal_id: without }))).text,
      /^face_id is required/,
    );
    for (const body of [
      { pal_id: without, face_id: SYSTEM_FACE.id },
      { persona_id: without, replica_id: SYSTEM_FACE.id },
      { pal_id: await world.pal() },
    ])
      await world.call(createConversation, start(body));
  });

  // Proves endpoints-18.
  test('a persona can be deleted through the older path', async () => {
    const pal_id = await world.pal();
    assert.equal((await inject('DELETE', `/v2/personas/${pal_id}`, BOB)).statusCode, 403);
    assert.equal((await inject('DELETE', `/v2/personas/${pal_id}`)).statusCode, 204);
    for (const path of [`/v2/personas/${pal_id}`, `/v2/pals/${pal_id}`])
      assert.equal((await inject('GET', path)).statusCode, 404);
    assert.equal((await inject('DELETE', `/v2/personas/${pal_id}`)).statusCode, 404);
  });
});
