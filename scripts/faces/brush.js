/**
 * The brush that turns a head in depth, and the ground behind it. Heads are 512 x 512, seen from the front.
 */
import { MOUTHS } from './mouths.js';

export const SIZE = 512;
export const TURN = Math.PI * 2;

const smooth = (from, to, value) => {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

/** Depth of the face's surface at a point, from an egg-shaped head. */
function depthAt(x, y) {
  const across = (x - 256) / 104;
  const along = (y - 240) / 158;
  return 92 * Math.sqrt(Math.max(0, 1 - across * across - along * along));
}

/**
 * Draws paths and soft shades on a turned head: everything is drawn in the flat coordinates of a head seen
 * from the front, and `place` turns it in depth, so that nose and lips move more than the skull and the hair
 * behind.
 */
export class Brush {
  /** @param look the face's own colours and shapes, see the drawings */
  constructor(context, stance, mouth, look) {
    this.context = context;
    this.stance = { ...stance, mouth: MOUTHS[mouth] };
    this.look = look;
    /** Scale of the head, see `framed`. */
    this.scale = 1;
  }

  /**
   * @param depth pixels in front of the ears' plane, or 'face' (on the skin, the jaw moving) or 'skin' (the
   * jaw still)
   */
  place(x, y, depth) {
    const { yaw, pitch, mouth, swing } = this.stance;
    let z = depth;
    let down = 0;
    if (depth === 'face' || depth === 'skin') z = depthAt(x, y);
    if (depth === 'face') down = mouth.jaw * smooth(290, 356, y);
    if (depth === 'edge') {
      z = 8;
      down = mouth.jaw * smooth(290, 356, y);
    }
    if (depth === 'hair') {
      z = 4;
      x += swing * smooth(210, 460, y);
    }
    if (depth === 'back') {
      z = -34;
      x += swing * 0.8 * smooth(210, 460, y);
    }
    return [256 + (x - 256) * Math.cos(yaw) + z * Math.sin(yaw), y + down + z * Math.sin(pitch)];
  }

  /** Begins a path from absolute SVG commands M, L, Q, C and Z. */
  trace(path, depth) {
    const { context } = this;
    context.beginPath();
    for (const [, command, list] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
      const numbers = list
        .trim()
        .split(/[\s,]+/)
        .map(Number);
      const points = [];
      for (let i = 0; i + 1 < numbers.length; i += 2)
        points.push(...this.place(numbers[i], numbers[i + 1], depth));
      if (command === 'M') context.moveTo(...points);
      if (command === 'L') context.lineTo(...points);
      if (command === 'Q') context.quadraticCurveTo(...points);
      if (command === 'C')
        for (let i = 0; i < points.length; i += 6) context.bezierCurveTo(...points.slice(i, i + 6));
      if (command === 'Z') context.closePath();
    }
  }

  fill(path, depth, paint) {
    this.trace(path, depth);
    this.context.fillStyle = paint;
    this.context.fill();
  }

  stroke(path, depth, paint, width) {
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
   * Blurs until the next `restore`. The lengths of a filter are in canvas pixels, which are not scaled with
   * the rest.
   */
  blur(length) {
    this.context.filter = `blur(${length * this.scale}px)`;
  }

  /** A shape with blurred edges. */
  soft(path, depth, paint, blur, strength = 1) {
    const { context } = this;
    context.save();
    this.blur(blur);
    context.globalAlpha = strength;
    this.fill(path, depth, paint);
    context.restore();
  }

  /** Runs `paint` with drawing confined to a path. */
  within(path, depth, paint) {
    this.context.save();
    this.trace(path, depth);
    this.context.clip();
    paint();
    this.context.restore();
  }

  /** A linear gradient between two canvas points. */
  grade(x0, y0, x1, y1, ...stops) {
    const gradient = this.context.createLinearGradient(x0, y0, x1, y1);
    stops.forEach((stop, i) => gradient.addColorStop(i / (stops.length - 1), stop));
    return gradient;
  }

  /**
   * A soft elliptical spot of light or colour: `rgb` at the given strength in the middle, fading to nothing
   * at the edge.
   */
  spot(x, y, depth, rx, ry, rgb, strength, angle = 0) {
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
      ...[1, 0.85, 0.5, 0.18, 0].map((part) => `rgba(${rgb},${strength * part})`),
    );
    context.fillRect(-1, -1, 2, 2);
    context.restore();
  }

  glow(x, y, radius, ...stops) {
    const gradient = this.context.createRadialGradient(x, y, 0, x, y, radius);
    stops.forEach((stop, i) => gradient.addColorStop(i / (stops.length - 1), stop));
    return gradient;
  }

  ellipse(x, y, depth, rx, ry, paint, angle = 0) {
    const [px, py] = this.place(x, y, depth);
    this.context.beginPath();
    this.context.ellipse(px, py, rx, ry, angle, 0, TURN);
    this.context.fillStyle = paint;
    this.context.fill();
  }
}

/** Runs `paint` with the head's roll and the lift of the breath applied. */
export function turned({ context, stance }, paint) {
  context.save();
  context.translate(256, 400);
  context.rotate(stance.roll);
  context.translate(-256, -400 - 1.5 * stance.breath);
  paint();
  context.restore();
}

/**
 * Runs `paint` within the frame of a portrait: the eyes at 38 % of the height, the head about half as high as
 * the picture, and both shoulders in it. The drawing reaches down to 650.
 *
 * @param eyes their height in the head's own coordinates
 */
export function framed(brush, paint, eyes = 236, scale = 0.78) {
  const { context } = brush;
  brush.scale = scale;
  context.save();
  context.translate(256, 0.38 * SIZE);
  context.scale(scale, scale);
  context.translate(-256, -eyes);
  paint();
  context.restore();
}

/** A plain ground with a disc of light behind the head. */
export function ground(brush, sky, disc, [x, y, radius] = [322, 268, 226]) {
  const { context } = brush;
  context.fillStyle = brush.grade(60, 0, 440, 512, ...sky);
  context.fillRect(0, 0, SIZE, SIZE);
  context.beginPath();
  context.arc(x, y, radius, 0, TURN);
  context.fillStyle = brush.grade(x - 172, y - 178, x + 158, y + 192, ...disc);
  context.fill();
}
