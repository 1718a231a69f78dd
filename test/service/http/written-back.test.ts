/** Reads return "" for an address that is not set, and "" may be written back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as z from 'zod/mini';
import { endpoints } from '../../../src/contract/endpoints.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { changeAccount } from '../../../src/contract/account.ts';
import { createConversation } from '../../../src/contract/conversations.ts';
import { createDeployment, patchDeployment } from '../../../src/contract/deployments.ts';
import { createGuardrail } from '../../../src/contract/guardrails.ts';
import { createObjectives } from '../../../src/contract/objectives.ts';
import { ALICE, openWorld, type World } from '../world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

test('every optional address accepts "" for none, and no other text', () => {
  let count = 0;
  for (const row of endpoints as readonly Endpoint[]) {
    if (!(row.body instanceof z.ZodMiniObject)) continue;
    for (const [name, schema] of Object.entries(row.body.shape as Record<string, z.ZodMiniType>)) {
      if (!name.endsWith('_url') || !schema.safeParse(null).success) continue;
      count += 1;
      assert.deepEqual(schema.safeParse(''), { success: true, data: null }, `${row.name} ${name}`);
      for (const address of [' ', 'x', 'ftp://shop.example', 'http://'])
        assert.equal(schema.safeParse(address).success, false, `${row.name} ${name} ${address}`);
    }
  }
  assert.ok(count >= 8, `${count} addresses`);
});

test('a deployment read can be created again and patched with its own callback_url', async () => {
  const pal_id = await world.pal();
  const body = { pal_id, channel: 'widget' as const, callback_url: '' };
  const { result } = await world.call(createDeployment, { credential: ALICE, body });
  assert.equal(result.callback_url, '');
  const patched = await world.call(patchDeployment, {
    credential: ALICE,
    params: { deployment_id: result.deployment_id },
    body: [
      { op: 'replace', path: '/callback_url', value: 'https://shop.example/calls' },
      { op: 'replace', path: '/callback_url', value: '' },
    ],
  });
  assert.equal(patched.result.callback_url, '');
  const consent = { consent: { url: '' }, landing_page: { logo_url: '' } };
  const appearance = await world.call(createDeployment, {
    credential: ALICE,
    body: { ...body, customization: consent },
  });
  assert.deepEqual(appearance.result.customization, consent);
});

test('"" is not an address of a conversation, of objectives, of a guardrail or of an account', async () => {
  const pal_id = await world.pal();
  const credential = ALICE;
  const conversation = await world.call(createConversation, {
    credential,
    body: { pal_id, callback_url: '' },
  });
  assert.equal(conversation.result.callback_url, '');
  const objectives = await world.call(createObjectives, {
    credential,
    body: { data: [{ objective_name: 'A', objective_prompt: 'Ask.', callback_url: '' }] },
  });
  assert.equal(objectives.result.data[0]?.callback_url, null);
  const guardrail = await world.call(createGuardrail, {
    credential,
    body: { guardrail_name: 'A', guardrail_prompt: 'No.', modality: 'verbal', callback_url: '' },
  });
  assert.equal((guardrail.result as { callback_url?: string | null }).callback_url, null);
  const account = await world.call(changeAccount, { credential, body: { callback_url: '' } });
  assert.equal(account.result.callback_url, null);
});
