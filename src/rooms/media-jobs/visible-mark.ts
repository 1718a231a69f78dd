/** Draws the letters AI on the first pictures of a video with a person's face, so that viewers know its origin. */
import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { keyFrameOf } from '@palkit/face-training/encoder';
import { webpOf } from '../embedded/vp8.ts';
import type { Packet } from './packing.ts';

/** Seconds for which the mark is visible, long enough to notice it beside a speaking face. */
export const MARK_SECONDS = 4;
const QUALITY = 88;
/**
 * The size of the mark and its distance from the lower left corner, for a picture with sides of 512 pixels.
 */
const MARK = { width: 62, height: 40, margin: 18, corner: 10, line: 4.5 };
/** The lines of the letters, from 0 to 1 within the mark. A machine without fonts could not write text. */
const LETTERS = [
  [
    [0.2, 0.78],
    [0.37, 0.22],
    [0.54, 0.78],
  ],
  [
    [0.26, 0.58],
    [0.48, 0.58],
  ],
  [
    [0.76, 0.22],
    [0.76, 0.78],
  ],
] as const;

/** Yields the pictures of a video that consists of key frames, and adds the mark to the first ones. */
export async function* markPictures(
  frames: Iterable<Packet & { key: boolean }>,
): AsyncGenerator<Packet & { key: boolean }> {
  for (const frame of frames)
    yield frame.time < MARK_SECONDS ? { ...frame, bytes: await markPicture(frame.bytes) } : frame;
}

async function markPicture(keyFrame: Uint8Array): Promise<Uint8Array> {
  const image = await loadImage(Buffer.from(webpOf(keyFrame)));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  drawMark(context, image);
  return keyFrameOf(canvas.encodeSync('webp', QUALITY));
}

function drawMark(context: SKRSContext2D, picture: { width: number; height: number }): void {
  const scale = Math.min(picture.width, picture.height) / 512;
  const { width, height, margin, corner, line } = MARK;
  context.translate(margin * scale, picture.height - (margin + height) * scale);
  context.scale(scale, scale);
  context.fillStyle = 'rgba(0, 0, 0, 0.65)';
  context.beginPath();
  context.roundRect(0, 0, width, height, corner);
  context.fill();
  context.strokeStyle = 'white';
  context.lineWidth = line;
  context.lineCap = context.lineJoin = 'round';
  for (const points of LETTERS) {
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x * width, y * height);
    context.stroke();
  }
}
