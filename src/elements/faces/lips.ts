/** A human mouth in the colours of a `look` and in a shape of `MOUTH_SHAPES`. */
import type { Brush, Layer } from './brush.ts';

/** Pixels in front of the plane of the ears. */
const DEPTH = 84;
const CENTRE = { x: 256, y: 319 };

function createLips(brush: Brush) {
  const shape = shapeOf(brush);
  const { mouth, at, half, corner, seamTop, hole } = shape;
  paintShade(brush, shape);
  paintLips(brush, shape);
  if (mouth.gapBottom - mouth.gapTop > 1) {
    brush.fill(hole, DEPTH, '#571a1e');
    brush.within(hole, DEPTH, () => paintHole(brush, shape));
    // The edge of a clip is not smooth, so the inner rim of the lips is painted over it.
    brush.stroke(hole, DEPTH, 'rgba(126,44,44,0.75)', 1.1);
  } else {
    brush.stroke(
      `M${at(-half + 1, corner)} ${seamTop.replace(/[\d.-]+ [\d.-]+$/, at(half - 1, corner))}`,
      DEPTH,
      '#7a2a2c',
      1.9,
    );
  }
  for (const side of [-1, 1])
    brush.spot(CENTRE.x + side * (half + 1), CENTRE.y + corner + 0.5, DEPTH, 5.5, 4.5, '141,70,54', 0.5);
}

/** Computes the geometry of a mouth. `inside` is half the width of the opening. */
function shapeOf(brush: Brush) {
  const mouth = brush.stance.mouth;
  const at = (x: number, y: number) => `${CENTRE.x + x} ${CENTRE.y + y}`;
  const half = mouth.half;
  const inside = half - 3 - 4 * mouth.pucker;
  const corner = mouth.corner;
  const pucker = mouth.pucker;
  const outline =
    `M${at(-half, corner)} C${at(-half * (0.62 + 0.3 * pucker), mouth.top * 0.55 + corner * 0.4)} ` +
    `${at(-half * 0.36, mouth.top)} ${at(-half * 0.2, mouth.top)} C${at(-half * 0.1, mouth.top)} ` +
    `${at(-3, mouth.bow)} ${at(0, mouth.bow)} ` +
    `C${at(3, mouth.bow)} ${at(half * 0.1, mouth.top)} ${at(half * 0.2, mouth.top)} C` +
    `${at(half * 0.36, mouth.top)} ${at(half * (0.62 + 0.3 * pucker), mouth.top * 0.55 + corner * 0.4)} ` +
    `${at(half, corner)} ` +
    `C${at(half * (0.74 + 0.26 * pucker), mouth.bottom * (0.56 + 0.1 * pucker))} ` +
    `${at(half * 0.5, mouth.bottom)} ${at(0, mouth.bottom)} C${at(-half * 0.5, mouth.bottom)} ` +
    `${at(-half * (0.74 + 0.26 * pucker), mouth.bottom * (0.56 + 0.1 * pucker))} ` +
    `${at(-half, corner)} Z`;
  const seamTop =
    `C${at(-inside * (0.6 + 0.36 * pucker), mouth.gapTop + corner * 0.1)} ` +
    `${at(-inside * 0.3, mouth.gapTop - 1)} ${at(0, mouth.gapTop + 0.6)} C` +
    `${at(inside * 0.3, mouth.gapTop - 1)} ` +
    `${at(inside * (0.6 + 0.36 * pucker), mouth.gapTop + corner * 0.1)} ${at(inside, corner + 0.6)}`;
  const seamBottom =
    `C${at(inside * (0.8 + 0.2 * pucker), mouth.gapBottom * 0.75)} ${at(inside * 0.45, mouth.gapBottom)} ` +
    `${at(0, mouth.gapBottom)} C${at(-inside * 0.45, mouth.gapBottom)} ` +
    `${at(-inside * (0.8 + 0.2 * pucker), mouth.gapBottom * 0.75)} ${at(-inside, corner + 0.6)}`;
  const hole = `M${at(-inside, corner + 0.6)} ${seamTop} ${seamBottom} Z`;
  const [px, py] = brush.place(CENTRE.x, CENTRE.y, DEPTH);
  return { mouth: mouth, at, half, inside, corner, outline, seamTop, hole, px, py };
}

