/** A human eye, in the colours of a `look`. */
import { depthAt, FULL_TURN, type Brush, type Layer, type SideSign } from './brush.ts';

function createEye(brush: Brush, side: SideSign) {
  const shape = shapeOf(brush, side);
  paintLid(brush, side, shape);
  if (shape.shut < 0.95) {
    brush.within(shape.opening, 'skin', () => paintBall(brush, shape));
    paintRim(brush, shape);
  }
  paintLashes(brush, shape);
}

/** Computes the geometry of an eye. `mix` interpolates a length between the open and the closed eye. */
function shapeOf({ stance }: Brush, side: SideSign) {
  const cx = 256 + side * 43;
  const cy = 239;
  const at = (x: number, y: number) => `${cx + side * x} ${cy + y}`;
  const shut = stance.blink;
  const mix = (openValue: number, closedValue: number) => openValue + (closedValue - openValue) * shut;
  const top = mix(-13.6, 8.5);
  const topInner = mix(-9.5, 8);
  const upper =
    `C${at(-14, topInner)} ${at(-5, top)} ${at(4, top + 0.3)} C${at(12, top + 1)} ` +
    `${at(19, mix(-7.5, 6.5))} ${at(23.5, mix(-2.5, 3.5))}`;
  const low = 9.2 - 1.4 * stance.mouth.smile;
  const lower = `C${at(18, 5.5)} ${at(10, low)} ${at(1, low)} C${at(-8, low)} ${at(-16, 7)} ${at(-21, 3.5)}`;
  const opening = `M${at(-21, 3.5)} ${upper} ${lower} Z`;
  return { cx, cy, at, mix, shut, top, topInner, upper, low, opening };
}

type EyeShape = ReturnType<typeof shapeOf>;

/** Paints the eye socket, and the lid between lashes and crease. */
function paintLid(brush: Brush, side: SideSign, { cx, cy, at, mix, shut, topInner }: EyeShape) {
  brush.paintBlurred(
    `M${at(-24, 0)} C${at(-16, -24)} ${at(12, -27)} ${at(28, -8)} C${at(20, 8)} ${at(-10, 10)} ${at(-24, 0)} Z`,
    'skin',
    brush.look.skin.shade,
    5,
    0.42,
  );
  const crease = mix(-21.5, -14);
  brush.paintBlurred(
    `M${at(-22, 3)} C${at(-15, topInner - 5)} ${at(-5, crease)} ${at(4, crease)} C` +
      `${at(14, crease)} ${at(22, mix(-12, -6))} ${at(26, -4)} ` +
      `C${at(24, mix(2, 5))} ${at(12, 10)} ${at(4, 9.5)} C${at(-8, 9.5)} ${at(-16, 8)} ${at(-22, 3)} Z`,
    'skin',
    brush.look.lids[side < 0 ? 0 : 1]!,
    1.2,
  );
  brush.spot(cx + side * 2, cy - 3, 'skin', 17, 8, brush.look.skin.glow, 0.5 * shut);
  brush.stroke(
    `M${at(-19, -4)} C${at(-14, crease + 4.5)} ${at(-5, crease)} ${at(4, crease)} C` +
      `${at(13, crease)} ${at(21, mix(-13, -7))} ${at(25, mix(-7.5, -4))}`,
    'skin',
    `rgba(116,54,42,${0.62 - 0.3 * shut})`,
    1.7,
  );
}

