/** The person behind a face consents by a statement in the audit log, and may withdraw it everywhere. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createConversation, getConversation } from '../../../src/contract/conversations.ts';
import {
  getConsentSentence,
  listConsentEvents,
  withdrawConsent,
} from '../../../src/contract/face-consent.ts';
import { DEFAULT_FACE_ID, getFace } from '../../../src/contract/faces.ts';
import { getPal } from '../../../src/contract/pals.ts';
import { joinRoom } from '../../../src/contract/rooms.ts';
import { createVideo, getVideo } from '../../../src/contract/videos.ts';
import { consentNumber, consentSentence, findConsent } from '../../../src/face-training/consent-sentence.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { film, mira, buildSoundOnly } from '../media/films.ts';
import { ALICE, BOB } from '../world.ts';
import { begin, files, read, server, train, world } from './faces-world.ts';

const STATEMENT = { name: 'Ada Lovelace', statement_url: 'https://example.com/statements/ada.pdf' };
const events = async (face_id: string) =>
  (await world.call(listConsentEvents, { credential: ALICE, params: { face_id } })).result.data;
const withdraw = (face_id: string, credential = ALICE) =>
  world.call(withdrawConsent, { credential, params: { face_id } });

describe('the consent to a face', () => {
  test('has one stable sentence for each account', async () => {
    const readings = await Promise.all(
      [ALICE, ALICE, ALICE, BOB].map((credential) => world.call(getConsentSentence, { credential })),
    );
    const numbers = readings.map(({ result }) => result.number);
    assert.match(numbers[0]!, /^[1-9]{6}$/);
    assert.deepEqual(numbers.slice(0, 3), [numbers[0], numbers[0], numbers[0]]);
    assert.notEqual(numbers[3], numbers[0]);
    const { sentence, language } = readings[0]!.result;
    assert.deepEqual([sentence, language], [consentSentence(numbers[0]!), 'en']);
    const oldResponse = await world.service.app.inject({
      url: '/v2/replicas/consent',
      headers: { 'x-api-key': ALICE },
    });
    assert.equal(oldResponse.json<{ sentence: string }>().sentence, sentence);
  });

  test('is stored with the face and in the audit log if a statement is named', async () => {
    const { face_id } = await begin(server.serve('/ada', mira()), { consent: STATEMENT });
    await world.service.context.jobs.idle();
    const face = await read(face_id);
    const { given_at, ...consent } = face.consent!;
    assert.deepEqual(consent, { by: 'statement', ...STATEMENT });
    assert.equal(face.lips?.state, 'rests');
    assert.deepEqual(
      (await events(face_id)).map(({ created_at, ...event }) => [event, created_at === given_at]),
      [[{ face_id, event: 'statement', ...STATEMENT, recognised_words: null }, true]],
    );
  });

  test('is optional, and without it the face reports that its lips rest for that reason', async () => {
    const face = await train(await film());
    assert.deepEqual([face.consent, face.lips?.state, face.lips?.code], [null, 'rests', 'consent_missing']);
    assert.deepEqual(await events(face.face_id), []);
    const { result } = await world.call(getFace, {
      credential: ALICE,
      params: { face_id: DEFAULT_FACE_ID },
      query: { verbose: 'true' } as never,
    });
    assert.deepEqual(result.lips, { state: 'speaks', code: null, reason: null });
  });

  test('is refused with a message if the statement is incomplete', async () => {
    for (const [consent, text] of [
      [{}, 'consent.name is required.'],
      [{ name: 'Ada' }, 'consent.statement_url is required.'],
      [{ name: '', statement_url: 'https://a.example/' }, 'consent.name must not be empty.'],
      [
        { ...STATEMENT, statement_url: 'file:///etc' },
        'consent.statement_url must be an http or https address.',
      ],
      ['yes', 'consent must be an object.'],
    ] as const) {
      const answer = await world.service.app.inject({
        method: 'POST',
        url: '/v2/faces',
        headers: { 'x-api-key': ALICE },
        payload: { train_video_url: 'https://a.example/', consent },
      });
      assert.deepEqual([answer.statusCode, answer.json()], [400, { error: text }]);
    }
  });
});

describe('a withdrawn consent', () => {
  test('removes the face from PALs, calls, videos and the disk, but stays in the audit log', async () => {
    const filesBefore = files('faces');
    const { face_id } = await begin(server.serve('/ada', mira()), { consent: STATEMENT });
    await world.service.context.jobs.idle();
    const face = await read(face_id);
    const pal_id = await world.pal({ default_face_id: face_id });
    const call = (await world.call(createConversation, { credential: ALICE, body: { pal_id } })).result;
    const laterCall = (await world.call(createConversation, { credential: ALICE, body: { pal_id } })).result;
    const join = ({ conversation_id, meeting_token }: { conversation_id: string; meeting_token: string }) =>
      world.call(joinRoom, { params: { conversation_id }, credential: meeting_token, body: 'v=0' });
    await join(call);
    assert.match(world.media.faces.at(-1)!, /[0-9a-f]{48}\.face$/);
    assert.equal(world.media.faceIds.at(-1), face_id);
    const video = (
      await world.call(createVideo, {
        credential: ALICE,
        body: { face_id, audio_url: server.serve('/sound', await buildSoundOnly()) },
      })
    ).result;
    await world.service.context.jobs.idle();

    assert.deepEqual((await withdraw(face_id)).result, { face_id });
    const standard = new RegExp(`/${SYSTEM_FACE.asset}\\.face$`);
    const [verb, id, file] = world.media.commands.at(-1)!;
    assert.deepEqual([verb, id], ['face', call.conversation_id]);
    assert.match(String(file), standard);
    await world.service.context.jobs.idle();

    assert.equal(
      (await world.refusal(getFace, { credential: ALICE, params: { face_id } })).code,
      'face_not_found',
    );
    assert.equal(
      (await world.refusal(getVideo, { credential: ALICE, params: { video_id: video.video_id } })).code,
      'video_not_found',
    );
    assert.equal(
      (await world.call(getPal, { credential: ALICE, params: { pal_id } })).result.default_face_id,
      DEFAULT_FACE_ID,
    );
    assert.deepEqual([files('faces'), files('videos')], [filesBefore, []]);
    for (const url of [face.thumbnail_image_url, face.thumbnail_video_url, video.hosted_url])
      assert.equal((await world.service.app.inject({ url: new URL(url).pathname })).statusCode, 404);
    // A call that has no visitor yet opens with the default face, while the running call continues.
    await join(laterCall);
    assert.match(world.media.faces.at(-1)!, standard);
    assert.equal(world.media.faceIds.at(-1), DEFAULT_FACE_ID);
    // A face engine must not draw a withdrawn face in a running call.
    await join(call);
    assert.equal(world.media.faceIds.at(-1), null);
    const { result } = await world.call(getConversation, {
      credential: ALICE,
      params: { conversation_id: call.conversation_id },
    });
    assert.equal(result.status, 'active');
    assert.deepEqual(
      (await events(face_id)).map(({ event, name }) => [event, name]),
      [
        ['statement', STATEMENT.name],
        ['withdrawn', null],
      ],
    );
  });

  test('during a training ends the training', async () => {
    const filesBefore = files('faces');
    const from = server.requests.length;
    const { face_id } = await begin(server.serve('/slow', 'silence'), { consent: STATEMENT });
    await server.count(from + 1);
    await withdraw(face_id);
    assert.equal(
      (await world.refusal(getFace, { credential: ALICE, params: { face_id } })).code,
      'face_not_found',
    );
    world.clock.move(5 * 60_000);
    await world.service.context.jobs.idle();
    assert.deepEqual([files('faces'), files('work')], [filesBefore, []]);
  });

  test('can be requested only by its own account', async () => {
    const face = await train(await film());
    const { face_id } = face;
    const listAs = (credential: string, id: string) =>
      world.refusal(withdrawConsent, { credential, params: { face_id: id } });
    assert.equal((await listAs(BOB, face_id)).code, 'forbidden');
    assert.equal((await listAs(ALICE, DEFAULT_FACE_ID)).code, 'forbidden');
    assert.equal((await listAs(ALICE, 'r0000000000000000')).code, 'face_not_found');
    assert.equal(
      (await world.refusal(listConsentEvents, { credential: BOB, params: { face_id } })).code,
      'forbidden',
    );
    await withdraw(face_id);
    assert.equal((await listAs(ALICE, face_id)).code, 'face_not_found');
  });

  test('leaves no reference to the face, also beside simultaneous calls, videos, PALs and withdrawals', async () => {
    const sound = server.serve('/sound', await buildSoundOnly());
    for (let round = 0; round < 3; round++) {
      const { face_id } = await train(await film());
      const pal_id = await world.pal();
      const attempts = await Promise.allSettled([
        world.call(createConversation, { credential: ALICE, body: { pal_id, face_id } }),
        withdraw(face_id),
        world.call(createVideo, { credential: ALICE, body: { face_id, audio_url: sound } }),
        withdraw(face_id),
        world.pal({ default_face_id: face_id }),
      ]);
      assert.equal([attempts[1], attempts[3]].filter(({ status }) => status === 'fulfilled').length, 1);
      await world.service.context.jobs.idle();
      const { db } = world.service.context.store;
      const facesOf = (table: 'videos' | 'conversations') =>
        db.selectFrom(table).select('id').where('face_id', '=', face_id).execute();
      assert.deepEqual([await facesOf('videos'), await facesOf('conversations')], [[], []]);
      const pals = await db.selectFrom('pals').select('document').execute();
      assert.ok(pals.every(({ document }) => document.default_face_id !== face_id));
    }
  });
});

describe('the sentence among recognised words', () => {
  const number = '472916';
  const sentence =
    'i agree that a talking face is made of me from this film my number is four seven two nine one six';

  test('is recognised alone, among other words, with digits, and with misrecognised words', () => {
    for (const statement of [
      sentence,
      `well hello there ${sentence} and now i shall tell you about my dog`,
      'I agree that a talking face is made of me from this film. My number is 4 7 2 9 1 6.',
      'i agree that the talking face is made of me from the film my number is for seven to nine one six',
      'a green that a talking face is made of me from this film my number is four seven two mine won six',
      sentence.replace('nine', 'five'),
    ])
      assert.notEqual(findConsent(statement, number), null, statement);
  });

  test('is not recognised in other words, with another number, or in part', () => {
    for (const statement of [
      '',
      'i agree',
      sentence.replace('four seven two nine one six', 'one two three four five six'),
      sentence.replace('seven two', 'eight three'),
      sentence.slice(0, sentence.indexOf('four')),
      'four seven two nine one six',
      sentence.replace('i agree', "i don't agree"),
      sentence.replace('i agree', 'i do not agree'),
      `no never ${sentence}`,
      'i do not agree and never will my number is four seven two nine one six',
    ])
      assert.equal(findConsent(statement, number), null, statement);
  });

  test('has a number whose adjacent digits differ', () => {
    let seed = 1;
    const random = (minimum: number, end: number) => {
      seed = (seed * 16807) % 2147483647;
      return minimum + (seed % (end - minimum));
    };
    for (let round = 0; round < 500; round++) assert.match(consentNumber(random), /^(?:([1-9])(?!\1)){6}$/);
  });
});
