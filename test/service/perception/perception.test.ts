import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  createConversation,
  deleteConversation,
  endConversation,
  getConversation,
} from '../../../src/contract/conversations.ts';
import { createPal, getPal } from '../../../src/contract/pals.ts';
import { joinRoom } from '../../../src/contract/rooms.ts';
import { MAX_FRAMES } from '../../../src/service/perception/perception.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { Receiver } from '../receiver.ts';
import { ALICE, openWorld, type World } from '../world.ts';

const OFFER = 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\n';

describe('perception', () => {
  let world: World;
  let receiver: Receiver;
  let model: http.Server;
  let requests: {
    authorization: string | undefined;
    body: { model: string; messages: { content: unknown }[] };
  }[] = [];
  let status = 200;
  before(async () => {
    receiver = await Receiver.open();
    model = http
      .createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        requests.push({
          authorization: request.headers.authorization,
          body: JSON.parse(Buffer.concat(chunks).toString()) as (typeof requests)[number]['body'],
        });
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify({ choices: [{ message: { content: 'A person shows a bicycle.' } }] }));
      })
      .listen(0, '127.0.0.1');
    await once(model, 'listening');
    world = await openWorld({
      environment: {
        OUTBOUND_ALLOWED_HOSTS: receiver.host,
        PERCEPTION_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
        PERCEPTION_API_KEY: 'key-of-the-model',
      },
    });
  });
  after(async () => {
    await world?.close();
    model?.closeAllConnections();
    model?.close();
    await receiver?.close();
  });
  afterEach(() => {
    requests = [];
    status = 200;
  });

  const untilIdle = () => world.service.context.jobs.idle();
  const create = async (perception: Record<string, unknown>) => {
    const pal_id = await world.pal({ layers: { perception } });
    const conversation = (
      await world.call(createConversation, {
        credential: ALICE,
        body: { pal_id, callback_url: receiver.url() },
      })
    ).result;
    await world.call(joinRoom, {
      params: { conversation_id: conversation.conversation_id },
      credential: conversation.meeting_token,
      body: OFFER,
    });
    world.media.emit({ is: 'connected', callId: conversation.conversation_id });
    return conversation.conversation_id;
  };
  const see = (callId: string, count: number) => {
    for (let index = 0; index < count; index++)
      world.media.emit({ is: 'sight', callId, webp: Uint8Array.from([index]) });
  };
  const end = async (conversation_id: string) => {
    await world.call(endConversation, { credential: ALICE, params: { conversation_id } });
    await untilIdle();
  };
  const analyses = async (conversation_id: string) =>
    (
      await world.call(getConversation, {
        credential: ALICE,
        params: { conversation_id },
        query: { verbose: 'true' },
      })
    ).result
      .events!.filter(({ event_type }) => event_type === 'application.perception_analysis')
      .map(({ properties }) => properties);
  const storedTimes = async (conversation_id: string) =>
    (
      await world.service.context.store.db
        .selectFrom('perception_frames')
        .select('webp')
        .where('conversation_id', '=', conversation_id)
        .orderBy('position')
        .execute()
    ).map(({ webp }) => webp[0]);

  // Proves events-17, resources-47.
  test('camera images are summarised by the named model after the call, reported, and deleted', async () => {
    const id = await create({
      perception_model: 'seer-1',
      perception_analysis_queries: ['Is a bicycle to be seen?'],
    });
    see(id, 40);
    await end(id);
    assert.equal(requests.length, 1);
    const { body, authorization } = requests[0]!;
    assert.deepEqual([authorization, body.model], ['Bearer key-of-the-model', 'seer-1']);
    assert.match(body.messages[0]!.content as string, /Is a bicycle to be seen\?/);
    const pictures = (body.messages[1]!.content as { image_url: { url: string } }[]).map(
      ({ image_url }) => Buffer.from(/^data:image\/webp;base64,(.*)$/.exec(image_url.url)![1]!, 'base64')[0]!,
    );
    assert.ok(pictures.length > MAX_FRAMES / 2 && pictures.length <= MAX_FRAMES, `${pictures}`);
    assert.deepEqual(
      pictures,
      [...pictures].sort((a, b) => a - b),
    );
    assert.ok(pictures[0] === 0 && pictures.at(-1)! > 25, `they are of the whole call: ${pictures}`);
    assert.deepEqual(await analyses(id), [{ analysis: 'A person shows a bicycle.' }]);
    await untilIdle();
    assert.equal(
      receiver.received.filter(
        ({ json }) => json.event_type === 'application.perception_analysis' && json['conversation_id'] === id,
      ).length,
      1,
    );
    assert.deepEqual(await storedTimes(id), []);
  });

  test('a failing model is retried, then abandoned, and its images are deleted', async () => {
    status = 503;
    const [firstCall, secondCall] = [
      await create({ perception_model: 'seer-1' }),
      await create({ perception_model: 'seer-1' }),
    ];
    see(firstCall, 1);
    see(secondCall, 1);
    await end(firstCall);
    status = 200;
    world.clock.move(10_000);
    await untilIdle();
    assert.equal((await analyses(firstCall)).length, 1);
    status = 503;
    await end(secondCall);
    for (let minutes = 0; minutes < 60; minutes++) {
      world.clock.move(60_000);
      await untilIdle();
    }
    assert.deepEqual([await analyses(secondCall), await storedTimes(secondCall)], [[], []]);
  });

  // Proves events-17, resources-47.
  test('without a perception model no image is analysed, and a call without a camera has no summary', async () => {
    const blindCall = await create({});
    const unwatchedConversation = await create({ perception_model: 'off' });
    for (const id of [blindCall, unwatchedConversation]) {
      see(id, 3);
      await end(id);
      assert.deepEqual(
        [await analyses(id), await storedTimes(id), world.media.watchedCalls.has(id)],
        [[], [], false],
      );
    }
    const darkCall = await create({ perception_model: 'seer-1' });
    await end(darkCall);
    assert.deepEqual([await analyses(blindCall), await analyses(darkCall), requests.length], [[], [], 0]);
    assert.deepEqual(await storedTimes(blindCall), []);
    assert.deepEqual(
      [world.media.watchedCalls.has(blindCall), world.media.watchedCalls.has(darkCall)],
      [false, true],
    );
  });

  test("a PAL's own model is called under the outbound rules, and its key is never returned", async () => {
    const perception = {
      perception_model: 'seer-2',
      base_url: receiver.url('/v1'),
      api_key: 'key-of-the-pal',
    };
    const { pal_id } = (
      await world.call(createPal, {
        credential: ALICE,
        body: { system_prompt: 'x', default_face_id: SYSTEM_FACE.id, layers: { perception } },
      })
    ).result;
    assert.ok(
      !JSON.stringify((await world.call(getPal, { credential: ALICE, params: { pal_id } })).result).includes(
        'key-of-the-pal',
      ),
    );
    const id = await create(perception);
    see(id, 1);
    await end(id);
    assert.equal(
      receiver.received.find(({ path }) => path === '/v1/chat/completions')!.headers['authorization'],
      'Bearer key-of-the-pal',
    );
    assert.deepEqual(requests, [], "and not the operator's");
    await world.call(deleteConversation, { credential: ALICE, params: { conversation_id: id } });
    assert.deepEqual(await storedTimes(id), []);
  });
});
