/** Tools that the visitor's page answers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readRoom, writeRoom } from '../../../src/contract/rooms.ts';
import { until } from '../until.ts';
import { visitorEvents } from '../world.ts';
import { type CreatedCall, answerWithCalls, create, model, tool, world } from './tools-world.ts';

const write = (conversation: CreatedCall, event_type: string, properties: object) =>
  world.call(writeRoom, {
    params: { conversation_id: conversation.conversation_id },
    credential: conversation.meeting_token,
    body: { message_type: 'conversation', event_type, properties },
  });

const lines = async (conversation: CreatedCall) =>
  (await visitorEvents(world, conversation)).flatMap((event) =>
    event.event_type === 'conversation.utterance' && event.properties.role === 'pal'
      ? [event.properties.speech]
      : [],
  );

describe("tools of the visitor's page", () => {
  /** Sends a question and waits until the page receives the tool call. */
  const waitForCall = async (conversation: CreatedCall, times = 1) => {
    await world.call(readRoom, {
      params: { conversation_id: conversation.conversation_id },
      credential: conversation.meeting_token,
    });
    await until('the greeting', async () => (await lines(conversation)).length > 0);
    await write(conversation, 'conversation.respond', { text: 'Open the basket.' });
    return until(`${times} calls of the page`, async () => {
      const events = await visitorEvents(world, conversation);
      const calls = events.flatMap((event) =>
        event.event_type === 'conversation.tool_call' ? [event.properties] : [],
      );
      return calls.length >= times && calls;
    });
  };
  const waitForAnswer = async (conversation: CreatedCall, count = 2) => {
    return until(`line ${count}`, async () => {
      const allEntries = await lines(conversation);
      return allEntries.length >= count && allEntries.at(-1);
    });
  };

  test("a page is called, its answer goes to the model; a second answer and a stranger's are ignored", async () => {
    const conversation = await create([tool('open_basket')]);
    answerWithCalls({ name: 'open_basket', arguments: { article: 'bell' } });
    const [call] = await waitForCall(conversation);
    assert.deepEqual([call!.name, call!.arguments], ['open_basket', '{"article":"bell"}']);
    await write(conversation, 'conversation.tool_result', { tool_call_id: 'somebody', output: 'wrong' });
    await write(conversation, 'conversation.tool_result', {
      tool_call_id: call!.tool_call_id,
      output: '{"items":3}',
      status: 'success',
    });
    await write(conversation, 'conversation.tool_result', {
      tool_call_id: call!.tool_call_id,
      output: 'late',
    });
    assert.equal(await waitForAnswer(conversation), 'Told: {"items":3}');
  });

  test("a card of the page's own is shown at once, and its answer is the visitor's next line", async () => {
    const conversation = await create([tool('canvas_show_price_table')]);
    answerWithCalls({ name: 'canvas_show_price_table', arguments: { article: 'bell' } });
    const [call] = await waitForCall(conversation);
    assert.deepEqual([call!.name, call!.arguments], ['canvas_show_price_table', '{"article":"bell"}']);
    await write(conversation, 'conversation.tool_result', {
      tool_call_id: call!.tool_call_id,
      output: '',
      status: 'shown',
    });
    assert.match(String(await waitForAnswer(conversation)), /^Told: Done: the visitor sees it\./);
    await write(conversation, 'conversation.tool_result', {
      tool_call_id: call!.tool_call_id,
      output: '{"text":"The small plan"}',
    });
    await until('the answer in words', async () => {
      const events = await visitorEvents(world, conversation);
      return JSON.stringify(events).includes('The small plan');
    });
  });

  test('the model is told about a card that the page lacks', async () => {
    const conversation = await create([tool('canvas_show_price_table')]);
    answerWithCalls({ name: 'canvas_show_price_table', arguments: {} });
    const [call] = await waitForCall(conversation);
    await write(conversation, 'conversation.tool_result', {
      tool_call_id: call!.tool_call_id,
      output: '{"error":"unknown_component"}',
      status: 'error',
    });
    assert.match(String(await waitForAnswer(conversation)), /^Told: Error: the card was not shown/);
  });

  test('an error is passed on as an error; each of several calls is answered', async () => {
    const conversation = await create([tool('one'), tool('two')]);
    answerWithCalls({ name: 'one', arguments: {} }, { name: 'two', arguments: {} });
    const calls = await waitForCall(conversation, 2);
    await write(conversation, 'conversation.tool_result', {
      tool_call_id: calls[1]!.tool_call_id,
      output: 'fine',
    });
    await write(conversation, 'conversation.tool_result', {
      tool_call_id: calls[0]!.tool_call_id,
      output: 'no basket here',
      status: 'error',
    });
    assert.equal(await waitForAnswer(conversation), 'Told: Error: no basket here | fine');
  });

  test('a page that does not answer is given up after 20 seconds, and its late answer is ignored', async () => {
    const conversation = await create([tool('open_basket')]);
    answerWithCalls({ name: 'open_basket', arguments: {} });
    const [call] = await waitForCall(conversation);
    world.clock.move(20_000);
    assert.match(await waitForAnswer(conversation), /Told: Error: .*did not answer in time/);
    await write(conversation, 'conversation.tool_result', {
      tool_call_id: call!.tool_call_id,
      output: 'late',
    });
    assert.equal((await lines(conversation)).length, 2);
  });

  test('an interrupting visitor does not wait for the page', async () => {
    const conversation = await create([tool('open_basket')]);
    answerWithCalls({ name: 'open_basket', arguments: {} });
    const [call] = await waitForCall(conversation);
    model.answer = () => 'Sure.';
    await write(conversation, 'conversation.respond', { text: 'Never mind.' });
    assert.equal(await waitForAnswer(conversation), 'Sure.');
    await write(conversation, 'conversation.tool_result', {
      tool_call_id: call!.tool_call_id,
      output: 'late',
    });
    assert.equal(model.requests.length, 2);
  });
});
