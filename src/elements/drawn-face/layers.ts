/** The layers of a face as pictures, which are painted once at screen size and moved with the head. */
import type { Posture } from '@palkit/contract/face/follower';
import type { Context, Layer } from '../faces/brush.ts';
import type { Picture } from '../faces/picture.ts';
import type { Portrait } from '../faces/portrait.ts';

/** Width and height of a drawing in its own pixels. */
export const SIZE = 512;

/** The square of the canvas that the drawing fills, in device pixels. */
export interface Figure {
  x: number;
  y: number;
  side: number;
}

/** Height of the eyes in the drawing, at 38 % (see `frameHead`). */
const EYES_AT = 0.38 * SIZE;
/**
 * `JAW` is the range of heights in which the jaw bends the face, `HAIR_SWING` that in which hair swings; `parts` is
 * the number of strips.
 */
const JAW = { from: 290, to: 356, parts: 6 };
const HAIR_SWING = { from: 210, to: 460, parts: 8 };
/** Pixels from the centre of the face to the centre of a brow. */
const BROW = 48;
/** Margin around a picture in pixels, into which it may bend. */
const BEND_MARGIN = 40;
/** Steps per unit of the values that determine the appearance of a layer; a smaller change does not repaint it. */
const STEPS_PER_UNIT = 8;

