/**
 * Answers that are judged before they are spoken (`layers.llm.strict_guardrails`), and answers that are corrected
 * afterwards.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { createGuardrail, type Guardrail } from '../../../src/contract/guardrails.ts';
import { writeRoom } from '../../../src/contract/rooms.ts';
import { agentSentences } from '../../../src/agent/replies/agent-sentences.ts';
import { ModelServer } from '../model-server.ts';
import { until } from '../until.ts';
import { ALICE, ask, visitorEvents, openWorld, talk, type World } from '../world.ts';

type CreatedCall = { conversation_id: string; meeting_token: string };

const WORDS = agentSentences('en');
const SECRET = 'The secret discount is ten per cent.';
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

async function create(strict: boolean): Promise<CreatedCall> {
  const { result } = await world.call(createGuardrail, {
    credential: ALICE,
    body: {
      guardrail_name: 'No discounts',
      guardrail_prompt: 'Never talk about secret discounts.',
      modality: 'verbal',
    } as never,
  });
  const pal = {
    guardrail_ids: [(result as Guardrail).uuid],
    layers: { llm: { strict_guardrails: strict } },
  };
  return (
    await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id: await world.pal(pal as never) },
    })
  ).result;
}
const agentLines = async (conversation: CreatedCall) =>
  (await visitorEvents(world, conversation)).flatMap((event) =>
    event.event_type === 'conversation.utterance' && event.properties.role === 'pal'
      ? [event.properties.speech]
      : [],
  );
/** Returns all events of the room so far as one text, including the events of an unfinished answer. */
const allEvents = async (conversation: CreatedCall) =>
  JSON.stringify(await visitorEvents(world, conversation));
const triggerEvents = async (conversation: CreatedCall) =>
  (await visitorEvents(world, conversation)).filter(
    ({ event_type }) => event_type === 'conversation.guardrail_triggered',
  ).length;
const triggerBy = (speaker: 'agent' | 'visitor') => ({ triggered: [{ rule: 1, by: speaker }] });

describe('with strict guardrails', () => {
  test('the visitor hears nothing of an answer that breaks a rule: it is judged first and reported once', async () => {
    const conversation = await create(true);
    model.answer = () => SECRET;
    model.judge = () => triggerBy('agent');
    assert.equal(await talk(world, conversation, 'Any discounts?'), WORDS.refusal);
    await world.service.context.background.idle();
    assert.doesNotMatch(await allEvents(conversation), /ten per cent/);
    assert.equal(await triggerEvents(conversation), 1);
    assert.equal(model.judgeRequests.length, 1);
    assert.match(model.judgeRequests[0]!.messages[1]!.content!, /Any discounts\?[^]*ten per cent/);
  });

  test('a permitted answer is spoken; a rule that only the visitor broke is reported beside it', async () => {
    const conversation = await create(true);
    model.answer = () => 'I cannot speak of that.';
    model.judge = () => triggerBy('visitor');
    assert.equal(await talk(world, conversation, 'Any secret discounts?'), 'I cannot speak of that.');
    await world.service.context.background.idle();
    assert.deepEqual(
      [await triggerEvents(conversation), model.requests.length, model.judgeRequests.length],
      [1, 1, 1],
    );
  });

  for (const [name, judge] of [
    ['refuses', 500],
    ['answers words', 'No idea.'],
  ] as const)
    test(`if the judge ${name}, the answer is not spoken and the documents answer`, async () => {
      const conversation = await create(true);
      model.answer = () => SECRET;
      model.judge = () => judge;
      const answer = await talk(world, conversation, 'When are you open?');
      assert.ok(answer.startsWith(WORDS.modelSilent), answer);
      assert.doesNotMatch(await allEvents(conversation), /ten per cent/);
    });

  test('a judge without an answer times out after 8 s, with a message', async () => {
    const conversation = await create(true);
    let markReached!: () => void;
    const arrival = new Promise<void>((resolve) => (markReached = resolve));
    model.answer = () => SECRET;
    model.judge = () => (markReached(), 'silence');
    const answer = await ask(world, conversation, 'When are you open?');
    await arrival;
    world.clock.move(8000);
    assert.match(await answer(), /having trouble answering/);
    assert.doesNotMatch(await allEvents(conversation), /ten per cent/);
  });

  test('a visitor who continues before the verdict hears nothing of the first answer', async () => {
    const conversation = await create(true);
    let judge!: (verdict: object) => void;
    let markReached!: () => void;
    const arrival = new Promise<void>((resolve) => (markReached = resolve));
    model.answer = (_, number) => (number === 1 ? SECRET : 'We open at nine.');
    model.judge = (_, number) =>
      number === 1 ? new Promise<object>((resolve) => ((judge = resolve), markReached())) : {};
    await until('the greeting', async () => (await agentLines(conversation)).length > 0);
    const type = (text: string) =>
      world.call(writeRoom, {
        params: { conversation_id: conversation.conversation_id },
        credential: conversation.meeting_token,
        body: { message_type: 'conversation', event_type: 'conversation.respond', properties: { text } },
      });
    await type('Any discounts?');
    await arrival;
    await type('When do you open?');
    judge(triggerBy('agent'));
    await until('the answer', async () => (await agentLines(conversation)).at(-1) === 'We open at nine.');
    assert.doesNotMatch(await allEvents(conversation), /ten per cent/);
  });
});

test('without them, a written answer is corrected if it turns out to break a rule', async () => {
  const conversation = await create(false);
  model.answer = () => SECRET;
  model.judge = () => triggerBy('agent');
  assert.equal(await talk(world, conversation, 'Any discounts?'), SECRET);
  await until('the correction', async () => (await agentLines(conversation)).at(-1) === WORDS.retraction);
});