type LipShape = ReturnType<typeof shapeOf>;

/** Paints the shade below the lower lip, and the groove above the upper lip. */
function paintShade(brush: Brush, { mouth: m, at }: LipShape) {
  brush.paintBlurred(
    `M${at(-20, m.bottom + 2)} C${at(-8, m.bottom + 6)} ${at(8, m.bottom + 6)} ` +
      `${at(20, m.bottom + 2)} C${at(12, m.bottom + 11)} ${at(-12, m.bottom + 11)} ` +
      `${at(-20, m.bottom + 2)} Z`,
    DEPTH,
    brush.look.skin.shade,
    3,
    0.62,
  );
  brush.paintBlurred(
    `M${at(-2, -16)} L${at(4, -16)} L${at(5, m.top + 1)} L${at(-2, m.top + 1)} Z`,
    DEPTH,
    brush.look.skin.shade,
    2.4,
    0.32,
  );
}

function paintLips(brush: Brush, { mouth: m, at, half, corner, outline, px, py }: LipShape) {
  brush.fill(outline, DEPTH, brush.grade(px - 20, py + m.top, px + 14, py + m.bottom, ...brush.look.lips));
  brush.within(outline, DEPTH, () => {
    brush.paintBlurred(
      `M${at(-half, m.top - 4)} L${at(half, m.top - 4)} L${at(half, corner)} C` +
        `${at(10, m.gapTop - 2)} ${at(-10, m.gapTop - 2)} ${at(-half, corner)} Z`,
      DEPTH,
      '#8f3236',
      3,
      0.4,
    );
    const shine = (m.gapBottom + m.bottom) / 2 - 0.5;
    brush.paintBlurred(
      `M${at(-half * 0.42, shine)} C${at(-8, shine + 2.4)} ${at(4, shine + 2.4)} ` +
        `${at(half * 0.3, shine)} C${at(4, shine - 2)} ${at(-8, shine - 2)} ` +
        `${at(-half * 0.42, shine)} Z`,
      DEPTH,
      '#ffd2c2',
      2,
      0.75,
    );
  });
}

/** Paints tongue, teeth and the dark background within the opening. */
function paintHole(brush: Brush, { mouth: m, at, half, inside, corner, px, py }: LipShape) {
  const { context } = brush;
  context.fillStyle = brush.grade(px, py - 5, px, py + m.gapBottom, '#3d1216', '#6a2226');
  context.fillRect(px - 60, py - 40, 120, 100);
  if (m.gapBottom > 12)
    brush.paintBlurred(
      `M${at(-18, m.gapBottom + 4)} C${at(-14, m.gapBottom - 8)} ${at(14, m.gapBottom - 8)} ` +
        `${at(18, m.gapBottom + 4)} Z`,
      DEPTH,
      '#c2645e',
      1.6,
      0.95,
    );
  if (m.teeth > 0) {
    const wide = inside * 0.86;
    const edge = m.gapTop + m.teeth;
    brush.fill(
      `M${at(-wide, -14)} L${at(wide, -14)} C${at(wide, edge - 3)} ${at(wide * 0.5, edge)} ` +
        `${at(0, edge)} C${at(-wide * 0.5, edge)} ${at(-wide, edge - 3)} ${at(-wide, -14)} Z`,
      DEPTH - 4,
      brush.grade(px, py + m.gapTop - 1, px, py + edge, '#cdbfb4', '#f7f1e9', '#fbf7f0'),
    );
    for (const x of [-14.5, -7.5, 0, 7.5, 14.5])
      brush.stroke(`M${at(x, m.gapTop)} L${at(x, edge - 1)}`, DEPTH - 4, 'rgba(160,134,122,0.22)', 0.9);
  }
  brush.paintBlurred(
    `M${at(-half, -20)} L${at(half, -20)} L${at(half, corner)} C${at(10, m.gapTop + 1)} ` +
      `${at(-10, m.gapTop + 1)} ${at(-half, corner)} Z`,
    DEPTH,
    '#3d1216',
    1.6,
    0.5,
  );
}

export const lipsLayer: Layer = {
  depth: DEPTH,
  live: { box: [202, 294, 108, 76], look: ({ mouth }) => Object.values(mouth) as number[] },
  paint: createLips,
};