const smoothStep = (from: number, to: number, value: number): number => {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

/** A layer that is repainted when its appearance changes. */
export class LiveLayer {
  readonly #layer: Layer;
  readonly #drawing: Portrait;
  readonly #homePosture: Posture;
  readonly #unit: number;
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #x: number;
  readonly #y: number;
  #paintedLook = '';

  constructor(drawing: Portrait, layer: Layer, home: Posture, side: number) {
    this.#drawing = drawing;
    this.#layer = layer;
    this.#homePosture = home;
    this.#unit = side / SIZE;
    const [x, y, width, height] = layer.live!.box;
    const { eyes, scale } = drawing;
    this.#x = Math.floor(this.#unit * (SIZE / 2 + (x - SIZE / 2) * scale));
    this.#y = Math.floor(this.#unit * (EYES_AT + (y - eyes) * scale));
    const pixels = this.#unit * scale;
    this.#context = drawing.newContext(Math.ceil(width * pixels) + 1, Math.ceil(height * pixels) + 1);
  }

  picture(posture: Posture): Picture {
    const look = this.#layer
      .live!.look(posture)
      .map((value) => Math.round(value * STEPS_PER_UNIT))
      .join();
    if (look !== this.#paintedLook) this.#paint(posture);
    this.#paintedLook = look;
    return { image: this.#context.canvas, x: this.#x, y: this.#y };
  }

  #paint(posture: Posture): void {
    const context = this.#context;
    const { yaw, pitch } = this.#homePosture;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    context.translate(-this.#x, -this.#y);
    context.scale(this.#unit, this.#unit);
    const neutralPosture = { ...posture, yaw, pitch, roll: 0, breath: 0, swing: 0 };
    this.#drawing.paintLayer(context, neutralPosture, this.#layer, this.#unit);
  }
}

/** Draws the picture of a layer at the position for the posture. */
export function place(
  context: Context,
  { eyes, scale }: Portrait,
  layer: Layer,
  { image, x, y }: Picture,
  {
    home,
    posture,
    figure,
    side,
    bends,
  }: { home: Posture; posture: Posture; figure: Figure; side: number; bends: Bends | null },
): void {
  const unit = figure.side / SIZE;
  const { yaw, pitch, roll, breath, blink, brow, mouth, worry } = posture;
  const middle = SIZE / 2;
  context.setTransform(unit, 0, 0, unit, figure.x, figure.y);
  context.transform(scale, 0, 0, scale, middle - middle * scale, EYES_AT - eyes * scale);
  if (layer.body) context.translate(0, -1.6 * breath);
  else {
    context.translate(middle, 400);
    context.rotate(roll);
    context.translate(-middle, -400 - 1.5 * breath);
    // The picture was painted in the home posture. When the head turns, its near parts move further than its far
    // parts.
    const widthRatio = Math.cos(yaw) / Math.cos(home.yaw);
    const shiftX = layer.depth * (Math.sin(yaw) - Math.sin(home.yaw) * widthRatio);
    const brows = layer.brow ?? 0;
    const rise = (brows < 0 ? 1 : 0.8 * brows) * (brow + Math.min(1, mouth.jaw / 8) - 1.2 * blink);
    // The inner ends of worried brows are raised.
    const slant = 0.16 * brows * worry;
    const shiftY = layer.depth * (Math.sin(pitch) - Math.sin(home.pitch)) - rise;
    context.transform(
      widthRatio,
      slant,
      0,
      1,
      middle - middle * widthRatio + shiftX,
      shiftY - slant * (middle + BROW * brows),
    );
  }
  // From here on the unit is a pixel of the picture, which may have been painted at another scale.
  const pixel = SIZE / side / scale;
  context.transform(pixel, 0, 0, pixel, middle - middle / scale, eyes - EYES_AT / scale);
  const rowOf = (height: number) => ((height - eyes) * scale + EYES_AT) * (side / SIZE) - y;
  const bent = bends?.bend({ image, x, y }, layer, posture, rowOf, pixel);
  if (bent) context.drawImage(bent.image, bent.x, bent.y);
  else context.drawImage(image, x, y);
}

/** Draws layers that bend. Each has a separate canvas, which is redrawn when its bend changes. */
export class Bends {
  readonly #newContext: Portrait['newContext'];
  readonly #canvases = new Map<
    Layer,
    { picture: Picture; look: string; context: OffscreenCanvasRenderingContext2D }
  >();

  constructor(newContext: Portrait['newContext']) {
    this.#newContext = newContext;
  }

  /**
   * Returns null for a layer that is not bent now. `pixel` is the size of a picture pixel in the head's coordinates.
   */
  bend(
    picture: Picture,
    layer: Layer,
    { mouth, swing }: Posture,
    rowOf: (height: number) => number,
    pixel: number,
  ): Picture | null {
    const bend = layer.jaw ? JAW : HAIR_SWING;
    const offset = Math.round(((layer.jaw ? mouth.jaw : swing * (layer.swing ?? 0)) / pixel) * 4) / 4;
    if (offset === 0) return null;
    const { image } = picture;
    let cachedBend = this.#canvases.get(layer);
    if (cachedBend?.picture.image !== image) {
      cachedBend = {
        picture,
        look: '',
        context: this.#newContext(image.width + 2 * BEND_MARGIN, image.height + 2 * BEND_MARGIN),
      };
      this.#canvases.set(layer, cachedBend);
    }
    const look = `${offset}`;
    if (cachedBend.look !== look) {
      cachedBend.look = look;
      const [from, to] = [rowOf(bend.from), rowOf(bend.to)];
      const rows = [...Array(bend.parts + 1).keys()].map((strip) =>
        Math.round(from + ((to - from) * strip) / bend.parts),
      );
      const offsetOf = (row: number) => offset * smoothStep(from, to, row);
      drawBent(cachedBend.context, image, rows, (row) =>
        layer.jaw ? [0, offsetOf(row)] : [offsetOf(row), 0],
      );
    }
    return { image: cachedBend.context.canvas, x: picture.x - BEND_MARGIN, y: picture.y - BEND_MARGIN };
  }
}

/**
 * Draws a picture in horizontal strips, each moved by the offsets of its upper and lower edges. Adjacent strips may
 * share a pixel row that each covers partly, so their values are added.
 */
function drawBent(
  context: OffscreenCanvasRenderingContext2D,
  image: OffscreenCanvas,
  rows: readonly number[],
  offsetOf: (row: number) => [across: number, down: number],
): void {
  const { width, height } = image;
  context.globalCompositeOperation = 'lighter';
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  const edges = [0, ...rows.filter((row) => row > 0 && row < height), height];
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const to = edges[index + 1]!;
    const [offsetX, offsetY] = offsetOf(from);
    const [nextOffsetX, nextOffsetY] = offsetOf(to);
    const x = BEND_MARGIN + (offsetX + nextOffsetX) / 2;
    const y = BEND_MARGIN + from + offsetY;
    context.drawImage(image, 0, from, width, to - from, x, y, width, to + nextOffsetY - from - offsetY);
  }
}
