/** Tools that the visitor's page answers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readRoom, writeRoom } from '../../../src/contract/rooms.ts';
import { until } from '../until.ts';
import { visitorEvents } from '../world.ts';
import { type CreatedCall, answerWithCalls, create, model, tool, world } from './tools-world.ts';

const write = (created: CreatedCall, event_type: string, properties: object) =>
  world.call(writeRoom, {
    params: { conversation_id: created.conversation_id },
    credential: created.meeting_token,
    body: { message_type: 'conversation', event_type, properties },
  });

const lines = async (created: CreatedCall) =>
  (await visitorEvents(world, created)).flatMap((event) =>
    event.event_type === 'conversation.utterance' && event.properties.role === 'pal'
      ? [event.properties.speech]
      : [],
  );

describe("tools of the visitor's page", () => {
  /** Sends a question and waits until the page receives the tool call. */
  const waitForCall = async (created: CreatedCall, times = 1) => {
    await world.call(readRoom, {
      params: { conversation_id: created.conversation_id },
      credential: created.meeting_token,
    });
    await until('the greeting', async () => (await lines(created)).length > 0);
    await write(created, 'conversation.respond', { text: 'Open the basket.' });
    return until(`${times} calls of the page`, async () => {
      const events = await visitorEvents(world, created);
      const calls = events.flatMap((event) =>
        event.event_type === 'conversation.tool_call' ? [event.properties] : [],
      );
      return calls.length >= times && calls;
    });
  };
  const waitForAnswer = async (created: CreatedCall, count = 2) => {
    return until(`line ${count}`, async () => {
      const allEntries = await lines(created);
      return allEntries.length >= count && allEntries.at(-1);
    });
  };

  test("a page is called, its answer goes to the model; a second answer and a stranger's are ignored", async () => {
    const created = await create([tool('open_basket')]);
    answerWithCalls({ name: 'open_basket', arguments: { article: 'bell' } });
    const [call] = await waitForCall(created);
    assert.deepEqual([call!.name, call!.arguments], ['open_basket', '{"article":"bell"}']);
    await write(created, 'conversation.tool_result', { tool_call_id: 'somebody', output: 'wrong' });
    await write(created, 'conversation.tool_result', {
      tool_call_id: call!.tool_call_id,
      output: '{"items":3}',
      status: 'success',
    });
    await write(created, 'conversation.tool_result', { tool_call_id: call!.tool_call_id, output: 'late' });
    assert.equal(await waitForAnswer(created), 'Told: {"items":3}');
  });

  test("a card of the page's own is shown at once, and its answer is the visitor's next line", async () => {
    const created = await create([tool('canvas_show_price_table')]);
    answerWithCalls({ name: 'canvas_show_price_table', arguments: { article: 'bell' } });
    const [call] = await waitForCall(created);
    assert.deepEqual([call!.name, call!.arguments], ['canvas_show_price_table', '{"article":"bell"}']);
    await write(created, 'conversation.tool_result', {
      tool_call_id: call!.tool_call_id,
      output: '',
      status: 'shown',
    });
    assert.match(String(await waitForAnswer(created)), /^Told: Done: the visitor sees it\./);
    await write(created, 'conversation.tool_result', {
      tool_call_id: call!.tool_call_id,
      output: '{"text":"The small plan"}',
    });
    await until('the answer in words', async () => {
      const events = await visitorEvents(world, created);
      return JSON.stringify(events).includes('The small plan');
    });
  });

  test('the model is told about a card that the page lacks', async () => {
    const created = await create([tool('canvas_show_price_table')]);
    answerWithCalls({ name: 'canvas_show_price_table', arguments: {} });
    const [call] = await waitForCall(created);
    await write(created, 'conversation.tool_result', {
      tool_call_id: call!.tool_call_id,
      output: '{"error":"unknown_component"}',
      status: 'error',
    });
    assert.match(String(await waitForAnswer(created)), /^Told: Error: the card was not shown/);
  });

  test('an error is passed on as an error; each of several calls is answered', async () => {
    const created = await create([tool('one'), tool('two')]);
    answerWithCalls({ name: 'one', arguments: {} }, { name: 'two', arguments: {} });
    const calls = await waitForCall(created, 2);
    await write(created, 'conversation.tool_result', {
      tool_call_id: calls[1]!.tool_call_id,
      output: 'fine',
    });
    await write(created, 'conversation.tool_result', {
      tool_call_id: calls[0]!.tool_call_id,
      output: 'no basket here',
      status: 'error',
    });
    assert.equal(await waitForAnswer(created), 'Told: Error: no basket here | fine');
  });

  test('a page that does not answer is given up after 20 seconds, and its late answer is ignored', async () => {
    const created = await create([tool('open_basket')]);
    answerWithCalls({ name: 'open_basket', arguments: {} });
    const [call] = await waitForCall(created);
    world.clock.move(20_000);
    assert.match(await waitForAnswer(created), /Told: Error: .*did not answer in time/);
    await write(created, 'conversation.tool_result', { tool_call_id: call!.tool_call_id, output: 'late' });
    assert.equal((await lines(created)).length, 2);
  });

  test('an interrupting visitor does not wait for the page', async () => {
    const created = await create([tool('open_basket')]);
    answerWithCalls({ name: 'open_basket', arguments: {} });
    const [call] = await waitForCall(created);
    model.answer = () => 'Sure.';
    await write(created, 'conversation.respond', { text: 'Never mind.' });
    assert.equal(await waitForAnswer(created), 'Sure.');
    await write(created, 'conversation.tool_result', { tool_call_id: call!.tool_call_id, output: 'late' });
    assert.equal(model.requests.length, 2);
  });
});
