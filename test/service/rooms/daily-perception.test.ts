/** Perception in Daily rooms: a runner sends camera images, and the room receives the model's findings. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { createConversation, endConversation, getConversation } from '../../../src/contract/conversations.ts';
import { createGuardrail } from '../../../src/contract/guardrails.ts';
import { reportPicture } from '../../../src/contract/rooms.ts';
import { createTool } from '../../../src/contract/tools.ts';
import { LOOK_INTERVAL_MS } from '../../../src/agent/rules/visual-judgement.ts';
import { ModelServer } from '../model-server.ts';
import { Receiver } from '../receiver.ts';
import { ALICE, openWorld, type World } from '../world.ts';
import { DailyServer } from './daily-server.ts';

const TOOL = { type: 'function', function: { name: 'hat_seen', description: 'The visitor wears a hat.' } };

describe('perception in a Daily room', () => {
  let world: World;
  let model: ModelServer;
  let daily: DailyServer;
  let receiver: Receiver;
  before(async () => {
    model = await ModelServer.open();
    daily = await DailyServer.open();
    receiver = await Receiver.open();
    world = await openWorld({
      environment: {
        ...daily.environment,
        PERCEPTION_BASE_URL: model.url,
        OUTBOUND_ALLOWED_HOSTS: receiver.host,
      },
    });
  });
  after(async () => {
    await world?.close();
    await daily?.close();
    await model?.close();
    await receiver?.close();
  });
  afterEach(() => {
    model.reset();
    daily.faults.clear();
    daily.orders.length = 0;
    receiver.received.length = 0;
  });

  const settle = async () => {
    await world.service.context.background.idle();
    await world.service.context.jobs.idle();
  };
  const begin = async (perception: Record<string, unknown>, pal: object = {}) => {
    const pal_id = await world.pal({ layers: { perception }, ...pal });
    const { result } = await world.call(createConversation, { credential: ALICE, body: { pal_id } });
    await settle();
    return result.conversation_id;
  };
  /** Returns the beginning of a WebP file and bytes that identify the picture. */
  const picture = (byte: number, length = 1) =>
    Buffer.concat([Buffer.from('RIFF\n\0\0\0WEBPVP8 ', 'latin1'), Buffer.alloc(length, byte)]);
  const report = (id: string, webp: Uint8Array = picture(1)) => ({
    params: { conversation_id: id },
    credential: world.service.context.daily!.reportToken(id),
    body: { webp: Buffer.from(webp).toString('base64') },
  });
  const see = async (id: string, byte = 1) => {
    await world.call(reportPicture, report(id, picture(byte)));
    await settle();
  };
  const sendPicture = async (id: string, byte = 1) => {
    world.clock.move(LOOK_INTERVAL_MS);
    await see(id, byte);
  };
  /** Returns the number of judged pictures; summaries of earlier calls do not count. */
  const appearance = () =>
    model.judgeRequests.filter(({ messages }) => messages[0]!.content!.startsWith('You judge a picture'))
      .length;
  const sentMessages = (id: string) =>
    daily.rooms.get(id)!.messages.map(({ event_type, properties }) => [event_type, properties]);
  const call = (colour: string) => [
    'conversation.perception_tool_call',
    { modality: 'vision', name: 'hat_seen', arguments: { colour } },
  ];

  test('each tool call and analysis is sent once, whichever process receives the image', async () => {
    const id = await begin({
      perception_model: 'seer-1',
      visual_tools: [TOOL],
      visual_awareness_queries: ['What is worn?'],
    });
    model.judge = () => ({ calls: [{ tool: 1, arguments: { colour: 'red' } }], answer: 'A red hat.' });
    await sendPicture(id);
    await sendPicture(id);
    model.judge = () => ({ calls: [{ tool: 1, arguments: { colour: 'blue' } }], answer: 'A red hat.' });
    await sendPicture(id);
    const analysis = ['conversation.perception_analysis', { analysis: 'A red hat.' }];
    assert.deepEqual(sentMessages(id), [call('red'), analysis, call('blue')]);
    const [message] = daily.rooms.get(id)!.messages as unknown as Record<string, unknown>[];
    assert.equal(message!['message_type'], 'conversation');
    assert.equal(message!['conversation_id'], id);
    assert.match(model.judgeRequests[0]!.messages[0]!.content!, /1\. hat_seen: The visitor wears a hat\./);
    // The state is stored only in the database.
    const rows = await world.service.context.store.db.selectFrom('runner_sights').selectAll().execute();
    assert.deepEqual(
      rows.filter(({ conversation_id }) => conversation_id === id).map(({ state }) => state.calls.length),
      [1],
    );
  });

  test('a tool of the account is called, and its runner receives the result', async () => {
    const { result: tool } = await world.call(createTool, {
      credential: ALICE,
      body: { name: 'hat_seen', description: 'A hat.', origin: 'vision' },
    });
    const id = await begin({ perception_model: 'seer-1' }, { tool_ids: [tool.tool_id] });
    model.judge = () => ({ calls: [{ tool: 1, arguments: { colour: 'red' } }] });
    await sendPicture(id);
    assert.deepEqual(sentMessages(id), [call('red')]);
    const { layers } = daily.orders.at(-1)!.body.pal as { layers: { perception: { visual_tools: unknown } } };
    assert.deepEqual(layers.perception.visual_tools, [
      {
        type: 'function',
        function: { name: 'hat_seen', description: 'A hat.', parameters: { type: 'object', properties: {} } },
      },
    ]);
  });

  test('an image within ten seconds of the last one is dropped, and only one at a time is judged', async () => {
    const id = await begin({ perception_model: 'seer-1', visual_tools: [TOOL] });
    await sendPicture(id);
    world.clock.move(LOOK_INTERVAL_MS - 1);
    await see(id);
    assert.equal(appearance(), 1);
    world.clock.move(1);
    await Promise.all(Array.from({ length: 5 }, () => world.call(reportPicture, report(id))));
    await settle();
    assert.equal(appearance(), 2);
  });

  test('a failed judgement has no effect, and the next image is judged', async () => {
    const id = await begin({ perception_model: 'seer-1', visual_tools: [TOOL] });
    model.judge = () => 500;
    await sendPicture(id);
    model.judge = () => ({ calls: [{ tool: 1, arguments: { colour: 'red' } }] });
    await sendPicture(id);
    assert.deepEqual(sentMessages(id), [call('red')]);
  });

  test('messages that Daily would refuse are not sent, and a refused one does not affect the others', async () => {
    const id = await begin({
      perception_model: 'seer-1',
      visual_tools: [TOOL],
      visual_awareness_queries: ['What is worn?'],
    });
    model.judge = () => ({ calls: [{ tool: 1, arguments: { colour: 'r'.repeat(5000) } }], answer: 'A hat.' });
    await sendPicture(id);
    assert.deepEqual(sentMessages(id), [['conversation.perception_analysis', { analysis: 'A hat.' }]]);
    daily.faults.set(`POST /rooms/${id}/send-app-message`, 500);
    model.judge = () => ({ answer: 'A coat.' });
    await sendPicture(id);
    daily.faults.clear();
    model.judge = () => ({ answer: 'A scarf.' });
    await sendPicture(id);
    assert.deepEqual(sentMessages(id).at(-1), ['conversation.perception_analysis', { analysis: 'A scarf.' }]);
  });

  test('a visual guardrail triggers its callback and the event in the room', async () => {
    const { uuid } = (
      await world.call(createGuardrail, {
        credential: ALICE,
        body: {
          guardrail_name: 'no hats',
          guardrail_prompt: 'A hat is worn.',
          modality: 'visual',
          callback_url: receiver.url(),
        },
      })
    ).result as { uuid: string };
    const id = await begin({ perception_model: 'seer-1' }, { guardrail_ids: [uuid] });
    model.judge = () => ({ triggered: [1] });
    await sendPicture(id);
    await sendPicture(id);
    const properties = { guardrail: 'no hats', guardrail_uuid: uuid };
    assert.deepEqual(sentMessages(id), [['conversation.guardrail_triggered', properties]]);
    assert.deepEqual(
      receiver.received.map(({ json }) => json),
      [{ conversation_id: id, properties }],
    );
  });

  // Proves events-17.
  test('camera images are summarised after the call, and the observations are deleted', async () => {
    const id = await begin({ perception_model: 'seer-1' });
    for (let byte = 0; byte < 20; byte++) await sendPicture(id, byte);
    const context = world.service.context;
    model.judge = () => 'A person with a hat.';
    await world.call(endConversation, { credential: ALICE, params: { conversation_id: id } });
    await settle();
    const { result } = await world.call(getConversation, {
      credential: ALICE,
      params: { conversation_id: id },
      query: { verbose: 'true' },
    });
    assert.deepEqual(
      result
        .events!.filter(({ event_type }) => event_type === 'application.perception_analysis')
        .map(({ properties }) => properties),
      [{ analysis: 'A person with a hat.' }],
    );
    const images = model.judgeRequests.at(-1)!.messages[1]!.content as unknown as {
      image_url: { url: string };
    }[];
    const bytes = images.map(({ image_url }) => Buffer.from(image_url.url.split(',')[1]!, 'base64').at(-1)!);
    assert.ok(
      bytes.length <= 8 && bytes[0] === 0 && bytes.at(-1)! > 12,
      `they are of the whole call: ${bytes}`,
    );
    const storedPictures = await context.store.db
      .selectFrom('runner_sights')
      .where('conversation_id', '=', id)
      .select('state')
      .execute();
    assert.deepEqual(storedPictures, []);
    assert.equal((await world.refusal(reportPicture, report(id))).code, 'conversation_ended');
  });

  test('a runner receives the address for images only if they are used', async () => {
    const id = await begin({ perception_model: 'seer-1' });
    assert.equal(daily.orders.at(-1)!.body['picture_url'], `https://palkit.example/rooms/${id}/picture`);
    const unwatched = await begin({ perception_model: 'off' });
    assert.equal(daily.orders.at(-1)!.body['picture_url'], null);
    await sendPicture(unwatched);
    assert.equal(appearance(), 0);
  });

  test('an image needs the token of its own conversation, and must be a WebP file within bounds', async () => {
    const [firstCall, secondCall] = [await begin({}), await begin({})];
    const { credential } = report(secondCall);
    assert.equal(
      (await world.refusal(reportPicture, { ...report(firstCall), credential })).code,
      'invalid_token',
    );
    for (const webp of [
      '',
      'AAAA',
      Buffer.from('GIF89a').toString('base64'),
      `${report(firstCall).body.webp}!`,
    ])
      assert.equal(
        (await world.refusal(reportPicture, { ...report(firstCall), body: { webp } })).code,
        'invalid_request',
      );
    const tooLongRefusal = await world.refusal(reportPicture, report(firstCall, picture(1, 45_200)));
    assert.match(tooLongRefusal.text, /webp must be at most 60000 characters/);
    await world.call(reportPicture, report(firstCall, picture(1, 44_000)));
  });
});
