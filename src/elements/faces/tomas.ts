/** Tomas is an older man with a beard and glasses, calm and patient. */
import { tomas } from '@palkit/contract/face/characters/tomas';
import { paintBackground, type Brush, type Look, type Point } from './brush.ts';
import { eyeLayer } from './eye.ts';
import { sample } from './hair.ts';
import { browLayer, drawEar, headLayers, mirror, noseLayer } from './head.ts';
import { lipsLayer } from './lips.ts';
import { portrait } from './portrait.ts';

const SKIN = {
  light: '#f3c9a8',
  base: '#e0a583',
  warm: '#cc8763',
  shade: '#a8624a',
  deep: '#7f4234',
  glow: '255,236,214',
  blush: '206,84,66',
};
const HAIR = { dark: '#6f6c6c', base: '#96928f', mid: '#b4afaa', light: '#d8d3cc', shine: '#f1ede6' };
const KNIT = { light: '#5f8268', base: '#456650', dark: '#2c4737', line: 'rgba(22,44,32,0.35)' };
const FRAME = '#3b2f2c';
const LOOK: Look = {
  skin: SKIN,
  iris: ['#1f3440', '#3f6677', '#7fa9b5'],
  brows: ['#827e7c', '#747070'],
  lips: ['#b0675a', '#b87064', '#c98577', '#b06a5c'],
  lids: ['#d39a79', '#c28766'],
  lash: '#4a2f28',
  wing: false,
};

const SIDES = [-1, 1] as const;

const NECK =
  'M206 300 C208 350 207 378 200 396 C198 412 196 424 196 434 L256 512 L316 434 C316 424 316 ' +
  '412 312 396 C305 378 304 350 306 300 Z';
const BACK =
  'M162 236 C146 132 186 70 258 68 C330 70 368 132 351 236 C348 262 340 280 332 286 L182 286 ' +
  'C172 280 166 262 162 236 Z';
/** From the left temple over the top of the head to the right temple: the outline of the head, and the hairline. */
const CROWN = sample(
  [
    [165, 244],
    [150, 168],
    [172, 84],
    [244, 66],
    [318, 50],
    [364, 120],
    [348, 244],
  ],
  40,
);
const HAIRLINE = sample(
  [
    [173, 240],
    [172, 206],
    [176, 176],
    [192, 158],
    [206, 146],
    [214, 128],
    [240, 128],
    [272, 126],
    [296, 122],
    [310, 140],
    [326, 158],
    [340, 190],
    [340, 240],
  ],
  20,
);
const BEARD =
  'M166 232 C166 268 170 300 182 324 C194 350 216 376 238 385 C250 389 262 389 274 385 C296 ' +
  '376 318 350 330 324 C342 300 346 268 346 232 ' +
  'C341 262 333 284 318 293 C304 300 294 296 284 299 C272 302 264 304 256 304 C248 304 240 302 ' +
  '228 299 C218 296 208 300 194 293 C179 284 171 262 166 232 Z';
const MOUSTACHE =
  'M256 302 C246 297 232 299 222 306 C212 313 204 315 200 321 C209 323 218 321 228 318 C238 ' +
  '313 248 311 256 312 C264 311 274 313 284 318 C294 323 303 323 312 321 C308 315 300 313 290 ' +
  '306 C280 299 266 297 256 302 Z';

function body(brush: Brush) {
  const { context, stance } = brush;
  context.save();
  context.translate(0, -1.1 * stance.breath);
  const fill = (path: string, paint: string | CanvasGradient) => {
    context.fillStyle = paint;
    context.fill(new Path2D(path));
  };
  const line = (path: string, paint: string, width: number) => {
    Object.assign(context, { strokeStyle: paint, lineWidth: width, lineCap: 'round' });
    context.stroke(new Path2D(path));
  };
  fill(NECK, brush.grade(195, 300, 320, 330, SKIN.base, SKIN.warm, SKIN.shade));
  const lift = stance.breath * 0.9;
  const torso =
    `M2 660 C4 600 8 550 14 514 C20 ${472 - lift} 70 ${448 - lift} 176 ${424 - lift} C214 452 298 452 336 ` +
    `${424 - lift} C442 ${448 - lift} 492 ${472 - lift} 498 514 C504 550 508 600 510 660 Z`;
  fill(torso, brush.grade(60, 430, 460, 514, KNIT.light, KNIT.base, KNIT.dark));
  context.save();
  context.clip(new Path2D(torso));
  brush.blur(8);
  fill('M60 476 C110 452 150 444 190 436 L176 458 C136 464 96 476 60 500 Z', 'rgba(176,208,178,0.4)');
  fill(
    'M340 440 C400 452 450 480 470 540 L480 660 L404 660 C410 580 396 500 340 440 Z',
    'rgba(14,34,24,0.4)',
  );
  fill('M176 426 C214 462 298 462 336 426 L340 452 C300 480 212 480 172 452 Z', 'rgba(12,30,22,0.55)');
  fill('M96 512 C108 560 110 610 106 660 L126 660 C128 600 120 548 96 512 Z', 'rgba(14,34,24,0.4)');
  context.filter = 'none';
  for (let x = 11; x < 510; x += 15)
    line(
      `M${x - (256 - x) * 0.03} 662 L${x} 516 C${x + (256 - x) * 0.06} 490 ` +
        `${x + (256 - x) * 0.14} 466 ${x + (256 - x) * 0.2} 436`,
      KNIT.line,
      1.2,
    );
  context.restore();
  // The rolled collar.
  const collar =
    'M184 388 C180 408 178 424 182 440 C216 466 296 466 330 440 C334 424 332 408 328 388 C300 414 212 414 184 388 Z';
  fill(collar, brush.grade(180, 400, 334, 440, '#6d9176', KNIT.base, '#30503e'));
  context.save();
  context.clip(new Path2D(collar));
  for (let x = 188; x < 330; x += 10)
    line(`M${x} 386 C${x - 1} 410 ${x + (x - 256) * 0.04} 440 ${x + (x - 256) * 0.05} 468`, KNIT.line, 1.5);
  brush.blur(5);
  fill('M184 384 C214 420 298 420 328 384 L330 396 C300 430 212 430 182 396 Z', 'rgba(16,26,18,0.5)');
  context.restore();
  context.restore();
}

