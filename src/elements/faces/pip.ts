/** Pip is a small round robot with a face of light, quick and cheerful. */
import { pip } from '@palkit/contract/face/characters/pip';
import { paintBackground, FULL_TURN, type Brush, type Look, type Point } from './brush.ts';
import { portrait } from './portrait.ts';

const SHELL = { light: '#ffffff', base: '#eef1ee', mid: '#d3dad8', dark: '#a7b3b4', deep: '#7d8b8f' };
const GLASS = { light: '#2d4356', base: '#182735', dark: '#0c1620' };
const TRIM = { light: '#ffb78f', base: '#f58a5e', dark: '#c55c38' };
const LIGHT = '124,240,226';

const HEAD =
  'M256 96 C336 96 392 132 396 222 C400 314 348 356 256 356 C164 356 112 314 116 222 C120 132 176 96 256 96 Z';
const SCREEN =
  'M256 142 C322 142 358 164 360 224 C362 292 326 320 256 320 C186 320 150 292 152 224 C154 164 190 142 256 142 Z';
const DEEP = 60;

function body(brush: Brush) {
  const { context, stance } = brush;
  context.save();
  context.translate(0, -1.3 * stance.breath);
  const fill = (path: string, paint: string | CanvasGradient) => {
    context.fillStyle = paint;
    context.fill(new Path2D(path));
  };
  const lift = stance.breath;
  for (const x of [-1, 1]) {
    const arm =
      `M${256 + x * 112} ${430 - lift} C${256 + x * 150} ${424 - lift} ${256 + x * 176} 450 ` +
      `${256 + x * 182} 514 L${256 + x * 184} 600 L${256 + x * 130} 600 Z`;
    fill(
      arm,
      x < 0
        ? brush.grade(70, 430, 150, 514, SHELL.light, SHELL.mid, SHELL.dark)
        : brush.grade(360, 430, 440, 514, SHELL.mid, SHELL.dark, SHELL.deep),
    );
  }
  fill(
    'M222 350 L290 350 L296 400 L216 400 Z',
    brush.grade(210, 360, 300, 360, '#8f9da1', '#c9d2d2', '#7d8b8f', '#5f6d72'),
  );
  for (const y of [362, 374, 386])
    fill(`M219 ${y} L293 ${y} L293 ${y + 3.4} L219 ${y + 3.4} Z`, 'rgba(40,54,62,0.4)');
  const torso =
    `M140 600 C132 570 129 542 128 514 C120 ${438 - lift} 160 ${396 - lift} 256 ${394 - lift} ` +
    `C352 ${396 - lift} 392 ${438 - lift} 384 514 C383 542 380 570 372 600 Z`;
  fill(torso, brush.grade(140, 396, 380, 514, SHELL.light, SHELL.base, SHELL.mid, SHELL.dark));
  context.save();
  context.clip(new Path2D(torso));
  brush.blur(9);
  fill('M196 388 C220 424 292 424 316 388 L316 400 C292 440 220 440 196 400 Z', 'rgba(60,80,88,0.55)');
  fill('M150 500 C146 450 176 420 214 410 C186 432 170 474 176 560 Z', 'rgba(255,255,255,0.9)');
  fill('M372 430 C396 480 394 550 384 600 L346 600 C364 550 370 480 364 430 Z', 'rgba(90,108,116,0.5)');
  context.filter = 'none';
  context.restore();
  // A lamp on the chest that moves with the breath.
  context.beginPath();
  context.arc(256, 470 - lift, 21, 0, FULL_TURN);
  context.fillStyle = brush.grade(240, 450, 276, 492, SHELL.dark, SHELL.mid, SHELL.light);
  context.fill();
  context.beginPath();
  context.arc(256, 470 - lift, 15, 0, FULL_TURN);
  context.fillStyle = brush.glow(252, 465 - lift, 18, TRIM.light, TRIM.base, TRIM.dark);
  context.fill();
  brush.context.globalAlpha = 0.35 + 0.1 * stance.breath;
  context.beginPath();
  context.arc(256, 470 - lift, 34, 0, FULL_TURN);
  context.fillStyle = brush.glow(256, 470 - lift, 34, 'rgba(255,170,120,0.9)', 'rgba(255,170,120,0)');
  context.fill();
  context.restore();
}

