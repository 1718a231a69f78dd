// Mira, drawn: an original character, 512 × 512. Plain browser code; `scripts/render-face.ts` runs it in Chromium.
// `phase` is the place in the idle cycle (0 to 1), `blink` how far the lids are shut (0 to 1), `mouth` one of the seven shapes.

const SKIN = { light: '#f7cfb4', base: '#efbb9b', shade: '#d9987a', deep: '#b9745a' };
const HAIR = { dark: '#38211f', base: '#56322c', light: '#835040', shine: '#a96f55' };
const CLOTH = { base: '#1f6f6b', shade: '#165552', light: '#2f8d86' };
const LIP = { base: '#c4605c', dark: '#8f3f42', light: '#db8079' };

/** Jaw drop in pixels for each mouth. */
const JAW = { rest: 0, closed: 0, slight: 2, open: 7, wide: 3, round: 5, teeth: 2 };

const wave = (phase, times, shift = 0) => Math.sin((phase * times + shift) * 2 * Math.PI);

export function draw(context, { phase, blink, mouth }) {
  const breath = wave(phase, 1);
  const sway = wave(phase, 1, 0.15);
  const nod = wave(phase, 2, 0.4);
  const tilt = (sway * 1.5 + nod * 0.4) * (Math.PI / 180);
  // What lies nearer moves further: the features against the head, the head against the shoulders.
  const head = { x: 256 + sway * 4, y: 2 + nod * 1.5 + breath * 1.2 };
  const near = { x: sway * 3.2, y: nod * 1.4 };
  const gaze = { x: wave(phase, 1, 0.55) * 1.6, y: wave(phase, 2, 0.2) * 0.6 };
  const jaw = JAW[mouth];

  background(context);
  context.save();
  context.translate(head.x, 300 + head.y);
  context.rotate(tilt);
  context.translate(0, -300);
  backHair(context, sway);
  context.restore();
  body(context, breath, sway);
  context.save();
  context.translate(head.x, 300 + head.y);
  context.rotate(tilt);
  context.translate(0, -300);
  neckShadow(context, jaw);
  ears(context, sway);
  faceShape(context, jaw);
  context.save();
  context.translate(near.x, near.y);
  cheeks(context, mouth);
  nose(context);
  for (const side of [-1, 1]) eye(context, side, blink, gaze, near);
  for (const side of [-1, 1]) brow(context, side, nod, blink);
  lips(context, mouth, jaw);
  context.restore();
  frontHair(context, sway);
  context.restore();
}

function path(context, build, fill) {
  context.beginPath();
  build(context);
  context.fillStyle = fill;
  context.fill();
}

function linear(context, x0, y0, x1, y1, ...stops) {
  const gradient = context.createLinearGradient(x0, y0, x1, y1);
  stops.forEach(([at, color]) => gradient.addColorStop(at, color));
  return gradient;
}

function radial(context, x, y, radius, ...stops) {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  stops.forEach(([at, color]) => gradient.addColorStop(at, color));
  return gradient;
}

function background(context) {
  context.fillStyle = radial(context, 170, 130, 520, [0, '#f4e3cd'], [0.5, '#ead0b4'], [1, '#d3ac91']);
  context.fillRect(0, 0, 512, 512);
}

/** The hair behind head and neck: a bob to the shoulders. */
function backHair(context, sway) {
  path(context, (c) => {
    c.moveTo(0, 62);
    c.bezierCurveTo(92, 58, 138, 128, 134, 218);
    c.bezierCurveTo(132, 290, 150, 330, 128 + sway * 2, 388);
    c.bezierCurveTo(90, 410, -90, 410, -128 + sway * 2, 388);
    c.bezierCurveTo(-150, 330, -132, 290, -134, 218);
    c.bezierCurveTo(-138, 128, -92, 58, 0, 62);
  }, linear(context, -140, 80, 140, 400, [0, HAIR.base], [0.55, HAIR.dark], [1, '#2a1817']));
}

