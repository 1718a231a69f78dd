/**
 * Draws faces in headless Chromium and writes to src/assets/faces:
 *
 * - `<name>.face`: poses (`src/contract/face/moves.ts`), and mouths as VP8 key frames
 *   (`src/rooms/embedded/face-file.ts`);
 * - `<name>.between.face`: the remaining poses, and the motion of all;
 * - `<name>.jpg` and `<name>.webm`.
 *
 *   --sheet FOLDER   only a picture of some poses and mouths, for checks while drawing
 *   --row FILE       only the faces side by side (docs/faces.png)
 *   --between        only `<name>.between.face`
 *   --large          only `<name>.large.face` and `<name>.large.between.face`, with 720 pixels
 *
 * Usage: node --import tsx scripts/render-face.ts mira tomas noor pip
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { parseArgs } from 'node:util';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { MOUTHS } from '../src/contract/mouths.ts';
import { withHeader, type BetweenHeader, type DrawnFace } from '../src/rooms/embedded/face-file.ts';
import type { FaceMotion } from '../src/contract/face/motion.ts';
import { Performance } from '../src/contract/face/performance.ts';
import { findChromium } from './chromium.ts';
import { DRAWING_SIZE, openDrawing } from './drawing-page.ts';
import { CHARACTERS, type FaceName } from '../src/contract/face/characters.ts';
import { motionOf } from '../src/contract/face/moves.ts';
import type { DrawnPose, Stance } from '../src/contract/face/poses.ts';

const {
  values: { sheet: sheets, row, between, large },
  positionals,
} = parseArgs({
  allowPositionals: true,
  options: {
    sheet: { type: 'string' },
    row: { type: 'string' },
    between: { type: 'boolean' },
    large: { type: 'boolean' },
  },
});

const SIZE = large ? 720 : DRAWING_SIZE;
const RATE = 25;
const PICTURES = { width: SIZE, height: SIZE, codec: 'vp8' } as const;
/** Chromium's VP8 encoder has no quantizer setting, so the bit rate controls the size. */
const BITRATE = Number(env.BITRATE ?? (large ? 1_500_000 : 920_000));
/** Number of pictures that are encoded and discarded first, until the encoder's rate control has settled. */
const WARMING = 28;
/**
 * The colour space that WebRTC receivers assume for VP8. A frame created directly from a canvas is converted
 * differently and looks oversaturated.
 */
const COLOURS = {
  matrix: 'smpte170m',
  primaries: 'bt709',
  transfer: 'iec61966-2-1',
  fullRange: false,
} as const;
const PREVIEW_FRAMES = 75;
const PREVIEW_BITRATE = 500_000;
const PREVIEW_TALK = (
  'rest rest slight open open slight closed wide wide teeth open round round slight rest ' +
  'closed open wide slight rest rest'
).split(' ');

interface Picture {
  stance: Stance;
  mouth: string;
}

interface Chunk {
  bytes: string;
  key: boolean;
}

