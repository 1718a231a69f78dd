import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { createConversation, endConversation, getConversation } from '../../../src/contract/conversations.ts';
import { createGuardrail } from '../../../src/contract/guardrails.ts';
import { joinRoom } from '../../../src/contract/rooms.ts';
import { LOOK_INTERVAL_MS } from '../../../src/agent/rules/visual-judgement.ts';
import { until } from '../until.ts';
import { ModelServer } from '../model-server.ts';
import { Receiver } from '../receiver.ts';
import { ALICE, openWorld, type World } from '../world.ts';

describe('visual guardrails', () => {
  let world: World;
  let model: ModelServer;
  let receiver: Receiver;
  before(async () => {
    model = await ModelServer.open();
    receiver = await Receiver.open();
    world = await openWorld({
      environment: { PERCEPTION_BASE_URL: model.url, OUTBOUND_ALLOWED_HOSTS: receiver.host },
    });
  });
  after(async () => {
    await world?.close();
    await model?.close();
    await receiver?.close();
  });
  afterEach(() => {
    model.reset();
    receiver.received.length = 0;
  });

  const settle = async () => {
    await world.service.context.background.idle();
    await world.service.context.jobs.idle();
  };
  const rule = async (guardrail_name: string, modality: 'verbal' | 'visual', extraFields: object = {}) =>
    (
      (
        await world.call(createGuardrail, {
          credential: ALICE,
          body: {
            guardrail_name,
            guardrail_prompt: `${guardrail_name} is to be seen`,
            modality,
            ...extraFields,
          },
        })
      ).result as { uuid: string }
    ).uuid;
  const begin = async (
    guardrail_ids: string[],
    perception: Record<string, unknown> = { perception_model: 'seer-1' },
    pal: object = {},
  ) => {
    const pal_id = await world.pal({ guardrail_ids, layers: { perception }, ...pal });
    const conversation = (
      await world.call(createConversation, {
        credential: ALICE,
        body: { pal_id, callback_url: receiver.url() },
      })
    ).result;
    await world.call(joinRoom, {
      params: { conversation_id: conversation.conversation_id },
      credential: conversation.meeting_token,
      body: 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\n',
    });
    world.media.emit({ is: 'connected', callId: conversation.conversation_id });
    return conversation.conversation_id;
  };
  const see = async (callId: string, picture: number) => {
    world.media.emit({ is: 'sight', callId, webp: Uint8Array.from([picture]) });
    await settle();
  };
  const triggeredRules = async (conversation_id: string) =>
    (
      await world.call(getConversation, {
        credential: ALICE,
        params: { conversation_id },
        query: { verbose: 'true' },
      })
    ).result.events!.flatMap(({ event_type, properties }) =>
      event_type === 'conversation.guardrail_triggered' ? [properties['guardrail']] : [],
    );
  const pictures = () =>
    model.judgeRequests.map(
      ({ messages }) =>
        Buffer.from(
          (messages[1]!.content as unknown as { image_url?: { url: string } }[])[1]!.image_url!.url.split(
            ',',
          )[1]!,
          'base64',
        )[0],
    );

  test('judge a picture every ten seconds with the perception model, and report a violation once', async () => {
    const [words, weapon, phone] = [
      await rule('words', 'verbal'),
      await rule('weapon', 'visual'),
      await rule('phone', 'visual', { callback_url: receiver.url('/phone') }),
    ];
    const id = await begin([words, weapon, phone]);
    model.judge = () => ({ triggered: [2, 7] });
    await see(id, 1);
    await see(id, 2);
    world.clock.move(LOOK_INTERVAL_MS - 1);
    await see(id, 3);
    assert.deepEqual(pictures(), [1]);
    const system = model.judgeRequests[0]!.messages[0]!.content!;
    assert.match(system, /1\. weapon: weapon is to be seen\n2\. phone/);
    assert.doesNotMatch(system, /words/, 'what is said is judged elsewhere');
    assert.deepEqual(await triggeredRules(id), ['phone']);
    assert.deepEqual(
      world.media
        .sentEvents(id)
        .flatMap(({ event_type, properties }) =>
          event_type === 'conversation.guardrail_triggered' ? [properties] : [],
        ),
      [{ guardrail: 'phone', guardrail_uuid: phone }],
    );
    assert.deepEqual(
      receiver.received.filter(({ path }) => path === '/phone').map(({ json }) => json['properties']),
      [{ guardrail: 'phone', guardrail_uuid: phone }],
    );

    world.clock.move(1);
    await see(id, 4);
    assert.deepEqual([pictures(), await triggeredRules(id)], [[1, 4], ['phone']], 'it still lasts');
    model.judge = () => ({ triggered: [] });
    world.clock.move(LOOK_INTERVAL_MS);
    await see(id, 5);
    model.judge = () => ({ triggered: [2, 1] });
    world.clock.move(LOOK_INTERVAL_MS);
    await see(id, 6);
    assert.deepEqual((await triggeredRules(id)).sort(), ['phone', 'phone', 'weapon'], 'it had ended');
    await world.call(endConversation, { credential: ALICE, params: { conversation_id: id } });
    await settle();
  });

  test('trigger nothing after a failed judgement, and the next picture is judged', async () => {
    const id = await begin([await rule('weapon', 'visual')]);
    for (const answer of [
      500,
      'I see a weapon.',
      { triggered: ['1'] },
      { triggered: [0, -1, 2, 1.5] },
      { body: '{' },
    ] as const) {
      model.judge = () => answer;
      await see(id, 1);
      world.clock.move(LOOK_INTERVAL_MS);
    }
    assert.deepEqual(await triggeredRules(id), []);
    model.judge = () => 'silence';
    world.media.emit({ is: 'sight', callId: id, webp: Uint8Array.from([9]) });
    await until('the sixth picture to be judged', () => model.judgeRequests.length >= 6);
    world.clock.move(LOOK_INTERVAL_MS);
    world.media.emit({ is: 'sight', callId: id, webp: Uint8Array.from([10]) });
    assert.equal(model.judgeRequests.length, 6, 'one at a time');
    world.clock.move(5000);
    await settle();
    model.judge = () => ({ triggered: [1] });
    await see(id, 11);
    assert.deepEqual(await triggeredRules(id), ['weapon']);
  });

  test('without a rule, without a named model, and in echo mode, send no picture during the call', async () => {
    const weapon = await rule('weapon', 'visual');
    for (const id of [
      await begin([await rule('words', 'verbal')]),
      await begin([weapon], {}),
      await begin([weapon], { perception_model: 'seer-1' }, { pipeline_mode: 'echo' }),
    ]) {
      await see(id, 1);
      world.clock.move(LOOK_INTERVAL_MS);
      await see(id, 2);
    }
    assert.deepEqual(model.judgeRequests, []);
  });
});
