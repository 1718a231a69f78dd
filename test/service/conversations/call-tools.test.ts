/** A PAL that may end its call, and that notifies its owner if a visitor wants a person; with and without a model. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { createConversation, getConversation } from '../../../src/contract/conversations.ts';
import { attachPalSkill } from '../../../src/contract/skills.ts';
import { agentSentences } from '../../../src/agent/replies/agent-sentences.ts';
import { contactIn } from '../../../src/agent/replies/contact-details.ts';
import { Knowledge } from '../../../src/agent/knowledge/knowledge.ts';
import { HangUp, HANG_UP_MS } from '../../../src/agent/tools/call-tools.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { ModelServer, type Answer, type ModelRequest } from '../model-server.ts';
import { until } from '../until.ts';
import { ALICE, visitorEvents, openWorld, talk, type World } from '../world.ts';

type CreatedCall = { conversation_id: string; meeting_token: string };

let model: ModelServer;
const worlds: Partial<Record<'model' | 'documents', World>> = {};
before(async () => {
  model = await ModelServer.open();
  worlds.model = await openWorld({ environment: { LLM_BASE_URL: model.url } });
  worlds.documents = await openWorld();
});
after(async () => {
  await worlds.model?.close();
  await worlds.documents?.close();
  await model.close();
});
afterEach(() => model.reset());

const create = async (
  world: World,
  flow: Record<string, unknown>,
  extraFields: Record<string, unknown> = {},
) => {
  const pal_id = await world.pal({ layers: { conversational_flow: flow }, ...extraFields });
  return { pal_id, created: await begin(world, pal_id) };
};
const begin = async (world: World, pal_id: string): Promise<CreatedCall> =>
  (await world.call(createConversation, { credential: ALICE, body: { pal_id } })).result;
const read = async (world: World, { conversation_id }: CreatedCall) =>
  (
    await world.call(getConversation, {
      credential: ALICE,
      params: { conversation_id },
      query: { verbose: 'true' },
    })
  ).result;
const requestsOf = async (world: World, conversation: CreatedCall) =>
  (await read(world, conversation)).events!.filter(
    ({ event_type }) => event_type === 'application.human_requested',
  );
const calls = async (world: World, conversation: CreatedCall) =>
  (await visitorEvents(world, conversation)).flatMap((event) =>
    event.event_type === 'conversation.tool_call' ? [event.properties] : [],
  );
const names = (request: ModelRequest) => (request.tools ?? []).map((tool) => tool.function.name);
/** Makes the model call this tool first and then reply with this text. */
const answerWithCall = (name: string, args: object, reply: string) => {
  model.answer = (request): Answer =>
    request.messages.at(-1)!.role === 'tool' ? reply : [{ name, arguments: args }];
};
const end = async (world: World, conversation: CreatedCall) => {
  await until('the end of the call', async () => {
    world.clock.move(HANG_UP_MS);
    return (await read(world, conversation)).status === 'ended';
  });
  return (await read(world, conversation)).shutdown_reason;
};

