/** A call with a camera in a real browser is recorded, and the test decodes the film. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BufferSource, EncodedPacketSink, Input, WEBM } from 'mediabunny';
import type { Browser } from 'playwright-core';
import { launch, openPage } from '../browser.ts';
import {
  recordComplaints,
  startService,
  waitForFace,
  waitForTranscript,
  type RunningService,
} from './running-service.ts';

let service: RunningService;
let browser: Browser;
before(async () => {
  service = await startService();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await service?.close();
});

test("the face and the visitor's camera are both in the film, and the camera's pictures can be decoded", async () => {
  const keyHeaders = { 'x-api-key': service.key, 'content-type': 'application/json' };
  const patched = await fetch(`${service.url}/v2/deployments/${service.deployments['embed']}`, {
    method: 'PATCH',
    headers: keyHeaders,
    body: JSON.stringify([{ op: 'replace', path: '/enable_recording', value: true }]),
  });
  assert.equal(patched.status, 200);
  const page = await openPage(browser, {
    viewport: { width: 1280, height: 860 },
    permissions: ['microphone', 'camera'],
  });
  const pageErrors = await recordComplaints(page);
  await page.goto(`${service.url}/demo/product`);
  await page.getByRole('button', { name: 'Start the conversation' }).click();
  await page.getByRole('button', { name: 'Talk', exact: true }).click();
  await page.getByRole('button', { name: 'Camera' }).click();
  await waitForFace(page);
  const id = await page
    .locator('pal-embed')
    .evaluate(
      (element) =>
        (element as unknown as { view: { phase: { conversationId: string } } }).view.phase.conversationId,
    );
  // Ask a question and wait for the answer, so that some seconds of the call are sent.
  await page.getByRole('button', { name: 'Transcript' }).click();
  await page.getByRole('textbox', { name: 'Type a message' }).fill('How far does the electric bike go?');
  await page.keyboard.press('Enter');
  await waitForTranscript(page, /one hundred kilometres/);
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'The conversation is over' }).waitFor();
  let recording: { status: string; recording_url: string | null };
  do
    recording = (await (
      await fetch(`${service.url}/v2/conversations/${id}/recording`, { headers: keyHeaders })
    ).json()) as typeof recording;
  while (recording.status === 'recording' || recording.status === 'processing');
  assert.equal(recording.status, 'ready');
  const file = await (await fetch(recording.recording_url!)).arrayBuffer();
  const input = new Input({ formats: [WEBM], source: new BufferSource(file) });
  const tracks = await input.getVideoTracks();
  assert.equal(tracks.length, 2);
  const packets: { key: boolean; at: number; data: string }[] = [];
  for await (const packet of new EncodedPacketSink(tracks[1]!).packets())
    packets.push({
      key: packet.type === 'key',
      at: packet.timestamp,
      data: Buffer.from(packet.data).toString('base64'),
    });
  const seconds = await tracks[0]!.computeDuration();
  input.dispose();
  assert.ok(
    packets.length > 20 && Math.abs(packets.at(-1)!.at - seconds) < 4,
    `${packets.length} pictures, ${packets.at(-1)?.at} of ${seconds} s`,
  );
  // The browser decodes the film without an error. Pictures of the fake camera are bright; pictures without a camera
  // are black.
  const playback = await page.evaluate(async (frames) => {
    const sizes: Record<string, number> = {};
    let brightFrames = 0;
    let fault = '';
    const canvas = new OffscreenCanvas(8, 8).getContext('2d', { willReadFrequently: true })!;
    const decoder = new VideoDecoder({
      output: (frame) => {
        sizes[`${frame.displayWidth}x${frame.displayHeight}`] =
          (sizes[`${frame.displayWidth}x${frame.displayHeight}`] ?? 0) + 1;
        canvas.drawImage(frame, 0, 0, 8, 8);
        if (canvas.getImageData(0, 0, 8, 8).data.some((level, index) => index % 4 < 3 && level > 90))
          brightFrames++;
        frame.close();
      },
      error: (error) => (fault = error.message),
    });
    decoder.configure({ codec: 'vp8' });
    for (const { key, at: time, data } of frames)
      decoder.decode(
        new EncodedVideoChunk({
          type: key ? 'key' : 'delta',
          timestamp: time * 1e6,
          data: Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)),
        }),
      );
    await decoder.flush();
    return { sizes, bright: brightFrames, fault };
  }, packets);
  assert.equal(playback.fault, '');
  assert.ok(playback.bright > 20, JSON.stringify(playback));
  assert.deepEqual(pageErrors, []);
});
