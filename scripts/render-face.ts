/**
 * Renders a drawn face: `node --import tsx scripts/render-face.ts mira`. Every pose with every mouth becomes a VP8 key frame,
 * so that the room can send any of them after any other; beside it a thumbnail and a short silent preview.
 */
import fs from 'node:fs';
import path from 'node:path';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import { chromium } from 'playwright-core';
import { MOUTHS } from '../src/service/agent/engines/engines.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';

const SIZE = 512;
const RATE = 25;
const POSES = 80;
const BITRATE = 760_000;
/** The first pose of a blink → how far the lids are shut, frame by frame. */
const BLINKS = new Map([[20, [0.35, 0.95, 1, 0.6, 0.2]], [58, [0.4, 1, 0.85, 0.35]]]);

const name = process.argv[2] ?? 'mira';
const folder = path.join('src', 'service', 'faces');
const blinks = Array.from({ length: POSES }, () => 0);
for (const [first, shut] of BLINKS) shut.forEach((value, index) => (blinks[first + index] = value));

const { path: executablePath, environment } = await findChromium();
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS, env: { ...(process.env as Record<string, string>), ...environment } });
try {
  const page = await browser.newPage();
  await page.addInitScript('globalThis.__name ??= (value) => value');
  await page.route('**/*', (route) =>
    route.request().url().endsWith('draw.js')
      ? route.fulfill({ contentType: 'text/javascript', body: fs.readFileSync(path.join(folder, `${name}.draw.js`)) })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto('https://render.test/');
  const rendered = await page.evaluate(async ({ size, rate, bitrate, shut, mouths, quick }) => {
    const { draw } = (await import('/draw.js' as string)) as { draw(context: OffscreenCanvasRenderingContext2D, at: object): void };
    const canvas = new OffscreenCanvas(size, size);
    const context = canvas.getContext('2d')!;
    const encode = async (frames: object[]) => {
      const encoded: { bytes: string; key: boolean }[] = [];
      let failed: unknown;
      const encoder = new VideoEncoder({
        output: (chunk) => {
          const bytes = new Uint8Array(chunk.byteLength);
          chunk.copyTo(bytes);
          let text = '';
          for (const byte of bytes) text += String.fromCharCode(byte);
          encoded.push({ bytes: btoa(text), key: chunk.type === 'key' });
        },
        error: (error) => (failed = error),
      });
      encoder.configure({ codec: 'vp8', width: size, height: size, bitrate, framerate: rate, latencyMode: 'quality' });
      for (const [index, at] of frames.entries()) {
        draw(context, at);
        const frame = new VideoFrame(canvas, { timestamp: Math.round((index * 1e6) / rate) });
        encoder.encode(frame, { keyFrame: true });
        frame.close();
        while (encoder.encodeQueueSize > 8) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await encoder.flush();
      if (failed) throw failed;
      return encoded;
    };
    const at = (pose: number, mouth: string) => ({ phase: pose / shut.length, blink: shut[pose], mouth });
    draw(context, at(0, 'rest'));
    const picture = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.86 });
    const read = async (blob: Blob) => {
      let text = '';
      for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
      return btoa(text);
    };
    const sheet = new OffscreenCanvas(size * 4, size * 2);
    const onSheet = sheet.getContext('2d')!;
    const shown = [...mouths.map((mouth: string, index: number) => at(index * 7, mouth)), at(22, 'rest')];
    for (const [index, one] of shown.entries()) {
      draw(context, one);
      onSheet.drawImage(canvas, (index % 4) * size, Math.floor(index / 4) * size);
    }
    const contact = await read(await sheet.convertToBlob({ type: 'image/png' }));
    if (quick) return { frames: [], thumbnail: await read(picture), contact };
    const frames = await encode(shut.flatMap((_: number, pose: number) => mouths.map((mouth: string) => at(pose, mouth))));
    return { frames, thumbnail: await read(picture), contact };
  }, { size: SIZE, rate: RATE, bitrate: BITRATE, shut: blinks, mouths: [...MOUTHS], quick: process.argv.includes('--look') });

  const sheet = process.argv.indexOf('--sheet');
  if (sheet > 0) fs.writeFileSync(process.argv[sheet + 1]!, Buffer.from(rendered.contact, 'base64'));
  if (rendered.frames.length > 0) {
    if (rendered.frames.some((frame) => !frame.key)) throw new Error('The encoder gave a frame that is no key frame.');
    fs.writeFileSync(path.join(folder, `${name}.jpg`), Buffer.from(rendered.thumbnail, 'base64'));
    const frames = rendered.frames.map((frame) => Buffer.from(frame.bytes, 'base64'));
    let offset = 0;
    const index = frames.map((frame) => [(offset += frame.length) - frame.length, frame.length]);
    const header = Buffer.from(JSON.stringify({ name, width: SIZE, height: SIZE, rate: RATE, codec: 'vp8', poses: POSES, mouths: [...MOUTHS], frames: index }));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(header.length);
    fs.writeFileSync(path.join(folder, `${name}.face`), Buffer.concat([Buffer.from('PALFACE1'), length, header, ...frames]));

    const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
    const source = new EncodedVideoPacketSource('vp8');
    output.addVideoTrack(source, { frameRate: RATE });
    await output.start();
    for (let pose = 0; pose < POSES; pose++) {
      const packet = new EncodedPacket(new Uint8Array(frames[pose * MOUTHS.length]!), 'key', pose / RATE, 1 / RATE);
      await source.add(packet, { decoderConfig: { codec: 'vp8', codedWidth: SIZE, codedHeight: SIZE } });
    }
    await output.finalize();
    fs.writeFileSync(path.join(folder, `${name}.webm`), Buffer.from(output.target.buffer!));
    process.stdout.write(`${name}: ${frames.length} frames, ${(offset / 1024 / 1024).toFixed(2)} MiB, ${Math.round(offset / frames.length)} bytes a frame\n`);
  }
} finally {
  await browser.close();
}