function body(context, breath, sway) {
  context.save();
  context.translate(256 + sway * 1.2, breath * 2.2);
  // Neck
  path(context, (c) => {
    c.moveTo(-43, 300);
    c.bezierCurveTo(-44, 350, -50, 372, -86, 390);
    c.lineTo(86, 390);
    c.bezierCurveTo(50, 372, 44, 350, 43, 300);
  }, linear(context, -50, 0, 60, 0, [0, SKIN.base], [0.5, SKIN.base], [1, SKIN.shade]));
  // Shoulders
  path(context, (c) => {
    c.moveTo(-86, 386);
    c.bezierCurveTo(-150, 402, -214, 420, -238, 520);
    c.lineTo(238, 520);
    c.bezierCurveTo(214, 420, 150, 402, 86, 386);
    c.bezierCurveTo(60, 420, -60, 420, -86, 386);
  }, linear(context, -200, 380, 220, 520, [0, CLOTH.light], [0.4, CLOTH.base], [1, CLOTH.shade]));
  // Skin of the neckline
  path(context, (c) => {
    c.moveTo(-84, 382);
    c.bezierCurveTo(-70, 436, -28, 468, 0, 474);
    c.bezierCurveTo(28, 468, 70, 436, 84, 382);
    c.bezierCurveTo(50, 372, -50, 372, -84, 382);
  }, linear(context, -60, 380, 60, 470, [0, SKIN.light], [0.6, SKIN.base], [1, SKIN.shade]));
  // Collar
  for (const side of [-1, 1]) {
    path(context, (c) => {
      c.moveTo(side * 82, 376);
      c.bezierCurveTo(side * 108, 388, side * 118, 396, side * 124, 408);
      c.bezierCurveTo(side * 96, 440, side * 50, 478, side * 6, 500);
      c.bezierCurveTo(side * 2, 488, 0, 482, 0, 472);
      c.bezierCurveTo(side * 34, 462, side * 70, 426, side * 82, 376);
    }, linear(context, 0, 380, side * 120, 480, [0, CLOTH.light], [1, side < 0 ? CLOTH.base : CLOTH.shade]));
  }
  // Collar bones, barely
  context.strokeStyle = 'rgba(170,100,75,0.28)';
  context.lineWidth = 3;
  context.lineCap = 'round';
  for (const side of [-1, 1]) {
    context.beginPath();
    context.moveTo(side * 14, 424);
    context.quadraticCurveTo(side * 34, 414, side * 58, 410);
    context.stroke();
  }
  context.restore();
}

function neckShadow(context, jaw) {
  path(context, (c) => {
    c.moveTo(-52, 300);
    c.bezierCurveTo(-44, 352 + jaw, -20, 372 + jaw, 4, 374 + jaw);
    c.bezierCurveTo(26, 372 + jaw, 46, 350 + jaw, 50, 300);
  }, 'rgba(150,82,62,0.5)');
}

function ears(context, sway) {
  for (const side of [-1, 1]) {
    path(context, (c) => c.ellipse(side * 98, 232, 14, 24, side * 0.12, 0, Math.PI * 2), side < 0 ? SKIN.base : SKIN.shade);
    path(context, (c) => c.ellipse(side * 98, 234, 7, 14, side * 0.12, 0, Math.PI * 2), 'rgba(170,95,72,0.45)');
    path(context, (c) => c.arc(side * 100 - sway * 0.8, 262, 5, 0, Math.PI * 2), '#e8b65a');
    path(context, (c) => c.arc(side * 100 - sway * 0.8 - 1.5, 260, 1.8, 0, Math.PI * 2), '#fff1c9');
  }
}

function faceShape(context, jaw) {
  const outline = (c) => {
    c.moveTo(0, 96);
    c.bezierCurveTo(66, 96, 100, 142, 100, 206);
    c.bezierCurveTo(100, 262, 84, 300, 52, 326 + jaw);
    c.bezierCurveTo(34, 342 + jaw, 18, 348 + jaw, 0, 348 + jaw);
    c.bezierCurveTo(-18, 348 + jaw, -34, 342 + jaw, -52, 326 + jaw);
    c.bezierCurveTo(-84, 300, -100, 262, -100, 206);
    c.bezierCurveTo(-100, 142, -66, 96, 0, 96);
  };
  path(context, outline, linear(context, -90, 130, 95, 320, [0, SKIN.light], [0.55, SKIN.base], [1, SKIN.shade]));
  context.save();
  context.beginPath();
  outline(context);
  context.clip();
  // The side turned from the light, and the shade of the fringe
  context.fillStyle = radial(context, 128, 250, 120, [0, 'rgba(185,110,82,0.5)'], [1, 'rgba(185,110,82,0)']);
  context.fillRect(-110, 90, 230, 280);
  context.fillStyle = linear(context, 0, 120, 0, 196, [0, 'rgba(150,85,66,0.55)'], [1, 'rgba(150,85,66,0)']);
  context.fillRect(-110, 90, 230, 110);
  context.fillStyle = radial(context, -34, 190, 80, [0, 'rgba(255,240,222,0.4)'], [1, 'rgba(255,240,222,0)']);
  context.fillRect(-110, 90, 230, 260);
  context.restore();
}

