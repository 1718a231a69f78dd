import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Face } from '../../src/contract/faces.ts';
import { launch, openPage } from '../browser.ts';
import { FileServer } from '../service/media/films.ts';
import { waitForVoice, startService, waitForFace, type RunningService } from './running-service.ts';

let service: RunningService;
let server: FileServer;
let browser: Browser;
before(async () => {
  server = await new FileServer().open();
  [service, browser] = await Promise.all([startService({ OUTBOUND_ALLOWED_HOSTS: server.host }), launch()]);
});
after(async () => {
  await browser?.close();
  await service?.close();
  await server?.close();
});

const ask = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { 'x-api-key': service.key, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`);
  return (await answer.json()) as Answer;
};

test("a browser's recording becomes a face, and is visible in a call", async () => {
  const studio = await openPage(browser);
  await studio.goto(`${service.url}/demo/product`);
  const film = await studio.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 320;
    const context = canvas.getContext('2d')!;
    const recorder = new MediaRecorder(canvas.captureStream(25), {
      mimeType: 'video/webm;codecs=vp8',
      videoBitsPerSecond: 600_000,
    });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.start();
    for (const startedAt = performance.now(); performance.now() - startedAt < 4000;) {
      context.fillStyle = '#10c020';
      context.fillRect(0, 0, 320, 320);
      context.fillStyle = '#0a8018';
      context.beginPath();
      context.arc(160 + 100 * Math.sin(performance.now() / 300), 160, 40, 0, 7);
      context.fill();
      await new Promise(requestAnimationFrame);
    }
    await new Promise((resolve) => {
      recorder.onstop = resolve;
      recorder.stop();
    });
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  await studio.close();
  const { replica_id } = await ask<{ replica_id: string }>('POST', '/v2/replicas', {
    replica_name: 'Green',
    train_video_url: server.serve('/recorded', Buffer.from(film)),
  });
  let face = await ask<Face>('GET', `/v2/faces/${replica_id}`);
  while (face.status === 'started') face = await ask<Face>('GET', `/v2/faces/${replica_id}`);
  assert.deepEqual([face.status, face.error_message], ['completed', null]);
  const {
    data: [pal],
  } = await ask<{ data: { pal_id: string }[] }>('GET', '/v2/pals');
  await ask('PATCH', `/v2/pals/${pal!.pal_id}`, [
    { op: 'replace', path: '/default_face_id', value: replica_id },
  ]);

  const page = await openPage(browser, {
    viewport: { width: 1280, height: 860 },
    permissions: ['microphone', 'camera'],
  });
  await page.goto(service.url);
  await page.getByRole('button', { name: 'Ask Mira' }).click();
  await page.getByRole('button', { name: 'Talk', exact: true }).click();
  const picture = await waitForFace(page);
  assert.ok(picture.moved > 0.3 && picture.bright > 60, JSON.stringify(picture));
  await waitForVoice(page);
  const colour = await page.locator('pal-stage video.agent').evaluate((element) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    context.drawImage(element as HTMLVideoElement, 0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  });
  assert.ok(
    colour[1]! > 100 && colour[1]! > 2 * colour[0]! && colour[1]! > 2 * colour[2]!,
    `the picture is ${String(colour)}`,
  );
  const refusal = await fetch(`${service.url}/v2/faces/${replica_id}`, {
    method: 'DELETE',
    headers: { 'x-api-key': service.key },
  });
  assert.equal(refusal.status, 409);
});
