import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test } from 'node:test';
import { needsEmbeddedDatabase } from '../../surroundings.ts';
import { createConversation } from '../../../src/contract/conversations.ts';
import { initDeployment, startDeployment } from '../../../src/contract/deployments.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { createFace, deleteFace, getFace, listFaces, renameFace } from '../../../src/contract/faces.ts';
import { createPal, deletePal } from '../../../src/contract/pals.ts';
import { seed, SYSTEM_FACE, SYSTEM_FACES } from '../../../src/service/seed/seed.ts';
import { mira } from '../media/films.ts';
import { ALICE, BOB, openWorld } from '../world.ts';
import { begin, files, read, receiver, server, world } from './faces-world.ts';

describe('faces', () => {
  // Proves endpoints-19, events-21, resources-51, states-9, versioning-4.
  test('a video becomes a face, and the callback reports it under both names, the older name first', async () => {
    const previousCount = receiver.received.length;
    const answer = await world.service.app.inject({
      method: 'POST',
      url: '/v2/replicas',
      headers: { 'x-api-key': ALICE },
      payload: {
        replica_name: 'Ada',
        train_video_url: server.serve('/mira', mira()),
        callback_url: receiver.url('/trained'),
      },
    });
    const { replica_id, ...otherFields } = answer.json<{ replica_id: string }>();
    assert.equal(answer.statusCode, 200);
    assert.match(replica_id, /^r[0-9a-f]{16,}$/);
    assert.deepEqual(otherFields, { status: 'training' });
    await world.service.context.jobs.idle();
    const face = await read(replica_id);
    assert.deepEqual(
      [face.status, face.training_progress, face.error_message, face.face_type, face.model_name],
      ['completed', '100/100', null, 'user', 'palkit-filmed-1'],
    );
    await receiver.count(previousCount + 2);
    assert.deepEqual(
      receiver.received.slice(previousCount).map(({ path, json }) => [path, json]),
      [
        ['/trained', { replica_id, status: 'ready' }],
        ['/trained', { face_id: replica_id, status: 'ready' }],
      ],
    );
    for (const [url, type, magic] of [
      [face.thumbnail_video_url, 'video/webm', '\x1aE\xdf\xa3'],
      [face.thumbnail_image_url, 'image/webp', 'RIFF'],
    ] as const) {
      const file = await world.service.app.inject({ url: new URL(url).pathname });
      assert.deepEqual(
        [file.statusCode, file.headers['content-type'], file.rawPayload.subarray(0, 4).toString('latin1')],
        [200, type, magic],
      );
    }
    assert.deepEqual(files('work'), []);
  });

  // Proves endpoints-19, resources-51.
  test('the older path answers with the older field names', async () => {
    const answer = await world.service.app.inject({
      url: `/v2/replicas/${SYSTEM_FACE.id}?verbose=true`,
      headers: { 'x-api-key': ALICE },
    });
    const { replica_id, replica_name, replica_type } = answer.json<Record<string, unknown>>();
    assert.deepEqual([replica_id, replica_name, replica_type], [SYSTEM_FACE.id, 'Mira', 'system']);
  });

  test('a face in training cannot be used in a conversation, but can be used in a new PAL', async () => {
    const from = server.requests.length;
    const { face_id } = await begin(server.serve('/slow', 'silence'));
    await server.count(from + 1);
    const pal_id = await world.pal({ default_face_id: face_id });
    assert.equal(
      (await world.refusal(createConversation, { credential: ALICE, body: { pal_id } })).code,
      'face_not_ready',
    );
    const deployment_id = await world.deployment({ pal_id });
    const { result } = await world.call(initDeployment, { params: { deployment_id } });
    assert.deepEqual(
      [result.is_available, result.unavailable_reason, result.thumbnail_image_url],
      [false, 'inactive', ''],
    );
    assert.equal(
      (await world.refusal(startDeployment, { params: { deployment_id }, body: {} })).code,
      'deployment_inactive',
    );
    assert.match(
      (await world.refusal(deleteFace, { credential: ALICE, params: { face_id } })).text,
      new RegExp(`in use by the PAL ${pal_id}`),
    );
    await world.call(deletePal, { credential: ALICE, params: { pal_id } });
    await world.call(deleteFace, { credential: ALICE, params: { face_id } });
    assert.equal(
      (await world.refusal(getFace, { credential: ALICE, params: { face_id } })).code,
      'face_not_found',
    );
    world.clock.move(5 * 60_000);
  });

  // Proves events-21, states-9.
  test('a training error is also reported under both names', async () => {
    const previousCount = receiver.received.length;
    const { face_id } = await begin(server.serve('/gone', 404), { callback_url: receiver.url() });
    await receiver.count(previousCount + 2);
    const error_message = 'The training video could not be downloaded: The address answered 404.';
    assert.deepEqual(
      receiver.received.slice(previousCount).map(({ json }) => json),
      [
        { replica_id: face_id, status: 'error', error_message },
        { face_id, status: 'error', error_message },
      ],
    );
    assert.equal((await read(face_id)).error_message, error_message);
  });

  // Proves states-9.
  test(
    'an interrupted training starts again when the service restarts',
    { skip: needsEmbeddedDatabase },
    async () => {
      const url = server.serve('/held', 'silence');
      const otherWorld = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: server.host } });
      const { dataDir } = otherWorld.service.context.config;
      const from = server.requests.length;
      const { face_id } = (
        await otherWorld.call(createFace, { credential: ALICE, body: { train_video_url: url } })
      ).result;
      await server.count(from + 1);
      const face = (await otherWorld.call(getFace, { credential: ALICE, params: { face_id } })).result;
      assert.deepEqual([face.status, face.training_progress], ['started', '10/100']);
      await otherWorld.service.close();
      server.serve('/held', mira());
      const secondWorld = await openWorld({ dataDir, environment: { OUTBOUND_ALLOWED_HOSTS: server.host } });
      await secondWorld.service.context.jobs.idle();
      assert.equal(
        (await secondWorld.call(getFace, { credential: ALICE, params: { face_id } })).result.status,
        'completed',
      );
      await secondWorld.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  );

  // Proves endpoints-19.
  test('invalid face bodies are refused with a message', async () => {
    for (const [body, text] of [
      [{}, 'train_video_url is required.'],
      [{ train_video_url: 'ftp://a' }, 'train_video_url must be an http or https address.'],
      [{ train_video_url: 'https://a.example/', face_name: '' }, 'face_name must not be empty.'],
      [
        { train_video_url: 'https://a.example/', callback_url: 'x' },
        'callback_url must be an http or https address.',
      ],
      [
        { train_video_url: 'https://a.example/', replica_name: 'a', face_name: 'b' },
        'Both names of face_name were sent, with different values.',
      ],
    ] as const) {
      const answer = await world.service.app.inject({
        method: 'POST',
        url: '/v2/faces',
        headers: { 'x-api-key': ALICE },
        payload: body,
      });
      assert.deepEqual([answer.statusCode, answer.json()], [400, { error: text }]);
    }
  });

  test('every installation has the system faces, and an upgrade adds them', async () => {
    const listSystemFaces = async () => {
      const { result } = await world.call(listFaces, {
        credential: ALICE,
        query: { limit: '100', verbose: 'true' } as never,
      });
      return result.data
        .filter(({ face_type }) => face_type === 'system')
        .map(({ face_id, face_name }) => [face_id, face_name])
        .sort();
    };
    const allEntries = [
      ['r2e96b5d07f1ac84390bd', 'Noor'],
      ['r5f2a9c81d04e7b36a1c2', 'Mira'],
      ['r8c41e07b92d35fa6e013', 'Tomas'],
      ['ra07d3f6512be98c47e5f', 'Pip'],
    ];
    assert.deepEqual(await listSystemFaces(), allEntries);
    const { store, config, clock } = world.service.context;
    await store.db
      .deleteFrom('faces')
      .where('account_id', 'is', null)
      .where('id', '<>', SYSTEM_FACE.id)
      .execute();
    assert.deepEqual(await listSystemFaces(), [allEntries[1]]);
    for (let time = 0; time < 2; time++) await seed(store, config, clock, { gates: false });
    assert.deepEqual(await listSystemFaces(), allEntries);
    for (const { id } of SYSTEM_FACES) {
      const face = await read(id);
      for (const [url, type] of [
        [face.thumbnail_video_url, 'video/webm'],
        [face.thumbnail_image_url, 'image/jpeg'],
      ] as const) {
        assert.equal(
          (await world.service.app.inject({ url: new URL(url).pathname })).headers['content-type'],
          type,
        );
      }
      await world.call(createPal, { credential: ALICE, body: { system_prompt: 'x', default_face_id: id } });
    }
  });

  test('every account can use the system faces, and none can change them', async () => {
    for (const credential of [ALICE, BOB]) {
      const { result } = await world.call(listFaces, { credential, query: { limit: '100' } });
      assert.ok(result.data.some(({ face_id }) => face_id === SYSTEM_FACE.id));
      assert.equal(
        (await world.refusal(deleteFace, { credential, params: { face_id: SYSTEM_FACE.id } })).code,
        'forbidden',
      );
      assert.equal(
        (
          await world.refusal(renameFace, {
            credential,
            params: { face_id: SYSTEM_FACE.id },
            body: { face_name: 'x' },
          })
        ).code,
        'forbidden',
      );
    }
    assert.ok(
      (endpoints as readonly Endpoint[]).some((row) => row.path === '/v2/replicas' && row.method === 'POST'),
    );
  });
});
