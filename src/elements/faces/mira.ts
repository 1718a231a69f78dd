/** Mira is friendly and relaxed, and turned slightly to the side. */
import { mira } from '@palkit/contract/face/characters/mira';
import { paintBackground, FULL_TURN, type Brush, type Look, type SideSign } from './brush.ts';
import { eyeLayer } from './eye.ts';
import { drawLock, sample } from './hair.ts';
import { browLayer, drawEar, FACE, headLayers, noseLayer } from './head.ts';
import { lipsLayer } from './lips.ts';
import { portrait } from './portrait.ts';

const SKIN = {
  light: '#f6cda9',
  base: '#e8ad86',
  warm: '#d68d69',
  shade: '#b96a4c',
  deep: '#8d4636',
  glow: '255,234,210',
  blush: '213,80,64',
};
const HAIR = { dark: '#2a1519', base: '#42221f', mid: '#6b382a', light: '#a8623e', shine: '#d69563' };
const LOOK: Look = {
  skin: SKIN,
  iris: ['#2e1a12', '#63391f', '#9c6433'],
  brows: ['#5a3026', '#4a2620'],
  lips: ['#b4584c', '#bd5f52', '#d27d6b', '#bf6555'],
  lids: ['#d99673', '#c98362'],
  lash: '#2a1416',
  wing: true,
};
const CLOTH = {
  shirt: '#f8efe0',
  fold: '#d9c7ae',
  jacket: '#2f4a5c',
  jacketLight: '#44687b',
  jacketDark: '#1d303f',
};

const NECK =
  'M217 300 C219 350 219 378 213 396 C204 412 180 422 150 430 L256 512 L362 430 C332 422 308 ' +
  '412 299 396 C293 378 293 350 295 300 Z';
const BACK_HAIR =
  'M150 220 C146 130 190 84 262 82 C336 82 378 130 376 214 C378 268 384 310 392 352 C398 388 398 418 380 440 ' +
  'C340 452 300 440 256 440 C210 440 170 456 134 440 C122 410 130 360 138 318 C146 280 148 250 146 220 Z';

function body(brush: Brush) {
  const { context, stance } = brush;
  context.save();
  context.translate(0, -1.1 * stance.breath);
  const lift = stance.breath * 0.9;
  const fill = (path: string, paint: string | CanvasGradient) => {
    context.fillStyle = paint;
    context.fill(new Path2D(path));
  };
  const line = (path: string, paint: string, width: number) => {
    Object.assign(context, { strokeStyle: paint, lineWidth: width, lineCap: 'round' });
    context.stroke(new Path2D(path));
  };
  fill(NECK, brush.grade(205, 300, 310, 330, SKIN.base, SKIN.warm, '#c07a5a'));
  // Neck: the shade under the jaw, the two tendons, and the hollow between the collarbones.
  context.save();
  context.clip(new Path2D(NECK));
  brush.blur(9);
  fill('M205 330 C225 385 262 402 306 366 L312 300 L205 300 Z', 'rgba(120,54,42,0.62)');
  brush.blur(6);
  fill('M282 330 L310 330 L312 420 L280 440 C288 410 288 370 282 330 Z', 'rgba(130,62,46,0.42)');
  fill('M224 392 C236 420 248 436 256 446 C250 424 240 402 228 388 Z', 'rgba(150,78,56,0.22)');
  fill('M288 396 C278 420 266 436 258 446 C262 424 274 404 284 390 Z', 'rgba(140,70,52,0.3)');
  fill('M246 440 C252 452 262 452 268 440 C262 446 252 446 246 440 Z', 'rgba(130,62,46,0.5)');
  context.filter = 'none';
  context.restore();

  // From bottom to top: the shirt, the shoulders of the jacket, the collar.
  fill('M196 404 C204 430 232 468 256 496 C280 468 308 430 316 404 L340 600 L172 600 Z', CLOTH.fold);
  const shoulders = (s: SideSign) =>
    `M${256 - s * 66} 414 C${256 - s * 100} ${430 - lift} ${256 - s * 160} ${436 - lift} ` +
    `${256 - s * 196} ${462 - lift} ` +
    `C${256 - s * 216} 476 ${256 - s * 226} 494 ${256 - s * 231} 520 ` +
    `C${256 - s * 238} 560 ${256 - s * 240} 610 ${256 - s * 241} 660 L256 660 L256 566 ` +
    `C${256 - s * 36} 530 ${256 - s * 62} 450 ${256 - s * 66} 414 Z`;
  fill(shoulders(1), brush.grade(40, 440, 256, 600, CLOTH.jacketLight, CLOTH.jacket, '#294255'));
  fill(shoulders(-1), brush.grade(250, 440, 470, 540, '#294255', CLOTH.jacket, CLOTH.jacketDark));
  context.save();
  brush.blur(5);
  fill('M62 470 C90 450 130 442 168 434 L160 444 C126 452 96 460 70 484 Z', 'rgba(150,196,208,0.34)');
  fill('M104 500 C112 540 114 600 112 660 L130 660 C132 600 126 540 104 500 Z', 'rgba(10,24,36,0.4)');
  fill('M408 498 C400 540 398 600 400 660 L382 660 C380 600 386 540 408 498 Z', 'rgba(8,18,28,0.45)');
  context.restore();
  const lapel = (s: SideSign) =>
    `M${256 - s * 66} 416 C${256 - s * 86} 440 ${256 - s * 98} 456 ${256 - s * 104} 470 L` +
    `${256 - s * 84} 476 L${256 - s * 94} 492 ` +
    `C${256 - s * 76} 528 ${256 - s * 40} 556 256 574 C${256 - s * 36} 534 ` +
    `${256 - s * 60} 452 ${256 - s * 66} 416 Z`;
  fill(lapel(1), brush.grade(150, 430, 240, 512, '#4f768a', CLOTH.jacket));
  fill(lapel(-1), brush.grade(280, 430, 360, 512, '#36566a', CLOTH.jacketDark));
  line('M190 416 C170 440 158 456 152 470 L172 476 L162 492', 'rgba(16,30,42,0.4)', 1.4);
  line('M322 416 C342 440 354 456 360 470 L340 476 L350 492', 'rgba(12,24,34,0.5)', 1.4);
  line('M162 492 C182 528 218 556 256 574 L256 660', 'rgba(12,24,34,0.5)', 1.4);
  line('M350 492 C330 528 294 556 256 574', 'rgba(12,24,34,0.5)', 1.4);

  context.save();
  context.clip(new Path2D('M208 380 L304 380 L304 470 L256 500 L208 470 Z'));
  brush.blur(5);
  fill('M206 390 C214 440 236 470 254 494 L262 490 C246 466 226 430 220 392 Z', 'rgba(110,52,38,0.5)');
  fill('M306 390 C298 440 276 470 258 494 L246 480 C262 460 282 430 290 392 Z', 'rgba(110,52,38,0.5)');
  context.restore();
  const left =
    'M214 388 C200 396 190 408 186 420 C189 450 204 500 256.5 568 L256 498 C240 468 222 432 214 388 Z';
  const right =
    'M298 388 C312 396 322 408 326 420 C323 450 308 500 256 568 L256 498 C272 468 290 432 298 388 Z';
  fill(left, brush.grade(190, 400, 245, 490, '#fffaf0', CLOTH.shirt, '#eadcc6'));
  fill(right, brush.grade(270, 400, 325, 490, '#e6d8c3', '#f3e7d4', CLOTH.fold));
  line('M214 390 C222 432 240 468 255 496', 'rgba(150,112,84,0.4)', 1.3);
  line('M298 390 C290 432 272 468 257 496', 'rgba(120,84,62,0.5)', 1.3);
  line('M256 498 L256 564', 'rgba(150,120,92,0.55)', 1.3);
  context.restore();
}

