/** Hair as locks: areas between two borders, with strands between them. */

/** Points along chained cubics. */
export function sample(points, steps) {
  const found = [];
  for (let i = 0; i + 3 < points.length; i += 3) {
    for (let k = i === 0 ? 0 : 1; k <= steps; k++) {
      const t = k / steps;
      const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
      found.push(
        [0, 1].map((axis) => weights.reduce((sum, weight, j) => sum + weight * points[i + j][axis], 0)),
      );
    }
  }
  return found;
}

/** A lock of hair is the area between two borders that run from root to tip; its strands lie between them. */
export function lock(brush, { outer, inner }, depth, paints) {
  const { context } = brush;
  const polygon = (from, to, taper) => {
    const mid = (from + to) / 2;
    const reach = (to - from) / 2;
    const side = (sign) =>
      outer.map(([x, y], i) => {
        const width = taper ? reach * Math.sin((Math.PI * i) / (outer.length - 1)) ** 0.7 : reach;
        const t = mid + sign * width;
        return brush.place(x + (inner[i][0] - x) * t, y + (inner[i][1] - y) * t, depth);
      });
    const points = [...side(-1), ...side(1).reverse()];
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
