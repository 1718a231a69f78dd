/** A call whose page is closed or reloaded, or whose page cancels the start. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getConversation } from '../../../src/contract/conversations.ts';
import { joinRoom, readRoom } from '../../../src/contract/rooms.ts';
import { endDeploymentConversation } from '../../../src/contract/deployments.ts';
import { until } from '../until.ts';
import { ALICE, openWorld, type World } from '../world.ts';

describe('visiting a deployment', () => {
  let world: World;

  before(async () => {
    world = await openWorld();
  });

  after(() => world.close());

  for (const path of ['media', 'text'] as const) {
    test(`a page that may be reloading keeps its call in ${path} for half a minute, and no longer`, async () => {
      const deployment_id = await world.deployment();
      const sendGoodbye = async (conversation: { conversation_id: string }) =>
        (
          await world.call(endDeploymentConversation, {
            params: { deployment_id, conversation_id: conversation.conversation_id },
            query: { when: 'unless_resumed' },
          })
        ).result;
      const enter = async ({
        conversation_id,
        meeting_token,
      }: {
        conversation_id: string;
        meeting_token: string;
      }) => {
        if (path === 'text')
          return void (await world.call(readRoom, {
            params: { conversation_id },
            credential: meeting_token,
          }));
        await world.call(joinRoom, {
          params: { conversation_id },
          credential: meeting_token,
          body: 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\n',
        });
        world.media.emit({ is: 'connected', callId: conversation_id });
      };
      const status = async (conversation_id: string) =>
        (
          await world.call(getConversation, {
            credential: ALICE,
            params: { conversation_id },
            query: { verbose: 'true' },
          })
        ).result;
      const waitForEnd = (conversation_id: string) =>
        until('the conversation to end', async () => {
          const conversation = await status(conversation_id);
          return conversation.status === 'ended' && conversation.shutdown_reason;
        });
      const stays = await world.start(deployment_id);
      await enter(stays);
      assert.deepEqual(await sendGoodbye(stays), {
        conversation_id: stays.conversation_id,
        status: 'active',
      });
      world.clock.move(29_000);
      await enter(stays);
      world.clock.move(30_000);
      assert.equal(
        (await status(stays.conversation_id)).status,
        'active',
        'who comes back in time keeps the call',
      );
      await sendGoodbye(stays);
      // A late report from the media process must not extend the time limit.
      world.clock.move(15_000);
      if (path === 'media') world.media.emit({ is: 'lost', callId: stays.conversation_id });
      world.clock.move(15_000);
      assert.equal(await waitForEnd(stays.conversation_id), 'participant_left_timeout reached');
      assert.deepEqual(await sendGoodbye(stays), { conversation_id: stays.conversation_id, status: 'ended' });
    });
  }

  test('a page that closes while it joins has half a minute instead of the absence timeout', async () => {
    const deployment_id = await world.deployment();
    const { conversation_id, meeting_token } = await world.start(deployment_id);
    const params = { conversation_id };
    const leave = () =>
      world.call(endDeploymentConversation, {
        params: { deployment_id, conversation_id },
        query: { when: 'unless_resumed' },
      });
    await world.call(joinRoom, {
      params,
      credential: meeting_token,
      body: 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\n',
    });
    await leave();
    world.clock.move(29_000);
    world.media.emit({ is: 'connected', callId: conversation_id });
    world.clock.move(30_000);
    const status = async () =>
      (await world.call(getConversation, { credential: ALICE, params })).result.status;
    assert.equal(await status(), 'active', 'who arrives in time keeps the call');
    const secondCall = await world.start(deployment_id);
    await world.call(endDeploymentConversation, {
      params: { deployment_id, conversation_id: secondCall.conversation_id },
      query: { when: 'unless_resumed' },
    });
    world.clock.move(30_000);
    await until('the conversation that nobody joined to end', async () => {
      const { result } = await world.call(getConversation, {
        credential: ALICE,
        params: { conversation_id: secondCall.conversation_id },
      });
      return result.status === 'ended';
    });
  });

  describe('a page that is in the middle of joining when its half minute is over', () => {
    const OFFER = 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\n';
    /** Simulates a reload: the new page requests to join just before the time limit. */
    const reloadPage = async () => {
      const deployment_id = await world.deployment();
      const { conversation_id, meeting_token } = await world.start(deployment_id);
      const params = { conversation_id };
      const join = () => world.call(joinRoom, { params, credential: meeting_token, body: OFFER });
      const emit = (state: 'connected' | 'lost') => world.media.emit({ is: state, callId: conversation_id });
      await join();
      emit('connected');
      await world.call(endDeploymentConversation, {
        params: { deployment_id, conversation_id },
        query: { when: 'unless_resumed' },
      });
      world.clock.move(29_000);
      const conversation = async () =>
        (await world.call(getConversation, { credential: ALICE, params, query: { verbose: 'true' } })).result;
      const waitForEnd = () =>
        until('the conversation to end', async () => {
          const { status, shutdown_reason } = await conversation();
          return status === 'ended' && shutdown_reason;
        });
      return { join, tell: emit, conversation, ended: waitForEnd };
    };

    test('keeps the call when it arrives', async () => {
      const { join, tell: emit, conversation } = await reloadPage();
      await join();
      world.clock.move(1000);
      assert.ok(world.clock.waits(30_000), 'it is looked at again');
      world.clock.move(29_000);
      emit('connected');
      world.clock.move(60_000);
      assert.equal((await conversation()).status, 'active');
    });

    test('keeps the call also before the media process has answered', async () => {
      const { join, tell: emit, conversation } = await reloadPage();
      let release!: () => void;
      world.media.gate = new Promise((resolve) => (release = resolve));
      const previousCount = world.media.commands.length;
      const pendingJoin = join();
      await until('the media process to be asked to join', () =>
        world.media.commands.slice(previousCount).some(([verb]) => verb === 'join'),
      );
      world.clock.move(1000);
      assert.ok(world.clock.waits(30_000), 'it is looked at again');
      world.media.gate = Promise.resolve();
      release();
      await pendingJoin;
      emit('connected');
      world.clock.move(60_000);
      assert.equal((await conversation()).status, 'active');
    });

    test('has the same time again, and no more', async () => {
      const { join, conversation, ended } = await reloadPage();
      await join();
      world.clock.move(1000);
      world.clock.move(29_000);
      assert.equal((await conversation()).status, 'active');
      await join();
      world.clock.move(1000);
      assert.equal(await ended(), 'participant_left_timeout reached');
    });

    test('has no more time if its connection failed before', async () => {
      const { join, tell: emit, ended } = await reloadPage();
      await join();
      emit('lost');
      world.clock.move(1000);
      assert.equal(await ended(), 'participant_left_timeout reached');
    });
  });

  test('does not keep its call by a request that it aborted', async () => {
    const deployment_id = await world.deployment();
    const { conversation_id, meeting_token } = await world.start(deployment_id);
    const params = { conversation_id };
    await world.call(readRoom, { params, credential: meeting_token });
    const room = world.service.context.conversations.openRoom(conversation_id)!;
    const page = new AbortController();
    const pendingAnswer = room.read(1000, 20, page.signal);
    await world.call(endDeploymentConversation, {
      params: { deployment_id, conversation_id },
      query: { when: 'unless_resumed' },
    });
    page.abort();
    await pendingAnswer;
    world.clock.move(30_000);
    await until('the conversation to end', async () => {
      const { result } = await world.call(getConversation, { credential: ALICE, params });
      return result.status === 'ended';
    });
  });

  test("only the conversation's own deployment can end it", async () => {
    const { conversation_id } = await world.start(await world.deployment());
    const otherDeployment = await world.deployment();
    assert.equal(
      (
        await world.refusal(endDeploymentConversation, {
          params: { deployment_id: otherDeployment, conversation_id },
        })
      ).code,
      'conversation_not_found',
    );
  });
});
