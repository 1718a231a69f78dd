/**
 * Draws a face in headless Chromium and writes its three files beside the drawing code: `<name>.face` (every pose with
 * every mouth as VP8 key frames, see `src/service/rooms/embedded/face-file.ts`), `<name>.jpg` and `<name>.webm`.
 *
 * Usage: node --import tsx scripts/render-face.ts mira
 */
import { readFile, writeFile } from 'node:fs/promises';
import { env } from 'node:process';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { MOUTHS } from '../src/service/agent/engines/engines.ts';

const SIZE = 512;
const RATE = 25;
const POSES = 128;
/** Chromium's VP8 takes no quantizer, so size is steered by bits a second. */
const BITRATE = Number(env.BITRATE ?? 920_000);
/** Pictures encoded and thrown away first, until the encoder's rate control has settled. */
const WARMING = 28;
/** What a WebRTC receiver takes VP8 to be; a frame made straight from a canvas is converted otherwise and looks gaudy. */
const COLOURS = { matrix: 'smpte170m', primaries: 'bt709', transfer: 'iec61966-2-1', fullRange: false } as const;
const PREVIEW_POSES = 75;
const PREVIEW_BITRATE = 500_000;
const PREVIEW_TALK = 'rest rest slight open open slight closed wide wide teeth open round round slight rest closed open wide slight rest rest'.split(' ');

interface Picture {
  pose: number;
  mouth: string;
}

interface Chunk {
  bytes: string;
  key: boolean;
}