function earring(brush: Brush) {
  const [x, y] = brush.place(349, 286, -4);
  const { context, stance } = brush;
  context.save();
  context.translate(x, y);
  context.rotate(stance.swing * 0.035 - stance.roll);
  context.strokeStyle = brush.grade(-6, 0, 8, 16, '#fff1c2', '#e0a83e', '#9a6418');
  context.lineWidth = 3;
  context.beginPath();
  context.ellipse(0, 9, 6.5, 9, 0, 0, FULL_TURN);
  context.stroke();
  context.fillStyle = '#fff6d8';
  context.beginPath();
  context.arc(-4.6, 5, 1.5, 0, FULL_TURN);
  context.fill();
  context.restore();
}

const LOCKS = {
  sweep: {
    outer: sample(
      [
        [294, 70],
        [236, 42],
        [164, 70],
        [146, 156],
        [132, 210],
        [146, 262],
        [134, 316],
        [124, 362],
        [108, 410],
        [150, 462],
      ],
      16,
    ),
    inner: sample(
      [
        [297, 78],
        [299, 120],
        [262, 146],
        [220, 170],
        [188, 192],
        [172, 226],
        [173, 268],
        [176, 320],
        [208, 392],
        [150, 462],
      ],
      16,
    ),
  },
  side: {
    outer: sample(
      [
        [288, 70],
        [330, 46],
        [388, 102],
        [382, 200],
        [381, 250],
        [382, 300],
        [366, 350],
      ],
      24,
    ),
    inner: sample(
      [
        [292, 78],
        [296, 122],
        [334, 142],
        [342, 200],
        [344, 232],
        [350, 290],
        [366, 350],
      ],
      24,
    ),
  },
  behind: {
    outer: sample(
      [
        [352, 120],
        [392, 170],
        [374, 260],
        [386, 320],
        [396, 366],
        [402, 410],
        [372, 452],
      ],
      20,
    ),
    inner: sample(
      [
        [340, 150],
        [346, 200],
        [338, 270],
        [330, 330],
        [322, 372],
        [318, 410],
        [340, 452],
      ],
      20,
    ),
  },
};

