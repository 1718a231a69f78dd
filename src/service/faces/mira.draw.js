/**
 * Mira, the built-in face, drawn on a 512 x 512 canvas.
 *
 * Everything is drawn in the flat coordinates of a head seen from the front; `place` then turns the head in depth, so
 * that what stands out (nose, lips) moves more than the skull and the hair behind it.
 */

const SIZE = 512;
const TURN = Math.PI * 2;

const SKIN = { light: '#f6cda9', base: '#e8ad86', warm: '#d98e69', shade: '#b96a4c', deep: '#8d4636', blush: '#d9604f' };
const HAIR = { dark: '#2a1519', base: '#42221f', mid: '#6b382a', light: '#a8623e', shine: '#d69563' };
const CLOTH = { shirt: '#f8efe0', fold: '#d9c7ae', jacket: '#2f4a5c', jacketLight: '#44687b', jacketDark: '#1d303f' };

/** Half widths and heights are pixels from the middle of the mouth; `jaw` is how far the chin drops. */
const MOUTHS = {
  rest: { half: 35, corner: -6, top: -9.6, bow: -7, gapTop: 2, gapBottom: 2, bottom: 13.5, jaw: 0, teeth: 0, smile: 0.8 },
  closed: { half: 30, corner: -1, top: -6.5, bow: -4.5, gapTop: 1, gapBottom: 1, bottom: 9.5, jaw: -1, teeth: 0, smile: 0.1 },
  slight: { half: 31, corner: -2, top: -9.5, bow: -7, gapTop: -1.5, gapBottom: 5, bottom: 16, jaw: 3, teeth: 4, smile: 0.25 },
  open: { half: 29.5, corner: 1, top: -11, bow: -8.5, gapTop: -3, gapBottom: 17, bottom: 28, jaw: 12, teeth: 6, smile: 0.1 },
  wide: { half: 39, corner: -5, top: -9, bow: -7, gapTop: -2, gapBottom: 8.5, bottom: 18, jaw: 4, teeth: 8, smile: 1 },
  round: { half: 19, corner: 3, top: -11.5, bow: -9, gapTop: -4, gapBottom: 10.5, bottom: 20.5, jaw: 6, teeth: 0, smile: 0, pucker: 1 },
  teeth: { half: 31, corner: -2, top: -10.5, bow: -8, gapTop: -3, gapBottom: 4, bottom: 11.5, jaw: 0, teeth: 12, smile: 0.3 },
};

const BLINK = [0.45, 1, 0.8, 0.3];

