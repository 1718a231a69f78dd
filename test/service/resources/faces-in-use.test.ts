/** A face that a conversation or a PAL uses cannot be deleted. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createConversation, endConversation } from '../../../src/contract/conversations.ts';
import { deleteFace } from '../../../src/contract/faces.ts';
import { film } from '../media/films.ts';
import { ALICE } from '../world.ts';
import { files, train, world } from './faces-world.ts';

describe('faces in use', () => {
  test('a face in a conversation stays until the conversation ends, then its files are deleted', async () => {
    const face = await train(await film());
    const name = /([0-9a-f]{48})\.webm$/.exec(face.thumbnail_video_url)![1]!;
    const { result } = await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id: await world.pal(), face_id: face.face_id },
    });
    const refusal = await world.refusal(deleteFace, { credential: ALICE, params: { face_id: face.face_id } });
    assert.deepEqual(
      [refusal.code, refusal.text],
      ['face_in_use', `The face is in use by the conversation ${result.conversation_id}. End it first.`],
    );
    await world.call(endConversation, {
      credential: ALICE,
      params: { conversation_id: result.conversation_id },
    });
    assert.deepEqual(files('faces').filter((file) => file.startsWith(name)).length, 3);
    assert.deepEqual(
      (await world.call(deleteFace, { credential: ALICE, params: { face_id: face.face_id } })).result,
      { face_id: face.face_id },
    );
    assert.deepEqual(
      files('faces').filter((file) => file.startsWith(name)),
      [],
    );
    assert.equal(
      (await world.service.app.inject({ url: new URL(face.thumbnail_video_url).pathname })).statusCode,
      404,
    );
  });

  test('no conversation and no PAL outlives its face, whichever of two simultaneous requests comes first', async () => {
    for (let round = 0; round < 5; round++) {
      const { face_id } = await train(await film());
      const pal_id = await world.pal();
      const attempts = await Promise.allSettled([
        world.call(createConversation, { credential: ALICE, body: { pal_id, face_id } }),
        world.call(deleteFace, { credential: ALICE, params: { face_id } }),
        world.pal({ default_face_id: face_id }),
      ]);
      const remainingRows = await world.service.context.store.db
        .selectFrom('faces')
        .select('id')
        .where('id', '=', face_id)
        .execute();
      assert.equal(
        remainingRows.length === 1,
        attempts[0].status === 'fulfilled' || attempts[2].status === 'fulfilled',
      );
    }
  });
});
