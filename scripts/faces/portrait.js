/**
 * What the drawn faces have in common: the brush that turns a head in depth, and the features of a human
 * face, in the colours of a `look`. Heads are 512 x 512, seen from the front.
 */

export const SIZE = 512;
export const TURN = Math.PI * 2;

/** Half widths and heights are pixels from the middle of the mouth; `jaw` is how far the chin drops. */
const MOUTHS = {
  rest: {
    half: 35,
    corner: -6,
    top: -9.6,
    bow: -7,
    gapTop: 2,
    gapBottom: 2,
    bottom: 13.5,
    jaw: 0,
    teeth: 0,
    smile: 0.8,
  },
  closed: {
    half: 30,
    corner: -1,
    top: -6.5,
    bow: -4.5,
    gapTop: 1,
    gapBottom: 1,
    bottom: 9.5,
    jaw: -1,
    teeth: 0,
    smile: 0.1,
  },
  slight: {
    half: 31,
    corner: -2,
    top: -9.5,
    bow: -7,
    gapTop: -1.5,
    gapBottom: 5,
    bottom: 16,
    jaw: 3,
    teeth: 4,
    smile: 0.25,
  },
  open: {
    half: 29.5,
    corner: 1,
    top: -11,
    bow: -8.5,
    gapTop: -3,
    gapBottom: 17,
    bottom: 28,
    jaw: 12,
    teeth: 6,
    smile: 0.1,
  },
  wide: {
    half: 39,
    corner: -5,
    top: -9,
    bow: -7,
    gapTop: -2,
    gapBottom: 8.5,
    bottom: 18,
    jaw: 4,
    teeth: 8,
    smile: 1,
  },
  round: {
    half: 19,
    corner: 3,
    top: -11.5,
    bow: -9,
    gapTop: -4,
    gapBottom: 10.5,
    bottom: 20.5,
    jaw: 6,
    teeth: 0,
    smile: 0,
    pucker: 1,
  },
  teeth: {
    half: 31,
    corner: -2,
    top: -10.5,
    bow: -8,
    gapTop: -3,
    gapBottom: 4,
    bottom: 11.5,
    jaw: 0,
    teeth: 12,
    smile: 0.3,
  },
};