function cheeks(context, mouth) {
  const lift = mouth === 'wide' ? -3 : 0;
  for (const side of [-1, 1]) {
    context.fillStyle = radial(context, side * 58, 268 + lift, 34, [0, 'rgba(226,112,96,0.34)'], [1, 'rgba(226,112,96,0)']);
    context.fillRect(side * 58 - 40, 228 + lift, 80, 80);
  }
}

function nose(context) {
  path(context, (c) => {
    c.moveTo(5, 222);
    c.bezierCurveTo(9, 244, 18, 258, 17, 267);
    c.bezierCurveTo(14, 274, 4, 275, -2, 273);
    c.bezierCurveTo(6, 262, 5, 244, 5, 222);
  }, 'rgba(190,112,84,0.36)');
  context.strokeStyle = 'rgba(150,78,60,0.62)';
  context.lineWidth = 2.6;
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(-10, 270);
  context.quadraticCurveTo(-5, 275, 1, 274);
  context.quadraticCurveTo(8, 275, 13, 269);
  context.stroke();
  path(context, (c) => c.ellipse(-2, 256, 5, 8, 0, 0, Math.PI * 2), 'rgba(255,240,224,0.35)');
}

function eye(context, side, blink, gaze, near) {
  context.save();
  context.translate(side * 42, 217);
  const open = 1 - blink;
  const top = -13.5 * open + 4.5 * blink;
  const bottom = 10 - 4.5 * blink;
  const almond = (c) => {
    c.moveTo(-23, 2);
    c.bezierCurveTo(-15, top - 3, 12, top - 4, 24, -2);
    c.bezierCurveTo(16, bottom, -12, bottom + 1, -23, 2);
  };
  // The socket
  path(context, (c) => c.ellipse(0, -4, 31, 20, 0, 0, Math.PI * 2), 'rgba(184,104,80,0.16)');
  if (side < 0) context.scale(-1, 1);
  if (blink > 0.75) {
    closedEye(context);
    context.restore();
    return;
  }
  path(context, almond, '#fdf6f0');
  context.save();
  context.beginPath();
  almond(context);
  context.clip();
  const mirror = side < 0 ? -1 : 1;
  const x = 1 + (gaze.x + near.x * 0.25) * mirror;
  const y = -2.5 + gaze.y;
  path(context, (c) => c.arc(x, y, 11.5, 0, Math.PI * 2), radial(context, x, y + 3, 12, [0, '#9a6a3c'], [0.6, '#6b4226'], [1, '#3a2216']));
  path(context, (c) => c.arc(x, y, 5.4, 0, Math.PI * 2), '#1b100d');
  path(context, (c) => c.arc(x - 3.6 * mirror, y - 4, 3, 0, Math.PI * 2), '#ffffff');
  path(context, (c) => c.arc(x + 4 * mirror, y + 4, 1.5, 0, Math.PI * 2), 'rgba(255,255,255,0.6)');
  // The upper lid's shade on the eyeball
  context.fillStyle = linear(context, 0, top - 4, 0, top + 8, [0, 'rgba(90,45,35,0.55)'], [1, 'rgba(90,45,35,0)']);
  context.fillRect(-26, top - 6, 52, 16);
  context.restore();
  // Lashes as one shape along the upper lid
  path(context, (c) => {
    c.moveTo(-24, 3);
    c.bezierCurveTo(-16, top - 6.500, 12, top - 8, 29, -6);
    c.bezierCurveTo(25, -3.500, 25, -2, 24, -1);
    c.bezierCurveTo(12, top - 3.500, -14, top - 2, -24, 3);
  }, '#2f1a17');
  context.lineCap = 'round';
  context.strokeStyle = 'rgba(140,76,60,0.6)';
  context.lineWidth = 1.8;
  context.beginPath();
  context.moveTo(-19, -10 * open - 3);
  context.bezierCurveTo(-10, top - 10, 12, top - 11, 24, -9 * open - 5);
  context.stroke();
  context.strokeStyle = 'rgba(130,70,56,0.4)';
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(-16, bottom - 3);
  context.quadraticCurveTo(2, bottom + 2.500, 20, bottom - 6);
  context.stroke();
  context.restore();
}