function beard(brush: Brush) {
  brush.paintBlurred(BEARD, 'face', HAIR.dark, 3, 0.5);
  brush.fill(BEARD, 'face', brush.grade(190, 250, 320, 384, HAIR.mid, HAIR.base, HAIR.dark));
  brush.within(BEARD, 'face', () => {
    brush.paintBlurred(
      'M214 336 C232 388 280 388 298 336 C286 352 226 352 214 336 Z',
      'face',
      HAIR.light,
      8,
      0.9,
    );
    brush.paintBlurred(
      'M164 226 L176 226 C178 270 190 310 214 344 L196 350 C172 310 164 270 164 226 Z',
      'face',
      HAIR.light,
      5,
      0.4,
    );
    brush.paintBlurred(
      'M350 226 L336 232 C334 280 320 320 292 350 L312 356 C340 320 352 270 350 226 Z',
      'face',
      '#4d4848',
      7,
      0.55,
    );
    // The hairs of the beard are the same in every picture. They grow downwards and inwards.
    for (let index = 0; index < 260; index++) {
      const x = 168 + ((index * 61) % 177);
      const y = 240 + ((index * 37) % 139);
      const lean = (256 - x) * 0.07;
      brush.stroke(
        `M${x} ${y} C${x + lean * 0.2} ${y + 5} ${x + lean * 0.6} ${y + 9} ${x + lean} ${y + 13}`,
        'face',
        index % 3 === 0
          ? 'rgba(244,240,234,0.5)'
          : index % 3 === 1
            ? 'rgba(84,80,80,0.28)'
            : 'rgba(206,200,194,0.4)',
        1.3,
      );
    }
  });
}

function moustache(brush: Brush) {
  brush.paintBlurred(MOUSTACHE, 86, '#4a3a36', 3, 0.35);
  brush.fill(MOUSTACHE, 88, brush.grade(210, 300, 300, 330, HAIR.light, HAIR.mid, HAIR.base));
  brush.within(MOUSTACHE, 88, () => {
    for (let step = 0; step < 16; step++) {
      for (const side of SIDES) {
        const x = 256 + side * (3 + step * 3.7);
        brush.stroke(
          `M${x} ${300 + step * 0.4} C${x + side * 4} ${306 + step} ${x + side * 8} ${311 + step} ` +
            `${x + side * 14} ${316 + step}`,
          88,
          step % 2 ? 'rgba(255,252,246,0.4)' : 'rgba(96,90,88,0.2)',
          1.2,
        );
      }
    }
  });
}

function lines(brush: Brush) {
  for (const [path, strength] of [
    ['M206 166 C230 160 284 160 308 167', 0.2],
    ['M214 182 C236 177 280 177 300 183', 0.17],
    ['M250 204 C248 212 249 218 250 222', 0.18],
    ['M263 204 C265 212 264 218 263 222', 0.18],
  ] as const) {
    brush.stroke(path, 'skin', `rgba(110,56,42,${strength})`, 2);
  }
  for (const path of ['M327 232 L336 227', 'M328 239 L338 239', 'M327 246 L335 251']) {
    brush.stroke(path, 'skin', 'rgba(110,56,42,0.26)', 1.4);
    brush.stroke(mirror(path), 'skin', 'rgba(110,56,42,0.26)', 1.4);
  }
  for (const path of ['M280 259 C292 266 306 266 318 258']) {
    brush.stroke(path, 'skin', 'rgba(120,60,46,0.28)', 1.6);
    brush.stroke(mirror(path), 'skin', 'rgba(120,60,46,0.24)', 1.6);
  }
}

