/** A shared service limits each visitor and each account. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createConversation, endConversation, getConversation } from '../../../src/contract/conversations.ts';
import { captchaChallenge, initDeployment, startDeployment } from '../../../src/contract/deployments.ts';
import { createPal } from '../../../src/contract/pals.ts';
import { joinRoom, readRoom, writeRoom } from '../../../src/contract/rooms.ts';
import { CallSlots } from '../../../src/service/conversations/call-slots.ts';
import { networkOf } from '../../../src/service/gates/networks.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { until } from '../until.ts';
import { ALICE, BOB, openWorld, type World, type WorldOptions } from '../world.ts';

const OFFER = 'v=0\r\noffer';
type CreatedCall = { conversation_id: string; meeting_token: string };

async function inWorld(options: WorldOptions, work: (world: World) => Promise<void>): Promise<void> {
  const world = await openWorld(options);
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

const startFrom = async (world: World, deployment_id: string, address: string): Promise<CreatedCall> =>
  (
    await world.call(startDeployment, {
      params: { deployment_id },
      body: {},
      headers: { 'x-forwarded-for': address },
    })
  ).result;
const refusalFrom = (world: World, deployment_id: string, address: string) =>
  world.refusal(startDeployment, {
    params: { deployment_id },
    body: {},
    headers: { 'x-forwarded-for': address },
  });
const enter = (world: World, call: CreatedCall, address = '203.0.113.1') =>
  world.call(joinRoom, {
    params: { conversation_id: call.conversation_id },
    credential: call.meeting_token,
    headers: { 'x-forwarded-for': address },
    body: OFFER,
  });
const poll = (world: World, call: CreatedCall) =>
  world.call(readRoom, {
    params: { conversation_id: call.conversation_id },
    credential: call.meeting_token,
  });
const init = async (world: World, deployment_id: string, address = '203.0.113.1') =>
  (
    await world.call(initDeployment, {
      params: { deployment_id },
      headers: { 'x-forwarded-for': address },
    })
  ).result;

describe('the limits of one address', () => {
  test('are a number of starts a minute; another address continues', () =>
    inWorld({ environment: { VISITOR_STARTS_PER_MINUTE: '3' } }, async (world) => {
      const id = await world.deployment();
      for (let number = 0; number < 3; number++) await startFrom(world, id, '203.0.113.1');
      const refusal = await refusalFrom(world, id, '203.0.113.1');
      assert.equal(refusal.code, 'too_many_requests');
      assert.ok(refusal.retryAfter! > 0 && refusal.retryAfter! <= 60);
      await startFrom(world, id, '203.0.113.2');
    }));

  test('are a number of simultaneous calls, which init reports before, and which an end frees', () =>
    inWorld({ environment: { VISITOR_OPEN_CALLS: '2' } }, async (world) => {
      const id = await world.deployment();
      const firstStart = await startFrom(world, id, '203.0.113.1');
      await startFrom(world, id, '203.0.113.1');
      assert.equal((await refusalFrom(world, id, '203.0.113.1')).code, 'busy');
      assert.equal((await init(world, id)).unavailable_reason, 'busy');
      assert.equal((await init(world, id, '203.0.113.2')).unavailable_reason, null);
      await world.call(endConversation, {
        credential: ALICE,
        params: { conversation_id: firstStart.conversation_id },
      });
      await startFrom(world, id, '203.0.113.1');
    }));

  test('do not count a failed start, nor a refusal', () =>
    inWorld({ environment: { VISITOR_OPEN_CALLS: '1' } }, async (world) => {
      const lockedDeployment = await world.deployment({ password: 'lighthouse' });
      assert.equal((await refusalFrom(world, lockedDeployment, '203.0.113.1')).code, 'wrong_password');
      const id = await world.deployment();
      await startFrom(world, id, '203.0.113.1');
      // The call ends automatically, because no visitor joins it.
      world.clock.move(301_000);
      await until('the address to be free', async () => (await init(world, id)).is_available);
    }));

  test('admit exactly the limit of simultaneous starts', () =>
    inWorld({ environment: { VISITOR_OPEN_CALLS: '5' } }, async (world) => {
      const id = await world.deployment();
      const answers = await Promise.allSettled(
        Array.from({ length: 20 }, () => startFrom(world, id, '203.0.113.1')),
      );
      assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 5);
    }));

  test('count a network of 64 bits as one visitor in IPv6', () => {
    assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), networkOf('2001:db8:1:2:ffff::1'));
    assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'));
    assert.equal(networkOf('::ffff:203.0.113.9'), '203.0.113.9');
    assert.equal(networkOf('203.0.113.9'), '203.0.113.9');
    assert.equal(networkOf('no address'), 'no address');
  });

  test('include joins and captchas a minute', () =>
    inWorld({ environment: { VISITOR_STARTS_PER_MINUTE: '1' } }, async (world) => {
      const id = await world.deployment();
      const call = await startFrom(world, id, '203.0.113.1');
      for (let number = 0; number < 3; number++) await enter(world, call);
      const again = await world.refusal(joinRoom, {
        params: { conversation_id: call.conversation_id },
        credential: call.meeting_token,
        headers: { 'x-forwarded-for': '203.0.113.1' },
        body: OFFER,
      });
      assert.equal(again.code, 'too_many_requests');
      const captcha = { params: { deployment_id: id }, headers: { 'x-forwarded-for': '203.0.113.1' } };
      await world.call(captchaChallenge, captcha);
      await world.call(captchaChallenge, captcha);
      assert.equal((await world.refusal(captchaChallenge, captcha)).code, 'too_many_requests');
    }));

  test('include the joins of one call from any number of addresses', () =>
    inWorld({}, async (world) => {
      const call = await startFrom(world, await world.deployment(), '203.0.113.1');
      const codes: string[] = [];
      for (let number = 0; number < 40; number++)
        await enter(world, call, `198.51.100.${number}`).catch((error: { code: string }) =>
          codes.push(error.code),
        );
      assert.deepEqual([...new Set(codes)], ['too_many_requests']);
      assert.equal(codes.length, 10);
    }));
});

describe('the capacity of a service', () => {
  test('for sound and picture is not used by visitors in text', () =>
    inWorld({ environment: { ROOM_MAXIMUM_CALLS: '2', ROOM_MAXIMUM_TEXT_CALLS: '8' } }, async (world) => {
      const id = await world.deployment();
      const callIds = [];
      for (let number = 0; number < 5; number++)
        callIds.push(await startFrom(world, id, `203.0.113.${number}`));
      for (const item of callIds.slice(0, 3)) await poll(world, item);
      await enter(world, callIds[3]!);
      await enter(world, callIds[4]!);
      assert.equal((await init(world, id)).unavailable_reason, 'busy');
      const refusal = await refusalFrom(world, id, '203.0.113.99');
      assert.equal(refusal.code, 'room_unavailable');
      assert.ok(refusal.retryAfter! > 0);
      // A visitor in a text call is still admitted.
      const chat = await world.deployment({ customization: { modality: 'chat' } });
      assert.equal((await init(world, chat)).unavailable_reason, null);
      await poll(world, await startFrom(world, chat, '203.0.113.98'));
    }));

  test('for text is limited, too', () =>
    inWorld({ environment: { ROOM_MAXIMUM_TEXT_CALLS: '1' } }, async (world) => {
      const id = await world.deployment();
      const [firstCall, secondCall] = [
        await startFrom(world, id, '1.1.1.1'),
        await startFrom(world, id, '1.1.1.2'),
      ];
      await poll(world, firstCall);
      const refusal = await world.refusal(readRoom, {
        params: { conversation_id: secondCall.conversation_id },
        credential: secondCall.meeting_token,
      });
      assert.equal(refusal.code, 'room_unavailable');
    }));

  test('is freed if a join fails', () =>
    inWorld({ environment: { ROOM_MAXIMUM_CALLS: '1' } }, async (world) => {
      const id = await world.deployment();
      const [badCall, goodCall] = [
        await startFrom(world, id, '1.1.1.1'),
        await startFrom(world, id, '1.1.1.2'),
      ];
      const refusal = await world.refusal(joinRoom, {
        params: { conversation_id: badCall.conversation_id },
        credential: badCall.meeting_token,
        body: 'no offer',
      });
      assert.equal(refusal.code, 'invalid_offer');
      await enter(world, goodCall);
    }));

  test("leaves a place for another account's visitors", () =>
    inWorld({ environment: { ROOM_MAXIMUM_CALLS: '8' } }, async (world) => {
      const id = await world.deployment();
      const calls: CreatedCall[] = [];
      for (let number = 0; number < 8; number++)
        calls.push(await startFrom(world, id, `203.0.113.${number}`));
      const enteredCalls: number[] = [];
      for (const [index, call] of calls.entries())
        await enter(world, call).then(
          () => enteredCalls.push(index),
          (error: { code: string }) => assert.equal(error.code, 'room_unavailable'),
        );
      assert.equal(enteredCalls.length, 6);
      const { result } = await world.call(createPal, {
        credential: BOB,
        body: { system_prompt: 'Be kind.', default_face_id: SYSTEM_FACE.id },
      });
      const ownCall = (
        await world.call(createConversation, { credential: BOB, body: { pal_id: result.pal_id } })
      ).result;
      await enter(world, ownCall);
    }));

  test('is not divided if there is one account', () =>
    inWorld({ environment: { ROOM_MAXIMUM_CALLS: '4', API_KEYS: `1:${ALICE}` } }, async (world) => {
      const id = await world.deployment();
      for (let number = 0; number < 4; number++)
        await enter(world, await startFrom(world, id, `203.0.113.${number}`));
    }));

  test('gives one account at most three quarters, and the next the same of the rest', () => {
    const callSlots = new CallSlots({ media: 60, text: 60 });
    const accountShares = [1, 2, 3].map((account) => {
      let ownCount = 0;
      while (callSlots.refusal(account, 'media') === null)
        callSlots.take(`${account} ${ownCount++}`, account, 'media');
      return ownCount;
    });
    assert.deepEqual(accountShares, [45, 12, 3]);
    assert.equal(callSlots.refusal(4, 'media'), 'full');
    assert.equal(callSlots.refusal(1, 'text'), null);
  });
});

describe('a silent visitor in text', () => {
  test('times out like an absent one; a line restarts the time', () =>
    inWorld({}, async (world) => {
      const call = await startFrom(world, await world.deployment(), '203.0.113.1');
      const status = async () =>
        (
          await world.call(getConversation, {
            credential: ALICE,
            params: { conversation_id: call.conversation_id },
            query: { verbose: 'true' },
          })
        ).result;
      /** Moves the clock and polls like a page, without sending a line. */
      const pass = async (seconds: number) => {
        for (let elapsedSeconds = 0; elapsedSeconds < seconds; elapsedSeconds += 20) {
          world.clock.move(20_000);
          await poll(world, call);
        }
      };
      await poll(world, call);
      await pass(280);
      assert.equal((await status()).status, 'active');
      await world.call(writeRoom, {
        params: { conversation_id: call.conversation_id },
        credential: call.meeting_token,
        body: {
          message_type: 'conversation',
          event_type: 'conversation.respond',
          properties: { text: 'Hi' },
        },
      });
      await pass(280);
      assert.equal((await status()).status, 'active');
      // The page sends a ping, which does not count as a line of the visitor.
      await world.call(writeRoom, {
        params: { conversation_id: call.conversation_id },
        credential: call.meeting_token,
        body: { message_type: 'conversation', event_type: 'conversation.ping', properties: {} },
      });
      await pass(40);
      await until('the call to end', async () => (await status()).status === 'ended');
      assert.equal((await status()).shutdown_reason, 'participant_absent_timeout reached');
    }));
});
