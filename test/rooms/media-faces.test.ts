/** The face that a browser receives from the media process: moods, films, timing, and a missing file. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { film, join, media, next, page, tone, visit } from './media-calls.ts';

describe('the media process with a real browser', () => {
  test("the face shows the agent's states: idle, listening, thinking and talking, one by one", async () => {
    const guest = await visit();
    const connectedEvent = next((event) => event.is === 'connected' && event.callId === 'moody-1');
    await join(guest, 'moody-1');
    await connectedEvent;
    /** Resolves once the picture has the pose's colour, with the mouth closed or open; returns the hues until then. */
    const seesPose = (pose: number) =>
      guest.evaluate(async (hue) => {
        const video = document.querySelector('video')!;
        const context = new OffscreenCanvas(8, 8).getContext('2d', { willReadFrequently: true })!;
        const sizes: number[] = [];
        for (;;) {
          await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
          context.drawImage(video, 0, 0, 8, 8);
          const [red, green, blue] = context.getImageData(4, 4, 1, 1).data as unknown as [
            number,
            number,
            number,
          ];
          const maximum = Math.max(red, green, blue);
          const range = maximum - Math.min(red, green, blue);
          const angle =
            60 *
            (maximum === red
              ? ((green - blue) / range + 6) % 6
              : maximum === green
                ? (blue - red) / range + 2
                : (red - green) / range + 4);
          sizes.push(angle);
          if (Math.abs(((angle - hue + 540) % 360) - 180) < 16) return sizes;
        }
      }, pose * 35);
    await seesPose(0);
    media.setMood('moody-1', 'listening');
    await seesPose(6);
    media.setMood('moody-1', 'thinking');
    await seesPose(9);
    const end = next((event) => event.is === 'said' && event.callId === 'moody-1');
    media.say('moody-1', 'u1', tone(2));
    // Mouth shape 3 changes the hue by 3/7 of the distance between two poses.
    await seesPose(3 + 3 / 7);
    await end;
    await seesPose(9);
    media.setMood('moody-1', 'idle');
    await seesPose(0);
    media.leave('moody-1');
    await guest.close();
  });

  test('pictures become large if the browser requests it and receives all of them', async () => {
    const guest = await visit();
    await join(guest, 'moody-sharp');
    const sizes = await guest.evaluate(async () => {
      const video = document.querySelector('video')!;
      const sizes: number[] = [];
      const timeoutMs = performance.now() + 20_000;
      while (!sizes.includes(256) && performance.now() < timeoutMs) {
        await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
        if (sizes.at(-1) !== video.videoWidth) sizes.push(video.videoWidth);
      }
      return sizes;
    });
    assert.deepEqual(sizes, [128, 256]);
    media.leave('moody-sharp');
    await guest.close();
  });

  test('a filmed face plays in its own time, and begins again for a visitor who lost a picture', async () => {
    const viewer = await visit();
    const connectedEvent = next((event) => event.is === 'connected' && event.callId === 'film-1');
    await join(viewer, 'film-1');
    await connectedEvent;
    const stamps = await viewer.evaluate(async () => {
      const video = document.querySelector('video')!;
      const sizes: number[] = [];
      while (sizes.length < 40)
        await new Promise<void>((resolve) =>
          video.requestVideoFrameCallback((_, data) =>
            resolve(void sizes.push((data as { rtpTimestamp?: number }).rtpTimestamp ?? 0)),
          ),
        );
      return sizes;
    });
    for (const [index, stamp] of stamps.slice(1).entries())
      assert.equal(((stamp - stamps[index]!) >>> 0) % 3000, 0);
    const waited = await viewer.evaluate(async () => {
      const { peer } = (window as unknown as { room: { peer: RTCPeerConnection } }).room;
      const receiver = peer.getReceivers().find(({ track }) => track.kind === 'video')!;
      const countDecodedKeyFrames = async () =>
        ([...(await receiver.getStats()).values()] as { type: string; keyFramesDecoded?: number }[]).find(
          ({ type }) => type === 'inbound-rtp',
        )!.keyFramesDecoded!;
      const keyFramesBefore = await countDecodedKeyFrames();
      const code =
        'onrtctransform = ({ transformer }) => { transformer.readable.pipeTo(transformer.writable); ' +
        'onmessage = () => transformer.sendKeyFrameRequest(); postMessage(0); }';
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
      const ready = new Promise((resolve) => (worker.onmessage = resolve));
      (receiver as unknown as { transform: object }).transform = new (
        window as unknown as { RTCRtpScriptTransform: new (worker: Worker, options: object) => object }
      ).RTCRtpScriptTransform(worker, {});
      await ready;
      const startedAt = performance.now();
      worker.postMessage(0);
      while ((await countDecodedKeyFrames()) === keyFramesBefore) await new Promise(requestAnimationFrame);
      return performance.now() - startedAt;
    });
    assert.ok(
      waited < 10_000,
      `without being asked the next key frame comes after 20 s, this one after ${waited} ms`,
    );
    media.leave('film-1');
    await viewer.close();
  });

  test('a missing face file is reported as a missing room', async () => {
    await assert.rejects(
      media.join({
        callId: 'call-8',
        offer: await page.evaluate(async () => {
          const peer = new RTCPeerConnection();
          peer.createDataChannel('palkit');
          return (await peer.createOffer()).sdp!;
        }),
        face: `${film}.gone`,
      }),
      { code: 'room_unavailable' },
    );
  });
});
