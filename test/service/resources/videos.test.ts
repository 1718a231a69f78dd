import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { createFace } from '../../../src/contract/faces.ts';
import { createSpeech, deleteSpeech } from '../../../src/contract/speech.ts';
import { createVideo, deleteVideo, getVideo, listVideos, renameVideo } from '../../../src/contract/videos.ts';
import { wavOf } from '../../../src/agent/speech/wav.ts';
import { film } from '../media/films.ts';
import { tone } from '../tone.ts';
import { ALICE, BOB } from '../world.ts';
import { ask, face_id, read, receiver, server, world } from './videos-world.ts';

const silence = 0;
describe('videos', () => {
  const create = async (body: Record<string, unknown>) => {
    const { video_id } = await ask(body);
    await world.service.context.jobs.idle();
    return read(video_id);
  };

  const fetchVideo = async (url: string) =>
    world.service.app.inject({ url: new URL(url).pathname + new URL(url).search });

  const files = () => fs.readdirSync(path.join(world.service.context.config.dataDir, 'media', 'videos'));

  const openVideo = async (url: string) => {
    const input = new Input({
      formats: ALL_FORMATS,
      source: new BufferSource(new Uint8Array((await fetchVideo(url)).rawPayload)),
    });
    const picture = (await input.getPrimaryVideoTrack())!;
    return { picture, sound: await input.getPrimaryAudioTrack(), tags: await input.getMetadataTags() };
  };
  const sourceTypeOf = async (url: string) =>
    JSON.stringify((await openVideo(url)).tags.raw?.['DIGITAL_SOURCE_TYPE']);

  // Proves events-22, resources-52, states-10.
  test('a script becomes a video of the face speaking it', async () => {
    const previousCount = receiver.received.length;
    const created = await ask({
      script: 'Good morning. We open at nine.',
      video_name: 'Morning',
      callback_url: receiver.url('/made'),
      background_url: 'https://a.example/sea.jpg',
    });
    assert.match(created.video_id, /^v[0-9a-f]{16,}$/);
    assert.deepEqual(
      [
        created.status,
        created.download_url,
        created.stream_url,
        created.still_image_thumbnail_url,
        created.generation_progress,
      ],
      ['generating', null, null, null, '0/100'],
    );
    await world.service.context.jobs.idle();
    const video = await read(created.video_id);
    assert.deepEqual(
      [
        video.status,
        video.video_name,
        video.data,
        video.generation_progress,
        video.background_url,
        video.background_source_url,
        video.gif_thumbnail_url,
        video.error_details,
        video.face_id,
      ],
      [
        'ready',
        'Morning',
        { script: 'Good morning. We open at nine.' },
        '100/100',
        'https://a.example/sea.jpg',
        'https://a.example/sea.jpg',
        null,
        null,
        face_id,
      ],
    );
    assert.match(await sourceTypeOf(video.stream_url!), /\/algorithmicMedia"$/);
    const { picture, sound } = await openVideo(video.stream_url!);
    assert.deepEqual(
      [await picture.getCodec(), await picture.getCodedWidth(), await sound!.getCodec()],
      ['vp8', 512, 'opus'],
    );
    assert.ok(
      Math.abs((await picture.computeDuration()) - 2) < 0.05,
      'two sentences of half a second, and silence around them',
    );
    assert.ok(
      Math.abs((await sound!.computeDuration()) - 1.4) < 0.05 &&
        Math.abs((await sound!.getFirstTimestamp()) - 0.4) < 0.02,
    );
    const thumbnail = await fetchVideo(video.still_image_thumbnail_url!);
    assert.deepEqual(
      [
        thumbnail.statusCode,
        thumbnail.headers['content-type'],
        thumbnail.rawPayload.toString('latin1', 8, 16),
      ],
      [200, 'image/webp', 'WEBPVP8X'],
    );
    assert.equal(
      (await fetchVideo(video.download_url!)).headers['content-disposition'],
      'attachment; filename="palkit-videos.webm"',
    );
    await receiver.count(previousCount + 1);
    const { created_at, updated_at, ...body } = receiver.received[previousCount]!.json;
    assert.deepEqual(body, {
      video_id: video.video_id,
      video_name: 'Morning',
      status: 'ready',
      face_id,
      data: { script: 'Good morning. We open at nine.' },
      download_url: video.download_url,
      hosted_url: video.hosted_url,
      stream_url: video.stream_url,
      generation_progress: '100/100',
      status_details: 'The video is ready.',
    });
    assert.deepEqual([created_at, updated_at], [video.created_at, video.updated_at]);
  });

  test('the mouth moves during the words and rests before and after them', async () => {
    const video = await create({ script: 'A.' });
    const { picture } = await openVideo(video.stream_url!);
    const resting = (await import('../../../src/rooms/embedded/face-file.ts')).readFaceFile(
      path.resolve('src/assets/faces/mira.face'),
    );
    assert.ok(resting.kind === 'drawn');
    const movements: number[] = [];
    const restingFrames = new Set(
      Array.from({ length: resting.poses }, (_, pose) =>
        Buffer.from(resting.frame(pose, silence)).toString('latin1'),
      ),
    );
    for await (const packet of new EncodedPacketSink(picture).packets()) {
      if (!restingFrames.has(Buffer.from(packet.data).toString('latin1'))) movements.push(packet.timestamp);
    }
    assert.ok(
      Math.abs(movements[0]! - 0.4) < 0.05 && Math.abs(movements.at(-1)! - 0.9) < 0.09,
      `the mouth moves from ${movements[0]} to ${movements.at(-1)} s`,
    );
  });

  test('a trained face also speaks, as a loop', async () => {
    const trained = (
      await world.call(createFace, {
        credential: ALICE,
        body: { train_video_url: server.serve('/film', await film({ seconds: 3 })) },
      })
    ).result;
    await world.service.context.jobs.idle();
    const video = await create({
      face_id: trained.face_id,
      script: Array.from({ length: 8 }, () => 'A').join('. '),
    });
    const { picture } = await openVideo(video.stream_url!);
    assert.ok(Math.abs((await picture.computeDuration()) - 5) < 0.05);
    assert.equal((await picture.computePacketStats()).packetCount, 125);
    assert.match(await sourceTypeOf(video.stream_url!), /\/trainedAlgorithmicMedia"$/);
  });

  test('an Opus recording is used unchanged, and a WAV recording is encoded', async () => {
    const { speech_file_url } = (
      await world.call(createSpeech, { credential: ALICE, body: { face_id, script: 'One. Two. Three.' } })
    ).result;
    const speechFile = (await fetchVideo(speech_file_url)).rawPayload;
    const stereo = (samples: Int16Array, rate: number) => {
      const wav = Buffer.from(wavOf(samples, rate));
      wav.writeUInt16LE(2, 22);
      wav.writeUInt32LE(rate * 4, 28);
      wav.writeUInt16LE(4, 32);
      return wav;
    };
    for (const [name, file, seconds] of [
      ['/a.ogg', speechFile, 1.5],
      ['/16000.wav', Buffer.from(wavOf(tone(32_000, 16_000), 16_000)), 2],
      ['/44100.wav', Buffer.from(wavOf(tone(44_100, 44_100), 44_100)), 1],
      ['/stereo.wav', stereo(tone(96_000, 48_000), 48_000), 1],
    ] as const) {
      const audio_url = server.serve(name, file);
      const video = await create({ audio_url });
      assert.deepEqual(
        [video.status, video.error_details, video.data],
        ['ready', null, { script: '', audio_url }],
        name,
      );
      const { picture, sound } = await openVideo(video.stream_url!);
      assert.ok(
        Math.abs((await picture.computeDuration()) - (seconds + 1)) < 0.06,
        `${name} lasts ${await picture.computeDuration()}`,
      );
      assert.equal(await sound!.getCodec(), 'opus');
    }
  });

  test('a speech resource can be the recording of a video while it exists', async () => {
    const { speech_file_url, speech_id } = (
      await world.call(createSpeech, { credential: ALICE, body: { face_id, script: 'One. Two.' } })
    ).result;
    assert.equal((await create({ audio_url: speech_file_url })).status, 'ready');
    await world.call(deleteSpeech, { credential: ALICE, params: { speech_id } });
    assert.equal(
      (await create({ audio_url: speech_file_url })).error_details,
      'The recording could not be downloaded: The address answered 404.',
    );
  });

  // Proves events-22, states-10.
  test('an unusable recording fails with a reason, in the video and in the callback', async () => {
    const previousCount = receiver.received.length;
    const silent = Buffer.from(wavOf(new Int16Array(0), 16_000));
    for (const [name, file, message] of [
      ['/text', Buffer.from('x'.repeat(5000)), /cannot be read: Opus \(Ogg, WebM\) or uncompressed WAV/],
      ['/film.webm', await film(), /no sound/],
      ['/silent.wav', silent, /empty|damaged|cannot be read/],
      ['/none', 404, /could not be downloaded: The address answered 404/],
    ] as const) {
      const video = await create({
        audio_url: server.serve(name, file),
        callback_url: receiver.url(),
      });
      assert.deepEqual(
        [video.status, video.download_url, video.stream_url, video.still_image_thumbnail_url],
        ['error', null, null, null],
        name,
      );
      assert.match(video.error_details!, message);
    }
    await receiver.count(previousCount + 4);
    const { video_id, ...body } = receiver.received[previousCount]!.json;
    assert.deepEqual(
      [body['status'], body['download_url'], body['stream_url'], body['status_details']],
      ['error', null, null, 'The video could not be made.'],
    );
    assert.match(body['error_details'] as string, /cannot be read/);
    assert.match(video_id as string, /^v/);
  });

  // Proves endpoints-20.
  test('a video can be listed, read, renamed, and deleted together with its files and page', async () => {
    const previousCount = (await world.call(listVideos, { credential: ALICE })).result.total_count;
    world.clock.move(1);
    const video = await create({ script: 'A.', video_name: 'To <b>go</b>' });
    const page = await fetchVideo(video.hosted_url);
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /<h1>To &#60;b&#62;go&#60;\/b&#62;<\/h1>/);
    assert.match(page.body, /<video controls [^>]*src="\/media\/videos\/[0-9a-f]{48}\.webm"/);
    const policy = String(page.headers['content-security-policy']);
    assert.ok(
      policy.startsWith("default-src 'none'") && !policy.includes('unsafe') && !policy.includes('script-src'),
    );
    const params = { video_id: video.video_id };
    assert.equal(
      (await world.call(renameVideo, { credential: ALICE, params, body: { video_name: 'Other' } })).result
        .video_name,
      'Other',
    );
    const list = (await world.call(listVideos, { credential: ALICE, query: { limit: '1' } })).result;
    assert.deepEqual(
      [list.total_count, list.data.map(({ video_name }) => video_name)],
      [previousCount + 1, ['Other']],
    );
    assert.deepEqual((await world.call(deleteVideo, { credential: ALICE, params })).result, params);
    for (const url of [video.stream_url!, video.still_image_thumbnail_url!, video.hosted_url])
      assert.equal((await fetchVideo(url)).statusCode, 404);
    const name = path.basename(video.hosted_url);
    assert.ok(!files().some((file) => file.startsWith(name)));
    assert.equal((await world.refusal(getVideo, { credential: ALICE, params })).code, 'video_not_found');
  });

  test('invalid bodies are refused with a message', async () => {
    const sourceMessage = /^script is required unless audio_url is set. Send exactly one of them/;
    for (const [body, text] of [
      [{ face_id }, sourceMessage],
      [{ face_id, script: 'A.', audio_url: 'https://a.example/a.ogg' }, sourceMessage],
      [{ face_id, script: null }, sourceMessage],
      [{ script: 'A.' }, /^face_id is required/],
      [{ face_id: 'r0', script: 'A.' }, /^Unknown face r0/],
      [{ face_id, audio_url: 'file:///etc/passwd' }, /^audio_url must be an http or https address/],
      [{ face_id, script: 'A.', background_url: 'x' }, /^background_url must be/],
      [{ face_id, script: 'A.', video_name: ' ' }, /^video_name must not be empty/],
    ] as const) {
      const answer = await world.service.app.inject({
        method: 'POST',
        url: '/v2/videos',
        headers: { 'x-api-key': ALICE },
        payload: body,
      });
      assert.equal(answer.statusCode, 400, JSON.stringify(body));
      assert.match(answer.json<{ error: string }>().error, text);
    }
    const unreadyFace = (
      await world.call(createFace, { credential: ALICE, body: { train_video_url: 'http://127.0.0.1:8/' } })
    ).result;
    await world.service.context.jobs.idle();
    assert.equal(
      (
        await world.refusal(createVideo, {
          credential: ALICE,
          body: { face_id: unreadyFace.face_id, script: 'A.' },
        })
      ).code,
      'face_not_ready',
    );
    assert.equal(
      (
        await world.refusal(createVideo, {
          credential: BOB,
          body: { face_id: unreadyFace.face_id, script: 'A.' },
        })
      ).code,
      'unknown_reference',
    );
  });

  test('a script without speakable text fails the video', async () => {
    const video = await create({ script: '...' });
    assert.deepEqual(
      [video.status, video.error_details],
      ['error', 'The script contains nothing that the voice can speak.'],
    );
  });
});
