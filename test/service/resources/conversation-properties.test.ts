/** Properties of a conversation that limit or change its room: applied, or rejected by name. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { joinRoom, leaveRoom, readRoom, roomServers } from '../../../src/contract/rooms.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { needsPostgres } from '../../surroundings.ts';
import { until } from '../until.ts';
import { ALICE, openWorld, type World } from '../world.ts';

const OFFER = 'v=0\r\noffer';

describe('properties of a conversation', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  const create = async (body: object) =>
    (
      await world.call(createConversation, {
        credential: ALICE,
        body: { pal_id: await world.pal(), ...body },
      })
    ).result;
  const storedProperties = async (id: string) =>
    (
      await world.service.context.store.db
        .selectFrom('conversations')
        .select('document')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).document;

  test('are also accepted beside `properties`, and stored once', async () => {
    const { conversation_id } = await create({ audio_only: true, max_participants: 2, require_auth: true });
    const { properties, ...otherFields } = await storedProperties(conversation_id);
    assert.deepEqual(
      [properties.audio_only, properties.max_participants, properties.require_auth],
      [true, 2, true],
    );
    assert.ok(!('audio_only' in otherFields) && !('max_participants' in otherFields));
    assert.equal(properties.max_call_duration, 3600);
  });

  test('accept a language by its English name or tag, and store it as the languages', async () => {
    const languages = async (properties: object) => {
      const { conversation_id } = await create({ test_mode: true, properties });
      const document = await storedProperties(conversation_id);
      assert.ok(!('language' in document.properties));
      return document.properties.languages;
    };
    assert.deepEqual(await languages({ language: 'english' }), ['en']);
    assert.deepEqual(await languages({ language: 'English' }), ['en']);
    assert.deepEqual(await languages({ language: 'en-GB' }), ['en-GB']);
    assert.deepEqual(await languages({ language: 'english', languages: ['en'] }), ['en']);
    for (const language of ['multilingual', '', null]) assert.equal(await languages({ language }), undefined);
    const german = { pal_id: await world.pal(), properties: { language: 'german' } };
    const { code } = await world.refusal(createConversation, { credential: ALICE, body: german });
    assert.equal(code, 'language_unsupported');
  });

  const REFUSED_PROPERTIES: [body: object, words: RegExp][] = [
    [{ max_participants: 1 }, /max_participants must be from 2 to 1000, including the agent/],
    [{ properties: { max_participants: 1001 } }, /properties\.max_participants must be from 2 to 1000/],
    [
      { max_participants: 2, properties: { max_participants: 3 } },
      /max_participants must equal properties\.max_participants/,
    ],
    [
      { properties: { apply_greenscreen: true } },
      /properties\.apply_greenscreen must be false or left out\. Faces .* runner/,
    ],
    [{ properties: { livekit_ws_url: 'wss://x' } }, /properties\.livekit_ws_url is not supported\. .* join/],
    [{ properties: { livekit_room_token: 't' } }, /properties\.livekit_room_token is not supported/],
    [{ properties: { language: 'klingon tongue' } }, /properties\.language must be a language tag/],
    [
      { properties: { language: 'german', languages: ['en'] } },
      /properties\.language must equal properties\.languages/,
    ],
    [{ properties: { lnguage: 'english' } }, /properties\.lnguage is unknown here\. Did you mean language\?/],
    [{ properties: { audio_only: 'yes' } }, /properties\.audio_only must be true or false/],
  ];
  for (const [body, message] of REFUSED_PROPERTIES)
    test(`${JSON.stringify(body)} is refused by name`, async () => {
      const refusal = await world.refusal(createConversation, {
        credential: ALICE,
        body: { pal_id: await world.pal(), ...body },
      });
      assert.equal(refusal.code, 'invalid_request');
      assert.match(refusal.text, message);
    });

  test('accept values that change nothing', async () => {
    await create({ properties: { apply_greenscreen: false, livekit_ws_url: null, max_participants: null } });
  });

  test('report that a call without video has no face, and that a call has captions', async () => {
    const drawnCall = await create({});
    const audioOnly = await create({ properties: { audio_only: true, enable_closed_captions: true } });
    const face = async ({ conversation_id, meeting_token }: typeof drawnCall) =>
      (await world.call(roomServers, { params: { conversation_id }, credential: meeting_token })).result.face;
    assert.equal(await face(drawnCall), 'mira');
    assert.equal(await face(audioOnly), null);
    const captions = async ({ conversation_id, meeting_token }: typeof drawnCall) => {
      const ready = await until('the agent to be ready', async () => {
        const { result } = await world.call(readRoom, {
          params: { conversation_id },
          credential: meeting_token,
        });
        return result.data.find(({ event_type }) => event_type === 'conversation.ready');
      });
      return (ready.properties as { captions?: boolean }).captions;
    };
    const silent = await create({ properties: { enable_closed_captions: false } });
    assert.deepEqual(
      [await captions(drawnCall), await captions(audioOnly), await captions(silent)],
      [undefined, true, false],
    );
  });
});

describe('a room for the agent and one visitor', { skip: needsPostgres }, () => {
  const clock = new ManualClock();
  let worlds: [World, World];
  const addressOf = (name: string) => ({ ROOM_URL: `https://${name}.palkit.example` });
  before(async () => {
    const firstWorld = await openWorld({ clock, environment: addressOf('one') });
    worlds = [firstWorld, await openWorld({ clock, environment: addressOf('two'), beside: firstWorld })];
  });
  after(async () => {
    await worlds[1].close();
    await worlds[0].close();
  });

  test('admits two participants, however many join simultaneously at both processes', async () => {
    const [firstWorld] = worlds;
    const { result: conversation } = await firstWorld.call(createConversation, {
      credential: ALICE,
      body: { pal_id: await firstWorld.pal(), max_participants: 2 } as never,
    });
    const params = { conversation_id: conversation.conversation_id };
    const credential = conversation.meeting_token;
    const joins = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        worlds[index % 2]!.call(joinRoom, { params, credential, body: OFFER }),
      ),
    );
    const sessions = joins.flatMap((join) =>
      join.status === 'fulfilled'
        ? [String(join.value.answer.headers.get('location')).split('/').at(-1)!]
        : [],
    );
    assert.ok(sessions.length > 0);
    const leaves = await Promise.allSettled(
      sessions.map((session_id) =>
        firstWorld.call(leaveRoom, { params: { ...params, session_id }, credential }),
      ),
    );
    assert.equal(leaves.filter(({ status }) => status === 'fulfilled').length, 1);
  });
});
