/**
 * A face that the page draws from layers, which are painted once and moved for each frame. Runs in a worker, or on
 * the main thread if the page allows no worker.
 */
import { Follower, type FaceCue, type Posture } from '@palkit/contract/face/follower';
import { MOUTH_SHAPES } from '@palkit/contract/face/lips';
import type { Context } from '../faces/brush.ts';
import type { Picture } from '../faces/picture.ts';
import type { Portrait } from '../faces/portrait.ts';
import { Bends, LiveLayer, place, SIZE, type Figure } from './layers.ts';

/** Size of the canvas and position of the drawing on it, in device pixels. */
export interface Layout {
  width: number;
  height: number;
  figure: Figure;
}

/** `rtp` is a time in the audio track (RTP, 48 kHz); `at` is the Unix time in milliseconds at which it is played. */
export interface ClockReading {
  rtp: number;
  at: number;
}

/** Assumed milliseconds from a packet's arrival to its playback, until the browser reports them. */
const USUAL_DELAY_MS = 60;
/** Maximum clock difference in milliseconds that is corrected gradually; a larger one is corrected immediately. */
const MAX_DRIFT_MS = 80;

interface PaintedLayers {
  side: number;
  pictures: (Picture | LiveLayer)[];
}

export class Rig {
  readonly #context: Context;
  readonly #drawing: Portrait;
  readonly #follower: Follower;
  readonly #restPosture: Posture;
  /** The posture in which the layers are painted. */
  readonly #home: Posture;
  /** Lets other tasks run between two layers. */
  readonly #pause: () => Promise<void>;
  #layout: Layout | null = null;
  #background: OffscreenCanvas | null = null;
  #painted: PaintedLayers | null = null;
  #paintings = 0;
  readonly #bends: Bends;
  /** Time of the audio track minus Unix time, in milliseconds; null before the first cue. */
  #clockOffset: number | null = null;
  /** True if the head stands still and only the lips move. */
  still = false;
  /** Unix time in milliseconds until which the face looks worried. */
  worriedUntil = 0;

  constructor(context: Context, drawing: Portrait, pause: () => Promise<void>) {
    this.#context = context;
    this.#drawing = drawing;
    this.#pause = pause;
    this.#bends = new Bends(drawing.newContext);
    this.#follower = new Follower(drawing.character);
    this.#restPosture = { ...this.#follower.home, mouth: MOUTH_SHAPES.rest, worry: 0 };
    this.#home = { ...this.#restPosture, roll: 0 };
  }

  cue(cue: FaceCue, now: number): void {
    this.#follower.cue(cue);
    if (cue.seed !== undefined) this.#clockOffset = null;
    this.#clockOffset ??= this.#follower.milliseconds(cue.at) - now - USUAL_DELAY_MS;
  }

  clock({ rtp, at }: ClockReading): void {
    if (this.#clockOffset === null) return;
    const offset = this.#follower.milliseconds(rtp) - at;
    const drift = offset - this.#clockOffset;
    this.#clockOffset += Math.abs(drift) > MAX_DRIFT_MS ? drift : drift / 4;
  }

  /**
   * Resolves when the layers are painted at the new size, or when a newer layout replaces this one. Until then the
   * previous layers are drawn.
   */
  async layOut(layout: Layout): Promise<void> {
    const { width, height, figure } = layout;
    const painting = ++this.#paintings;
    this.#layout = layout;
    this.#context.canvas.width = width;
    this.#context.canvas.height = height;
    this.#background = this.#paintGround(layout);
    if (this.#painted) this.draw(null);
    if (this.#painted?.side === figure.side) return;
    const pictures: (Picture | LiveLayer)[] = [];
    for (const layer of this.#drawing.layers) {
      await this.#pause();
      if (painting !== this.#paintings) return;
      pictures.push(
        layer.live
          ? new LiveLayer(this.#drawing, layer, this.#home, figure.side)
          : this.#drawing.picture(this.#home, layer, figure.side),
      );
    }
    this.#painted = { side: figure.side, pictures };
  }

  /** Paints the background of the drawing on the entire canvas. */
  #paintGround({ width, height, figure }: Layout): OffscreenCanvas {
    const context = this.#drawing.newContext(width, height);
    const unit = figure.side / SIZE;
    context.setTransform(unit, 0, 0, unit, figure.x, figure.y);
    this.#drawing.paintGround(context, this.#home, unit, [
      -figure.x / unit,
      -figure.y / unit,
      width / unit,
      height / unit,
    ]);
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
    this.#context.drawImage(context.canvas, 0, 0);
    return context.canvas;
  }

  /** Draws the face at a Unix time in milliseconds; `null` draws it at rest. Returns false if it is not painted yet. */
  draw(now: number | null): boolean {
    const paintedLayers = this.#painted;
    const layout = this.#layout;
    const background = this.#background;
    if (!paintedLayers || !layout || !background) return false;
    const context = this.#context;
    const posture = this.#postureAt(now);
    const { figure } = layout;
    // Draw only the background behind the figure, because the background beside it never changes.
    const left = Math.max(0, Math.floor(figure.x));
    const visibleWidth = Math.min(layout.width, Math.ceil(figure.x + figure.side)) - left;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(background, left, 0, visibleWidth, layout.height, left, 0, visibleWidth, layout.height);
    for (const [index, layer] of this.#drawing.layers.entries()) {
      const entry = paintedLayers.pictures[index]!;
      const picture = entry instanceof LiveLayer ? entry.picture(posture) : entry;
      place(context, this.#drawing, layer, picture, {
        home: this.#home,
        posture,
        figure,
        side: paintedLayers.side,
        bends: layer.jaw || layer.swing ? this.#bends : null,
      });
    }
    return true;
  }

  #postureAt(now: number | null): Posture {
    if (now === null) return this.#restPosture;
    // Without cues of a room, the page's clock moves the face.
    return this.#follower.posture(now + (this.#clockOffset ?? 0), this.still, now < this.worriedUntil);
  }
}