const smooth = (from, to, value) => {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

/** How far the lids are closed in this pose, 0 to 1. A short cycle has one blink, a long one two, unevenly apart. */
function blinkOf(pose, poses) {
  const starts = poses < 110 ? [0.3] : [0.2, 0.62];
  const at = starts.map((start) => BLINK[pose - Math.round(start * poses)]).find((value) => value !== undefined);
  return at ?? 0;
}

/**
 * The pose whose picture serves for this one: slow movement is drawn on every second pose, a blink on every one.
 */
export function drawnPose(pose, poses) {
  return blinkOf(pose, poses) > 0 || pose % 2 === 0 ? pose : pose - 1;
}

/** Where everything is at this moment of the cycle; every term comes round again at its end. */
function stanceOf(pose, poses, mouth) {
  const t = (pose / poses) * TURN;
  const cycles = Math.max(1, Math.round(poses / 90));
  return {
    yaw: -0.1 + 0.05 * Math.sin(t) + 0.018 * Math.sin(2 * t + 1.1),
    pitch: 0.022 * Math.sin(2 * t + 0.4) + 0.014 * Math.sin(t + 2),
    roll: 0.02 + 0.017 * Math.sin(t + 0.7) + 0.006 * Math.sin(3 * t),
    breath: Math.sin(cycles * t - 0.6),
    swing: 2.6 * Math.sin(t - 0.7) + 1.1 * Math.sin(2 * t + 0.2),
    brow: 1.1 * Math.sin(t + 3.6) + 0.9 * Math.sin(3 * t + 0.5),
    gazeX: 0.9 * Math.sin(2 * t + 2.2) - 0.7 * Math.sin(t),
    gazeY: 0.5 * Math.sin(t + 1),
    blink: blinkOf(pose, poses),
    mouth: MOUTHS[mouth],
  };
}

/** Depth of the face's surface at a point, from an egg-shaped head. */
function depthAt(x, y) {
  const across = (x - 256) / 104;
  const along = (y - 240) / 158;
  return 92 * Math.sqrt(Math.max(0, 1 - across * across - along * along));
}

/** Writes paths and soft shades through the turn of the head. */
class Brush {
  constructor(context, stance) {
    this.context = context;
    this.stance = stance;
  }

  /** @param depth pixels in front of the ears' plane, or 'face' (on the skin, the jaw moving) or 'skin' (the jaw still) */
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
      const numbers = list.trim().split(/[\s,]+/).map(Number);
      const points = [];
      for (let i = 0; i + 1 < numbers.length; i += 2) points.push(...this.place(numbers[i], numbers[i + 1], depth));
      if (command === 'M') context.moveTo(...points);
      if (command === 'L') context.lineTo(...points);
      if (command === 'Q') context.quadraticCurveTo(...points);
      if (command === 'C') for (let i = 0; i < points.length; i += 6) context.bezierCurveTo(...points.slice(i, i + 6));
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
    Object.assign(this.context, { strokeStyle: paint, lineWidth: width, lineCap: 'round', lineJoin: 'round' });
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

  /** A soft elliptical spot of light or colour, `rgb` at the given strength in its middle and nothing at its edge. */
  spot(x, y, depth, rx, ry, rgb, strength, angle = 0) {
    const { context } = this;
    const [px, py] = this.place(x, y, depth);
    context.save();
    context.translate(px, py);
    context.rotate(angle);
    context.scale(rx, ry);
    context.fillStyle = this.glow(0, 0, 1, ...[1, 0.85, 0.5, 0.18, 0].map((part) => `rgba(${rgb},${strength * part})`));
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

const FACE =
  'M168 205 C165 240 167 270 176 296 C184 322 206 349 228 363 C240 370 248 372 256 372 C264 372 272 370 284 363 ' +
  'C306 349 328 322 336 296 C345 270 347 240 344 205 C344 140 310 98 256 98 C202 98 168 140 168 205 Z';
const NECK = 'M217 300 C219 350 219 378 213 396 C204 412 180 422 150 430 L256 512 L362 430 C332 422 308 412 299 396 C293 378 293 350 295 300 Z';
const EAR = 'M340 238 C344 224 360 221 364 236 C367 250 361 262 357 274 C354 286 345 291 340 283 C337 270 337 250 340 238 Z';
const BACK_HAIR =
  'M150 220 C146 130 190 84 262 82 C336 82 378 130 376 214 C378 268 384 310 392 352 C398 388 398 418 380 440 ' +
  'C340 452 300 440 256 440 C210 440 170 456 134 440 C122 410 130 360 138 318 C146 280 148 250 146 220 Z';

function background(brush) {
  const { context } = brush;
  context.fillStyle = brush.grade(60, 0, 440, 512, '#a9cfc7', '#84b5b0', '#5a9294');
  context.fillRect(0, 0, SIZE, SIZE);
  context.beginPath();
  context.arc(322, 268, 226, 0, TURN);
  context.fillStyle = brush.grade(150, 90, 480, 460, '#f3e3c6', '#ecd6b2', '#e3c79e');
  context.fill();
}

function body(brush) {
  const { context, stance } = brush;
  context.save();
  context.translate(0, -1.1 * stance.breath);
  const lift = stance.breath * 0.9;
  const fill = (path, paint) => {
    context.fillStyle = paint;
    context.fill(new Path2D(path));
  };
  const line = (path, paint, width) => {
    Object.assign(context, { strokeStyle: paint, lineWidth: width, lineCap: 'round' });
    context.stroke(new Path2D(path));
  };
  fill(NECK, brush.grade(205, 300, 310, 330, SKIN.base, SKIN.warm, '#c07a5a'));
  // Neck: the shade under the jaw, the two tendons and the hollow between the collar bones.
  context.save();
  context.clip(new Path2D(NECK));
  context.filter = 'blur(9px)';
  fill('M205 330 C225 385 262 402 306 366 L312 300 L205 300 Z', 'rgba(120,54,42,0.62)');
  context.filter = 'blur(6px)';
  fill('M282 330 L310 330 L312 420 L280 440 C288 410 288 370 282 330 Z', 'rgba(130,62,46,0.42)');
  fill('M224 392 C236 420 248 436 256 446 C250 424 240 402 228 388 Z', 'rgba(150,78,56,0.22)');
  fill('M288 396 C278 420 266 436 258 446 C262 424 274 404 284 390 Z', 'rgba(140,70,52,0.3)');
  fill('M246 440 C252 452 262 452 268 440 C262 446 252 446 246 440 Z', 'rgba(130,62,46,0.5)');
  context.filter = 'none';
  context.restore();

  // Shirt beneath, then the jacket's shoulders, then the collar over both.
  fill('M196 404 C204 430 232 468 256 496 C280 468 308 430 316 404 L372 512 L140 512 Z', CLOTH.fold);
  const shoulders = (s) =>
    `M${256 - s * 66} 414 C${256 - s * 100} ${430 - lift} ${256 - s * 160} ${436 - lift} ${256 - s * 196} ${462 - lift} ` +
    `C${256 - s * 216} 476 ${256 - s * 226} 494 ${256 - s * 230} 514 L${256 - s * 22} 514 C${256 - s * 40} 486 ${256 - s * 62} 450 ${256 - s * 66} 414 Z`;
  fill(shoulders(1), brush.grade(60, 440, 240, 512, CLOTH.jacketLight, CLOTH.jacket, CLOTH.jacketDark));
  fill(shoulders(-1), brush.grade(280, 440, 470, 512, CLOTH.jacket, CLOTH.jacket, CLOTH.jacketDark));
  context.save();
  context.filter = 'blur(5px)';
  fill('M62 470 C90 450 130 442 168 434 L160 444 C126 452 96 460 70 484 Z', 'rgba(150,196,208,0.34)');
  fill('M104 474 C110 490 112 502 112 514 L128 514 C124 498 116 484 104 474 Z', 'rgba(10,24,36,0.4)');
  fill('M404 472 C398 488 396 502 396 514 L380 514 C386 496 394 482 404 472 Z', 'rgba(8,18,28,0.45)');
  context.restore();
  const lapel = (s) =>
    `M${256 - s * 66} 416 C${256 - s * 86} 440 ${256 - s * 98} 456 ${256 - s * 104} 470 L${256 - s * 84} 476 L${256 - s * 94} 492 ` +
    `C${256 - s * 76} 500 ${256 - s * 50} 508 ${256 - s * 20} 514 C${256 - s * 40} 486 ${256 - s * 60} 452 ${256 - s * 66} 416 Z`;
  fill(lapel(1), brush.grade(150, 430, 240, 512, '#4f768a', CLOTH.jacket));
  fill(lapel(-1), brush.grade(280, 430, 360, 512, '#36566a', CLOTH.jacketDark));
  line('M190 416 C170 440 158 456 152 470 L172 476 L162 492', 'rgba(16,30,42,0.4)', 1.4);
  line('M322 416 C342 440 354 456 360 470 L340 476 L350 492', 'rgba(12,24,34,0.5)', 1.4);

  context.save();
  context.clip(new Path2D('M208 380 L304 380 L304 470 L256 500 L208 470 Z'));
  context.filter = 'blur(5px)';
  fill('M206 390 C214 440 236 470 254 494 L262 490 C246 466 226 430 220 392 Z', 'rgba(110,52,38,0.5)');
  fill('M306 390 C298 440 276 470 258 494 L246 480 C262 460 282 430 290 392 Z', 'rgba(110,52,38,0.5)');
  context.restore();
  const left = 'M214 388 C200 396 190 408 186 420 C189 450 200 484 214 514 L256.5 514 L256 498 C240 468 222 432 214 388 Z';
  const right = 'M298 388 C312 396 322 408 326 420 C323 450 312 484 298 514 L256 514 L256 498 C272 468 290 432 298 388 Z';
  fill(left, brush.grade(190, 400, 245, 490, '#fffaf0', CLOTH.shirt, '#eadcc6'));
  fill(right, brush.grade(270, 400, 325, 490, '#e6d8c3', '#f3e7d4', CLOTH.fold));
  line('M214 390 C222 432 240 468 255 496', 'rgba(150,112,84,0.4)', 1.3);
  line('M298 390 C290 432 272 468 257 496', 'rgba(120,84,62,0.5)', 1.3);
  line('M256 498 L256 512', 'rgba(150,120,92,0.55)', 1.3);
  context.restore();
}

function ear(brush) {
  brush.soft('M342 232 C352 216 372 226 368 246 C366 262 360 280 350 294 L342 290 Z', -6, '#160a0d', 3, 0.6);
  brush.fill(EAR, -6, brush.grade(332, 225, 364, 290, '#d68d69', '#cf8260', '#b96a4c'));
  brush.soft('M336 232 L343 232 L343 286 L336 286 Z', -6, SKIN.shade, 3, 0.8);
  brush.stroke('M345 240 C350 229 360 229 360 241 C360 252 354 260 352 270', -6, 'rgba(122,52,38,0.6)', 2);
  brush.soft('M345 246 C351 243 355 250 350 262 C347 270 343 266 345 246 Z', -6, SKIN.deep, 2, 0.6);
  brush.soft('M362 234 C365 244 362 256 358 266 C360 254 361 244 360 236 Z', -6, '#ffd9b4', 1.2, 0.6);
}

function earring(brush) {
  const [x, y] = brush.place(349, 286, -4);
  const { context, stance } = brush;
  context.save();
  context.translate(x, y);
  context.rotate(stance.swing * 0.035 - stance.roll);
  context.strokeStyle = brush.grade(-6, 0, 8, 16, '#fff1c2', '#e0a83e', '#9a6418');
  context.lineWidth = 3;
  context.beginPath();
  context.ellipse(0, 9, 6.5, 9, 0, 0, TURN);
  context.stroke();
  context.fillStyle = '#fff6d8';
  context.beginPath();
  context.arc(-4.6, 5, 1.5, 0, TURN);
  context.fill();
  context.restore();
}

function head(brush) {
  const { stance } = brush;
  brush.fill(FACE, 'edge', brush.grade(185, 120, 335, 350, SKIN.light, SKIN.base, '#d48b67'));
  brush.within(FACE, 'edge', () => {
    // Light from the upper left: the far cheek, the temple and the jaw turn away from it.
    brush.soft('M352 190 C330 220 326 270 318 300 C306 336 280 356 246 372 L300 392 L372 320 Z', 'edge', SKIN.shade, 13, 0.62);
    brush.soft('M160 250 C172 290 186 326 226 366 L180 372 L150 300 Z', 'edge', SKIN.warm, 9, 0.55);
    brush.soft('M222 378 C240 366 272 366 290 378 L256 392 Z', 'edge', SKIN.shade, 5, 0.45);
    brush.soft('M160 170 C190 150 240 165 300 130 C330 150 345 180 350 215 L360 90 L160 90 Z', 'edge', SKIN.shade, 11, 0.5);
    brush.spot(228, 186, 'skin', 84, 52, '255,234,208', 0.62, -0.15);
    const lift = stance.mouth.smile * 2.2;
    brush.spot(196, 284 - lift, 'skin', 44, 34, '217,84,68', 0.27, -0.2);
    brush.spot(313, 284 - lift, 'skin', 44, 34, '205,74,60', 0.27, 0.2);
    brush.spot(203, 266 - lift, 'skin', 32, 17, '255,238,216', 0.62, -0.25);
    brush.spot(304, 267 - lift, 'skin', 26, 14, '255,226,196', 0.4, 0.25);
    brush.spot(252, 352, 'face', 24, 14, '255,232,206', 0.42);
    // The fold from nose to mouth's corner, deeper with a smile.
    const fold = 0.06 + 0.2 * stance.mouth.smile;
    brush.soft('M222 292 C212 300 205 309 204 320 C209 312 216 303 226 297 Z', 'skin', SKIN.shade, 3, fold);
    brush.soft('M290 292 C300 300 307 309 308 320 C303 312 296 303 286 297 Z', 'skin', SKIN.deep, 3, fold);
  });
}

function nose(brush) {
  brush.soft('M268 226 C268 246 272 264 278 280 C276 288 268 288 264 280 C266 262 264 244 262 226 Z', 'face', SKIN.shade, 5.5, 0.42);
  brush.soft('M240 222 C244 228 246 236 246 246 C242 240 238 232 236 224 Z', 'face', SKIN.shade, 4, 0.35);
  brush.soft('M250 226 C254 244 254 262 253 276 C250 264 249 244 248 226 Z', 100, '#fff0da', 3.6, 0.5);
  brush.soft('M236 288 C244 296 270 297 279 287 C276 300 262 302 257 302 C250 302 240 300 236 288 Z', 96, SKIN.shade, 3.4, 0.6);
  brush.spot(253, 280, 106, 10, 7, '255,243,226', 0.6);
  brush.fill('M243 291 C246 287 251 289 252 293 C249 293 246 293 243 291 Z', 98, 'rgba(112,46,36,0.72)');
  brush.fill('M273 291 C270 287 264 289 262 293 C266 294 270 293 273 291 Z', 98, 'rgba(112,46,36,0.78)');
  brush.stroke('M236 284 C234 289 236 293 240 293', 92, 'rgba(160,82,60,0.38)', 1.8);
  brush.stroke('M279 283 C282 288 280 293 276 293', 92, 'rgba(140,66,48,0.5)', 1.8);
}

/** @param side -1 for the eye on the left of the picture, 1 for the right */
function eye(brush, side) {
  const { context, stance } = brush;
  const cx = 256 + side * 43;
  const cy = 239;
  const at = (x, y) => `${cx + side * x} ${cy + y}`;
  const shut = stance.blink;
  const mix = (open, closed) => open + (closed - open) * shut;
  const top = mix(-13.6, 8.5);
  const topInner = mix(-9.5, 8);
  const upper = `C${at(-14, topInner)} ${at(-5, top)} ${at(4, top + 0.3)} C${at(12, top + 1)} ${at(19, mix(-7.5, 6.5))} ${at(23.5, mix(-2.5, 3.5))}`;
  const low = 9.2 - 1.4 * stance.mouth.smile;
  const lower = `C${at(18, 5.5)} ${at(10, low)} ${at(1, low)} C${at(-8, low)} ${at(-16, 7)} ${at(-21, 3.5)}`;
  const opening = `M${at(-21, 3.5)} ${upper} ${lower} Z`;

  // The socket and the lid between lashes and crease.
  brush.soft(`M${at(-24, 0)} C${at(-16, -24)} ${at(12, -27)} ${at(28, -8)} C${at(20, 8)} ${at(-10, 10)} ${at(-24, 0)} Z`, 'skin', SKIN.shade, 5, 0.42);
  const crease = mix(-21.5, -14);
  brush.soft(
    `M${at(-22, 3)} C${at(-15, topInner - 5)} ${at(-5, crease)} ${at(4, crease)} C${at(14, crease)} ${at(22, mix(-12, -6))} ${at(26, -4)} ` +
      `C${at(24, mix(2, 5))} ${at(12, 10)} ${at(4, 9.5)} C${at(-8, 9.5)} ${at(-16, 8)} ${at(-22, 3)} Z`, 'skin', side < 0 ? '#d99673' : '#c98362', 1.2);
  brush.spot(cx + side * 2, cy - 3, 'skin', 17, 8, '255,226,196', 0.5 * shut);
  brush.stroke(`M${at(-19, -4)} C${at(-14, crease + 4.5)} ${at(-5, crease)} ${at(4, crease)} C${at(13, crease)} ${at(21, mix(-13, -7))} ${at(25, mix(-7.5, -4))}`,
    'skin', `rgba(116,54,42,${0.62 - 0.3 * shut})`, 1.7);

  if (shut < 0.95) {
    brush.within(opening, 'skin', () => {
      const [ex, ey] = brush.place(cx, cy, 'skin');
      context.fillStyle = brush.grade(ex, ey - 14, ex, ey + 10, '#c9b3a6', '#f4ece4', '#efe2d8');
      context.fillRect(ex - 40, ey - 30, 80, 60);
      brush.soft(`M${at(-24, -6)} L${at(-24, 10)} L${at(-14, 8)} L${at(-15, -4)} Z`, 'skin', '#cf8d7c', 3, 0.7);
      const ix = ex + 2.4 + stance.gazeX;
      const iy = ey - 1.8 + stance.gazeY;
      context.beginPath();
      context.arc(ix, iy, 12.4, 0, TURN);
      context.fillStyle = '#2a1a14';
      context.fill();
      context.beginPath();
      context.arc(ix, iy, 11.4, 0, TURN);
      context.fillStyle = brush.grade(ix - 3, iy - 11, ix + 3, iy + 11, '#2e1a12', '#63391f', '#9c6433');
      context.fill();
      context.fillStyle = brush.glow(ix + 2, iy + 6, 9, 'rgba(222,160,84,0.6)', 'rgba(222,160,84,0)');
      context.fill();
      context.beginPath();
      context.arc(ix, iy, 5.6, 0, TURN);
      context.fillStyle = '#140b0a';
      context.fill();
      // The lid's shadow on the ball, then the catch-lights over everything.
      brush.soft(`M${at(-22, -22)} L${at(26, -22)} L${at(24, top + 9)} C${at(14, top + 4)} ${at(-8, top + 4)} ${at(-22, 0)} Z`, 'skin', '#3a1c18', 2, 0.5 * (1 - shut));
      context.beginPath();
      context.ellipse(ix - 3.6, iy - 4.6, 3, 3.3, 0, 0, TURN);
      context.fillStyle = 'rgba(255,255,255,0.96)';
      context.fill();
      context.beginPath();
      context.arc(ix + 4, iy + 4.6, 1.4, 0, TURN);
      context.fillStyle = 'rgba(255,246,230,0.6)';
      context.fill();
    });
    brush.stroke(`M${at(-20, 4.4)} ${'C' + at(-15, 7.6)} ${at(-8, low + 0.7)} ${at(1, low + 0.7)} C${at(10, low + 0.7)} ${at(18, 6.3)} ${at(22.5, -0.5)}`,
      'skin', 'rgba(120,56,44,0.55)', 1.3);
  }

  // Lashes as one shape, thicker and winged outwards.
    brush.fill(
    `M${at(-21.6, 4.2)} ${upper} L${at(29.5, mix(-8.5, 4.5))} C${at(27, mix(-7.5, 3.5))} ${at(25, mix(-7.5, 2))} ${at(22.5, mix(-8, 0.5))} ` +
      `C${at(17, mix(-12, 3.5))} ${at(12, top - 3)} ${at(4, top - 3.4)} C${at(-5, top - 3.4)} ${at(-15, topInner - 2.4)} ${at(-21.6, 4.2)} Z`,
    'skin', '#2a1416');
  brush.soft(`M${at(-16, 13)} C${at(-6, 18)} ${at(10, 18)} ${at(20, 11)} C${at(12, 22)} ${at(-8, 22)} ${at(-16, 13)} Z`, 'skin', SKIN.shade, 3, 0.26);
}

function brow(brush, side) {
  const { stance } = brush;
  const raise = stance.brow + (stance.mouth.jaw > 8 ? 1 : 0) - stance.blink * 1.2;
  const at = (x, y) => `${256 + side * x} ${y - raise * (side < 0 ? 1 : 0.8)}`;
  brush.soft(`M${at(18.5, 206)} C${at(26, 202)} ${at(36, 200)} ${at(46, 199)} L${at(44, 206)} C${at(36, 206.5)} ${at(27, 209)} ${at(20, 212)} Z`, 'skin', '#7a4634', 1.5, 0.5);
  brush.fill(
    `M${at(21, 206)} C${at(31, 201)} ${at(43, 197.6)} ${at(54, 198.2)} C${at(63, 199)} ${at(71, 204)} ${at(77, 211.5)} ` +
      `C${at(69, 205.5)} ${at(62, 203.2)} ${at(53, 203.2)} C${at(42, 203.2)} ${at(32, 206.6)} ${at(23, 210.4)} C${at(20.5, 211)} ${at(19.5, 207.5)} ${at(21, 206)} Z`,
    'skin', side < 0 ? '#5a3026' : '#4a2620');
}

function lips(brush) {
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
    `M${at(-half, corner)} C${at(-half * (0.62 + 0.3 * pucker), m.top * 0.55 + corner * 0.4)} ${at(-half * 0.36, m.top)} ${at(-half * 0.2, m.top)} C${at(-half * 0.1, m.top)} ${at(-3, m.bow)} ${at(0, m.bow)} ` +
    `C${at(3, m.bow)} ${at(half * 0.1, m.top)} ${at(half * 0.2, m.top)} C${at(half * 0.36, m.top)} ${at(half * (0.62 + 0.3 * pucker), m.top * 0.55 + corner * 0.4)} ${at(half, corner)} ` +
    `C${at(half * (0.74 + 0.26 * pucker), m.bottom * (0.56 + 0.1 * pucker))} ${at(half * 0.5, m.bottom)} ${at(0, m.bottom)} C${at(-half * 0.5, m.bottom)} ${at(-half * (0.74 + 0.26 * pucker), m.bottom * (0.56 + 0.1 * pucker))} ${at(-half, corner)} Z`;
  const seamTop = `C${at(-inside * (0.6 + 0.36 * pucker), m.gapTop + corner * 0.1)} ${at(-inside * 0.3, m.gapTop - 1)} ${at(0, m.gapTop + 0.6)} C${at(inside * 0.3, m.gapTop - 1)} ${at(inside * (0.6 + 0.36 * pucker), m.gapTop + corner * 0.1)} ${at(inside, corner + 0.6)}`;
  const seamBottom = `C${at(inside * (0.8 + 0.2 * pucker), m.gapBottom * 0.75)} ${at(inside * 0.45, m.gapBottom)} ${at(0, m.gapBottom)} C${at(-inside * 0.45, m.gapBottom)} ${at(-inside * (0.8 + 0.2 * pucker), m.gapBottom * 0.75)} ${at(-inside, corner + 0.6)}`;
  const hole = `M${at(-inside, corner + 0.6)} ${seamTop} ${seamBottom} Z`;
  const [px, py] = brush.place(cx, cy, depth);

  // Shade below the lower lip and the groove above the upper one.
  brush.soft(`M${at(-20, m.bottom + 2)} C${at(-8, m.bottom + 6)} ${at(8, m.bottom + 6)} ${at(20, m.bottom + 2)} C${at(12, m.bottom + 11)} ${at(-12, m.bottom + 11)} ${at(-20, m.bottom + 2)} Z`, depth, SKIN.shade, 3, 0.62);
  brush.soft(`M${at(-2, -16)} L${at(4, -16)} L${at(5, m.top + 1)} L${at(-2, m.top + 1)} Z`, depth, SKIN.shade, 2.4, 0.32);

  brush.fill(outline, depth, brush.grade(px - 20, py + m.top, px + 14, py + m.bottom, '#b4584c', '#bd5f52', '#d27d6b', '#bf6555'));
  brush.within(outline, depth, () => {
    brush.soft(`M${at(-half, m.top - 4)} L${at(half, m.top - 4)} L${at(half, corner)} C${at(10, m.gapTop - 2)} ${at(-10, m.gapTop - 2)} ${at(-half, corner)} Z`, depth, '#8f3236', 3, 0.4);
    const shine = (m.gapBottom + m.bottom) / 2 - 0.5;
    brush.soft(`M${at(-half * 0.42, shine)} C${at(-8, shine + 2.4)} ${at(4, shine + 2.4)} ${at(half * 0.3, shine)} C${at(4, shine - 2)} ${at(-8, shine - 2)} ${at(-half * 0.42, shine)} Z`, depth, '#ffd2c2', 2, 0.75);
  });
  if (m.gapBottom - m.gapTop > 1) {
    brush.fill(hole, depth, '#571a1e');
    brush.within(hole, depth, () => {
      context.fillStyle = brush.grade(px, py - 5, px, py + m.gapBottom, '#3d1216', '#6a2226');
      context.fillRect(px - 60, py - 40, 120, 100);
      if (m.gapBottom > 12) brush.soft(`M${at(-18, m.gapBottom + 4)} C${at(-14, m.gapBottom - 8)} ${at(14, m.gapBottom - 8)} ${at(18, m.gapBottom + 4)} Z`, depth, '#c2645e', 1.6, 0.95);
      if (m.teeth > 0) {
        const wide = inside * 0.86;
        const edge = m.gapTop + m.teeth;
        brush.fill(`M${at(-wide, -14)} L${at(wide, -14)} C${at(wide, edge - 3)} ${at(wide * 0.5, edge)} ${at(0, edge)} C${at(-wide * 0.5, edge)} ${at(-wide, edge - 3)} ${at(-wide, -14)} Z`,
          depth - 4, brush.grade(px, py + m.gapTop - 1, px, py + edge, '#cdbfb4', '#f7f1e9', '#fbf7f0'));
        for (const x of [-14.5, -7.5, 0, 7.5, 14.5]) brush.stroke(`M${at(x, m.gapTop)} L${at(x, edge - 1)}`, depth - 4, 'rgba(160,134,122,0.22)', 0.9);
      }
      brush.soft(`M${at(-half, -20)} L${at(half, -20)} L${at(half, corner)} C${at(10, m.gapTop + 1)} ${at(-10, m.gapTop + 1)} ${at(-half, corner)} Z`, depth, '#3d1216', 1.6, 0.5);
    });
    // A clip's edge is hard; the lips' inner rim covers it.
    brush.stroke(hole, depth, 'rgba(126,44,44,0.75)', 1.1);
  } else {
    brush.stroke(`M${at(-half + 1, corner)} ${seamTop.replace(/[\d.-]+ [\d.-]+$/, at(half - 1, corner))}`, depth, '#7a2a2c', 1.9);
  }
  for (const side of [-1, 1]) brush.spot(cx + side * (half + 1), cy + corner + 0.5, depth, 5.5, 4.5, '141,70,54', 0.5);
}

/** Points along chained cubics. */
function sample(points, steps) {
  const found = [];
  for (let i = 0; i + 3 < points.length; i += 3) {
    for (let k = i === 0 ? 0 : 1; k <= steps; k++) {
      const t = k / steps;
      const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
      found.push([0, 1].map((axis) => weights.reduce((sum, weight, j) => sum + weight * points[i + j][axis], 0)));
    }
  }
  return found;
}

/** A lock of hair is the area between two borders that run from root to tip; its strands lie between them. */
const LOCKS = {
  sweep: {
    outer: sample([[294, 70], [236, 42], [164, 70], [146, 156], [132, 210], [146, 262], [134, 316], [124, 362], [108, 410], [150, 462]], 16),
    inner: sample([[297, 78], [299, 120], [262, 146], [220, 170], [188, 192], [172, 226], [173, 268], [176, 320], [208, 392], [150, 462]], 16),
  },
  side: {
    outer: sample([[288, 70], [330, 46], [388, 102], [382, 200], [381, 250], [382, 300], [366, 350]], 24),
    inner: sample([[292, 78], [296, 122], [334, 142], [342, 200], [344, 232], [350, 290], [366, 350]], 24),
  },
  behind: {
    outer: sample([[352, 120], [392, 170], [374, 260], [386, 320], [396, 366], [402, 410], [372, 452]], 20),
    inner: sample([[340, 150], [346, 200], [338, 270], [330, 330], [322, 372], [318, 410], [340, 452]], 20),
  },
};

function lock(brush, { outer, inner }, depth, paints) {
  const { context } = brush;
  const polygon = (from, to, taper) => {
    const mid = (from + to) / 2;
    const reach = (to - from) / 2;
    const side = (sign) => outer.map(([x, y], i) => {
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

function backHair(brush) {
  brush.fill(BACK_HAIR, 'back', brush.grade(140, 80, 390, 430, HAIR.mid, HAIR.base, HAIR.dark));
  brush.within(BACK_HAIR, 'back', () => {
    brush.soft('M190 300 C190 360 200 420 210 460 L320 460 C326 400 330 350 330 300 Z', 'back', '#160a0d', 12, 0.75);
  });
  const [x, y] = brush.place(350, 260, 'back');
  const shine = brush.grade(x, y, x + 24, y + 190, 'rgba(107,56,42,0.2)', HAIR.mid, HAIR.light, 'rgba(107,56,42,0.3)');
  lock(brush, LOCKS.behind, 'back', {
    base: brush.grade(x - 30, y, x + 40, y, HAIR.dark, HAIR.base, HAIR.base),
    strands: [[0.1, 0.1, HAIR.mid, 0.7], [0.22, 0.1, shine, 0.6], [0.34, 0.08, HAIR.dark, 0.7], [0.44, 0.08, shine, 0.7], [0.58, 0.1, HAIR.dark, 0.6], [0.7, 0.07, HAIR.mid, 0.7], [0.85, 0.2, HAIR.dark, 0.6]],
  });
}

function frontHair(brush) {
  const [x0, y0] = brush.place(150, 80, 'hair');
  const shine = brush.grade(x0 + 60, y0 - 10, x0 - 16, y0 + 380, 'rgba(214,149,99,0)', HAIR.shine, HAIR.light, 'rgba(168,98,62,0.1)', 'rgba(168,98,62,0.75)', 'rgba(168,98,62,0.1)');
  const [x1, y1] = brush.place(300, 80, 'hair');
  const farShine = brush.grade(x1, y1 + 10, x1 + 70, y1 + 170, 'rgba(168,98,62,0)', HAIR.light, 'rgba(107,56,42,0.2)');
  // The hair's shadow upon the forehead and cheek.
  brush.within(FACE, 'edge', () => {
    brush.soft('M300 76 C302 146 256 166 222 190 C196 204 180 232 180 262 C184 300 190 330 196 350 L150 340 L150 90 Z', 'skin', SKIN.deep, 6, 0.5);
  });
  lock(brush, LOCKS.side, 'hair', {
    base: brush.grade(x1, y1, x1 + 80, y1 + 250, HAIR.base, HAIR.base, '#35191a'),
    strands: [[0.25, 0.3, farShine, 0.55], [0.5, 0.12, HAIR.dark, 0.6], [0.68, 0.18, farShine, 0.8], [0.85, 0.08, HAIR.dark, 0.7], [0.95, 0.06, HAIR.mid, 0.8]],
  });
  lock(brush, LOCKS.sweep, 'hair', {
    base: brush.grade(x0, y0, x0 + 40, y0 + 380, HAIR.mid, HAIR.base, HAIR.base, HAIR.dark),
    strands: [
      [0.08, 0.14, HAIR.dark, 0.5], [0.2, 0.2, shine, 0.5], [0.3, 0.05, shine, 0.8], [0.4, 0.12, HAIR.dark, 0.55], [0.52, 0.16, shine, 0.62],
      [0.56, 0.03, '#efbd8a', 0.5], [0.66, 0.1, HAIR.dark, 0.5], [0.74, 0.1, shine, 0.55], [0.84, 0.06, HAIR.dark, 0.6], [0.92, 0.06, shine, 0.6], [0.985, 0.03, HAIR.dark, 0.7],
    ],
  });
  brush.stroke('M214 172 C200 186 186 206 184 232', 'hair', HAIR.mid, 1.6);
  brush.stroke('M170 270 C180 300 182 330 180 352', 'hair', HAIR.mid, 1.4);
}

/**
 * Draws one picture.
 *
 * @param context 2D context of a 512 x 512 canvas
 * @param pose number of the pose, 0 to poses - 1, at 25 a second
 * @param mouth 'rest', 'closed', 'slight', 'open', 'wide', 'round' or 'teeth'
 * @param poses how many poses make the whole cycle
 */
export function draw(context, { pose, mouth, poses }) {
  const stance = stanceOf(pose, poses, mouth);
  const brush = new Brush(context, stance);
  const turned = (paint) => {
    context.save();
    context.translate(256, 400);
    context.rotate(stance.roll);
    context.translate(-256, -400 - 1.5 * stance.breath);
    paint();
    context.restore();
  };
  background(brush);
  context.save();
  context.translate(0, 8);
  turned(() => backHair(brush));
  body(brush);
  turned(() => {
    head(brush);
    nose(brush);
    for (const side of [-1, 1]) {
      eye(brush, side);
      brow(brush, side);
    }
    lips(brush);
    frontHair(brush);
    ear(brush);
    earring(brush);
  });
  context.restore();
}
