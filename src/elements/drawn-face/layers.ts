/** The layers of a face as pictures: painted once at the size of the screen, and moved with the head. */
import type { Posture } from '@palkit/contract/face/follower';
import type { Context, Layer } from '../faces/brush.ts';
import type { Picture } from '../faces/picture.ts';
import type { Portrait } from '../faces/portrait.ts';

/** Side of a drawing in pixels of its own. */
export const SIZE = 512;

/** Where the drawing lies on the canvas, in device pixels: a square. */
export interface Figure {
  x: number;
  y: number;
  side: number;
}

/** The share of the height at which the eyes lie, see `framed`. */
const EYES_AT = 0.38 * SIZE;
/** The jaw bends the face between these heights, and hair swings between those, in parts. */
const JAW = { from: 290, to: 356, parts: 6 };
const SWING = { from: 210, to: 460, parts: 8 };
/** Steps of the numbers that a look depends on; smaller changes are not painted. */
const STEPS_PER_UNIT = 8;

const smooth = (from: number, to: number, value: number): number => {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

/** A layer whose look changes, painted again when it does. */
export class LiveLayer {
  readonly #layer: Layer;
  readonly #drawing: Portrait;
  readonly #home: Posture;
  readonly #unit: number;
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #x: number;
  readonly #y: number;
  #look = '';

  constructor(drawing: Portrait, layer: Layer, home: Posture, side: number) {
    this.#drawing = drawing;
    this.#layer = layer;
    this.#home = home;
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
    if (look !== this.#look) this.#paint(posture);
    this.#look = look;
    return { image: this.#context.canvas, x: this.#x, y: this.#y };
  }

  #paint(posture: Posture): void {
    const context = this.#context;
    const { yaw, pitch } = this.#home;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    context.translate(-this.#x, -this.#y);
    context.scale(this.#unit, this.#unit);
    const seenAtHome = { ...posture, yaw, pitch, roll: 0, breath: 0, swing: 0 };
    this.#drawing.paintLayer(context, seenAtHome, this.#layer, this.#unit);
  }
}

/** Draws a picture of a layer where the posture puts it. */
export function place(
  context: Context,
  { eyes, scale }: Portrait,
  layer: Layer,
  { image, x, y }: Picture,
  { home, posture, figure, side }: { home: Posture; posture: Posture; figure: Figure; side: number },
): void {
  const unit = figure.side / SIZE;
  const { yaw, pitch, roll, breath, blink, brow, mouth, swing } = posture;
  const middle = SIZE / 2;
  context.setTransform(unit, 0, 0, unit, figure.x, figure.y);
  context.transform(scale, 0, 0, scale, middle - middle * scale, EYES_AT - eyes * scale);
  if (layer.body) context.translate(0, -1.6 * breath);
  else {
    context.translate(middle, 400);
    context.rotate(roll);
    context.translate(-middle, -400 - 1.5 * breath);
    // The picture was painted at home; a turn in depth moves what is nearer further.
    const narrower = Math.cos(yaw) / Math.cos(home.yaw);
    const across = layer.depth * (Math.sin(yaw) - Math.sin(home.yaw) * narrower);
    const rise = (layer.rises ?? 0) * (brow + Math.min(1, mouth.jaw / 8) - 1.2 * blink);
    const down = layer.depth * (Math.sin(pitch) - Math.sin(home.pitch)) - rise;
    context.transform(narrower, 0, 0, 1, middle - middle * narrower + across, down);
  }
  // From here on the unit is a pixel of the picture, which may have been painted at another size.
  const pixel = SIZE / side / scale;
  context.transform(pixel, 0, 0, pixel, middle - middle / scale, eyes - EYES_AT / scale);
  const rowOf = (height: number) => ((height - eyes) * scale + EYES_AT) * (side / SIZE) - y;
  const rows = (bend: typeof JAW) =>
    Array.from({ length: bend.parts + 1 }, (_, part) =>
      Math.round(rowOf(bend.from + ((bend.to - bend.from) * part) / bend.parts)),
    );
  if (layer.jaw && Math.abs(mouth.jaw) > 0.05) {
    const drop = (row: number) => (mouth.jaw / pixel) * smooth(rowOf(JAW.from), rowOf(JAW.to), row);
    drawBent(context, image, x, y, rows(JAW), (row) => [0, drop(row)]);
  } else if (layer.swing && Math.abs(swing) > 0.05) {
    const sway = (row: number) =>
      ((swing * layer.swing!) / pixel) * smooth(rowOf(SWING.from), rowOf(SWING.to), row);
    drawBent(context, image, x, y, rows(SWING), (row) => [sway(row), 0]);
  } else context.drawImage(image, x, y);
}

/** Draws a picture in rows, each moved by what its upper and lower edge are moved by. */
function drawBent(
  context: Context,
  image: OffscreenCanvas,
  x: number,
  y: number,
  rows: readonly number[],
  by: (row: number) => [across: number, down: number],
): void {
  const { width, height } = image;
  const edges = [0, ...rows.filter((row) => row > 0 && row < height), height];
  for (let part = 0; part + 1 < edges.length; part++) {
    const [from, to] = [edges[part]!, edges[part + 1]!];
    // One row more covers the seam.
    const rowsHigh = Math.min(height, to + 1) - from;
    const [across, down] = by(from);
    const stretch = (to - from + by(to)[1] - down) / (to - from);
    context.drawImage(
      image,
      0,
      from,
      width,
      rowsHigh,
      x + (across + by(to)[0]) / 2,
      y + from + down,
      width,
      rowsHigh * stretch,
    );
  }
}
