/** A patch without changes: the ETag of a versioned resource stays the same and stays valid for If-Match. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endpoints } from '../../../src/contract/endpoints.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { ALICE, openWorld, type World } from '../world.ts';

type Json = Record<string, unknown>;

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

async function send(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, tag?: string) {
  const answer = await world.service.app.inject({
    method,
    url,
    headers: { 'x-api-key': ALICE, ...(tag ? { 'if-match': tag } : {}) },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, tag: answer.headers['etag'] as string, body: answer.json<Json>() };
}

const rule = { guardrail_name: 'calm', guardrail_prompt: 'Stay calm.', modality: 'verbal' };

/** For each endpoint that patches: addresses of resources, each with a field of the resource. */
const RESOURCES: Record<string, () => Promise<[address: string, field: string][]>> = {
  patchPal: async () => [[`/v2/pals/${await world.pal()}`, '/pal_name']],
  async patchPersona() {
    const persona = { persona_name: 'Older', system_prompt: 'Be brief.' };
    const { body } = await send('POST', '/v2/personas', persona);
    return [[`/v2/personas/${String(body['persona_id'])}`, '/persona_name']];
  },
  patchDeployment: async () => [[`/v2/deployments/${await world.deployment({ name: 'Shop' })}`, '/name']],
  async patchObjectives() {
    const objective = { objective_name: 'name', objective_prompt: 'Ask for the name.' };
    const { body } = await send('POST', '/v2/objectives', { data: [objective] });
    return [[`/v2/objectives/${String(body['objectives_id'])}`, '/data/0/objective_name']];
  },
  async patchGuardrail() {
    const item = await send('POST', '/v2/guardrails', rule);
    const set = await send('POST', '/v2/guardrails', { name: 'House rules', data: [rule] });
    return [
      [`/v2/guardrails/${String(item.body['uuid'])}`, '/guardrail_name'],
      [`/v2/guardrails/${String(set.body['guardrails_id'])}`, '/name'],
    ];
  },
};

for (const { name, method } of (endpoints as readonly Endpoint[]).filter(({ versioned }) => versioned))
  if (method === 'PATCH')
    test(`${name} without a change keeps the tag`, async () => {
      assert.ok(RESOURCES[name], `${name} needs a line in this test`);
      for (const [address, path] of await RESOURCES[name]()) {
        const firstAnswer = await send('GET', address);
        assert.match(firstAnswer.tag, /^"[^"]+"$/);
        const value = path
          .slice(1)
          .split('/')
          .reduce<unknown>((part, key) => (part as Json)[key], firstAnswer.body);
        assert.equal(typeof value, 'string', `${address} ${path}`);
        const samePatch = [{ op: 'replace', path, value }];
        for (const tag of [undefined, firstAnswer.tag]) {
          const answer = await send('PATCH', address, samePatch, tag);
          assert.deepEqual([answer.status, answer.tag], [200, firstAnswer.tag], `${address} If-Match ${tag}`);
          assert.deepEqual(answer.body, firstAnswer.body);
        }
        assert.equal((await send('GET', address)).tag, firstAnswer.tag);
        const otherPatch = [{ op: 'replace', path, value: `${String(value)} now` }];
        const patchAnswer = await send('PATCH', address, otherPatch, firstAnswer.tag);
        assert.equal(patchAnswer.status, 200);
        assert.notEqual(patchAnswer.tag, firstAnswer.tag);
        assert.equal((await send('PATCH', address, samePatch, firstAnswer.tag)).status, 412);
        assert.equal((await send('PATCH', address, samePatch, patchAnswer.tag)).status, 200);
      }
    });
