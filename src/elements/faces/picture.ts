/** A layer as a picture, cropped to its content. */
import { SIZE, type Context } from './brush.ts';

export interface Picture {
  image: OffscreenCanvas;
  /** Position of the picture in the drawing, in device pixels. */
  x: number;
  y: number;
}

/** Bodies extend beyond the lower edge, so that breathing does not reveal a gap. */
const EXTRA_HEIGHT = 1.05;
export function newContext(width: number, height: number): OffscreenCanvasRenderingContext2D {
  return new OffscreenCanvas(Math.max(1, width), Math.max(1, height)).getContext('2d')!;
}

/** Paints a complete layer and crops its empty border. */
export function pictureOf(side: number, paint: (context: Context, unit: number) => void): Picture {
  const unit = side / SIZE;
  const width = Math.ceil(side);
  const height = Math.ceil(side * EXTRA_HEIGHT);
  const context = newContext(width, height);
  context.scale(unit, unit);
  paint(context, unit);
  const { left, top, right, bottom } = boundsOf(context.getImageData(0, 0, width, height));
  const picture = newContext(right - left, bottom - top);
  picture.drawImage(context.canvas, -left, -top);
  return { image: picture.canvas, x: left, y: top };
}

function boundsOf({ data, width, height }: ImageData) {
  const pixels = new Uint32Array(data.buffer);
  const bounds = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (pixels[y * width + x] === 0) continue;
      bounds.left = Math.min(bounds.left, x);
      bounds.right = Math.max(bounds.right, x + 1);
      bounds.top = Math.min(bounds.top, y);
      bounds.bottom = y + 1;
    }
  }
  return bounds.right > 0 ? bounds : { left: 0, top: 0, right: 1, bottom: 1 };
}
