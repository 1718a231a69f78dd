/** The generation of a video may be stopped, reach the account's limit, or lack a voice. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createFace, deleteFace, getFace } from '../../../src/contract/faces.ts';
import { createVideo, deleteVideo, MAX_GENERATING_VIDEOS } from '../../../src/contract/videos.ts';
import { film } from '../media/films.ts';
import { toneVoice } from '../tone.ts';
import { ALICE, openWorld, type World } from '../world.ts';
import { ask, face_id, read, server } from './videos-world.ts';

describe('videos', () => {
  test('without a voice a script is refused at once, but a recording is accepted', async () => {
    const voicelessWorld = await openWorld();
    assert.equal(
      (await voicelessWorld.refusal(createVideo, { credential: ALICE, body: { face_id, script: 'A.' } }))
        .code,
      'voice_unavailable',
    );
    assert.equal((await ask({ audio_url: 'http://127.0.0.1:8/' }, voicelessWorld)).status, 'generating');
    await voicelessWorld.service.context.jobs.idle();
    await voicelessWorld.close();
  });

  describe('during the generation', () => {
    let slowWorld: World;
    let go: () => void;
    let start: Promise<void>;
    before(async () => {
      let begin!: () => void;
      start = new Promise((resolve) => (begin = resolve));
      const gate = new Promise<void>((resolve) => (go = resolve));
      slowWorld = await openWorld({
        environment: { OUTBOUND_ALLOWED_HOSTS: server.host },
        engines: { voice: toneVoice(), ears: null },
        runMediaJob: async (task, { signal, progress }) => {
          for (const ending of ['face', 'webm', 'webp'])
            fs.writeFileSync(path.join(task.folder, ending), 'x');
          if (task.do !== 'render') return { seconds: 1 };
          progress?.(0.5);
          begin();
          await Promise.race([
            gate,
            new Promise((_, reject) =>
              signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
            ),
          ]);
          return { seconds: 1 };
        },
      });
    });
    after(() => slowWorld.close());

    test('a video shows its progress in the API and on its page, and leaves no files when it is deleted', async () => {
      const video = await ask({ script: 'One. Two.' }, slowWorld);
      await start;
      let current = await read(video.video_id, slowWorld);
      while (current.generation_progress !== '73/100') current = await read(video.video_id, slowWorld);
      assert.deepEqual(
        [current.status, current.status_details],
        ['generating', 'Combining pictures and sound.'],
      );
      const page = await slowWorld.service.app.inject({ url: new URL(current.hosted_url).pathname });
      assert.match(page.body, /is being made/);
      await slowWorld.call(deleteVideo, { credential: ALICE, params: { video_id: video.video_id } });
      go();
      await slowWorld.service.context.jobs.idle();
      const folder = path.join(slowWorld.service.context.config.dataDir, 'media');
      assert.deepEqual(
        [fs.readdirSync(path.join(folder, 'videos')), fs.readdirSync(path.join(folder, 'work'))],
        [[], []],
      );
    });

    test('a video whose face is deleted before its turn reports that', async () => {
      const trained = (
        await slowWorld.call(createFace, {
          credential: ALICE,
          body: { train_video_url: server.serve('/film', await film()) },
        })
      ).result;
      await slowWorld.service.context.jobs.idle();
      assert.equal(
        (await slowWorld.call(getFace, { credential: ALICE, params: { face_id: trained.face_id } })).result
          .status,
        'completed',
      );
      const previousCount = server.requests.length;
      const video = await ask(
        { face_id: trained.face_id, audio_url: server.serve('/held', 'silence') },
        slowWorld,
      );
      await server.count(previousCount + 1);
      await slowWorld.call(deleteFace, { credential: ALICE, params: { face_id: trained.face_id } });
      slowWorld.clock.move(6 * 60_000);
      for (let minute = 0; minute < 8; minute++) {
        await slowWorld.service.context.jobs.idle();
        slowWorld.clock.move(60_000);
      }
      await slowWorld.service.context.jobs.idle();
      assert.deepEqual(
        [
          (await read(video.video_id, slowWorld)).status,
          (await read(video.video_id, slowWorld)).error_details,
        ],
        ['error', 'The face was deleted before the video was made.'],
      );
    });
  });

  test(`at most ${MAX_GENERATING_VIDEOS} videos of an account are generated at once, also under a race`, async () => {
    const audio_url = server.serve('/held', 'silence');
    const otherWorld = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: server.host } });
    const attempts = await Promise.allSettled(
      Array.from({ length: MAX_GENERATING_VIDEOS + 5 }, () => ask({ audio_url }, otherWorld)),
    );
    assert.equal(attempts.filter(({ status }) => status === 'fulfilled').length, MAX_GENERATING_VIDEOS);
    await otherWorld.close();
  });
});
