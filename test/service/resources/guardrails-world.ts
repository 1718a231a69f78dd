/** A service for tests that create, change and read guardrails. */
import { after, before } from 'node:test';
import {
  createGuardrail,
  deleteGuardrail,
  getGuardrail,
  listGuardrails,
  patchGuardrail,
  type GuardrailSet,
} from '../../../src/contract/guardrails.ts';
import type { JsonPatch } from '../../../src/contract/json-patch.ts';
import { ALICE, openWorld, type World } from '../world.ts';

export const rule = (name: string, extraFields: object = {}) => ({
  guardrail_name: name,
  guardrail_prompt: `Never say ${name}.`,
  modality: 'verbal' as const,
  ...extraFields,
});
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

export const create = async (body: unknown) =>
  (await world.call(createGuardrail, { credential: ALICE, body: body as never })).result;
export const set = async (names: string[], name = 'Set') =>
  ((await create({ name, data: names.map((entry) => rule(entry)) })) as { guardrails_id: string })
    .guardrails_id;
export const read = async (guardrails_id: string) =>
  (await world.call(getGuardrail, { credential: ALICE, params: { guardrails_id } })).result;
export const readSet = async (id: string) => (await read(id)) as GuardrailSet;
export const tagOf = async (guardrails_id: string) =>
  (await world.call(getGuardrail, { credential: ALICE, params: { guardrails_id } })).answer.headers.get(
    'etag',
  )!;
export const change = (guardrails_id: string, body: unknown, ifMatch?: string) =>
  world.call(patchGuardrail, {
    credential: ALICE,
    params: { guardrails_id },
    body: body as JsonPatch,
    ...(ifMatch ? { headers: { 'if-match': ifMatch } } : {}),
  });
export const patchRefusal = async (guardrails_id: string, body: unknown) =>
  (
    await world.refusal(patchGuardrail, {
      credential: ALICE,
      params: { guardrails_id },
      body: body as JsonPatch,
    })
  ).code;
export const remove = (guardrails_id: string) =>
  world.call(deleteGuardrail, { credential: ALICE, params: { guardrails_id } });
export const list = async (query: Record<string, unknown>, credential = ALICE) =>
  (await world.call(listGuardrails, { credential, query })).result;