/** Draws and encodes pictures in order; `everyKey` makes each one a key frame. */
async function encode(page: Page, pictures: Picture[], bitrate: number, everyKey: boolean): Promise<Chunk[]> {
  return page.evaluate(
    async ({ pictures, bitrate, everyKey, size, rate, colorSpace }) => {
      const source = './draw.js';
      const { draw } = (await import(source)) as {
        draw: (context: CanvasRenderingContext2D, stance: object, mouth: string) => void;
      };
      const canvas = document.querySelector('canvas')!;
      const context = canvas.getContext('2d', { willReadFrequently: true })!;
      /** Converts the canvas to planar 4:2:0, BT.601, 16 to 235. */
      const planes = (): Uint8Array<ArrayBuffer> => {
        const { data } = context.getImageData(0, 0, size, size);
        const halfSize = size / 2;
        const yuv = new Uint8Array(size * size * 1.5);
        for (let i = 0; i < size * size; i++)
          yuv[i] =
            16.5 + (65.481 * data[i * 4]! + 128.553 * data[i * 4 + 1]! + 24.966 * data[i * 4 + 2]!) / 255;
        for (let row = 0; row < halfSize; row++) {
          for (let column = 0; column < halfSize; column++) {
            const corner = (row * size + column) * 8;
            const mean = (band: number): number =>
              (data[corner + band]! +
                data[corner + 4 + band]! +
                data[corner + size * 4 + band]! +
                data[corner + size * 4 + 4 + band]!) /
              1020;
            const [red, green, blue] = [mean(0), mean(1), mean(2)];
            const offset = size * size + row * halfSize + column;
            yuv[offset] = 128.5 - 37.797 * red - 74.203 * green + 112 * blue;
            yuv[offset + halfSize * halfSize] = 128.5 + 112 * red - 93.786 * green - 18.214 * blue;
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
          chunks.push({
            bytes: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')),
            key: chunk.type === 'key',
          });
        },
        error: (error) => (failure = error),
      });
      const config: VideoEncoderConfig = {
        codec: 'vp8',
        width: size,
        height: size,
        framerate: rate,
        latencyMode: 'quality',
        bitrateMode: 'variable',
        bitrate,
      };
      const { supported } = await VideoEncoder.isConfigSupported(config);
      if (!supported) throw new Error(`This Chromium cannot encode ${JSON.stringify(config)}`);
      encoder.configure(config);
      for (const [i, picture] of pictures.entries()) {
        draw(context, picture.stance, picture.mouth);
        const frame = new VideoFrame(planes(), {
          format: 'I420',
          codedWidth: size,
          codedHeight: size,
          colorSpace,
          timestamp: Math.round((i * 1e6) / rate),
        });
        encoder.encode(frame, { keyFrame: everyKey || i === 0 });
        frame.close();
        if (encoder.encodeQueueSize > 8) await encoder.flush();
        if (failure) throw failure;
      }
      await encoder.flush();
      encoder.close();
      return chunks;
    },
    { pictures, bitrate, everyKey, size: SIZE, rate: RATE, colorSpace: COLOURS },
  );
}

function isFaceName(name: string): name is FaceName {
  return name in CHARACTERS;
}

/** Builds the face file of the poses with an index below `firstPose`, each with its mouth shapes. */
function faceFile(name: string, poses: readonly DrawnPose[], firstPose: number, chunks: Chunk[]): Uint8Array {
  const { places: chunkPlaces, bodies } = layOut(chunks);
  let placeIndex = 0;
  const frames = poses.slice(0, firstPose).flatMap(({ mouths }) => {
    const posePlaces = chunkPlaces.slice(placeIndex, (placeIndex += mouths ? MOUTHS.length : 1));
    return MOUTHS.map((_, mouth) => posePlaces[mouth] ?? posePlaces[0]!);
  });
  return withHeader(
    { name, ...PICTURES, rate: RATE, poses: firstPose, mouths: [...MOUTHS], frames } satisfies object,
    bodies,
  );
}

/** Builds the file of the poses from `firstPose` on, which have no mouths, and the motion of all poses. */
function betweenFile(name: string, firstPose: number, motion: FaceMotion, chunks: Chunk[]): Uint8Array {
  const { places: chunkPlaces, bodies } = layOut(chunks);
  return withHeader(
    { name, ...PICTURES, after: firstPose, frames: chunkPlaces, motion } satisfies BetweenHeader,
    bodies,
  );
}

function layOut(chunks: readonly Chunk[]): { places: [number, number][]; bodies: Buffer[] } {
  let offset = 0;
  const bodies = chunks.map((chunk) => Buffer.from(chunk.bytes, 'base64'));
  return { bodies, places: bodies.map((body) => [(offset += body.length) - body.length, body.length]) };
}