/** The lid over the eye, and the lashes where it ends. */
function closedEye(context) {
  path(context, (c) => c.ellipse(0, -1, 25, 12, -0.06, 0, Math.PI * 2), linear(context, 0, -13, 0, 10, [0, 'rgba(214,146,118,0.75)'], [1, 'rgba(236,180,152,0.9)']));
  path(context, (c) => {
    c.moveTo(-24, 3);
    c.bezierCurveTo(-12, 11.500, 10, 11.500, 28, -1);
    c.bezierCurveTo(12, 7, -10, 7.500, -24, 3);
  }, '#2f1a17');
}

function brow(context, side, nod, blink) {
  const lift = nod * 0.9 - blink * -1.2;
  context.save();
  context.translate(side * 43, 186 + lift);
  if (side < 0) context.scale(-1, 1);
  path(context, (c) => {
    c.moveTo(-25, -1.500);
    c.bezierCurveTo(-12, -9, 10, -11, 30, 2);
    c.bezierCurveTo(10, -5, -8, -3.500, -23, 4);
    c.bezierCurveTo(-26, 3.500, -26.500, 0.500, -25, -1.500);
  }, HAIR.base);
  context.restore();
}

const MOUTH_Y = 303;

function lips(context, mouth, jaw) {
  const y = MOUTH_Y;
  const shapes = {
    rest: { w: 31, up: 2, corner: -7, gap: 0 },
    closed: { w: 27, up: 1, corner: -2, gap: 0 },
    slight: { w: 28, up: 4, corner: -4, gap: 6 },
    open: { w: 27, up: 6, corner: -2, gap: 16 },
    wide: { w: 33, up: 5, corner: -7, gap: 9 },
    round: { w: 16, up: 6, corner: 0, gap: 15 },
    teeth: { w: 27, up: 4, corner: -3, gap: 5 },
  };
  const { w, up, corner, gap } = shapes[mouth];
  const below = y + gap + 9 + jaw * 0.25;
  // The shade under the lower lip
  path(context, (c) => c.ellipse(0, below + 9, w * 0.55, 4, 0, 0, Math.PI * 2), 'rgba(170,92,72,0.3)');
  if (gap === 0) {
    const press = mouth === 'closed';
    path(context, (c) => {
      c.moveTo(-w, y + corner);
      c.bezierCurveTo(-w * 0.5, y - up - (press ? 1 : 4), -w * 0.2, y - up - (press ? 2 : 6), 0, y - up - (press ? 0 : 2));
      c.bezierCurveTo(w * 0.2, y - up - (press ? 2 : 6), w * 0.5, y - up - (press ? 1 : 4), w, y + corner);
      c.bezierCurveTo(w * 0.55, y + (press ? 7 : 13), -w * 0.55, y + (press ? 7 : 13), -w, y + corner);
    }, linear(context, 0, y - 8, 0, y + 11, [0, LIP.base], [0.45, LIP.dark], [0.5, LIP.base], [1, LIP.light]));
    context.strokeStyle = LIP.dark;
    context.lineWidth = press ? 3 : 2.4;
    context.lineCap = 'round';
    context.beginPath();
    context.moveTo(-w - 1, y + corner);
    context.bezierCurveTo(-w * 0.45, y + 3.500 - (press ? 2 : 0), w * 0.45, y + 3.500 - (press ? 2 : 0), w + 1, y + corner);
    context.stroke();
    path(context, (c) => c.ellipse(-6, y + 6.500, 8, 2, 0, 0, Math.PI * 2), 'rgba(255,225,215,0.35)');
    return;
  }
  const inside = (c) => {
    c.moveTo(-w + 3, y + corner + 1);
    c.bezierCurveTo(-w * 0.5, y - up * 0.3, w * 0.5, y - up * 0.3, w - 3, y + corner + 1);
    c.bezierCurveTo(w * 0.8, below - 2, -w * 0.8, below - 2, -w + 3, y + corner + 1);
  };
  // Both lips as one shape, the opening laid over it
  path(context, (c) => {
    c.moveTo(-w - 2, y + corner);
    c.bezierCurveTo(-w * 0.5, y - up - 6, -w * 0.2, y - up - 8, 0, y - up - 3);
    c.bezierCurveTo(w * 0.2, y - up - 8, w * 0.5, y - up - 6, w + 2, y + corner);
    c.bezierCurveTo(w * 0.85, below + 10, -w * 0.85, below + 10, -w - 2, y + corner);
  }, linear(context, 0, y - 12, 0, below + 8, [0, LIP.base], [1, LIP.light]));
  path(context, inside, linear(context, 0, y - 4, 0, below, [0, '#5b2027'], [1, '#7d3238']));
  context.save();
  context.beginPath();
  inside(context);
  context.clip();
  if (mouth !== 'round') {
    const teeth = mouth === 'wide' ? 7.500 : mouth === 'teeth' ? 6.500 : 5.500;
    path(context, (c) => c.roundRect(-w * 0.72, y - up - 2, w * 1.44, up + teeth, 4), '#fff7ef');
  }
  if (mouth === 'open' || mouth === 'round') path(context, (c) => c.ellipse(0, below + 1, w * 0.55, 9, 0, 0, Math.PI * 2), '#c66a68');
  if (mouth === 'teeth') path(context, (c) => c.ellipse(0, below + 0.500, w * 0.8, 6.500, 0, 0, Math.PI * 2), LIP.light);
  context.restore();
}

