/** A runner brings the agent into a Daily room: the data that it gets, its failures, and its reports. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OLDER_EVENTS } from '../../../src/contract/older-events.ts';
import { reportRoom } from '../../../src/contract/rooms.ts';
import { createTool } from '../../../src/contract/tools.ts';
import { ALICE } from '../world.ts';
import { RUNNER_KEY } from './daily-server.ts';
import { create, server, line, pass, read, tell, world } from './daily-world.ts';

describe('conversations in Daily rooms', () => {
  test("the runner receives the room, the agent's token and the PAL's settings", async () => {
    const conversation = await create(
      { conversational_context: 'A returning guest.', policy: 'eu', properties: { languages: ['en'] } },
      { system_prompt: 'You sell tea.', layers: { llm: { model: 'm' } } },
    );
    const [order] = server.orders;
    assert.equal(order!.headers['authorization'], `Bearer ${RUNNER_KEY}`);
    assert.equal(order!.headers['idempotency-key'], conversation.conversation_id);
    const { token, report_url, report_token, pal, ...otherFields } = order!.body;
    assert.deepEqual(
      {
        room_url: otherFields['room_url'],
        conversation_id: otherFields['conversation_id'],
        conversational_context: otherFields['conversational_context'],
      },
      {
        room_url: `https://server.daily.co/${conversation.conversation_id}`,
        conversation_id: conversation.conversation_id,
        conversational_context: 'A returning guest.',
      },
    );
    assert.equal(server.tokens.get(String(token))!['user_id'], 'pal-agent');
    assert.deepEqual(otherFields['older_events'], OLDER_EVENTS);
    assert.equal(report_url, `https://palkit.example/rooms/${conversation.conversation_id}/report`);
    assert.match(String(report_token), /^[\w-]{43}$/);
    assert.equal(pal['system_prompt'], 'You sell tea.');
    assert.equal(pal['greeting'], 'Hello, I am Nora. How can I help you?');
    assert.deepEqual(pal['languages'], ['en']);
    assert.deepEqual(pal['layers'], { llm: { model: 'm' } });
    assert.match((pal['disclosure'] as { verbal: string }).verbal, /AI/);
  });

  test("the runner receives the account's tools that the PAL uses, with their credentials", async () => {
    const tool = async (body: Record<string, unknown>) =>
      (await world.call(createTool, { credential: ALICE, body: body as never })).result.tool_id;
    const orders = await tool({
      name: 'order_status',
      description: 'Looks up an order.',
      parameters: { type: 'object', properties: { order: { type: 'string' } } },
      delivery: {
        api: {
          url: 'https://shop.example/orders/{order}',
          method: 'GET',
          auth: { type: 'bearer', token: 'secret' },
        },
      },
      on_resolve: 'add_to_context',
    });
    const tool_ids = [
      await tool({ name: 'open_page', description: 'Opens a page.' }),
      orders,
      await tool({ name: 'hands_up', description: 'Sees a hand.', origin: 'vision' }),
      await tool({ name: 'weather', description: 'Tells the weather.' }),
    ];
    const ownTool = { type: 'function', function: { name: 'weather', description: '', parameters: {} } };
    await create({}, { layers: { llm: { model: 'm', tools: [ownTool] } }, tool_ids });
    const tools = server.orders[0]!.body.pal['tools'] as Record<string, unknown>[];
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['open_page', 'order_status'],
    );
    const [page, request] = tools as [Record<string, unknown>, Record<string, unknown>];
    assert.deepEqual(page['delivery'], { app_message: true });
    assert.equal(request['tool_id'], orders);
    assert.equal(request['on_resolve'], 'add_to_context');
    assert.deepEqual(request['delivery'], {
      api: {
        url: 'https://shop.example/orders/{order}',
        method: 'GET',
        timeout: 10,
        auth: { type: 'bearer', token: 'secret' },
      },
    });
  });

  // Proves events-9.
  test('a conversation ends if its agent is refused, unreachable after retries, or silent for a minute', async () => {
    server.runner = 422;
    const refusedCall = await create();
    assert.equal(
      (await read(refusedCall.conversation_id)).shutdown_reason,
      'bot_could_not_join_meeting_it_was_probably_ended',
    );
    server.runner = 503;
    const unreachable = await create();
    await pass(60, 2);
    assert.equal(
      (await read(unreachable.conversation_id)).shutdown_reason,
      'bot_could_not_join_meeting_it_was_probably_ended',
    );
    assert.equal(
      server.orders.filter(({ body }) => body['conversation_id'] === unreachable.conversation_id).length,
      6,
    );
    server.runner = 202;
    const silent = await create();
    await tell(silent.conversation_id, 'visitor');
    await pass(60);
    assert.equal(
      (await read(silent.conversation_id)).shutdown_reason,
      'bot_could_not_join_meeting_it_was_probably_ended',
    );
    const lostCall = await create();
    await tell(lostCall.conversation_id, 'visitor', 'agent');
    await tell(lostCall.conversation_id, 'visitor');
    await pass(60);
    assert.equal(
      (await read(lostCall.conversation_id)).shutdown_reason,
      'internal error occurred at step agent',
    );
  });

  test('a request to a runner that is briefly unavailable is retried', async () => {
    server.runner = 503;
    const { conversation_id: id } = await create();
    server.runner = 202;
    await pass(20);
    await pass(20);
    assert.equal((await read(id)).status, 'active');
    assert.equal(server.orders.filter(({ body }) => body['conversation_id'] === id).length, 2);
  });

  test('a report is refused without the token of its own conversation', async () => {
    const firstCall = await create();
    const otherCall = await create();
    const token = world.service.context.daily!.reportToken(otherCall.conversation_id);
    assert.equal(
      (
        await world.refusal(reportRoom, {
          params: { conversation_id: firstCall.conversation_id },
          credential: token,
          body: line({}),
        })
      ).code,
      'invalid_token',
    );
    assert.equal(
      (
        await world.refusal(reportRoom, {
          params: { conversation_id: firstCall.conversation_id },
          credential: firstCall.meeting_token,
          body: line({}),
        })
      ).code,
      'invalid_token',
    );
    assert.equal(
      (
        await world.refusal(reportRoom, {
          params: { conversation_id: firstCall.conversation_id },
          credential: token,
          body: line({ content: ' ' }),
        })
      ).code,
      'invalid_request',
    );
  });
});
