/**
 * The brush that turns a head in depth, and the background. Heads are drawn on 512 x 512 pixels, seen from the front.
 */
import type { Character } from '@palkit/contract/face/character';
import type { Posture } from '@palkit/contract/face/follower';
import type { MouthShape } from '@palkit/contract/face/lips';
import type { Stance } from '@palkit/contract/face/poses';

export const SIZE = 512;
export const FULL_TURN = Math.PI * 2;

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
/** Pixels in front of the plane of the ears, or the way in which a part of the head bends. */
export type Depth = number | 'face' | 'skin' | 'edge' | 'hair' | 'back';
export type Point = [x: number, y: number];
type Paint = string | CanvasGradient;
/** -1 for the left of the picture, 1 for the right. */
export type SideSign = -1 | 1;

/** The colours of a face. `wing` is true if the lashes are winged outwards. */
export interface Look {
  skin: Record<'light' | 'base' | 'warm' | 'shade' | 'deep' | 'glow' | 'blush', string>;
  iris: string[];
  brows: string[];
  lips: string[];
  lids: string[];
  lash: string;
  wing: boolean;
}

/** A part of a face that is painted separately and moves as a unit. */
export interface Layer {
  /** Set for the body, which does not turn with the head. */
  body?: true;
  depth: number;
  /** `jaw` is set for a part that bends with the jaw. `swing` is the fraction by which hair swings. */
  jaw?: true;
  swing?: number;
  /** The side of a brow. */
  brow?: SideSign;
  /**
   * Set for a part whose appearance changes: `box` is its area in the head's coordinates, and `look` returns the
   * numbers that determine the appearance. Equal numbers mean an equal picture.
   */
  live?: { box: [x: number, y: number, width: number, height: number]; look(posture: Posture): number[] };
  paint(brush: Brush): void;
}

export interface Drawing {
  character: Character;
  look: Look;
  background(brush: Brush): void;
  layers: readonly Layer[];
  /** `eyes` is the height of the eyes in the head's coordinates; `scale` is the size of the head in the frame. */
  eyes: number;
  scale: number;
}