async function webm(chunks: Chunk[]): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const track = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(track, { frameRate: RATE });
  await output.start();
  for (const [i, chunk] of chunks.entries()) {
    const packet = new EncodedPacket(
      Buffer.from(chunk.bytes, 'base64'),
      chunk.key ? 'key' : 'delta',
      i / RATE,
      1 / RATE,
    );
    await track.add(packet, {
      decoderConfig: { codec: 'vp8', codedWidth: SIZE, codedHeight: SIZE, colorSpace: COLOURS },
    });
  }
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

/** Returns three seconds of talking, the same in every run. */
function talk(poses: readonly DrawnPose[], motion: FaceMotion): Picture[] {
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const performance = new Performance(
    { poses: poses.length, motion, speaks: (pose: number) => poses[pose]!.mouths } as DrawnFace,
    random,
  );
  return Array.from({ length: PREVIEW_FRAMES }, (_, frame) => {
    const mouthName = PREVIEW_TALK[Math.floor((frame - 8) / 2.4)];
    const { pose, mouth } = performance.next(
      'idle',
      mouthName === undefined ? null : MOUTHS.indexOf(mouthName as (typeof MOUTHS)[number]),
    );
    return { stance: poses[pose]!.stance, mouth: MOUTHS[mouth]! };
  });
}

/** Draws pictures side by side as a PNG. */
async function sheet(page: Page, pictures: Picture[], columns: number, size: number): Promise<Uint8Array> {
  const url = await page.evaluate(
    async ({ pictures, columns, size }) => {
      const source = './draw.js';
      const { draw } = (await import(source)) as {
        draw: (context: CanvasRenderingContext2D, stance: object, mouth: string) => void;
      };
      const canvas = document.querySelector('canvas')!;
      const fullCanvas = new OffscreenCanvas(
        size * Math.min(columns, pictures.length),
        size * Math.ceil(pictures.length / columns),
      );
      for (const [index, { stance, mouth }] of pictures.entries()) {
        draw(canvas.getContext('2d')!, stance, mouth);
        fullCanvas
          .getContext('2d')!
          .drawImage(canvas, (index % columns) * size, Math.floor(index / columns) * size, size, size);
      }
      const bytes = new Uint8Array(
        await (await fullCanvas.convertToBlob({ type: 'image/png' })).arrayBuffer(),
      );
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    { pictures, columns, size },
  );
  return Buffer.from(url, 'base64');
}

const names = positionals.filter(isFaceName);
if (names.length === 0 || names.length < positionals.length)
  throw new Error('Usage: node --import tsx scripts/render-face.ts <name> …');
const faces = new URL('../src/assets/faces/', import.meta.url);
const { path: executablePath, environment } = await findChromium();
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox'],
  env: { ...process.env, ...environment },
});
const kilobytes = (bytes: Uint8Array): string => `${(bytes.length / 1024).toFixed(0)} KB`;

/** Draws the faces side by side with rounded corners as a PNG. */
async function drawSideBySide(): Promise<Uint8Array> {
  const pictures = await Promise.all(
    names.map(
      async (name) =>
        `data:image/jpeg;base64,${(await readFile(new URL(`${name}.jpg`, faces))).toString('base64')}`,
    ),
  );
  const page = await browser.newPage({ viewport: { width: pictures.length * 250 - 10, height: 240 } });
  await page.setContent(
    `<body style="margin:0;display:flex;gap:10px">` +
      `${pictures.map((picture) => `<img src="${picture}" style="width:240px;border-radius:24px">`).join('')}`,
  );
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  return picture;
}

