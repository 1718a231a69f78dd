/** An owner reads the complete prompt of a PAL: it equals the prompt of a call, without secrets. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { createConversation, listConversations } from '../../../src/contract/conversations.ts';
import { createGuardrail, type Guardrail } from '../../../src/contract/guardrails.ts';
import { PROMPTS_PER_MINUTE, readPalPrompt } from '../../../src/contract/pal-prompt.ts';
import { attachPalSkill } from '../../../src/contract/skills.ts';
import { ModelServer } from '../model-server.ts';
import { until } from '../until.ts';
import { ALICE, BOB, openWorld, talk, type World } from '../world.ts';

let model: ModelServer;
let world: World;
before(async () => {
  model = await ModelServer.open();
  world = await openWorld({ environment: { LLM_BASE_URL: model.url, LLM_MODEL: 'small' } });
});
after(async () => {
  await world.close();
  await model.close();
});
afterEach(() => model.reset());

const read = async (pal_id: string, question?: string, targetWorld = world, credential = ALICE) =>
  (
    await targetWorld.call(readPalPrompt, {
      credential,
      params: { pal_id },
      query: question === undefined ? {} : { question },
    })
  ).result;

async function createShopPal(): Promise<string> {
  const { result } = await world.call(createGuardrail, {
    credential: ALICE,
    body: {
      guardrail_name: 'No discounts',
      guardrail_prompt: 'Never talk about secret discounts.',
      modality: 'verbal',
    } as never,
  });
  const pal_id = await world.pal({
    system_prompt: 'You sell bells.',
    custom_greeting: 'Welcome.',
    guardrail_ids: [(result as Guardrail).uuid],
    layers: {
      conversational_flow: { end_call: true },
      llm: {
        tools: [
          {
            type: 'function',
            function: { name: 'order', description: 'Orders a bell.' },
            http: { url: 'https://shop.example/order', headers: { authorization: 'Bearer sesame' } },
          },
        ],
      },
    },
  } as never);
  await world.call(attachPalSkill, {
    credential: ALICE,
    params: { pal_id, skill_id: 'magic_canvas' },
    body: { config: { usage_guidance: 'Only for choices.' } },
  });
  return pal_id;
}

test('the prompt matches what a call sends: the same words, the same tools, the question last', async () => {
  const pal_id = await createShopPal();
  const prompt = await read(pal_id, 'What does a bell cost?');
  const { result: conversation } = await world.call(createConversation, {
    credential: ALICE,
    body: { pal_id },
  });
  await talk(world, conversation, 'What does a bell cost?');
  // The PAL's guardrails are judged after the answer, and the next test must start without pending requests.
  await until('the judgement', () => model.judgeRequests.length > 0);
  const [request] = model.requests;
  assert.equal(prompt.model, 'small');
  assert.deepEqual(prompt.messages[0], request!.messages[0]);
  assert.deepEqual(prompt.messages.at(-1), request!.messages.at(-1));
  assert.deepEqual(prompt.tools, request!.tools);
  const promptText = JSON.stringify(prompt.messages);
  for (const part of [/You sell bells/, /No discounts/, /Only for choices/, /What does a bell cost/])
    assert.match(promptText, part);
  assert.equal(prompt.characters.messages, promptText.length);
  assert.ok(prompt.characters.tools > 1000);
  assert.doesNotMatch(JSON.stringify(prompt), /sesame/);
});

test('reading the prompt calls no engine, and stores and reports nothing', async () => {
  const pal_id = await world.pal();
  const count = async () =>
    (await world.call(listConversations, { credential: ALICE, query: {} })).result.total_count;
  const previousCount = await count();
  assert.equal((await read(pal_id)).messages.at(-1)!.content, 'Hello.');
  assert.deepEqual([await count(), model.requests.length, model.judgeRequests.length], [previousCount, 0, 0]);
});

test('a PAL without a model has no prompt, and neither has one in echo mode', async () => {
  const emptyPrompt = {
    model: null,
    has_model: false,
    messages: [],
    tools: [],
    characters: { messages: 2, tools: 2 },
  };
  assert.deepEqual(await read(await world.pal({ pipeline_mode: 'echo' })), emptyPrompt);
  const plainWorld = await openWorld();
  try {
    assert.deepEqual(await read(await plainWorld.pal(), undefined, plainWorld), emptyPrompt);
  } finally {
    await plainWorld.close();
  }
});

test("another account's PAL is refused, and the question and the number of reads are bounded", async () => {
  const pal_id = await world.pal();
  const promptRefusal = async (credential: string, question: string) =>
    (await world.refusal(readPalPrompt, { credential, params: { pal_id }, query: { question } })).code;
  assert.equal(await promptRefusal(BOB, 'Well?'), 'forbidden');
  assert.equal(await promptRefusal(ALICE, 'x'.repeat(2001)), 'invalid_request');
  let refusalCode = '';
  for (let number = 0; number <= PROMPTS_PER_MINUTE && !refusalCode; number++)
    refusalCode = await read(pal_id).then(
      () => '',
      (error: { code: string }) => error.code,
    );
  assert.equal(refusalCode, 'too_many_requests');
});