function paintBall(brush: Brush, { cx, cy, at, shut, top }: EyeShape) {
  const { context, stance } = brush;
  const [ex, ey] = brush.place(cx, cy, 'skin');
  context.fillStyle = brush.grade(ex, ey - 14, ex, ey + 10, '#c9b3a6', '#f4ece4', '#efe2d8');
  context.fillRect(ex - 40, ey - 30, 80, 60);
  brush.paintBlurred(
    `M${at(-24, -6)} L${at(-24, 10)} L${at(-14, 8)} L${at(-15, -4)} Z`,
    'skin',
    '#cf8d7c',
    3,
    0.7,
  );
  const ix = ex + 2.4 + stance.gazeX;
  const iy = ey - 1.8 + stance.gazeY;
  paintIris(brush, ix, iy);
  // The lid's shadow on the eyeball, then the catchlights above everything.
  brush.paintBlurred(
    `M${at(-22, -22)} L${at(26, -22)} L${at(24, top + 9)} C${at(14, top + 4)} ${at(-8, top + 4)} ${at(-22, 0)} Z`,
    'skin',
    '#3a1c18',
    2,
    0.5 * (1 - shut),
  );
  context.beginPath();
  context.ellipse(ix - 3.6, iy - 4.6, 3, 3.3, 0, 0, FULL_TURN);
  context.fillStyle = 'rgba(255,255,255,0.96)';
  context.fill();
  context.beginPath();
  context.arc(ix + 4, iy + 4.6, 1.4, 0, FULL_TURN);
  context.fillStyle = 'rgba(255,246,230,0.6)';
  context.fill();
}

function paintIris(brush: Brush, ix: number, iy: number) {
  const { context } = brush;
  context.beginPath();
  context.arc(ix, iy, 12.4, 0, FULL_TURN);
  context.fillStyle = '#2a1a14';
  context.fill();
  context.beginPath();
  context.arc(ix, iy, 11.4, 0, FULL_TURN);
  context.fillStyle = brush.grade(ix - 3, iy - 11, ix + 3, iy + 11, ...brush.look.iris);
  context.fill();
  context.fillStyle = brush.glow(ix + 2, iy + 6, 9, 'rgba(222,160,84,0.6)', 'rgba(222,160,84,0)');
  context.fill();
  context.beginPath();
  context.arc(ix, iy, 5.6, 0, FULL_TURN);
  context.fillStyle = '#140b0a';
  context.fill();
}

function paintRim(brush: Brush, { at, low }: EyeShape) {
  brush.stroke(
    `M${at(-20, 4.4)} ${'C' + at(-15, 7.6)} ${at(-8, low + 0.7)} ${at(1, low + 0.7)} C` +
      `${at(10, low + 0.7)} ${at(18, 6.3)} ${at(22.5, -0.5)}`,
    'skin',
    'rgba(120,56,44,0.55)',
    1.3,
  );
}

function paintLashes(brush: Brush, { at, mix, top, topInner, upper }: EyeShape) {
  // The lashes are a single shape, which is thicker and winged outwards if the look requires it.
  const { wing, lash } = brush.look;
  if (!wing) brush.stroke(`M${at(-21, 3.9)} ${upper}`, 'skin', lash, 2.1);
  else
    brush.fill(
      `M${at(-21.6, 4.2)} ${upper} L${at(29.5, mix(-8.5, 4.5))} C${at(27, mix(-7.5, 3.5))} ` +
        `${at(25, mix(-7.5, 2))} ${at(22.5, mix(-8, 0.5))} ` +
        `C${at(17, mix(-12, 3.5))} ${at(12, top - 3)} ${at(4, top - 3.4)} C${at(-5, top - 3.4)} ` +
        `${at(-15, topInner - 2.4)} ${at(-21.6, 4.2)} Z`,
      'skin',
      lash,
    );
  brush.paintBlurred(
    `M${at(-16, 13)} C${at(-6, 18)} ${at(10, 18)} ${at(20, 11)} C${at(12, 22)} ${at(-8, 22)} ${at(-16, 13)} Z`,
    'skin',
    brush.look.skin.shade,
    3,
    0.26,
  );
}

export const eyeLayer = (side: SideSign): Layer => ({
  depth: depthAt(256 + side * 43, 239),
  live: {
    box: [256 + side * 43 - 48, 195, 96, 84],
    look: ({ blink, gazeX, gazeY, mouth }) => [blink, gazeX, gazeY, mouth.smile],
  },
  paint: (brush) => createEye(brush, side),
});
