/** Draws a picture with all mouth shapes of a face for its owner. */
import { createCanvas, ImageData } from '@napi-rs/canvas';

/** Pixels per side of each picture on the sheet. */
const SIDE = 256;
const QUALITY = 80;

/**
 * @param pictures with `size` pixels per side and four bytes per pixel
 * @returns a WebP picture with all pictures side by side
 */
export function mouthSheet(pictures: readonly Uint8ClampedArray<ArrayBuffer>[], size: number): Uint8Array {
  const sheet = createCanvas(SIDE * pictures.length, SIDE);
  const context = sheet.getContext('2d');
  const canvas = createCanvas(size, size);
  for (const [index, rgba] of pictures.entries()) {
    canvas.getContext('2d').putImageData(new ImageData(rgba, size, size), 0, 0);
    context.drawImage(canvas, 0, 0, size, size, index * SIDE, 0, SIDE, SIDE);
  }
  return sheet.encodeSync('webp', QUALITY);
}
