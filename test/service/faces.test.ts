import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { createConversation, endConversation } from '../../src/contract/conversations.ts';
import { initDeployment, startDeployment } from '../../src/contract/deployments.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import {
  createFace,
  deleteFace,
  FACES_IN_TRAINING,
  getFace,
  listFaces,
  renameFace,
} from '../../src/contract/faces.ts';
import { createPal, deletePal } from '../../src/contract/pals.ts';
import { joinRoom } from '../../src/contract/rooms.ts';
import { readFaceFile } from '../../src/service/rooms/embedded/face-file.ts';
import { seed, SYSTEM_FACE, SYSTEM_FACES } from '../../src/service/seed/seed.ts';
import { MediaJobError } from '../../src/service/media-jobs/media-jobs.ts';
import { FileServer, film, mira, soundOnly, type Film } from './media/films.ts';
import { Receiver } from './receiver.ts';
import { ALICE, BOB, openWorld, type World } from './world.ts';

describe('faces', () => {
  let world: World;
  let server: FileServer;
  let receiver: Receiver;
  before(async () => {
    server = await new FileServer().open();
    receiver = await Receiver.open();
    world = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: `${server.host},${receiver.host}` } });
  });
  after(async () => {
    await world.close();
    await server.close();
    await receiver.close();
  });
  afterEach(() => world.service.context.jobs.idle());

  const media = () => path.join(world.service.context.config.dataDir, 'media');
  const files = (folder: string) =>
    fs.existsSync(path.join(media(), folder)) ? fs.readdirSync(path.join(media(), folder)).sort() : [];
  const begin = async (train_video_url: string, more: Record<string, unknown> = {}) =>
    (
      await world.call(createFace, {
        credential: ALICE,
        body: { face_name: 'Ada', train_video_url, ...more },
      })
    ).result;
  const read = async (face_id: string) =>
    (
      await world.call(getFace, {
        credential: ALICE,
        params: { face_id },
        query: { verbose: 'true' } as never,
      })
    ).result;
  const train = async (file: Buffer) => {
    const { face_id } = await begin(server.serve('/film', file));
    await world.service.context.jobs.idle();
    return read(face_id);
  };

  test('a video becomes a face, and the callback tells of it under both names, the older first', async () => {
    const told = receiver.received.length;
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
    const { replica_id, ...rest } = answer.json<{ replica_id: string }>();
    assert.equal(answer.statusCode, 200);
    assert.match(replica_id, /^r[0-9a-f]{16,}$/);
    assert.deepEqual(rest, { status: 'training' });
    await world.service.context.jobs.idle();
    const face = await read(replica_id);
    assert.deepEqual(
      [face.status, face.training_progress, face.error_message, face.face_type, face.model_name],
      ['completed', '100/100', null, 'user', 'palkit-filmed-1'],
    );
    await receiver.count(told + 2);
    assert.deepEqual(
      receiver.received.slice(told).map(({ path, json }) => [path, json]),
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

  test('the older path answers in its own names', async () => {
    const answer = await world.service.app.inject({
      url: `/v2/replicas/${SYSTEM_FACE.id}?verbose=true`,
      headers: { 'x-api-key': ALICE },
    });
    const { replica_id, replica_name, replica_type } = answer.json<Record<string, unknown>>();
    assert.deepEqual([replica_id, replica_name, replica_type], [SYSTEM_FACE.id, 'Mira', 'system']);
  });

  test("a trained face opens in the room as a loop of the film's own frames", async () => {
    const face = await train(await film({ seconds: 25, rate: 30, keyEvery: 60 }));
    const name = /([0-9a-f]{48})\.webm$/.exec(face.thumbnail_video_url)![1]!;
    const loop = readFaceFile(path.join(media(), 'faces', `${name}.face`));
    assert.ok(loop.kind === 'filmed');
    // A WebM's times are whole milliseconds.
    assert.deepEqual(
      [loop.width, loop.height, loop.frames.length, Math.round(loop.duration / 900)],
      [512, 512, 600, 2000],
    );
    assert.deepEqual(
      loop.frames.slice(0, 3).map(({ time }) => Math.round(time / 90)),
      [0, 33, 67],
    );
    assert.equal(loop.frames.filter(({ key }) => key).length, 10);
    const pal_id = await world.pal({ default_face_id: face.face_id });
    const { result } = await world.call(createConversation, { credential: ALICE, body: { pal_id } });
    await world.call(joinRoom, {
      params: { conversation_id: result.conversation_id },
      credential: result.meeting_token,
      body: 'v=0',
    });
    assert.equal(world.media.faces.at(-1), path.join(media(), 'faces', `${name}.face`));
    await world.call(endConversation, {
      credential: ALICE,
      params: { conversation_id: result.conversation_id },
    });
  });

  const refused: [string, () => Promise<Buffer>, RegExp][] = [
    [
      'what is no video',
      async () => Buffer.from('not a video at all, but long enough to be looked at'),
      /not a video: MP4, MOV or WebM/,
    ],
    ['a sound alone', soundOnly, /no picture/],
    [
      'a damaged file',
      async () => (await film()).subarray(0, 300),
      /damaged|not a video|no picture|No stretch|lasts/,
    ],
    ['a small picture', () => film({ width: 320, height: 240 }), /320 x 240; at least 256 x 256/],
    ['a large picture', () => film({ width: 2560, height: 1440 }), /2560 x 1440; at most 1920/],
    ['a short video', () => film({ seconds: 1 }), /1\.0 s; at least 2 s/],
    ['a long video', () => film({ seconds: 301, rate: 5, keyEvery: 100 }), /6 minutes; at most 5/],
    [
      'H.264',
      () => film({ format: 'mp4', codec: 'avc' }),
      /is H\.264\. Faces are made without transcoding, so it must be VP8\. Convert it first.*ffmpeg/,
    ],
    ['VP9', () => film({ codec: 'vp9' }), /is VP9\./],
    ['too many bits a second', () => film({ size: 25_000 }), /5\.0 Mb\/s; a call carries at most 4/],
    ['too few pictures a second', () => film({ rate: 4 }), /4\.0 pictures a second; from 5 to 60/],
    [
      'a picture that changes its size',
      () => film({ seconds: 2.4, keyEvery: 30, later: { width: 640, height: 480 } }),
      /No stretch of 2 s/,
    ],
  ];
  for (const [what, make, words] of refused) {
    test(`refuses ${what}`, async () => {
      const face = await train(await make());
      assert.deepEqual([face.status, face.thumbnail_video_url, face.thumbnail_image_url], ['error', '', '']);
      assert.match(face.error_message!, words);
      assert.deepEqual(files('work'), []);
    });
  }
  const taken: [string, Film][] = [
    ['MKV', { format: 'mkv' }],
    ['MP4', { format: 'mp4' }],
    ['60 pictures a second', { rate: 60 }],
    ['a size that changes late', { keyEvery: 75, seconds: 6, later: { width: 640, height: 480 } }],
  ];
  for (const [what, given] of taken) {
    test(`takes ${what}`, async () => {
      const face = await train(await film(given));
      assert.deepEqual([face.status, face.error_message], ['completed', null]);
    });
  }

  test('an error is told under both names too', async () => {
    const told = receiver.received.length;
    const { face_id } = await begin(server.serve('/gone', 404), { callback_url: receiver.url() });
    await receiver.count(told + 2);
    const error_message = 'The training video could not be downloaded: The address answered 404.';
    assert.deepEqual(
      receiver.received.slice(told).map(({ json }) => json),
      [
        { replica_id: face_id, status: 'error', error_message },
        { face_id, status: 'error', error_message },
      ],
    );
    assert.equal((await read(face_id)).error_message, error_message);
  });

  test('private addresses are refused, redirects are followed and judged', async () => {
    const { face_id } = await begin('http://127.0.0.1:8/x');
    const around = await begin(server.serve('/around', { to: 'http://169.254.169.254/' }));
    const good = await begin(server.serve('/moved', { to: server.serve('/here', mira()) }));
    await world.service.context.jobs.idle();
    assert.match((await read(face_id)).error_message!, /could not be downloaded: The address is not public/);
    assert.match((await read(around.face_id)).error_message!, /not public/);
    assert.equal((await read(good.face_id)).status, 'completed');
  });

  test('what may pass is tried again, and not for ever', async () => {
    let asked = 0;
    const { face_id } = await begin(server.serve('/flaky', () => (++asked < 3 ? 503 : mira())));
    const never = await begin(server.serve('/never', 500));
    for (let minute = 0; minute < 8; minute++) {
      await world.service.context.jobs.idle();
      world.clock.move(60_000);
    }
    await world.service.context.jobs.idle();
    assert.deepEqual([(await read(face_id)).status, asked], ['completed', 3]);
    const failed = await read(never.face_id);
    assert.deepEqual(
      [failed.status, failed.error_message],
      ['error', 'The training video could not be downloaded: The address answered 500.'],
    );
    assert.equal(server.asked.filter((url) => url === '/never').length, 5);
  });

  test('a stop in the middle loses nothing: the next start begins anew', async () => {
    const held = server.serve('/held', 'silence');
    const other = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: server.host } });
    const { dataDir } = other.service.context.config;
    const from = server.asked.length;
    const { face_id } = (await other.call(createFace, { credential: ALICE, body: { train_video_url: held } }))
      .result;
    await server.count(from + 1);
    const seen = (await other.call(getFace, { credential: ALICE, params: { face_id } })).result;
    assert.deepEqual([seen.status, seen.training_progress], ['started', '10/100']);
    if (process.env['TEST_DATABASE_URL']) return void (await other.close());
    await other.service.close();
    server.serve('/held', mira());
    const again = await openWorld({ dataDir, environment: { OUTBOUND_ALLOWED_HOSTS: server.host } });
    await again.service.context.jobs.idle();
    assert.equal(
      (await again.call(getFace, { credential: ALICE, params: { face_id } })).result.status,
      'completed',
    );
    await again.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  test('a training that takes the process along again and again ends with an error', async () => {
    const { store, jobs } = world.service.context;
    server.serve('/held', 'silence');
    const from = server.asked.length;
    const { face_id } = await begin(`http://${server.host}/held`);
    await server.count(from + 1);
    // What five deaths leave behind: five runs begun, none ended.
    await store.db
      .updateTable('jobs')
      .set({ attempts: 5, lease_until: null, owner: null })
      .where('key', '=', face_id)
      .execute();
    world.clock.move(62_000);
    await jobs.idle();
    assert.match((await read(face_id)).error_message!, /interrupted too often/);
  });

  test('a fault of a media job is tried again, then told', async () => {
    let tries = 0;
    const faulty = await openWorld({
      environment: { OUTBOUND_ALLOWED_HOSTS: server.host },
      runMediaJob: async () => {
        tries++;
        throw new MediaJobError('broken');
      },
    });
    const { face_id } = (
      await faulty.call(createFace, {
        credential: ALICE,
        body: { train_video_url: server.serve('/mira', mira()) },
      })
    ).result;
    for (let minute = 0; minute < 6; minute++) {
      await faulty.service.context.jobs.idle();
      faulty.clock.move(60_000);
    }
    await faulty.service.context.jobs.idle();
    const { result } = await faulty.call(getFace, { credential: ALICE, params: { face_id } });
    assert.deepEqual(
      [tries, result.status, result.error_message],
      [5, 'error', 'The training video could not be worked on.'],
    );
    await faulty.close();
  });

  test('a face in training is not ready for a conversation; its PAL may be made already', async () => {
    const from = server.asked.length;
    const { face_id } = await begin(server.serve('/slow', 'silence'));
    await server.count(from + 1);
    const pal_id = await world.pal({ default_face_id: face_id });
    assert.equal(
      (await world.refused(createConversation, { credential: ALICE, body: { pal_id } })).code,
      'face_not_ready',
    );
    const deployment_id = await world.deployment({ pal_id });
    const { result } = await world.call(initDeployment, { params: { deployment_id } });
    assert.deepEqual(
      [result.is_available, result.unavailable_reason, result.thumbnail_image_url],
      [false, 'inactive', ''],
    );
    assert.equal(
      (await world.refused(startDeployment, { params: { deployment_id }, body: {} })).code,
      'deployment_inactive',
    );
    assert.match(
      (await world.refused(deleteFace, { credential: ALICE, params: { face_id } })).text,
      new RegExp(`in use by the PAL ${pal_id}`),
    );
    await world.call(deletePal, { credential: ALICE, params: { pal_id } });
    await world.call(deleteFace, { credential: ALICE, params: { face_id } });
    assert.equal(
      (await world.refused(getFace, { credential: ALICE, params: { face_id } })).code,
      'face_not_found',
    );
    world.clock.move(5 * 60_000);
  });

  test('a face in a conversation stays until the conversation ends, then its files go with it', async () => {
    const face = await train(await film());
    const name = /([0-9a-f]{48})\.webm$/.exec(face.thumbnail_video_url)![1]!;
    const { result } = await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id: await world.pal(), face_id: face.face_id },
    });
    const refusal = await world.refused(deleteFace, { credential: ALICE, params: { face_id: face.face_id } });
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

  test('no conversation and no PAL outlives its face, whoever comes first', async () => {
    for (let round = 0; round < 5; round++) {
      const { face_id } = await train(await film());
      const pal_id = await world.pal();
      const racers = await Promise.allSettled([
        world.call(createConversation, { credential: ALICE, body: { pal_id, face_id } }),
        world.call(deleteFace, { credential: ALICE, params: { face_id } }),
        world.pal({ default_face_id: face_id }),
      ]);
      const left = await world.service.context.store.db
        .selectFrom('faces')
        .select('id')
        .where('id', '=', face_id)
        .execute();
      assert.equal(left.length === 1, racers[0].status === 'fulfilled' || racers[2].status === 'fulfilled');
    }
  });

  test('what is deleted in the middle of its training leaves no files', async () => {
    const from = server.asked.length;
    let go!: (file: Buffer) => void;
    const gate = new Promise<Buffer>((resolve) => (go = resolve));
    const other = await openWorld({
      environment: { OUTBOUND_ALLOWED_HOSTS: server.host },
      runMediaJob: async (task) => {
        assert.ok(task.do === 'train');
        for (const ending of ['face', 'webm', 'webp'])
          fs.writeFileSync(path.join(task.folder, ending), await gate);
        return { seconds: 1 };
      },
    });
    const { face_id } = (
      await other.call(createFace, {
        credential: ALICE,
        body: { train_video_url: server.serve('/mira', mira()) },
      })
    ).result;
    await server.count(from + 1);
    await other.call(deleteFace, { credential: ALICE, params: { face_id } });
    go(Buffer.from('x'));
    await other.service.context.jobs.idle();
    const folder = path.join(other.service.context.config.dataDir, 'media');
    assert.deepEqual(
      [
        fs.readdirSync(path.join(folder, 'work')),
        fs.existsSync(path.join(folder, 'faces')) ? fs.readdirSync(path.join(folder, 'faces')) : [],
      ],
      [[], []],
    );
    await other.close();
  });

  test(`at most ${FACES_IN_TRAINING} of an account are in training, whatever comes at once`, async () => {
    const other = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: server.host } });
    const url = server.serve('/held', 'silence');
    const racers = await Promise.allSettled(
      Array.from({ length: FACES_IN_TRAINING + 5 }, () =>
        other.call(createFace, { credential: ALICE, body: { train_video_url: url } }),
      ),
    );
    assert.equal(racers.filter(({ status }) => status === 'fulfilled').length, FACES_IN_TRAINING);
    const refusal = await other.refused(createFace, { credential: ALICE, body: { train_video_url: url } });
    assert.deepEqual([refusal.code, refusal.retryAfter], ['too_many_requests', 60]);
    await other.call(createFace, { credential: BOB, body: { train_video_url: url } });
    await other.close();
  });

  test('bodies are refused in words', async () => {
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
        'face_name is given under both of its names with different values.',
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

  test('every installation has the system faces, and one from before they were there gets them', async () => {
    const system = async () => {
      const { result } = await world.call(listFaces, {
        credential: ALICE,
        query: { limit: '100', verbose: 'true' } as never,
      });
      return result.data
        .filter(({ face_type }) => face_type === 'system')
        .map(({ face_id, face_name }) => [face_id, face_name])
        .sort();
    };
    const all = [
      ['r2e96b5d07f1ac84390bd', 'Noor'],
      ['r5f2a9c81d04e7b36a1c2', 'Mira'],
      ['r8c41e07b92d35fa6e013', 'Tomas'],
      ['ra07d3f6512be98c47e5f', 'Pip'],
    ];
    assert.deepEqual(await system(), all);
    const { store, config, clock } = world.service.context;
    await store.db
      .deleteFrom('faces')
      .where('account_id', 'is', null)
      .where('id', '<>', SYSTEM_FACE.id)
      .execute();
    assert.deepEqual(await system(), [all[1]]);
    for (let time = 0; time < 2; time++) await seed(store, config, clock, { gates: false });
    assert.deepEqual(await system(), all);
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

  test("system faces are for everybody and nobody's to change", async () => {
    for (const credential of [ALICE, BOB]) {
      const { result } = await world.call(listFaces, { credential, query: { limit: '100' } });
      assert.ok(result.data.some(({ face_id }) => face_id === SYSTEM_FACE.id));
      assert.equal(
        (await world.refused(deleteFace, { credential, params: { face_id: SYSTEM_FACE.id } })).code,
        'forbidden',
      );
      assert.equal(
        (
          await world.refused(renameFace, {
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
