/** A PAL that may take its visitor to the owner's other pages, with a model. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { createPal } from '../../../src/contract/pals.ts';
import { agentSentences } from '../../../src/agent/replies/agent-sentences.ts';
import { HANG_UP_MS } from '../../../src/agent/tools/call-tools.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { ModelServer, type Answer, type ModelRequest } from '../model-server.ts';
import { until } from '../until.ts';
import { ALICE, visitorEvents, openWorld, talk, type World } from '../world.ts';

type CreatedCall = { conversation_id: string; meeting_token: string };

const PAGES = [
  { path: '/prices', title: 'Prices', description: 'What a bell costs.' },
  { path: '/contact#map', title: 'Contact' },
];
let model: ModelServer;
let world: World;
before(async () => {
  model = await ModelServer.open();
  world = await openWorld({ environment: { LLM_BASE_URL: model.url } });
});
after(async () => {
  await world.close();
  await model.close();
});
afterEach(() => model.reset());

const create = async (
  flow: Record<string, unknown>,
  llm: Record<string, unknown> = {},
): Promise<CreatedCall> => {
  const pal_id = await world.pal({ layers: { conversational_flow: flow, llm } });
  return (await world.call(createConversation, { credential: ALICE, body: { pal_id } })).result;
};
const calls = async (conversation: CreatedCall) =>
  (await visitorEvents(world, conversation)).flatMap((event) =>
    event.event_type === 'conversation.tool_call' ? [event.properties] : [],
  );
const names = (request: ModelRequest) => (request.tools ?? []).map((tool) => tool.function.name);
/** Makes the model call the tool for this page first and then reply with this text. */
const answerWithOpening = (path: unknown, reply: string) => {
  model.answer = (request): Answer =>
    request.messages.at(-1)!.role === 'tool' ? reply : [{ name: 'go_to_page', arguments: { path } }];
};

test('the tool exists only if it is enabled and has pages, and never beside one of the same name', async () => {
  for (const flow of [
    {},
    { pages: PAGES },
    { go_to_page: true },
    { go_to_page: true, pages: [] },
    { go_to_page: false, pages: PAGES },
    { go_to_page: true, pages: PAGES },
  ])
    await talk(world, await create(flow), 'Hello?');
  const ownTool = { type: 'function', function: { name: 'go_to_page', description: 'Ours.' } };
  await talk(world, await create({ go_to_page: true, pages: PAGES }, { tools: [ownTool] }), 'Hello?');
  assert.deepEqual(model.requests.map(names), [[], [], [], [], [], ['go_to_page'], ['go_to_page']]);
  const tools = JSON.stringify(model.requests[5]!.tools);
  for (const promptText of ['/prices', 'What a bell costs.', '/contact#map', 'Contact'])
    assert.ok(tools.includes(promptText), promptText);
  assert.equal(model.requests[6]!.tools![0]!.function.description, 'Ours.');
});

test('the page receives a listed path once, after the answer is spoken', async () => {
  const conversation = await create({ go_to_page: true, pages: PAGES });
  answerWithOpening('/prices', 'I take you to our prices.');
  assert.equal(await talk(world, conversation, 'What does it cost?'), 'I take you to our prices.');
  assert.deepEqual(await calls(conversation), []);
  const sentCalls = await until('the page to be told', async () => {
    world.clock.move(HANG_UP_MS);
    const toolCalls = await calls(conversation);
    return toolCalls.length > 0 && toolCalls;
  });
  world.clock.move(10 * HANG_UP_MS);
  assert.deepEqual(
    sentCalls.map(({ name, arguments: args }) => [name, JSON.parse(args) as unknown]),
    [['go_to_page', { path: '/prices', title: 'Prices' }]],
  );
  assert.match(sentCalls[0]!.tool_call_id, /^go_to_page:[0-9a-f-]{36}$/);
  assert.equal((await calls(conversation)).length, 1);
});

test('the model gets an error for an unlisted path, and no page opens', async () => {
  for (const path of ['/logout', '//other.example', 'https://other.example/', '/prices/', 7, undefined]) {
    const conversation = await create({ go_to_page: true, pages: PAGES });
    answerWithOpening(path, 'There is no such page.');
    assert.equal(await talk(world, conversation, 'Take me there.'), 'There is no such page.');
    assert.match(model.requests.at(-1)!.messages.at(-1)!.content!, /^Error: there is no such page/);
    world.clock.move(10 * HANG_UP_MS);
    assert.deepEqual(await calls(conversation), []);
  }
});

test('a visitor who continues meanwhile stays on the page', async () => {
  const conversation = await create({ go_to_page: true, pages: PAGES });
  answerWithOpening('/prices', 'I take you to our prices.');
  await talk(world, conversation, 'What does it cost?');
  model.answer = () => 'At nine.';
  assert.equal(await talk(world, conversation, 'No, wait, when do you open?'), 'At nine.');
  world.clock.move(10 * HANG_UP_MS);
  assert.deepEqual(await calls(conversation), []);
});

test('a tool call without words gets built-in words', async () => {
  const conversation = await create({ go_to_page: true, pages: PAGES });
  answerWithOpening('/contact#map', '');
  assert.equal(await talk(world, conversation, 'Where are you?'), agentSentences('en').done);
});

test('a listed page accepts only its own fields', async () => {
  const pages = [{ path: '/', title: 'Home', url: 'https://other.example/' }];
  const { code, text } = await world.refusal(createPal, {
    credential: ALICE,
    body: { default_face_id: SYSTEM_FACE.id, layers: { conversational_flow: { pages } } },
  });
  assert.equal(code, 'invalid_request');
  assert.match(text, /^layers\.conversational_flow\.pages\.0\.url is unknown here/);
});