/** Draws every mouth in the home pose, and the poses that are farthest from it. */
async function drawLookSheet(page: Page, poses: readonly DrawnPose[]): Promise<Uint8Array> {
  const home = poses[0]!.stance;
  const farthest = (key: keyof Stance): Stance =>
    poses
      .map(({ stance }) => stance)
      .reduce((a, b) => (Math.abs(b[key] - home[key]) > Math.abs(a[key] - home[key]) ? b : a));
  const stances = (['gazeY', 'brow', 'pitch', 'blink', 'yaw'] as const).map(farthest);
  const pictures = [
    ...MOUTHS.map((mouth) => ({ stance: home, mouth })),
    ...stances.map((stance) => ({ stance, mouth: 'rest' })),
  ];
  return sheet(page, pictures, 4, 320);
}

/** Draws the face in its home pose with its mouth at rest, as a JPEG. */
async function thumbnailOf(page: Page, home: Stance): Promise<Uint8Array> {
  const stillPicture = await page.evaluate(async (stance) => {
    const source = './draw.js';
    const { draw } = (await import(source)) as {
      draw: (context: CanvasRenderingContext2D, stance: object, mouth: string) => void;
    };
    const canvas = document.querySelector('canvas')!;
    draw(canvas.getContext('2d')!, stance, 'rest');
    return canvas.toDataURL('image/jpeg', 0.9);
  }, home);
  return Buffer.from(stillPicture.slice(stillPicture.indexOf(',') + 1), 'base64');
}

/** Encodes pictures as key frames, after `warming` pictures that let the encoder's rate control settle. */
async function keyFrames(page: Page, warming: Picture[], pictures: Picture[]): Promise<Chunk[]> {
  const chunks = (await encode(page, [...warming, ...pictures], BITRATE, true)).slice(warming.length);
  if (chunks.length !== pictures.length || chunks.some((chunk) => !chunk.key))
    throw new Error('The encoder dropped a picture or made one that is no key frame.');
  return chunks;
}

async function render(name: FaceName): Promise<void> {
  const startedAt = performance.now();
  const page = await openDrawing(browser, name, SIZE);
  const { poses, motion, first: firstPose } = motionOf(CHARACTERS[name]);
  if (sheets) {
    await writeFile(join(sheets, `${name}.png`), await drawLookSheet(page, poses));
    return;
  }
  const speaking = poses
    .slice(0, firstPose)
    .flatMap(({ stance, mouths }) =>
      (mouths ? MOUTHS : MOUTHS.slice(0, 1)).map((mouth) => ({ stance, mouth })),
    );
  const resting = poses.slice(firstPose).map(({ stance }) => ({ stance, mouth: 'rest' }));
  const pictures = between ? resting : [...speaking, ...resting];
  const chunks = await keyFrames(page, speaking.slice(0, WARMING), pictures);
  const betweenBytes = betweenFile(name, firstPose, motion, chunks.splice(-resting.length));
  const file = large ? `${name}.large` : name;
  await writeFile(new URL(`${file}.between.face`, faces), betweenBytes);
  if (between) {
    await page.close();
    console.log(`${file}.between.face ${kilobytes(betweenBytes)}: ${resting.length} poses`);
    return;
  }
  const face = faceFile(name, poses, firstPose, chunks);
  await writeFile(new URL(`${file}.face`, faces), face);
  if (large) {
    await page.close();
    console.log(`${file}.face ${kilobytes(face)}, ${file}.between.face ${kilobytes(betweenBytes)}`);
    return;
  }
  const preview = await webm(await encode(page, talk(poses, motion), PREVIEW_BITRATE, false));
  await writeFile(new URL(`${name}.webm`, faces), preview);
  const thumbnail = await thumbnailOf(page, poses[0]!.stance);
  await writeFile(new URL(`${name}.jpg`, faces), thumbnail);
  await page.close();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(
    `${name}.face ${kilobytes(face)}: ${firstPose} poses, ${chunks.length} frames; ${name}.webm ` +
      `${kilobytes(preview)}; ${name}.jpg ${kilobytes(thumbnail)}; ${seconds} s`,
  );
}

try {
  if (row) await writeFile(row, await drawSideBySide());
  else for (const name of names) await render(name);
} finally {
  await browser.close();
}
