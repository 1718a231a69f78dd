import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createConversation, getConversation } from '../../../src/contract/conversations.ts';
import { endDeploymentConversation, startDeployment } from '../../../src/contract/deployments.ts';
import { giveFeedback } from '../../../src/contract/feedback.ts';
import { ApiError } from '../../../src/contract/api-error.ts';
import { RATINGS_PER_HOUR } from '../../../src/service/resources/feedback.ts';
import { Receiver } from '../receiver.ts';
import { ALICE, openWorld, type World } from '../world.ts';

describe('a visitor rates a call', () => {
  let world: World;
  let receiver: Receiver;
  before(async () => {
    receiver = await Receiver.open();
    world = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: receiver.host } });
  });
  after(async () => {
    await world.close();
    await receiver.close();
  });

  const call = async (fields: Record<string, unknown> = {}) => {
    const deployment_id = await world.deployment(fields);
    return { deployment_id, conversation_id: (await world.start(deployment_id)).conversation_id };
  };
  const ratings = async (conversation_id: string) =>
    (
      await world.call(getConversation, {
        credential: ALICE,
        params: { conversation_id },
        query: { verbose: 'true' } as never,
      })
    ).result
      .events!.filter(({ event_type }) => event_type === 'application.feedback_received')
      .map(({ properties }) => properties);

  test('during it or after its end, and the last rating counts', async () => {
    const params = await call();
    assert.equal((await world.call(giveFeedback, { params, body: { rating: 3 } })).answer.status, 204);
    assert.deepEqual(await ratings(params.conversation_id), [{ rating: 3, comment: '' }]);
    await world.call(endDeploymentConversation, { params });
    await world.call(giveFeedback, { params, body: { rating: 5, comment: 'Quick and kind.' } });
    assert.deepEqual(await ratings(params.conversation_id), [{ rating: 5, comment: 'Quick and kind.' }]);
  });

  test('until an hour after its end', async () => {
    const params = await call();
    await world.call(endDeploymentConversation, { params });
    world.clock.move(3600_000 - 1);
    await world.call(giveFeedback, { params, body: { rating: 1 } });
    world.clock.move(1);
    assert.equal(
      (await world.refusal(giveFeedback, { params, body: { rating: 5 } })).code,
      'conversation_ended',
    );
    assert.deepEqual(await ratings(params.conversation_id), [{ rating: 1, comment: '' }]);
  });

  test('at its own deployment and from its pages only', async () => {
    const deployment_id = await world.deployment({ allowed_origins: ['https://shop.example'] });
    const { conversation_id } = (
      await world.call(startDeployment, {
        params: { deployment_id },
        headers: { origin: 'https://shop.example' },
      })
    ).result;
    const params = { deployment_id, conversation_id };
    const from = (origin: string) => ({ params, body: { rating: 4 }, headers: { origin } });
    assert.equal(
      (await world.refusal(giveFeedback, from('https://evil.example'))).code,
      'origin_not_allowed',
    );
    const { answer } = await world.call(giveFeedback, from('https://shop.example'));
    assert.equal(answer.headers.get('access-control-allow-origin'), 'https://shop.example');
    const otherCall = await call();
    assert.equal(
      (
        await world.refusal(giveFeedback, {
          params: { ...params, deployment_id: otherCall.deployment_id },
          body: { rating: 4 },
        })
      ).code,
      'conversation_not_found',
    );
    const conversation = (
      await world.call(createConversation, {
        credential: ALICE,
        body: { pal_id: await world.pal() },
      })
    ).result;
    assert.equal(
      (
        await world.refusal(giveFeedback, {
          params: { deployment_id: otherCall.deployment_id, conversation_id: conversation.conversation_id },
          body: { rating: 4 },
        })
      ).code,
      'conversation_not_found',
    );
  });

  test('with one to five stars and a comment of bounded length', async () => {
    const params = await call();
    for (const [body, field] of [
      [{}, 'rating'],
      [{ rating: 0 }, 'rating'],
      [{ rating: 6 }, 'rating'],
      [{ rating: 2.5 }, 'rating'],
      [{ rating: '5' }, 'rating'],
      [{ rating: 5, comment: 'x'.repeat(1001) }, 'comment'],
      [{ rating: 5, comment: 7 }, 'comment'],
    ] as const) {
      const { code, text } = await world.refusal(giveFeedback, { params, body: body as never });
      assert.equal(code, 'invalid_request');
      assert.match(text, new RegExp(`^${field} (must|is required)`));
    }
    assert.deepEqual(await ratings(params.conversation_id), []);
  });

  test('and each change is sent to its callback_url once, at most ten in an hour, also concurrently', async () => {
    const params = await call();
    const { db } = world.service.context.store;
    const { document } = await db
      .selectFrom('conversations')
      .select('document')
      .where('id', '=', params.conversation_id)
      .executeTakeFirstOrThrow();
    // Set the callback address in the database, because conversations of a deployment cannot have one yet.
    await db
      .updateTable('conversations')
      .set({ document: JSON.stringify({ ...document, callback_url: receiver.url() }) })
      .where('id', '=', params.conversation_id)
      .execute();
    const allowedResults = await Promise.allSettled(
      Array.from({ length: RATINGS_PER_HOUR }, () =>
        world.call(giveFeedback, { params, body: { rating: 4, comment: 'Good.' } }),
      ),
    );
    assert.ok(allowedResults.every(({ status }) => status === 'fulfilled'));
    const excessResults = await Promise.allSettled(
      [1, 2, 3].map((rating) => world.call(giveFeedback, { params, body: { rating } })),
    );
    assert.deepEqual(
      excessResults.map((answer) =>
        answer.status === 'rejected' ? (answer.reason as ApiError).code : 'kept',
      ),
      ['too_many_requests', 'too_many_requests', 'too_many_requests'],
    );
    assert.deepEqual(await ratings(params.conversation_id), [{ rating: 4, comment: 'Good.' }]);
    await world.service.context.jobs.idle();
    const events = receiver.received
      .map(({ json }) => json)
      .filter(({ event_type }) => event_type === 'application.feedback_received');
    assert.deepEqual(
      events.map(({ conversation_id, message_type, properties }) => [
        conversation_id,
        message_type,
        properties,
      ]),
      [[params.conversation_id, 'application', { rating: 4, comment: 'Good.' }]],
    );
  });
});
