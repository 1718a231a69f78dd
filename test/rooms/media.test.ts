import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { readCallLog, callLogFiles } from '../../src/rooms/embedded/call-log.ts';
import { runMediaJob } from '../../src/rooms/media-jobs/media-jobs.ts';
import { until } from '../service/until.ts';
import { events, face, join, logged, media, next, page, tone, turnTo, visit } from './media-calls.ts';

describe('the media process with a real browser', () => {
  /** Waits for pictures that move and are not black; returns the video's time before and after the wait. */
  const watch = (page: Page) =>
    page.evaluate(async () => {
      const video = document.querySelector('video')!;
      const frame = () =>
        new Promise<number>((resolve) =>
          video.requestVideoFrameCallback((_, data) => resolve(data.mediaTime)),
        );
      const firstFrame = await frame();
      let lastFrame = firstFrame;
      for (let count = 0; count < 20; count++) lastFrame = await frame();
      const canvas = new OffscreenCanvas(32, 32);
      const context = canvas.getContext('2d')!;
      context.drawImage(video, 0, 0, 32, 32);
      const brightness = Math.max(
        ...context.getImageData(0, 0, 32, 32).data.filter((_, index) => index % 4 !== 3),
      );
      return { moved: lastFrame - firstFrame, bright: brightness, time: video.currentTime };
    });

  /** Resolves when the agent's sound becomes louder (`heard`) or quieter (`silent`) than a whisper. */
  const sound = (page: Page, expected: 'heard' | 'silent') =>
    page.evaluate(async (expectedSound) => {
      const { stream } = (window as unknown as { room: { stream: MediaStream } }).room;
      const context = new AudioContext();
      const analyser = context.createAnalyser();
      context.createMediaStreamSource(new MediaStream(stream.getAudioTracks())).connect(analyser);
      const samples = new Float32Array(analyser.fftSize);
      const level = () => {
        analyser.getFloatTimeDomainData(samples);
        return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
      };
      const startedAt = performance.now();
      for (let calm = 0; calm < 5;) {
        await new Promise(requestAnimationFrame);
        calm = (expectedSound === 'heard') === level() > 0.01 ? calm + 1 : 0;
      }
      await context.close();
      return performance.now() - startedAt;
    }, expected);

  test('a visitor sees a moving face, hears the voice, and is heard', async () => {
    const connectedEvent = next((event) => event.is === 'connected');
    const voice = next((event) => event.is === 'voice-began');
    await join(page, 'call-1');
    await connectedEvent;
    const picture = await watch(page);
    assert.ok(picture.moved > 0.5, `20 frames took ${picture.moved} s of picture time`);
    assert.ok(picture.bright > 60);
    const saying = next((event) => event.is === 'saying');
    const saidEvent = next((event) => event.is === 'said');
    media.say('call-1', 'u1', tone(1));
    assert.deepEqual(await saying, { is: 'saying', callId: 'call-1', utteranceId: 'u1' });
    await sound(page, 'heard');
    const end = await saidEvent;
    assert.ok(end.is === 'said' && end.seconds === 1 && !end.interrupted);
    await sound(page, 'silent');
    await voice;
  });

  test('a recorded call becomes a video of both sides that a browser plays', async () => {
    const guest = await visit();
    const connectedEvent = next((event) => event.is === 'connected' && event.callId === 'recorded-1');
    await join(guest, 'recorded-1');
    await connectedEvent;
    const saying = next((event) => event.is === 'saying' && event.callId === 'recorded-1');
    const saidEvent = next((event) => event.is === 'said' && event.callId === 'recorded-1');
    media.say('recorded-1', 'u1', tone(1));
    await saying;
    await saidEvent;
    // The fake microphone beeps once per second. Continue the call, so that its log contains a beep.
    await watch(guest);
    media.leave('recorded-1');
    await guest.close();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-film-'));
    let callLogs: string[] = [];
    let kinds = new Map<string, number>();
    let times: number[] = [];
    // The media process closes the file some time after the call.
    await until('the call log to be on the disk', async () => {
      callLogs = await callLogFiles({ folder: path.dirname(face), name: 'take' });
      kinds = new Map();
      times = [];
      for (const callLog of callLogs)
        for await (const { kind, time } of readCallLog(callLog)) {
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
          if (kind === 'agent') times.push(time);
        }
      return (kinds.get('agent') ?? 0) >= 50 && (kinds.get('picture') ?? 0) > 25;
    });
    assert.ok((kinds.get('visitor') ?? 0) > 25, JSON.stringify([...kinds]));
    assert.ok(
      times.every((time, index) => index === 0 || time - times[index - 1]! > 19),
      'no two packets share their 20 ms, the first one neither',
    );
    const { seconds } = await runMediaJob(
      { do: 'record', callLogs, face: path.join(path.dirname(face), 'take.face'), folder },
      { signal: new AbortController().signal },
    );
    assert.ok(seconds > 1.2, `${seconds} s`);
    const player = await visit();
    const playback = await player.evaluate(
      async (bytes) => {
        const video = document.querySelector('video')!;
        video.src = URL.createObjectURL(
          new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], { type: 'video/webm' }),
        );
        const frame = () => new Promise<void>((resolve) => video.requestVideoFrameCallback(() => resolve()));
        await video.play();
        for (let count = 0; count < 5; count++) await frame();
        const canvas = new OffscreenCanvas(32, 32);
        const context = canvas.getContext('2d')!;
        context.drawImage(video, 0, 0, 32, 32);
        const brightness = Math.max(
          ...context.getImageData(0, 0, 32, 32).data.filter((_, index) => index % 4 !== 3),
        );
        const sound = await new AudioContext().decodeAudioData(
          Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)).buffer,
        );
        return {
          duration: video.duration,
          bright: brightness,
          loudest: sound.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
          sound: sound.duration,
        };
      },
      fs.readFileSync(path.join(folder, 'webm')).toString('base64'),
    );
    assert.ok(
      Math.abs(playback.duration - seconds) < 0.2 && Math.abs(playback.sound - seconds) < 0.2,
      JSON.stringify(playback),
    );
    assert.ok(playback.bright > 60 && playback.loudest > 0.15, JSON.stringify(playback));
    await player.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  // Proves events-17.
  test("the media process samples the visitor's camera as WebP images that a browser can show", async () => {
    const guest = await visit();
    const pictures: Uint8Array[] = [];
    const threePictures = new Promise<void>((resolve) => {
      const stop = media.subscribe((event) => {
        if (event.is !== 'sight' || event.callId !== 'watched-1' || pictures.push(event.webp) < 3) return;
        stop();
        resolve();
      });
    });
    await guest.evaluate(async () => {
      const peer = new RTCPeerConnection();
      const camera = await navigator.mediaDevices.getUserMedia({ video: { width: 320, height: 240 } });
      peer.addTransceiver('audio', { direction: 'recvonly' });
      peer.addTransceiver(camera.getVideoTracks()[0]!, { direction: 'sendrecv' });
      peer.createDataChannel('palkit', { ordered: true });
      await peer.setLocalDescription();
      const response = await fetch('/watched-1', { method: 'POST', body: peer.localDescription!.sdp });
      await peer.setRemoteDescription({ type: 'answer', sdp: await response.text() });
      Object.assign(window, { watched: peer });
    });
    await threePictures;
    for (const webp of pictures) {
      const size = await guest.evaluate(
        async (bytes) => {
          const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/webp' }));
          return [picture.width, picture.height, picture.width / picture.height];
        },
        [...webp],
      );
      assert.ok(Math.abs(size[2]! - 4 / 3) < 0.02 && size[0]! >= 80, `${size}`);
    }
    media.leave('watched-1');
    await guest.close();
    assert.ok(
      !events.some((event) => event.is === 'sight' && event.callId !== 'watched-1'),
      'nobody else is looked at',
    );
  });

  test('hush silences the agent, and reports how much was played', async () => {
    const saidEvent = next((event) => event.is === 'said');
    media.say('call-1', 'u2', tone(20));
    media.say('call-1', 'u3', tone(20));
    await sound(page, 'heard');
    media.hush('call-1');
    const end = await saidEvent;
    assert.ok(end.is === 'said' && end.utteranceId === 'u2' && end.interrupted && end.seconds < 19);
    await sound(page, 'silent');
  });

  test('hold also silences the agent, and the speech continues where it stopped', async () => {
    const saidEvent = next((event) => event.is === 'said');
    media.say('call-1', 'held', tone(3));
    await sound(page, 'heard');
    media.hold('call-1', true);
    await sound(page, 'silent');
    media.hold('call-1', false);
    await sound(page, 'heard');
    const end = await saidEvent;
    assert.ok(end.is === 'said' && end.utteranceId === 'held' && !end.interrupted && end.seconds === 3);
  });

  test('messages cross in both directions, but too large ones do not', async () => {
    const message = next((event) => event.is === 'message');
    await page.evaluate(() => {
      const { channel } = (window as unknown as { room: { channel: RTCDataChannel } }).room;
      channel.send('x'.repeat(65_537));
      channel.send('hello');
    });
    assert.deepEqual(await message, { is: 'message', callId: 'call-1', data: 'hello' });
    assert.equal((await media.readStats()).messagesDropped, 1);
    media.send('call-1', '{"seq":1}');
    await page.waitForFunction(() =>
      (window as unknown as { room: { messages: string[] } }).room.messages.includes('{"seq":1}'),
    );
  });

  test('a second join replaces the first without losing a word', async () => {
    const otherVisitor = await visit();
    const eventCount = events.length;
    const connectedEvent = next((event) => event.is === 'connected');
    const saying = next((event) => event.is === 'saying');
    media.say('call-1', 'u4', tone(30));
    await saying;
    await join(otherVisitor, 'call-1');
    await connectedEvent;
    await watch(otherVisitor);
    await sound(otherVisitor, 'heard');
    const saidEvent = next((event) => event.is === 'said');
    media.hush('call-1');
    const end = await saidEvent;
    assert.ok(end.is === 'said' && end.utteranceId === 'u4' && end.interrupted);
    assert.equal((await media.readStats()).calls, 1);
    assert.ok(!events.slice(eventCount).some((event) => event.is === 'lost'));
    await page.close();
    turnTo(otherVisitor);
  });

  test('muting a microphone in the middle of a word ends the utterance', async () => {
    // The fake microphone beeps so often that the detected voice never ends.
    const speaker = await visit();
    const beginEvent = next((event) => event.is === 'voice-began' && event.callId === 'call-6');
    await join(speaker, 'call-6');
    await beginEvent;
    const endEvent = next((event) => event.is === 'voice-ended' && event.callId === 'call-6');
    await speaker.evaluate(() => {
      const { peer } = (window as unknown as { room: { peer: RTCPeerConnection } }).room;
      return peer
        .getSenders()
        .find((sender) => sender.track?.kind === 'audio')!
        .replaceTrack(null);
    });
    await endEvent;
    const [firstEvent, ...otherEvents] = events.filter(
      (event) => 'callId' in event && event.callId === 'call-6',
    );
    // The sound may arrive before the data channel is open.
    const earlyResult = firstEvent?.is === 'connected' ? otherEvents.shift() : firstEvent;
    assert.equal(earlyResult?.is, 'microphone-opened');
    assert.ok(otherEvents.every((event) => event.is !== 'microphone-opened'));
    media.leave('call-6');
    await speaker.close();
  });

  test('frames keep their timing when other calls come and go', async () => {
    const times = page.evaluate(async () => {
      const video = document.querySelector('video')!;
      const stamps: number[] = [];
      while (stamps.length < 60)
        await new Promise<void>((resolve) =>
          video.requestVideoFrameCallback((_, data) =>
            resolve(void stamps.push((data as { rtpTimestamp?: number }).rtpTimestamp ?? 0)),
          ),
        );
      return stamps;
    });
    for (const callId of ['call-4', 'call-5']) {
      const guest = await visit();
      const connectedEvent = next((event) => event.is === 'connected' && event.callId === callId);
      await join(guest, callId);
      await connectedEvent;
      media.leave(callId);
      await guest.close();
    }
    const stamps = await times;
    const steps = stamps.slice(1).map((stamp, index) => (stamp - stamps[index]!) >>> 0);
    for (const step of steps) assert.equal(step % 3600, 0, `a step of ${step}`);
    assert.ok(steps.every((step) => step > 0));
  });

  test('an invalid offer is refused', async () => {
    await assert.rejects(media.join({ callId: 'call-9', offer: 'v=0\r\nnonsense', face }), {
      code: 'invalid_offer',
    });
    await assert.rejects(media.join({ callId: 'call-9', offer: 'GET / HTTP/1.1', face }), {
      code: 'invalid_offer',
    });
  });

  test('a page that disappears is detected', async () => {
    const lostEvent = next((event) => event.is === 'lost');
    const secondPage = await visit();
    const connectedEvent = next((event) => event.is === 'connected' && event.callId === 'call-2');
    await join(secondPage, 'call-2');
    await connectedEvent;
    await secondPage.close();
    assert.deepEqual(await lostEvent, { is: 'lost', callId: 'call-2' });
  });

  test('leaving frees the call', async () => {
    media.leave('call-1');
    assert.equal((await media.readStats()).calls, 0);
  });

  test('a crash of the media process is reported and survived', async () => {
    const connectedEvent = next((event) => event.is === 'connected');
    await join(page, 'call-3');
    await connectedEvent;
    const crashed = next((event) => event.is === 'crashed');
    process.kill(media.pid!, 'SIGKILL');
    // Only messages to the dying process may get lost.
    for (let message = 0; message < 2000; message++) media.send('call-3', 'x'.repeat(1000));
    const crash = await crashed;
    assert.ok(crash.is === 'crashed' && crash.callIds.includes('call-3'));
    const reconnection = next((event) => event.is === 'connected');
    // The new process takes a moment to start. Until then, a join fails with a clear error, and the browser repeats
    // it.
    await page.waitForFunction(
      async () => (await fetch('/call-3', { method: 'POST', body: 'no offer' })).ok === false,
    );
    await until('the new media process', () =>
      media.readStats().then(
        () => true,
        () => false,
      ),
    );
    await join(page, 'call-3');
    await reconnection;
    await watch(page);
    assert.ok(logged.some((message) => /died/.test(message)));
  });
});
