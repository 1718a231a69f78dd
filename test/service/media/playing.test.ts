import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { createFace, getFace } from '../../../src/contract/faces.ts';
import { createSpeech } from '../../../src/contract/speech.ts';
import { createVideo, getVideo } from '../../../src/contract/videos.ts';
import { createFliteTextToSpeech } from '../../../src/agent/speech/flite-text-to-speech.ts';
import { SynthesisPool } from '../../../src/agent/speech/synthesis-pool.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { launch, openPage } from '../../browser.ts';
import { FileServer, mira } from './films.ts';
import { ALICE, openWorld, type World } from '../world.ts';

describe('a real browser', () => {
  let world: World;
  let browser: Browser;
  let page: Page;
  let site: http.Server;
  let films: FileServer;
  const pool = new SynthesisPool({ size: 1 });
  before(async () => {
    browser = await launch();
    films = await new FileServer().open();
    world = await openWorld({
      environment: { OUTBOUND_ALLOWED_HOSTS: films.host },
      engines: { voice: createFliteTextToSpeech(pool), ears: null },
    });
    await world.service.app.listen({ host: '127.0.0.1', port: 0 });
    site = http
      .createServer(
        (_, response) =>
          void response.setHeader('content-type', 'text/html').end('<!doctype html><title>player</title>'),
      )
      .listen(0, '127.0.0.1');
    await once(site, 'listening');
    page = await openPage(browser);
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  });
  after(async () => {
    await browser?.close();
    site?.close();
    await world?.close();
    await pool.close();
    await films?.close();
  });

  const localUrl = (url: string) =>
    `http://127.0.0.1:${(world.service.app.server.address() as AddressInfo).port}${new URL(url).pathname}`;

  /**
   * Plays the file completely from another origin and then seeks back. Returns the duration, the number of pictures,
   * the loudest sound and the change of the picture.
   */
  const play = (tag: 'video' | 'audio', url: string) =>
    page.evaluate(
      async ({ tag, url }) => {
        const player = document.createElement(tag) as HTMLVideoElement;
        player.crossOrigin = 'anonymous';
        player.src = url;
        const context = new AudioContext();
        const analyser = context.createAnalyser();
        context.createMediaElementSource(player).connect(analyser);
        const samples = new Float32Array(analyser.fftSize);
        const canvas = new OffscreenCanvas(64, 64);
        const pixels = canvas.getContext('2d', { willReadFrequently: true })!;
        let loudest = 0;
        let previousPixels: Uint8ClampedArray | null = null;
        let changedPixels = 0;
        let brightest = 0;
        await player.play();
        while (!player.ended) {
          await new Promise(requestAnimationFrame);
          analyser.getFloatTimeDomainData(samples);
          for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
          if (tag === 'audio') continue;
          pixels.drawImage(player, 0, 0, 64, 64);
          const { data } = pixels.getImageData(0, 0, 64, 64);
          brightest = Math.max(brightest, ...data.filter((_, index) => index % 4 !== 3));
          if (previousPixels)
            changedPixels += data.some((value, index) => Math.abs(value - previousPixels![index]!) > 8)
              ? 1
              : 0;
          previousPixels = data;
        }
        const { currentTime, duration } = player;
        player.currentTime = duration / 2;
        await new Promise((resolve) => player.addEventListener('seeked', resolve, { once: true }));
        await context.close();
        return {
          currentTime,
          duration,
          sought: player.currentTime,
          width: player.videoWidth,
          frames: tag === 'video' ? player.getVideoPlaybackQuality().totalVideoFrames : 0,
          loudest,
          changed: changedPixels,
          brightest,
        };
      },
      { tag, url },
    );

  const show = async (face_id: string) => {
    const { result } = await world.call(createVideo, {
      credential: ALICE,
      body: { face_id, script: 'Good morning. What can I do for you?' },
    });
    await world.service.context.jobs.idle();
    return (await world.call(getVideo, { credential: ALICE, params: { video_id: result.video_id } })).result;
  };

  test('plays a drawn face that speaks, to the end, and seeks within it', async () => {
    const video = await show(SYSTEM_FACE.id);
    const playback = await play('video', localUrl(video.stream_url!));
    assert.ok(
      playback.duration > 2.5 && Math.abs(playback.currentTime - playback.duration) < 0.2,
      `${playback.currentTime} of ${playback.duration} s`,
    );
    assert.ok(Math.abs(playback.sought - playback.duration / 2) < 0.01);
    assert.deepEqual([playback.width, playback.brightest > 100], [512, true]);
    assert.ok(
      playback.frames > 20 && playback.changed > 10,
      `${playback.frames} pictures, ${playback.changed} changes`,
    );
    assert.ok(playback.loudest > 0.05);
  });

  test('plays a trained face, the loop and its preview, and shows its picture', async () => {
    const { face_id } = (
      await world.call(createFace, {
        credential: ALICE,
        body: { train_video_url: films.serve('/film', mira()) },
      })
    ).result;
    await world.service.context.jobs.idle();
    const face = (await world.call(getFace, { credential: ALICE, params: { face_id } })).result;
    assert.equal(face.status, 'completed');
    const playback = await play('video', localUrl((await show(face_id)).stream_url!));
    assert.ok(
      Math.abs(playback.currentTime - playback.duration) < 0.2 &&
        playback.frames > 20 &&
        playback.changed > 5 &&
        playback.loudest > 0.05,
      JSON.stringify(playback),
    );
    const size = await page.evaluate(async (url) => {
      const image = new Image();
      image.crossOrigin = 'anonymous';
      image.src = url;
      await image.decode();
      const canvas = new OffscreenCanvas(8, 8);
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0, 8, 8);
      return [
        image.naturalWidth,
        image.naturalHeight,
        Math.max(...context.getImageData(0, 0, 8, 8).data.filter((_, index) => index % 4 !== 3)) > 60,
      ];
    }, localUrl(face.thumbnail_image_url));
    assert.deepEqual(size, [512, 512, true]);
  });

  test('plays a speech', async () => {
    const { result } = await world.call(createSpeech, {
      credential: ALICE,
      body: { face_id: SYSTEM_FACE.id, script: 'Good morning.' },
    });
    const playback = await play('audio', localUrl(result.speech_file_url));
    assert.ok(
      Math.abs(playback.duration - result.duration) < 0.05 &&
        Math.abs(playback.currentTime - playback.duration) < 0.1 &&
        playback.loudest > 0.05,
      JSON.stringify(playback),
    );
  });

  test('shows the page of a video under its policy, without an error', async () => {
    const video = await show(SYSTEM_FACE.id);
    const visitor = await openPage(browser);
    const complaints: string[] = [];
    visitor.on('console', (message) => complaints.push(message.text()));
    await visitor.goto(localUrl(video.hosted_url));
    const playback = await visitor.evaluate(async () => {
      const player = document.querySelector('video')!;
      player.muted = true;
      await player.play();
      await new Promise<void>((resolve) => player.requestVideoFrameCallback(() => resolve()));
      return {
        width: player.videoWidth,
        background: getComputedStyle(document.documentElement).backgroundColor,
        title: document.title,
      };
    });
    assert.deepEqual(playback, { width: 512, background: 'rgb(17, 17, 17)', title: video.video_name });
    assert.deepEqual(complaints, []);
    await visitor.close();
  });
});
