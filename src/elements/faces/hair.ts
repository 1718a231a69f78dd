/** Hair as locks, which are areas between two borders with strands in between. */

import type { Brush, Depth, Point } from './brush.ts';

export interface Lock {
  outer: Point[];
  inner: Point[];
}

interface Paints {
  base: string | CanvasGradient;
  strands: [middle: number, width: number, paint: string | CanvasGradient, strength: number][];
}

/** Returns points along a chain of cubic curves. */
export function sample(points: readonly Point[], steps: number): Point[] {
  const line: Point[] = [];
  for (let i = 0; i + 3 < points.length; i += 3) {
    for (let k = i === 0 ? 0 : 1; k <= steps; k++) {
      const t = k / steps;
      const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
      const coordinate = (axis: 0 | 1) =>
        weights.reduce((sum, weight, j) => sum + weight * points[i + j]![axis], 0);
      line.push([coordinate(0), coordinate(1)]);
    }
  }
  return line;
}

/**
 * Draws a lock of hair: the area between two borders that run from root to tip, with strands between them.
 */
export function drawLock(brush: Brush, { outer, inner }: Lock, depth: Depth, paints: Paints): void {
  const { context } = brush;
  const polygon = (from: number, to: number, taper: boolean) => {
    const middle = (from + to) / 2;
    const halfWidth = (to - from) / 2;
    const border = (sign: number) =>
      outer.map(([x, y], i) => {
        const width = taper ? halfWidth * Math.sin((Math.PI * i) / (outer.length - 1)) ** 0.7 : halfWidth;
        const t = middle + sign * width;
        return brush.place(x + (inner[i]![0] - x) * t, y + (inner[i]![1] - y) * t, depth);
      });
    const points = [...border(-1), ...border(1).reverse()];
    context.beginPath();
    points.forEach((point, i) => (i === 0 ? context.moveTo(...point) : context.lineTo(...point)));
    context.closePath();
  };
  polygon(0, 1, false);
  context.fillStyle = paints.base;
  context.fill();
  context.save();
  context.clip();
  for (const [middle, width, paint, strength] of paints.strands) {
    polygon(middle - width / 2, middle + width / 2, true);
    context.globalAlpha = strength;
    context.fillStyle = paint;
    context.fill();
  }
  context.restore();
}