function crown(brush: Brush) {
  const { context, stance } = brush;
  const [x, y] = brush.place(256, 104, 0);
  const tip: Point = [x - stance.swing * 1.6, y - 52];
  Object.assign(context, {
    strokeStyle: brush.grade(x - 4, y, x + 4, y, SHELL.deep, SHELL.mid, SHELL.deep),
    lineWidth: 6,
    lineCap: 'round',
  });
  context.beginPath();
  context.moveTo(x, y);
  context.quadraticCurveTo(x, y - 26, ...tip);
  context.stroke();
  context.beginPath();
  context.arc(...tip, 13, 0, FULL_TURN);
  context.fillStyle = brush.glow(tip[0] - 4, tip[1] - 5, 16, '#ffd9c2', TRIM.base, TRIM.dark);
  context.fill();
  for (const side of [-1, 1]) {
    brush.fill(
      `M${256 + side * 128} 186 C${256 + side * 158} 184 ${256 + side * 166} 206 ` +
        `${256 + side * 166} 228 C${256 + side * 166} 250 ${256 + side * 158} 272 ` +
        `${256 + side * 128} 270 Z`,
      -14,
      side < 0
        ? brush.grade(90, 190, 130, 270, TRIM.light, TRIM.base, TRIM.dark)
        : brush.grade(380, 190, 424, 270, TRIM.base, TRIM.dark, '#9c4328'),
    );
  }
}

function drawShell(brush: Brush) {
  brush.fill(HEAD, 10, brush.grade(140, 100, 380, 350, SHELL.light, SHELL.base, SHELL.mid, SHELL.dark));
  brush.within(HEAD, 10, () => {
    brush.paintBlurred(
      'M150 168 C172 122 216 108 268 108 C216 122 184 144 166 190 Z',
      20,
      '#ffffff',
      6,
      0.95,
    );
    brush.paintBlurred('M384 190 C398 262 372 330 270 356 L400 356 L410 190 Z', 10, SHELL.deep, 14, 0.55);
    brush.paintBlurred('M150 326 C200 364 312 364 362 326 L350 366 L160 366 Z', 10, SHELL.deep, 10, 0.4);
  });
  brush.stroke(SCREEN, DEEP - 10, SHELL.dark, 7);
  brush.stroke('M154 216 C158 164 192 140 256 140', DEEP - 8, 'rgba(255,255,255,0.8)', 2.5);
  const [x, y] = brush.place(256, 230, DEEP);
  brush.fill(SCREEN, DEEP - 10, brush.glow(x - 40, y - 50, 170, GLASS.light, GLASS.base, GLASS.dark));
}

/** Draws a luminous shape: its glow, the shape, and a brighter core. */
function drawLit(brush: Brush, path: string, width = 0) {
  const rgb = `rgb(${LIGHT})`;
  if (width > 0) {
    brush.context.save();
    brush.blur(6);
    brush.stroke(path, DEEP, `rgba(${LIGHT},0.55)`, width + 5);
    brush.context.restore();
    brush.stroke(path, DEEP, rgb, width);
    brush.stroke(path, DEEP, 'rgba(235,255,252,0.85)', width * 0.4);
    return;
  }
  brush.paintBlurred(path, DEEP, `rgba(${LIGHT},0.6)`, 7);
  brush.fill(path, DEEP, rgb);
}

function eyes(brush: Brush) {
  const { stance } = brush;
  for (const side of [-1, 1]) {
    const x = 256 + side * 48 + stance.gazeX * 2.4;
    const y = 216 + stance.gazeY * 2.4 - stance.brow * 0.8;
    const wide = 17.5;
    const high = Math.max(
      2.6,
      24 * (1 - Math.max(0, stance.blink)) + Math.max(0, -stance.blink) * 26 + stance.brow * 0.5,
    );
    const soft = Math.min(high, wide) * 0.56;
    drawLit(
      brush,
      `M${x - wide} ${y} C${x - wide} ${y - high + soft * 0.4} ${x - soft} ${y - high} ${x} ` +
        `${y - high} C${x + soft} ${y - high} ${x + wide} ${y - high + soft * 0.4} ${x + wide} ${y} ` +
        `C${x + wide} ${y + high - soft * 0.4} ${x + soft} ${y + high} ${x} ${y + high} C${x - soft} ` +
        `${y + high} ${x - wide} ${y + high - soft * 0.4} ${x - wide} ${y} Z`,
    );
    if (high > 10) brush.ellipse(x - 5, y - high * 0.4, DEEP + 1, 5, high * 0.24, 'rgba(245,255,253,0.92)');
    brush.spot(256 + side * 84, 266, DEEP, 20, 12, '255,150,120', 0.4 + 0.15 * stance.mouth.smile);
  }
}