function backHair(brush: Brush) {
  brush.fill(BACK_HAIR, 'back', brush.grade(140, 80, 390, 430, HAIR.mid, HAIR.base, HAIR.dark));
  brush.within(BACK_HAIR, 'back', () => {
    brush.paintBlurred(
      'M190 300 C190 360 200 420 210 460 L320 460 C326 400 330 350 330 300 Z',
      'back',
      '#160a0d',
      12,
      0.75,
    );
  });
  const [x, y] = brush.place(350, 260, 'back');
  const shine = brush.grade(
    x,
    y,
    x + 24,
    y + 190,
    'rgba(107,56,42,0.2)',
    HAIR.mid,
    HAIR.light,
    'rgba(107,56,42,0.3)',
  );
  drawLock(brush, LOCKS.behind, 'back', {
    base: brush.grade(x - 30, y, x + 40, y, HAIR.dark, HAIR.base, HAIR.base),
    strands: [
      [0.1, 0.1, HAIR.mid, 0.7],
      [0.22, 0.1, shine, 0.6],
      [0.34, 0.08, HAIR.dark, 0.7],
      [0.44, 0.08, shine, 0.7],
      [0.58, 0.1, HAIR.dark, 0.6],
      [0.7, 0.07, HAIR.mid, 0.7],
      [0.85, 0.2, HAIR.dark, 0.6],
    ],
  });
}

function frontHair(brush: Brush) {
  const [x0, y0] = brush.place(150, 80, 'hair');
  const shine = brush.grade(
    x0 + 60,
    y0 - 10,
    x0 - 16,
    y0 + 380,
    'rgba(214,149,99,0)',
    HAIR.shine,
    HAIR.light,
    'rgba(168,98,62,0.1)',
    'rgba(168,98,62,0.75)',
    'rgba(168,98,62,0.1)',
  );
  const [x1, y1] = brush.place(300, 80, 'hair');
  const farShine = brush.grade(
    x1,
    y1 + 10,
    x1 + 70,
    y1 + 170,
    'rgba(168,98,62,0)',
    HAIR.light,
    'rgba(107,56,42,0.2)',
  );
  // The shadow of the hair on forehead and cheek.
  brush.within(FACE, 'edge', () => {
    brush.paintBlurred(
      'M300 76 C302 146 256 166 222 190 C196 204 180 232 180 262 C184 300 190 330 196 350 L150 340 L150 90 Z',
      'skin',
      SKIN.deep,
      6,
      0.5,
    );
  });
  drawLock(brush, LOCKS.side, 'hair', {
    base: brush.grade(x1, y1, x1 + 80, y1 + 250, HAIR.base, HAIR.base, '#35191a'),
    strands: [
      [0.25, 0.3, farShine, 0.55],
      [0.5, 0.12, HAIR.dark, 0.6],
      [0.68, 0.18, farShine, 0.8],
      [0.85, 0.08, HAIR.dark, 0.7],
      [0.95, 0.06, HAIR.mid, 0.8],
    ],
  });
  drawLock(brush, LOCKS.sweep, 'hair', {
    base: brush.grade(x0, y0, x0 + 40, y0 + 380, HAIR.mid, HAIR.base, HAIR.base, HAIR.dark),
    strands: [
      [0.08, 0.14, HAIR.dark, 0.5],
      [0.2, 0.2, shine, 0.5],
      [0.3, 0.05, shine, 0.8],
      [0.4, 0.12, HAIR.dark, 0.55],
      [0.52, 0.16, shine, 0.62],
      [0.56, 0.03, '#efbd8a', 0.5],
      [0.66, 0.1, HAIR.dark, 0.5],
      [0.74, 0.1, shine, 0.55],
      [0.84, 0.06, HAIR.dark, 0.6],
      [0.92, 0.06, shine, 0.6],
      [0.985, 0.03, HAIR.dark, 0.7],
    ],
  });
  brush.stroke('M214 172 C200 186 186 206 184 232', 'hair', HAIR.mid, 1.6);
  brush.stroke('M170 270 C180 300 182 330 180 352', 'hair', HAIR.mid, 1.4);
}

export const drawing = portrait({
  character: mira,
  look: LOOK,
  eyes: 236,
  scale: 0.78,
  background: (brush) =>
    paintBackground(
      brush,
      ['#a9cfc7', '#84b5b0', '#5a9294'],
      ['#f3e3c6', '#ecd6b2', '#e3c79e'],
      [322, 268, 226],
    ),
  layers: [
    { depth: -34, swing: 0.8, paint: backHair },
    { body: true, depth: 0, paint: body },
    ...headLayers,
    noseLayer,
    eyeLayer(-1),
    browLayer(-1),
    eyeLayer(1),
    browLayer(1),
    lipsLayer,
    { depth: 4, swing: 1, paint: frontHair },
    { depth: -6, paint: (brush) => drawEar(brush) },
    { depth: -4, paint: earring },
  ],
});
