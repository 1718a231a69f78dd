/** A face is trained from a video: accepted and rejected films, retries, and the remaining files after a stop. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { createConversation, endConversation } from '../../../src/contract/conversations.ts';
import { createFace, deleteFace, MAX_FACES_IN_TRAINING, getFace } from '../../../src/contract/faces.ts';
import { joinRoom } from '../../../src/contract/rooms.ts';
import { readFaceFile } from '../../../src/rooms/embedded/face-file.ts';
import { MediaJobError } from '../../../src/rooms/media-jobs/media-jobs.ts';
import { film, mira, buildSoundOnly, type Film } from '../media/films.ts';
import { ALICE, BOB, openWorld } from '../world.ts';
import { begin, files, media, read, server, train, world } from './faces-world.ts';

describe('faces', () => {
  test("a trained face appears in the room as a loop of the video's own frames", async () => {
    const face = await train(await film({ seconds: 25, rate: 30, keyEvery: 60 }));
    const name = /([0-9a-f]{48})\.webm$/.exec(face.thumbnail_video_url)![1]!;
    const loop = readFaceFile(path.join(media(), 'faces', `${name}.face`));
    assert.ok(loop.kind === 'filmed');
    // Round the duration, because a WebM file has times in whole milliseconds.
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

  const refusedFilms: [string, () => Promise<Buffer>, RegExp][] = [
    [
      'what is no video',
      async () => Buffer.from('not a video at all, but long enough to be looked at'),
      /not a readable film\. Use MP4, MOV, WebM or MKV/,
    ],
    ['a sound alone', buildSoundOnly, /no video track/],
    [
      'a damaged file',
      async () => (await film()).subarray(0, 300),
      /damaged|not a video|no video track|No stretch|lasts/,
    ],
    ['a small picture', () => film({ width: 320, height: 240 }), /320 x 240; at least 256 x 256/],
    ['a large picture', () => film({ width: 5000, height: 2000 }), /5000 x 2000; at most 4096/],
    ['a short video', () => film({ seconds: 1 }), /1\.0 s; at least 2 s/],
    ['a long video', () => film({ seconds: 310, rate: 5, keyEvery: 100 }), /6 minutes; at most 5/],
    [
      'H.264',
      () => film({ format: 'mp4', codec: 'avc' }),
      /is H\.264, in MP4 or MOV;.*install ffmpeg .*upload the film in the console/,
    ],
    ['VP9 that cannot be read', () => film({ codec: 'vp9' }), /damaged|No frame of the film/],
  ];

  for (const [title, createFilm, message] of refusedFilms) {
    test(`refuses ${title}`, async () => {
      const face = await train(await createFilm());
      assert.deepEqual([face.status, face.thumbnail_video_url, face.thumbnail_image_url], ['error', '', '']);
      assert.match(face.error_message!, message);
      assert.deepEqual(files('work'), []);
    });
  }

  const films: [string, Film][] = [
    ['MKV', { format: 'mkv' }],
    ['MP4', { format: 'mp4' }],
    ['60 pictures a second', { rate: 60 }],
    ['a size that changes late', { keyEvery: 75, seconds: 6, later: { width: 640, height: 480 } }],
  ];

  for (const [title, options] of films) {
    test(`takes ${title}`, async () => {
      const face = await train(await film(options));
      assert.deepEqual([face.status, face.error_message], ['completed', null]);
    });
  }

  test('private addresses are refused, and each redirect is checked', async () => {
    const { face_id } = await begin('http://127.0.0.1:8/x');
    const redirectedFace = await begin(server.serve('/around', { to: 'http://169.254.169.254/' }));
    const goodFace = await begin(server.serve('/moved', { to: server.serve('/here', mira()) }));
    await world.service.context.jobs.idle();
    assert.match((await read(face_id)).error_message!, /could not be downloaded: The address is not public/);
    assert.match((await read(redirectedFace.face_id)).error_message!, /not public/);
    assert.equal((await read(goodFace.face_id)).status, 'completed');
  });

  test('a temporary failure is retried a bounded number of times', async () => {
    let calls = 0;
    const { face_id } = await begin(server.serve('/flaky', () => (++calls < 3 ? 503 : mira())));
    const neverFace = await begin(server.serve('/never', 500));
    for (let minute = 0; minute < 8; minute++) {
      await world.service.context.jobs.idle();
      world.clock.move(60_000);
    }
    await world.service.context.jobs.idle();
    assert.deepEqual([(await read(face_id)).status, calls], ['completed', 3]);
    const failedFace = await read(neverFace.face_id);
    assert.deepEqual(
      [failedFace.status, failedFace.error_message],
      ['error', 'The training video could not be downloaded: The address answered 500.'],
    );
    assert.equal(server.requests.filter((url) => url === '/never').length, 5);
  });

  test('a training that repeatedly crashes the process ends with an error', async () => {
    const { store, jobs } = world.service.context;
    server.serve('/held', 'silence');
    const from = server.requests.length;
    const { face_id } = await begin(`http://${server.host}/held`);
    await server.count(from + 1);
    // Simulate five crashes: five runs have begun, and none has ended.
    await store.db
      .updateTable('jobs')
      .set({ attempts: 5, lease_until: null, owner: null })
      .where('key', '=', face_id)
      .execute();
    world.clock.move(62_000);
    await jobs.idle();
    assert.match((await read(face_id)).error_message!, /interrupted too often/);
  });

  test('a failed media job is retried, then reported', async () => {
    let attempts = 0;
    const faultyWorld = await openWorld({
      environment: { OUTBOUND_ALLOWED_HOSTS: server.host },
      runMediaJob: async () => {
        attempts++;
        throw new MediaJobError('broken');
      },
    });
    const { face_id } = (
      await faultyWorld.call(createFace, {
        credential: ALICE,
        body: { train_video_url: server.serve('/mira', mira()) },
      })
    ).result;
    for (let minute = 0; minute < 6; minute++) {
      await faultyWorld.service.context.jobs.idle();
      faultyWorld.clock.move(60_000);
    }
    await faultyWorld.service.context.jobs.idle();
    const { result } = await faultyWorld.call(getFace, { credential: ALICE, params: { face_id } });
    assert.deepEqual(
      [attempts, result.status, result.error_message],
      [5, 'error', 'The training video could not be processed.'],
    );
    await faultyWorld.close();
  });

  test('a face deleted during its training leaves no files', async () => {
    const from = server.requests.length;
    let go!: (file: Buffer) => void;
    const gate = new Promise<Buffer>((resolve) => (go = resolve));
    const otherWorld = await openWorld({
      environment: { OUTBOUND_ALLOWED_HOSTS: server.host },
      runMediaJob: async (task) => {
        assert.ok(task.do === 'train');
        for (const ending of ['face', 'webm', 'webp'])
          fs.writeFileSync(path.join(task.folder, ending), await gate);
        return { seconds: 1 };
      },
    });
    const { face_id } = (
      await otherWorld.call(createFace, {
        credential: ALICE,
        body: { train_video_url: server.serve('/mira', mira()) },
      })
    ).result;
    await server.count(from + 1);
    await otherWorld.call(deleteFace, { credential: ALICE, params: { face_id } });
    go(Buffer.from('x'));
    await otherWorld.service.context.jobs.idle();
    const folder = path.join(otherWorld.service.context.config.dataDir, 'media');
    assert.deepEqual(
      [
        fs.readdirSync(path.join(folder, 'work')),
        fs.existsSync(path.join(folder, 'faces')) ? fs.readdirSync(path.join(folder, 'faces')) : [],
      ],
      [[], []],
    );
    await otherWorld.close();
  });

  test(`at most ${MAX_FACES_IN_TRAINING} faces of an account train at once, also when raced`, async () => {
    const otherWorld = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: server.host } });
    const url = server.serve('/held', 'silence');
    const attempts = await Promise.allSettled(
      Array.from({ length: MAX_FACES_IN_TRAINING + 5 }, () =>
        otherWorld.call(createFace, { credential: ALICE, body: { train_video_url: url } }),
      ),
    );
    assert.equal(attempts.filter(({ status }) => status === 'fulfilled').length, MAX_FACES_IN_TRAINING);
    const refusal = await otherWorld.refusal(createFace, {
      credential: ALICE,
      body: { train_video_url: url },
    });
    assert.deepEqual([refusal.code, refusal.retryAfter], ['too_many_requests', 60]);
    await otherWorld.call(createFace, { credential: BOB, body: { train_video_url: url } });
    await otherWorld.close();
  });
});