describe('with a model', () => {
  test('the tools exist only if the owner enables them, and never beside one of the same name', async () => {
    const world = worlds.model!;
    await talk(world, (await create(world, {})).created, 'Hello?');
    await talk(world, (await create(world, { end_call: true, request_human: true })).created, 'Hello?');
    const ownTool = { type: 'function', function: { name: 'end_call', description: 'Ours.' } };
    const { created: conversation } = await create(
      world,
      {},
      { layers: { conversational_flow: { end_call: true }, llm: { tools: [ownTool] } } },
    );
    await talk(world, conversation, 'Hello?');
    assert.deepEqual(model.requests.map(names), [[], ['end_call', 'request_human'], ['end_call']]);
    assert.equal(model.requests[2]!.tools![0]!.function.description, 'Ours.');
  });

  test('the agent says goodbye, then the call ends; the model is asked only once', async () => {
    const world = worlds.model!;
    const { created: conversation } = await create(world, { end_call: true });
    answerWithCall('end_call', {}, 'Goodbye, have a nice day.');
    assert.equal(await talk(world, conversation, 'That was all, bye.'), 'Goodbye, have a nice day.');
    assert.equal((await read(world, conversation)).status, 'active');
    assert.equal(await end(world, conversation), 'end_conversation_endpoint_hit');
    assert.equal((await visitorEvents(world, conversation)).at(-1)?.event_type, 'conversation.ended');
  });

  test('a tool call without words gets built-in words', async () => {
    const world = worlds.model!;
    const { created: conversation } = await create(world, { end_call: true });
    answerWithCall('end_call', {}, '');
    assert.equal(await talk(world, conversation, 'Bye.'), agentSentences('en').farewell);
    await end(world, conversation);
  });

  test('a visitor who continues after the goodbye is not disconnected', async () => {
    const world = worlds.model!;
    const { created: conversation } = await create(world, { end_call: true });
    answerWithCall('end_call', {}, 'Goodbye.');
    await talk(world, conversation, 'Bye.');
    model.answer = () => 'At nine.';
    assert.equal(await talk(world, conversation, 'Wait, when do you open?'), 'At nine.');
    world.clock.move(10 * HANG_UP_MS);
    assert.equal((await read(world, conversation)).status, 'active');
  });

  test('a request for a person is reported once to the owner and the page, and the visitor learns how', async () => {
    const world = worlds.model!;
    const { pal_id } = await create(world, {
      request_human: true,
      human_contact: 'Call 555 0100.',
    });
    await world.call(attachPalSkill, {
      credential: ALICE,
      params: { pal_id, skill_id: 'magic_canvas' },
      body: {},
    });
    const conversation = await begin(world, pal_id);
    answerWithCall('request_human', { reason: 'A refund.' }, 'They were told. Call 555 0100.');
    assert.equal(await talk(world, conversation, 'I want a person.'), 'They were told. Call 555 0100.');
    assert.match(model.requests.at(-1)!.messages.at(-1)!.content!, /were told.*Call 555 0100/);
    const events = await requestsOf(world, conversation);
    assert.deepEqual(
      events.map(({ properties }) => properties),
      [{ reason: 'A refund.', contact: 'Call 555 0100.' }],
    );
    const sentCalls = await calls(world, conversation);
    assert.deepEqual(
      sentCalls.map(({ name, arguments: args }) => [name, (JSON.parse(args) as { body?: string }).body]),
      [
        ['request_human', undefined],
        ['canvas_show_text', 'Call 555 0100.'],
      ],
    );
    for (let number = 0; number < 8; number++) {
      answerWithCall('request_human', { reason: `Again, ${number}.` }, 'They know.');
      await talk(world, conversation, `I want a person, ${number}.`);
    }
    assert.equal((await requestsOf(world, conversation)).length, 5);
  });

  test('a reason is bounded, and an invalid one is dropped', async () => {
    const world = worlds.model!;
    const { created: conversation } = await create(world, { request_human: true });
    for (const reason of [7, 'x'.repeat(900)]) {
      answerWithCall('request_human', { reason }, '');
      assert.equal(
        await talk(world, conversation, `A person, ${String(reason).length}!`),
        agentSentences('en').personInformed,
      );
    }
    assert.deepEqual(
      (await requestsOf(world, conversation)).map(
        ({ properties }) => (properties as { reason: string }).reason.length,
      ),
      [0, 500],
    );
  });
});

describe('without a model', () => {
  const world = () => worlds.documents!;

  test('a goodbye ends the call if that is enabled', async () => {
    const { created: conversation } = await create(world(), { end_call: true });
    assert.equal(await talk(world(), conversation, 'Goodbye!'), agentSentences('en').farewell);
    assert.equal(await end(world(), conversation), 'end_conversation_endpoint_hit');
    const { created: otherConversation } = await create(world(), {});
    assert.match(await talk(world(), otherConversation, 'Goodbye!'), /You can leave the call/);
    world().clock.move(10 * HANG_UP_MS);
    assert.equal((await read(world(), otherConversation)).status, 'active');
  });

  test('a visitor who asks for a person is informed, and the owner receives the request', async () => {
    const { created: conversation } = await create(world(), { request_human: true });
    assert.equal(
      await talk(world(), conversation, 'Can I talk to a person?'),
      agentSentences('en').personInformed,
    );
    assert.deepEqual(
      (await requestsOf(world(), conversation)).map(({ properties }) => properties),
      [{ reason: 'Can I talk to a person?', contact: null }],
    );
    const { created: otherConversation } = await create(world(), {});
    assert.match(await talk(world(), otherConversation, 'Can I talk to a person?'), /cannot put you through/);
    assert.deepEqual(await requestsOf(world(), otherConversation), []);
  });
});

test('the documents supply how to reach a person, if they contain it', async () => {
  const { signal } = new AbortController();
  const shop = (content: string) => new Knowledge([{ document_id: 'd', name: 'Shop', content }]);
  const knowledge = shop('# Contact\nYou can reach our office by phone at 555 0100, or write an e-mail.');
  assert.match((await contactIn(knowledge, signal))!.text, /555 0100/);
  assert.equal(await contactIn(shop('# Bells\nA bell costs nine dollars.'), signal), null);
});

test('a visitor who speaks when the call is about to end is not disconnected', () => {
  const clock = new ManualClock();
  let isQuiet = false;
  let endCount = 0;
  const hangUp = new HangUp({ clock, isQuiet: () => isQuiet, end: () => void endCount++ });
  hangUp.answerPlayed();
  clock.move(HANG_UP_MS);
  hangUp.requestEnd();
  hangUp.answerPlayed();
  clock.move(HANG_UP_MS);
  assert.equal(endCount, 0);
  isQuiet = true;
  clock.move(HANG_UP_MS);
  assert.equal(endCount, 1);
});