/** A side-swept fringe and the hair along the face. */
function frontHair(context, sway) {
  path(context, (c) => {
    c.moveTo(30, 66);
    c.bezierCurveTo(-60, 54, -122, 104, -124, 196);
    c.bezierCurveTo(-126, 250, -118, 290, -126 + sway, 332);
    c.bezierCurveTo(-106, 322, -92, 286, -95, 240);
    c.bezierCurveTo(-97, 214, -92, 190, -78, 170);
    c.bezierCurveTo(-40, 168, 10, 146, 36, 104);
    c.bezierCurveTo(50, 84, 44, 70, 30, 66);
  }, linear(context, -130, 80, 30, 300, [0, HAIR.light], [0.4, HAIR.base], [1, HAIR.dark]));
  path(context, (c) => {
    c.moveTo(22, 66);
    c.bezierCurveTo(90, 62, 126, 120, 125, 200);
    c.bezierCurveTo(126, 252, 120, 292, 128 + sway, 332);
    c.bezierCurveTo(106, 322, 92, 286, 95, 240);
    c.bezierCurveTo(98, 198, 84, 140, 36, 104);
    c.bezierCurveTo(26, 92, 20, 78, 22, 66);
  }, linear(context, 20, 70, 130, 320, [0, HAIR.base], [0.5, HAIR.dark], [1, '#2a1817']));
  context.lineCap = 'round';
  const strand = (color, width, ...curve) => {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(curve[0], curve[1]);
    context.bezierCurveTo(...curve.slice(2));
    context.stroke();
  };
  strand(HAIR.shine, 5, 8, 82, -50, 84, -96, 120, -108, 178);
  strand('rgba(169,111,85,0.55)', 3, 18, 92, -30, 104, -74, 130, -96, 166);
  strand('rgba(169,111,85,0.4)', 2.500, 26, 100, -10, 124, -44, 146, -74, 160);
  strand('rgba(131,80,64,0.6)', 3, 44, 84, 90, 100, 108, 148, 110, 204);
  strand('rgba(131,80,64,0.4)', 2.500, 48, 100, 84, 124, 98, 164, 101, 212);
  strand('rgba(169,111,85,0.35)', 3, -116, 214, -118, 250, -112, 284, -117, 312);
}