/** Draws and encodes pictures in order; `everyKey` makes each one a key frame. */
async function encode(page: Page, pictures: Picture[], poses: number, bitrate: number, everyKey: boolean): Promise<Chunk[]> {
  return page.evaluate(
    async ({ pictures, poses, bitrate, everyKey, size, rate, colorSpace }) => {
      const source = './draw.js';
      const { draw } = (await import(source)) as { draw: (context: CanvasRenderingContext2D, picture: Picture & { poses: number }) => void };
      const canvas = document.querySelector('canvas')!;
      const context = canvas.getContext('2d', { willReadFrequently: true })!;
      /** Planar 4:2:0, BT.601, 16 to 235. */
      const planes = (): Uint8Array<ArrayBuffer> => {
        const { data } = context.getImageData(0, 0, size, size);
        const half = size / 2;
        const yuv = new Uint8Array(size * size * 1.5);
        for (let i = 0; i < size * size; i++) yuv[i] = 16.5 + (65.481 * data[i * 4]! + 128.553 * data[i * 4 + 1]! + 24.966 * data[i * 4 + 2]!) / 255;
        for (let row = 0; row < half; row++) {
          for (let column = 0; column < half; column++) {
            const corner = (row * size + column) * 8;
            const mean = (band: number): number => (data[corner + band]! + data[corner + 4 + band]! + data[corner + size * 4 + band]! + data[corner + size * 4 + 4 + band]!) / 1020;
            const [red, green, blue] = [mean(0), mean(1), mean(2)];
            const at = size * size + row * half + column;
            yuv[at] = 128.5 - 37.797 * red - 74.203 * green + 112 * blue;
            yuv[at + half * half] = 128.5 + 112 * red - 93.786 * green - 18.214 * blue;
          }
        }
        return yuv;
      };
      const chunks: { bytes: string; key: boolean }[] = [];
      let failure: Error | undefined;
      const encoder = new VideoEncoder({
        output: (chunk) => {
          const bytes = new Uint8Array(chunk.byteLength);
          chunk.copyTo(bytes);
          chunks.push({ bytes: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')), key: chunk.type === 'key' });
        },
        error: (error) => (failure = error),
      });
      const config: VideoEncoderConfig = { codec: 'vp8', width: size, height: size, framerate: rate, latencyMode: 'quality', bitrateMode: 'variable', bitrate };
      const { supported } = await VideoEncoder.isConfigSupported(config);
      if (!supported) throw new Error(`This Chromium cannot encode ${JSON.stringify(config)}`);
      encoder.configure(config);
      for (const [i, picture] of pictures.entries()) {
        draw(context, { ...picture, poses });
        const frame = new VideoFrame(planes(), { format: 'I420', codedWidth: size, codedHeight: size, colorSpace, timestamp: Math.round((i * 1e6) / rate) });
        encoder.encode(frame, { keyFrame: everyKey || i === 0 });
        frame.close();
        if (encoder.encodeQueueSize > 8) await encoder.flush();
        if (failure) throw failure;
      }
      await encoder.flush();
      encoder.close();
      return chunks;
    },
    { pictures, poses, bitrate, everyKey, size: SIZE, rate: RATE, colorSpace: COLOURS },
  );
}

function faceFile(name: string, poses: number, drawn: number[], chunks: Chunk[]): Uint8Array {
  const bodies = chunks.map((chunk) => Buffer.from(chunk.bytes, 'base64'));
  const places: [number, number][] = [];
  let offset = 0;
  for (const body of bodies) {
    places.push([offset, body.length]);
    offset += body.length;
  }
  const distinct = [...new Set(drawn)];
  const frames = drawn.flatMap((pose) => MOUTHS.map((_, mouth) => places[distinct.indexOf(pose) * MOUTHS.length + mouth]!));
  const header = Buffer.from(JSON.stringify({ name, width: SIZE, height: SIZE, rate: RATE, codec: 'vp8', poses, mouths: MOUTHS, frames }));
  const start = Buffer.alloc(12);
  start.write('PALFACE1', 'ascii');
  start.writeUInt32LE(header.length, 8);
  return Buffer.concat([start, header, ...bodies]);
}

async function webm(chunks: Chunk[]): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const track = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(track, { frameRate: RATE });
  await output.start();
  for (const [i, chunk] of chunks.entries()) {
    const packet = new EncodedPacket(Buffer.from(chunk.bytes, 'base64'), chunk.key ? 'key' : 'delta', i / RATE, 1 / RATE);
    await track.add(packet, { decoderConfig: { codec: 'vp8', codedWidth: SIZE, codedHeight: SIZE, colorSpace: COLOURS } });
  }
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

const name = process.argv[2] ?? '';
if (!/^[a-z]+$/.test(name)) throw new Error('Usage: node --import tsx scripts/render-face.ts <name>');
const faces = new URL('../src/service/faces/', import.meta.url);
const drawing = await readFile(new URL(`${name}.draw.js`, faces), 'utf8');
const executablePath = env.CHROME_PATH ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  // tsx keeps functions' names with a helper that the page lacks.
  await page.addInitScript('globalThis.__name = (named) => named');
  // WebCodecs exists only in a secure context: a page answered at localhost is one, without a server.
  await page.route('**/*', (route) =>
    route.fulfill(
      route.request().url().endsWith('/draw.js')
        ? { contentType: 'text/javascript', body: drawing }
        : { contentType: 'text/html', body: `<canvas width="${SIZE}" height="${SIZE}"></canvas>` },
    ),
  );
  await page.goto('http://localhost/');
  const drawn = await page.evaluate(async (poses) => {
    const source = './draw.js';
    const { drawnPose } = (await import(source)) as { drawnPose: (pose: number, poses: number) => number };
    return Array.from({ length: poses }, (_, pose) => drawnPose(pose, poses));
  }, POSES);
  const pictures = [...new Set(drawn)].flatMap((pose) => MOUTHS.map((mouth) => ({ pose, mouth })));
  const chunks = (await encode(page, [...pictures.slice(0, WARMING), ...pictures], POSES, BITRATE, true)).slice(WARMING);
  if (chunks.length !== pictures.length || chunks.some((chunk) => !chunk.key)) throw new Error('The encoder dropped a picture or made one that is no key frame.');
  const face = faceFile(name, POSES, drawn, chunks);
  await writeFile(new URL(`${name}.face`, faces), face);

  const talk = Array.from({ length: PREVIEW_POSES }, (_, pose) => ({ pose, mouth: PREVIEW_TALK[Math.floor((pose - 8) / 2.4)] ?? 'rest' }));
  const preview = await webm(await encode(page, talk, PREVIEW_POSES, PREVIEW_BITRATE, false));
  await writeFile(new URL(`${name}.webm`, faces), preview);

  const still = await page.evaluate(async (poses) => {
    const source = './draw.js';
    const { draw } = (await import(source)) as { draw: (context: CanvasRenderingContext2D, picture: { pose: number; mouth: string; poses: number }) => void };
    const canvas = document.querySelector('canvas')!;
    draw(canvas.getContext('2d')!, { pose: 0, mouth: 'rest', poses });
    return canvas.toDataURL('image/jpeg', 0.9);
  }, POSES);
  const thumbnail = Buffer.from(still.slice(still.indexOf(',') + 1), 'base64');
  await writeFile(new URL(`${name}.jpg`, faces), thumbnail);
  const kilobytes = (bytes: Uint8Array): string => `${(bytes.length / 1024).toFixed(0)} KB`;
  console.log(`${name}.face ${kilobytes(face)}: ${POSES} poses, ${chunks.length} distinct frames; ${name}.webm ${kilobytes(preview)}; ${name}.jpg ${kilobytes(thumbnail)}`);
} finally {
  await browser.close();
}