function glasses(brush: Brush) {
  const rim =
    'M299 211 C318 211 331 222 331 239 C331 257 318 269 299 269 C280 269 268 257 268 239 C268 222 280 211 299 211 Z';
  for (const side of SIDES) {
    const path = side > 0 ? rim : mirror(rim);
    const depth = 88;
    brush.paintBlurred(
      path.replace(/(-?[\d.]+)[ ,]+(-?[\d.]+)/g, (_, x: string, y: string) => `${x} ${Number(y) + 4}`),
      80,
      'rgba(90,40,30,0.14)',
      3,
    );
    brush.within(path, depth, () => {
      brush.paintBlurred(
        `M${256 + side * 43 - 34} 262 L${256 + side * 43 - 6} 204 L${256 + side * 43 + 6} 204 L` +
          `${256 + side * 43 - 22} 276 Z`,
        depth,
        '#ffffff',
        3,
        0.2,
      );
    });
    brush.stroke(path, depth, FRAME, 3.4);
    brush.stroke(path, depth + 2, 'rgba(255,226,190,0.22)', 1);
    const [x0, y0] = brush.place(256 + side * 75, 232, depth);
    const [x1, y1] = brush.place(256 + side * 93, 236, 8);
    Object.assign(brush.context, { strokeStyle: FRAME, lineWidth: 3.2, lineCap: 'round' });
    brush.context.beginPath();
    brush.context.moveTo(x0, y0);
    brush.context.lineTo(x1, y1);
    brush.context.stroke();
  }
  brush.stroke('M244 234 C250 228 262 228 268 234', 96, FRAME, 3.2);
}

function hair(brush: Brush) {
  const { context } = brush;
  brush.paintBlurred(
    'M172 228 C172 186 190 160 216 142 C244 132 290 132 308 144 C330 166 340 190 342 228 C334 ' +
      '186 318 166 300 156 C274 146 236 146 218 156 C196 170 182 192 178 232 Z',
    'skin',
    SKIN.deep,
    5,
    0.4,
  );
  const place = ([x, y]: Point) => brush.place(x, y, 'hair');
  context.beginPath();
  [...CROWN, ...[...HAIRLINE].reverse()].forEach((point, index) =>
    index === 0 ? context.moveTo(...place(point)) : context.lineTo(...place(point)),
  );
  context.closePath();
  const [x, y] = place([170, 80]);
  context.fillStyle = brush.grade(x, y, x + 190, y + 120, HAIR.light, HAIR.mid, HAIR.base, HAIR.dark);
  context.fill();
  context.save();
  context.clip();
  // The hair is combed back: each hair runs from the hairline to the top of the head.
  const count = 150;
  for (let index = 0; index < count; index++) {
    const share = ((index * 47) % count) / count;
    const from = HAIRLINE[Math.floor(share * (HAIRLINE.length - 1))]!;
    const lean = 0.06 * Math.sin(share * Math.PI) + 0.02 * Math.sin(index * 2.7);
    const to = CROWN[Math.floor(Math.min(1, Math.max(0, share + lean)) * (CROWN.length - 1))]!;
    const light =
      index % 4 === 0
        ? 'rgba(255,253,248,0.6)'
        : index % 4 === 1
          ? 'rgba(74,70,70,0.3)'
          : index % 4 === 2
            ? 'rgba(226,221,214,0.5)'
            : 'rgba(104,100,98,0.3)';
    const bend = (to[0] - from[0]) * 0.1;
    brush.stroke(
      `M${from[0]} ${from[1] + 2} C${from[0] - bend} ${from[1] + (to[1] - from[1]) * 0.4} ` +
        `${to[0] - bend * 3} ${to[1] + (from[1] - to[1]) * 0.3} ${to[0]} ${to[1]}`,
      'hair',
      light,
      1.2 + (index % 3) * 0.7,
    );
  }
  brush.paintBlurred(
    'M168 200 C160 140 184 92 250 76 C210 100 186 140 182 190 Z',
    'hair',
    '#ffffff',
    8,
    0.45,
  );
  brush.paintBlurred('M350 240 C360 160 340 100 300 74 C352 84 372 150 362 250 Z', 'hair', '#3f3b3b', 8, 0.5);
  context.restore();
}

function drawBehind(brush: Brush) {
  brush.fill(BACK, -20, brush.grade(160, 80, 350, 280, HAIR.base, HAIR.dark, '#585454'));
  for (const side of SIDES) drawEar(brush, side);
}

export const drawing = portrait({
  character: tomas,
  look: LOOK,
  eyes: 236,
  scale: 0.78,
  background: (brush) =>
    paintBackground(
      brush,
      ['#e9c3a4', '#d79f80', '#b5735f'],
      ['#f7ead6', '#f2dcc0', '#e9c9a8'],
      [196, 262, 228],
    ),
  layers: [
    { depth: -12, paint: drawBehind },
    { body: true, depth: 0, paint: body },
    ...headLayers,
    { depth: 74, paint: lines },
    noseLayer,
    eyeLayer(-1),
    browLayer(-1),
    eyeLayer(1),
    browLayer(1),
    { depth: 60, jaw: true, paint: beard },
    lipsLayer,
    { depth: 88, paint: moustache },
    { depth: 4, swing: 1, paint: hair },
    { depth: 88, paint: glasses },
  ],
});