const smooth = (from: number, to: number, value: number): number => {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

/** Returns the depth of the face's surface at a point, for an egg-shaped head. */
export function depthAt(x: number, y: number): number {
  const relativeX = (x - 256) / 104;
  const relativeY = (y - 240) / 158;
  return 92 * Math.sqrt(Math.max(0, 1 - relativeX * relativeX - relativeY * relativeY));
}

/**
 * Draws paths and soft shades on a turned head. Everything is drawn in the flat coordinates of a head seen from the
 * front; `place` turns it in depth, so that nose and lips move more than the skull and the hair.
 */
export class Brush {
  readonly context: Context;
  readonly stance: Posture;
  readonly look: Look;
  /** Canvas pixels for one pixel of the drawing. */
  readonly unit: number;
  /** Scale of the head, see `frameHead`. */
  scale = 1;
  /** The area that the background fills: left, top, width and height. */
  area: [number, number, number, number] = [0, 0, SIZE, SIZE];

  constructor(context: Context, stance: Posture, look: Look, unit = 1) {
    this.context = context;
    this.stance = stance;
    this.look = look;
    this.unit = unit;
  }

  /**
   * @param depth pixels in front of the plane of the ears, or a place on the head: 'face' (skin that moves with
   *   the jaw), 'skin' (other skin), 'edge' (outline of the face, moves with the jaw), 'hair' (beside the head) or
   *   'back' (hair behind it); hair swings
   */
  place(x: number, y: number, depth: Depth): Point {
    const { yaw, pitch, mouth, swing } = this.stance;
    let z = typeof depth === 'number' ? depth : 0;
    let shiftY = 0;
    if (depth === 'face' || depth === 'skin') z = depthAt(x, y);
    if (depth === 'face') shiftY = mouth.jaw * smooth(290, 356, y);
    if (depth === 'edge') {
      z = 8;
      shiftY = mouth.jaw * smooth(290, 356, y);
    }
    if (depth === 'hair') {
      z = 4;
      x += swing * smooth(210, 460, y);
    }
    if (depth === 'back') {
      z = -34;
      x += swing * 0.8 * smooth(210, 460, y);
    }
    return [256 + (x - 256) * Math.cos(yaw) + z * Math.sin(yaw), y + shiftY + z * Math.sin(pitch)];
  }

  /** Begins a path from absolute SVG commands M, L, Q, C and Z. */
  trace(path: string, depth: Depth): void {
    const { context } = this;
    context.beginPath();
    for (const [, command, list = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
      const numbers = list
        .trim()
        .split(/[\s,]+/)
        .map(Number);
      const points: number[] = [];
      for (let i = 0; i + 1 < numbers.length; i += 2)
        points.push(...this.place(numbers[i]!, numbers[i + 1]!, depth));
      if (command === 'M') context.moveTo(...(points as Point));
      if (command === 'L') context.lineTo(...(points as Point));
      if (command === 'Q') context.quadraticCurveTo(...(points as [...Point, ...Point]));
      if (command === 'C')
        for (let i = 0; i < points.length; i += 6)
          context.bezierCurveTo(...(points.slice(i, i + 6) as [...Point, ...Point, ...Point]));
      if (command === 'Z') context.closePath();
    }
  }

  fill(path: string, depth: Depth, paint: Paint): void {
    this.trace(path, depth);
    this.context.fillStyle = paint;
    this.context.fill();
  }

  stroke(path: string, depth: Depth, paint: Paint, width: number): void {
    this.trace(path, depth);
    Object.assign(this.context, {
      strokeStyle: paint,
      lineWidth: width,
      lineCap: 'round',
      lineJoin: 'round',
    });
    this.context.stroke();
  }

  /**
   * Blurs everything until the next `restore`. Lengths in filters are in canvas pixels and not scaled by the context.
   */
  blur(length: number): void {
    this.context.filter = `blur(${length * this.scale * this.unit}px)`;
  }

  /** Draws a shape with blurred edges. */
  paintBlurred(path: string, depth: Depth, paint: Paint, blur: number, strength = 1): void {
    const { context } = this;
    context.save();
    this.blur(blur);
    context.globalAlpha = strength;
    this.fill(path, depth, paint);
    context.restore();
  }

  /** Calls `paint` with drawing clipped to a path. */
  within(path: string, depth: Depth, paint: () => void): void {
    this.context.save();
    this.trace(path, depth);
    this.context.clip();
    paint();
    this.context.restore();
  }

  /** Creates a linear gradient between two canvas points. */
  grade(x0: number, y0: number, x1: number, y1: number, ...stops: string[]): CanvasGradient {
    const gradient = this.context.createLinearGradient(x0, y0, x1, y1);
    stops.forEach((stop, i) => gradient.addColorStop(i / (stops.length - 1), stop));
    return gradient;
  }

  /**
   * Draws a soft elliptical spot of light or colour: `rgb` at the given strength in the centre, transparent
   * at the edge.
   */
  spot(
    x: number,
    y: number,
    depth: Depth,
    rx: number,
    ry: number,
    rgb: string,
    strength: number,
    angle = 0,
  ): void {
    const { context } = this;
    const [px, py] = this.place(x, y, depth);
    context.save();
    context.translate(px, py);
    context.rotate(angle);
    context.scale(rx, ry);
    context.fillStyle = this.glow(
      0,
      0,
      1,
      ...[1, 0.85, 0.5, 0.18, 0].map((fraction) => `rgba(${rgb},${strength * fraction})`),
    );
    context.fillRect(-1, -1, 2, 2);
    context.restore();
  }

  glow(x: number, y: number, radius: number, ...stops: string[]): CanvasGradient {
    const gradient = this.context.createRadialGradient(x, y, 0, x, y, radius);
    stops.forEach((stop, i) => gradient.addColorStop(i / (stops.length - 1), stop));
    return gradient;
  }

  ellipse(x: number, y: number, depth: Depth, rx: number, ry: number, paint: Paint, angle = 0): void {
    const [px, py] = this.place(x, y, depth);
    this.context.beginPath();
    this.context.ellipse(px, py, rx, ry, angle, 0, FULL_TURN);
    this.context.fillStyle = paint;
    this.context.fill();
  }
}

/** Calls `paint` with the head's roll and breathing applied. */
export function turnHead({ context, stance }: Brush, paint: () => void): void {
  context.save();
  context.translate(256, 400);
  context.rotate(stance.roll);
  context.translate(-256, -400 - 1.5 * stance.breath);
  paint();
  context.restore();
}

/**
 * Calls `paint` within the frame of a portrait: the eyes are at 38 % of the height, the head is about half as high as
 * the picture, and both shoulders are visible. Drawings extend down to 650.
 *
 * @param eyes height of the eyes in the head's coordinates
 */
export function frameHead(brush: Brush, paint: () => void, eyes: number, scale: number): void {
  const { context } = brush;
  brush.scale = scale;
  context.save();
  context.translate(256, 0.38 * SIZE);
  context.scale(scale, scale);
  context.translate(-256, -eyes);
  paint();
  context.restore();
}

/** Draws a plain background with a disc of light behind the head. */
export function paintBackground(
  brush: Brush,
  sky: string[],
  disc: string[],
  [x, y, radius]: [x: number, y: number, radius: number],
): void {
  const { context } = brush;
  context.fillStyle = brush.grade(60, 0, 440, 512, ...sky);
  context.fillRect(...brush.area);
  context.beginPath();
  context.arc(x, y, radius, 0, FULL_TURN);
  context.fillStyle = brush.grade(x - 172, y - 178, x + 158, y + 192, ...disc);
  context.fill();
}

/** Paints a complete picture of 512 x 512 pixels. */
export function paintPortrait(drawing: Drawing, context: Context, stance: Stance, mouth: MouthShape): void {
  const brush = new Brush(context, { ...stance, mouth, worry: 0 }, drawing.look);
  drawing.background(brush);
  const paintAll = () => {
    for (const layer of drawing.layers)
      if (layer.body) layer.paint(brush);
      else turnHead(brush, () => layer.paint(brush));
  };
  frameHead(brush, paintAll, drawing.eyes, drawing.scale);
}