export const smooth = (from, to, value) => {
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
 * Writes paths and soft shades through the turn of the head: everything is drawn in the flat coordinates of a
 * head seen from the front, and `place` turns it in depth, so that what stands out (nose, lips) moves more
 * than the skull and the hair behind.
 */
export class Brush {
  /** @param look the face's own colours and shapes, see the drawings */
  constructor(context, stance, mouth, look) {
    this.context = context;
    this.stance = { ...stance, mouth: MOUTHS[mouth] };
    this.look = look;
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

  /** A shape with blurred edges. */
  soft(path, depth, paint, blur, strength = 1) {
    const { context } = this;
    context.save();
    context.filter = `blur(${blur}px)`;
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
   * A soft elliptical spot of light or colour, `rgb` at the given strength in its middle and nothing at its
   * edge.
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

export const FACE =
  'M168 205 C165 240 167 270 176 296 C184 322 206 349 228 363 C240 370 248 372 256 372 C264 372 272 370 284 363 ' +
  'C306 349 328 322 336 296 C345 270 347 240 344 205 C344 140 310 98 256 98 C202 98 168 140 168 205 Z';
export const EAR =
  'M340 238 C344 224 360 221 364 236 C367 250 361 262 357 274 C354 286 345 291 340 283 C337 270 337 250 340 238 Z';

/** The same path on the other side of the face. */
export const mirrored = (path) => path.replace(/(-?[\d.]+)[ ,]+(-?[\d.]+)/g, (_, x, y) => `${512 - x} ${y}`);

/** @param side as for `eye` */
export function ear(brush, side = 1) {
  const at = side > 0 ? (path) => path : mirrored;
  const { skin } = brush.look;
  brush.soft(
    at('M342 232 C352 216 372 226 368 246 C366 262 360 280 350 294 L342 290 Z'),
    -6,
    '#160a0d',
    3,
    side > 0 ? 0.6 : 0.25,
  );
  brush.fill(at(EAR), -6, brush.grade(332, 225, 364, 290, skin.warm, skin.warm, skin.shade));
  brush.soft(at('M336 232 L343 232 L343 286 L336 286 Z'), -6, skin.shade, 3, 0.8);
  brush.stroke(at('M345 240 C350 229 360 229 360 241 C360 252 354 260 352 270'), -6, skin.deep, 1.8);
  brush.soft(at('M345 246 C351 243 355 250 350 262 C347 270 343 266 345 246 Z'), -6, skin.deep, 2, 0.6);
  brush.soft(
    at('M362 234 C365 244 362 256 358 266 C360 254 361 244 360 236 Z'),
    -6,
    `rgb(${skin.glow})`,
    1.2,
    0.6,
  );
}

export function head(brush) {
  const { stance } = brush;
  brush.fill(
    FACE,
    'edge',
    brush.grade(185, 120, 335, 350, brush.look.skin.light, brush.look.skin.base, brush.look.skin.warm),
  );
  brush.within(FACE, 'edge', () => {
    // Light from the upper left: the far cheek, the temple and the jaw turn away from it.
    brush.soft(
      'M352 190 C330 220 326 270 318 300 C306 336 280 356 246 372 L300 392 L372 320 Z',
      'edge',
      brush.look.skin.shade,
      13,
      0.62,
    );
    brush.soft(
      'M160 250 C172 290 186 326 226 366 L180 372 L150 300 Z',
      'edge',
      brush.look.skin.warm,
      9,
      0.55,
    );
    brush.soft('M222 378 C240 366 272 366 290 378 L256 392 Z', 'edge', brush.look.skin.shade, 5, 0.45);
    brush.soft(
      'M160 170 C190 150 240 165 300 130 C330 150 345 180 350 215 L360 90 L160 90 Z',
      'edge',
      brush.look.skin.shade,
      11,
      0.5,
    );
    brush.spot(228, 186, 'skin', 84, 52, brush.look.skin.glow, 0.62, -0.15);
    const lift = stance.mouth.smile * 2.2;
    brush.spot(196, 284 - lift, 'skin', 44, 34, brush.look.skin.blush, 0.27, -0.2);
    brush.spot(313, 284 - lift, 'skin', 44, 34, brush.look.skin.blush, 0.27, 0.2);
    brush.spot(203, 266 - lift, 'skin', 32, 17, brush.look.skin.glow, 0.62, -0.25);
    brush.spot(304, 267 - lift, 'skin', 26, 14, brush.look.skin.glow, 0.4, 0.25);
    brush.spot(252, 352, 'face', 24, 14, brush.look.skin.glow, 0.42);
    // The fold from nose to mouth's corner, deeper with a smile.
    const fold = 0.06 + 0.2 * stance.mouth.smile;
    brush.soft(
      'M222 292 C212 300 205 309 204 320 C209 312 216 303 226 297 Z',
      'skin',
      brush.look.skin.shade,
      3,
      fold,
    );
    brush.soft(
      'M290 292 C300 300 307 309 308 320 C303 312 296 303 286 297 Z',
      'skin',
      brush.look.skin.deep,
      3,
      fold,
    );
  });
}

export function nose(brush) {
  brush.soft(
    'M268 226 C268 246 272 264 278 280 C276 288 268 288 264 280 C266 262 264 244 262 226 Z',
    'face',
    brush.look.skin.shade,
    5.5,
    0.42,
  );
  brush.soft(
    'M240 222 C244 228 246 236 246 246 C242 240 238 232 236 224 Z',
    'face',
    brush.look.skin.shade,
    4,
    0.35,
  );
  brush.soft(
    'M250 226 C254 244 254 262 253 276 C250 264 249 244 248 226 Z',
    100,
    `rgb(${brush.look.skin.glow})`,
    3.6,
    0.5,
  );
  brush.soft(
    'M236 288 C244 296 270 297 279 287 C276 300 262 302 257 302 C250 302 240 300 236 288 Z',
    96,
    brush.look.skin.shade,
    3.4,
    0.6,
  );
  brush.spot(253, 280, 106, 10, 7, brush.look.skin.glow, 0.6);
  brush.fill('M243 291 C246 287 251 289 252 293 C249 293 246 293 243 291 Z', 98, 'rgba(112,46,36,0.72)');
  brush.fill('M273 291 C270 287 264 289 262 293 C266 294 270 293 273 291 Z', 98, 'rgba(112,46,36,0.78)');
  brush.stroke('M236 284 C234 289 236 293 240 293', 92, 'rgba(160,82,60,0.38)', 1.8);
  brush.stroke('M279 283 C282 288 280 293 276 293', 92, 'rgba(140,66,48,0.5)', 1.8);
}

/** @param side -1 for the eye on the left of the picture, 1 for the right */
export function eye(brush, side) {
  const { context, stance } = brush;
  const cx = 256 + side * 43;
  const cy = 239;
  const at = (x, y) => `${cx + side * x} ${cy + y}`;
  const shut = stance.blink;
  const mix = (open, closed) => open + (closed - open) * shut;
  const top = mix(-13.6, 8.5);
  const topInner = mix(-9.5, 8);
  const upper =
    `C${at(-14, topInner)} ${at(-5, top)} ${at(4, top + 0.3)} C${at(12, top + 1)} ` +
    `${at(19, mix(-7.5, 6.5))} ${at(23.5, mix(-2.5, 3.5))}`;
  const low = 9.2 - 1.4 * stance.mouth.smile;
  const lower = `C${at(18, 5.5)} ${at(10, low)} ${at(1, low)} C${at(-8, low)} ${at(-16, 7)} ${at(-21, 3.5)}`;
  const opening = `M${at(-21, 3.5)} ${upper} ${lower} Z`;

  // The socket and the lid between lashes and crease.
  brush.soft(
    `M${at(-24, 0)} C${at(-16, -24)} ${at(12, -27)} ${at(28, -8)} C${at(20, 8)} ${at(-10, 10)} ${at(-24, 0)} Z`,
    'skin',
    brush.look.skin.shade,
    5,
    0.42,
  );
  const crease = mix(-21.5, -14);
  brush.soft(
    `M${at(-22, 3)} C${at(-15, topInner - 5)} ${at(-5, crease)} ${at(4, crease)} C` +
      `${at(14, crease)} ${at(22, mix(-12, -6))} ${at(26, -4)} ` +
      `C${at(24, mix(2, 5))} ${at(12, 10)} ${at(4, 9.5)} C${at(-8, 9.5)} ${at(-16, 8)} ${at(-22, 3)} Z`,
    'skin',
    brush.look.lids[side < 0 ? 0 : 1],
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

  if (shut < 0.95) {
    brush.within(opening, 'skin', () => {
      const [ex, ey] = brush.place(cx, cy, 'skin');
      context.fillStyle = brush.grade(ex, ey - 14, ex, ey + 10, '#c9b3a6', '#f4ece4', '#efe2d8');
      context.fillRect(ex - 40, ey - 30, 80, 60);
      brush.soft(
        `M${at(-24, -6)} L${at(-24, 10)} L${at(-14, 8)} L${at(-15, -4)} Z`,
        'skin',
        '#cf8d7c',
        3,
        0.7,
      );
      const ix = ex + 2.4 + stance.gazeX;
      const iy = ey - 1.8 + stance.gazeY;
      context.beginPath();
      context.arc(ix, iy, 12.4, 0, TURN);
      context.fillStyle = '#2a1a14';
      context.fill();
      context.beginPath();
      context.arc(ix, iy, 11.4, 0, TURN);
      context.fillStyle = brush.grade(ix - 3, iy - 11, ix + 3, iy + 11, ...brush.look.iris);
      context.fill();
      context.fillStyle = brush.glow(ix + 2, iy + 6, 9, 'rgba(222,160,84,0.6)', 'rgba(222,160,84,0)');
      context.fill();
      context.beginPath();
      context.arc(ix, iy, 5.6, 0, TURN);
      context.fillStyle = '#140b0a';
      context.fill();
      // The lid's shadow on the ball, then the catch-lights over everything.
      brush.soft(
        `M${at(-22, -22)} L${at(26, -22)} L${at(24, top + 9)} C${at(14, top + 4)} ${at(-8, top + 4)} ${at(-22, 0)} Z`,
        'skin',
        '#3a1c18',
        2,
        0.5 * (1 - shut),
      );
      context.beginPath();
      context.ellipse(ix - 3.6, iy - 4.6, 3, 3.3, 0, 0, TURN);
      context.fillStyle = 'rgba(255,255,255,0.96)';
      context.fill();
      context.beginPath();
      context.arc(ix + 4, iy + 4.6, 1.4, 0, TURN);
      context.fillStyle = 'rgba(255,246,230,0.6)';
      context.fill();
    });
    brush.stroke(
      `M${at(-20, 4.4)} ${'C' + at(-15, 7.6)} ${at(-8, low + 0.7)} ${at(1, low + 0.7)} C` +
        `${at(10, low + 0.7)} ${at(18, 6.3)} ${at(22.5, -0.5)}`,
      'skin',
      'rgba(120,56,44,0.55)',
      1.3,
    );
  }

  // Lashes as one shape, thicker and winged outwards where the look has such.
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
  brush.soft(
    `M${at(-16, 13)} C${at(-6, 18)} ${at(10, 18)} ${at(20, 11)} C${at(12, 22)} ${at(-8, 22)} ${at(-16, 13)} Z`,
    'skin',
    brush.look.skin.shade,
    3,
    0.26,
  );
}

export function brow(brush, side) {
  const { stance } = brush;
  const raise = stance.brow + (stance.mouth.jaw > 8 ? 1 : 0) - stance.blink * 1.2;
  const at = (x, y) => `${256 + side * x} ${y - raise * (side < 0 ? 1 : 0.8)}`;
  brush.soft(
    `M${at(18.5, 206)} C${at(26, 202)} ${at(36, 200)} ${at(46, 199)} L${at(44, 206)} C` +
      `${at(36, 206.5)} ${at(27, 209)} ${at(20, 212)} Z`,
    'skin',
    '#7a4634',
    1.5,
    0.5,
  );
  brush.fill(
    `M${at(21, 206)} C${at(31, 201)} ${at(43, 197.6)} ${at(54, 198.2)} C${at(63, 199)} ` +
      `${at(71, 204)} ${at(77, 211.5)} ` +
      `C${at(69, 205.5)} ${at(62, 203.2)} ${at(53, 203.2)} C${at(42, 203.2)} ${at(32, 206.6)} ` +
      `${at(23, 210.4)} C${at(20.5, 211)} ${at(19.5, 207.5)} ${at(21, 206)} Z`,
    'skin',
    brush.look.brows[side < 0 ? 0 : 1],
  );
}

export function lips(brush) {
  const { context, stance } = brush;
  const m = stance.mouth;
  const cx = 256;
  const cy = 319;
  const depth = 84;
  const at = (x, y) => `${cx + x} ${cy + y}`;
  const half = m.half;
  const inside = half - 3 - 4 * (m.pucker ?? 0);
  const corner = m.corner;
  const pucker = m.pucker ?? 0;
  const outline =
    `M${at(-half, corner)} C${at(-half * (0.62 + 0.3 * pucker), m.top * 0.55 + corner * 0.4)} ` +
    `${at(-half * 0.36, m.top)} ${at(-half * 0.2, m.top)} C${at(-half * 0.1, m.top)} ` +
    `${at(-3, m.bow)} ${at(0, m.bow)} ` +
    `C${at(3, m.bow)} ${at(half * 0.1, m.top)} ${at(half * 0.2, m.top)} C` +
    `${at(half * 0.36, m.top)} ${at(half * (0.62 + 0.3 * pucker), m.top * 0.55 + corner * 0.4)} ` +
    `${at(half, corner)} ` +
    `C${at(half * (0.74 + 0.26 * pucker), m.bottom * (0.56 + 0.1 * pucker))} ` +
    `${at(half * 0.5, m.bottom)} ${at(0, m.bottom)} C${at(-half * 0.5, m.bottom)} ` +
    `${at(-half * (0.74 + 0.26 * pucker), m.bottom * (0.56 + 0.1 * pucker))} ` +
    `${at(-half, corner)} Z`;
  const seamTop =
    `C${at(-inside * (0.6 + 0.36 * pucker), m.gapTop + corner * 0.1)} ` +
    `${at(-inside * 0.3, m.gapTop - 1)} ${at(0, m.gapTop + 0.6)} C` +
    `${at(inside * 0.3, m.gapTop - 1)} ` +
    `${at(inside * (0.6 + 0.36 * pucker), m.gapTop + corner * 0.1)} ${at(inside, corner + 0.6)}`;
  const seamBottom =
    `C${at(inside * (0.8 + 0.2 * pucker), m.gapBottom * 0.75)} ${at(inside * 0.45, m.gapBottom)} ` +
    `${at(0, m.gapBottom)} C${at(-inside * 0.45, m.gapBottom)} ` +
    `${at(-inside * (0.8 + 0.2 * pucker), m.gapBottom * 0.75)} ${at(-inside, corner + 0.6)}`;
  const hole = `M${at(-inside, corner + 0.6)} ${seamTop} ${seamBottom} Z`;
  const [px, py] = brush.place(cx, cy, depth);

  // Shade below the lower lip and the groove above the upper one.
  brush.soft(
    `M${at(-20, m.bottom + 2)} C${at(-8, m.bottom + 6)} ${at(8, m.bottom + 6)} ` +
      `${at(20, m.bottom + 2)} C${at(12, m.bottom + 11)} ${at(-12, m.bottom + 11)} ` +
      `${at(-20, m.bottom + 2)} Z`,
    depth,
    brush.look.skin.shade,
    3,
    0.62,
  );
  brush.soft(
    `M${at(-2, -16)} L${at(4, -16)} L${at(5, m.top + 1)} L${at(-2, m.top + 1)} Z`,
    depth,
    brush.look.skin.shade,
    2.4,
    0.32,
  );

  brush.fill(outline, depth, brush.grade(px - 20, py + m.top, px + 14, py + m.bottom, ...brush.look.lips));
  brush.within(outline, depth, () => {
    brush.soft(
      `M${at(-half, m.top - 4)} L${at(half, m.top - 4)} L${at(half, corner)} C` +
        `${at(10, m.gapTop - 2)} ${at(-10, m.gapTop - 2)} ${at(-half, corner)} Z`,
      depth,
      '#8f3236',
      3,
      0.4,
    );
    const shine = (m.gapBottom + m.bottom) / 2 - 0.5;
    brush.soft(
      `M${at(-half * 0.42, shine)} C${at(-8, shine + 2.4)} ${at(4, shine + 2.4)} ` +
        `${at(half * 0.3, shine)} C${at(4, shine - 2)} ${at(-8, shine - 2)} ` +
        `${at(-half * 0.42, shine)} Z`,
      depth,
      '#ffd2c2',
      2,
      0.75,
    );
  });
  if (m.gapBottom - m.gapTop > 1) {
    brush.fill(hole, depth, '#571a1e');
    brush.within(hole, depth, () => {
      context.fillStyle = brush.grade(px, py - 5, px, py + m.gapBottom, '#3d1216', '#6a2226');
      context.fillRect(px - 60, py - 40, 120, 100);
      if (m.gapBottom > 12)
        brush.soft(
          `M${at(-18, m.gapBottom + 4)} C${at(-14, m.gapBottom - 8)} ${at(14, m.gapBottom - 8)} ` +
            `${at(18, m.gapBottom + 4)} Z`,
          depth,
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
          depth - 4,
          brush.grade(px, py + m.gapTop - 1, px, py + edge, '#cdbfb4', '#f7f1e9', '#fbf7f0'),
        );
        for (const x of [-14.5, -7.5, 0, 7.5, 14.5])
          brush.stroke(`M${at(x, m.gapTop)} L${at(x, edge - 1)}`, depth - 4, 'rgba(160,134,122,0.22)', 0.9);
      }
      brush.soft(
        `M${at(-half, -20)} L${at(half, -20)} L${at(half, corner)} C${at(10, m.gapTop + 1)} ` +
          `${at(-10, m.gapTop + 1)} ${at(-half, corner)} Z`,
        depth,
        '#3d1216',
        1.6,
        0.5,
      );
    });
    // A clip's edge is hard; the lips' inner rim covers it.
    brush.stroke(hole, depth, 'rgba(126,44,44,0.75)', 1.1);
  } else {
    brush.stroke(
      `M${at(-half + 1, corner)} ${seamTop.replace(/[\d.-]+ [\d.-]+$/, at(half - 1, corner))}`,
      depth,
      '#7a2a2c',
      1.9,
    );
  }
  for (const side of [-1, 1])
    brush.spot(cx + side * (half + 1), cy + corner + 0.5, depth, 5.5, 4.5, '141,70,54', 0.5);
}

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

/** Runs `paint` within the head's roll and the breath's lift. */
export function turned({ context, stance }, paint) {
  context.save();
  context.translate(256, 400);
  context.rotate(stance.roll);
  context.translate(-256, -400 - 1.5 * stance.breath);
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