function mouth(brush: Brush) {
  const mouth = brush.stance.mouth;
  const y = 272;
  const halfWidth = mouth.half * 0.86;
  if (mouth.gapBottom - mouth.gapTop <= 1) {
    const sag = 5 + 11 * mouth.smile;
    drawLit(
      brush,
      `M${256 - halfWidth} ${y - sag * 0.4} C${256 - halfWidth * 0.5} ${y + sag * 0.7} ${256 + halfWidth * 0.5} ` +
        `${y + sag * 0.7} ${256 + halfWidth} ${y - sag * 0.4}`,
      6.5,
    );
    return;
  }
  const [top, low] = [y + mouth.gapTop * 1.2 - 2 - mouth.smile * 2, y + mouth.gapBottom * 1.25 + 3];
  const corner = y - mouth.smile * 5;
  drawLit(
    brush,
    `M${256 - halfWidth} ${corner} C${256 - halfWidth * 0.9} ${top} ${256 - halfWidth * 0.5} ${top} 256 ${top} C` +
      `${256 + halfWidth * 0.5} ${top} ${256 + halfWidth * 0.9} ${top} ${256 + halfWidth} ${corner} ` +
      `C${256 + halfWidth} ${(corner + low) / 2} ${256 + halfWidth * 0.6} ${low} 256 ${low} C` +
      `${256 - halfWidth * 0.6} ${low} ${256 - halfWidth} ${(corner + low) / 2} ${256 - halfWidth} ${corner} Z`,
  );
  if (low - top > 16)
    brush.ellipse(256, (top + low) / 2 + 2, DEEP + 1, halfWidth * 0.62, (low - top) * 0.26, GLASS.base);
  else if (mouth.teeth > 7)
    brush.stroke(
      `M${256 - halfWidth * 0.7} ${(top + low) / 2} L${256 + halfWidth * 0.7} ${(top + low) / 2}`,
      DEEP + 1,
      GLASS.base,
      2.6,
    );
}

function screen(brush: Brush) {
  brush.within(SCREEN, DEEP - 10, () => {
    eyes(brush);
    mouth(brush);
    brush.paintBlurred(
      'M160 214 C166 168 200 150 250 148 C206 164 182 186 172 240 Z',
      DEEP + 4,
      '#ffffff',
      4,
      0.16,
    );
  });
}

/** The colours of a human face, which the robot does not use. */
const LOOK: Look = {
  skin: { light: '', base: '', warm: '', shade: '', deep: '', glow: '', blush: '' },
  iris: [],
  brows: [],
  lips: [],
  lids: [],
  lash: '',
  wing: false,
};

export const drawing = portrait({
  character: pip,
  look: LOOK,
  eyes: 216,
  scale: 0.88,
  background: (brush) =>
    paintBackground(
      brush,
      ['#bfe0ee', '#8fc3dd', '#5d98bd'],
      ['#fdf3da', '#fbe7bd', '#f6d59a'],
      [256, 250, 214],
    ),
  layers: [
    { depth: 0, paint: crown },
    { body: true, depth: 0, paint: body },
    { depth: 20, paint: drawShell },
    {
      depth: DEEP,
      live: {
        box: [148, 138, 216, 186],
        look: ({ blink, gazeX, gazeY, brow, mouth: shape }) => [
          blink,
          gazeX,
          gazeY,
          brow,
          ...(Object.values(shape) as number[]),
        ],
      },
      paint: screen,
    },
  ],
});
