/** Noor is a young woman with a headscarf, lively and curious. */
import { noor } from '@palkit/contract/face/characters/noor';
import { paintBackground, type Brush, type Look } from './brush.ts';
import { eyeLayer } from './eye.ts';
import { browLayer, headLayers, noseLayer } from './head.ts';
import { lipsLayer } from './lips.ts';
import { portrait } from './portrait.ts';

const SKIN = {
  light: '#dba67e',
  base: '#c98b60',
  warm: '#b0714a',
  shade: '#8a4e32',
  deep: '#5f2f20',
  glow: '240,196,152',
  blush: '196,72,56',
};
const SCARF = { light: '#f0bd6a', base: '#dd9c44', mid: '#c9822f', dark: '#98591d', deep: '#6b3b14' };
const COAT = { light: '#5b5a92', base: '#42416f', dark: '#2b2a4d' };
const LOOK: Look = {
  skin: SKIN,
  iris: ['#1b100c', '#3c2216', '#6f4524'],
  brows: ['#32201a', '#2b1a16'],
  lips: ['#9c4a45', '#a85550', '#bd6e63', '#a3534b'],
  lids: ['#b67850', '#a56a45'],
  lash: '#1a0d0c',
  wing: true,
};

/** Outline of the scarf and its opening for the face. The jaw moves the lower edge. */
const OUTER =
  'M256 60 C176 60 138 124 140 214 C141 272 152 322 176 364 C194 394 214 414 256 418 C298 414 ' +
  '318 394 336 364 C360 322 371 272 372 214 C374 124 336 60 256 60 Z';
const OPENING =
  'M256 132 C216 130 184 158 179 212 C176 266 190 320 220 356 C240 378 272 378 292 356 C322 ' +
  '320 336 266 333 212 C328 158 296 130 256 132 Z';

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
  const torso =
    `M22 660 C24 600 28 550 34 514 C40 ${474 - lift} 92 ${448 - lift} 186 ${426 - lift} L326 ${426 - lift} C420 ` +
    `${448 - lift} 472 ${474 - lift} 478 514 C484 550 488 600 490 660 Z`;
  fill(torso, brush.grade(60, 430, 460, 514, COAT.light, COAT.base, COAT.dark));
  context.save();
  context.clip(new Path2D(torso));
  brush.blur(6);
  fill('M60 480 C100 456 140 446 176 440 L166 456 C126 464 92 478 66 500 Z', 'rgba(176,176,230,0.35)');
  fill('M408 500 C400 540 398 600 400 660 L382 660 C380 600 386 540 408 500 Z', 'rgba(10,10,34,0.45)');
  fill('M104 500 C112 540 114 600 112 660 L130 660 C132 600 126 540 104 500 Z', 'rgba(10,10,34,0.4)');
  context.restore();
  // The scarf falls over the chest, and one end over a shoulder.
  const fall =
    `M204 350 C192 392 146 424 ${112 - lift} 462 C104 498 158 548 232 560 C300 568 392 516 ` +
    `${402 + lift} 446 C366 424 322 392 308 350 Z`;
  fill(fall, brush.grade(140, 380, 390, 550, SCARF.light, SCARF.base, SCARF.mid, SCARF.dark));
  context.save();
  context.clip(new Path2D(fall));
  brush.blur(7);
  fill('M180 370 C196 430 316 430 332 370 L346 392 C320 452 192 452 166 392 Z', 'rgba(92,48,12,0.6)');
  brush.blur(4);
  fill('M150 420 C200 470 290 470 350 410 C300 452 210 452 158 408 Z', 'rgba(255,224,160,0.55)');
  fill('M132 456 C190 504 300 500 376 436 C310 484 200 484 140 444 Z', 'rgba(112,60,16,0.5)');
  fill('M190 508 C250 514 330 490 386 448 C330 500 270 524 196 522 Z', 'rgba(255,220,150,0.5)');
  context.filter = 'none';
  line('M150 428 C206 478 296 474 356 412', 'rgba(110,60,18,0.5)', 1.6);
  line('M128 462 C190 512 306 504 384 444', 'rgba(110,60,18,0.5)', 1.6);
  line('M150 512 C220 552 290 546 372 496', 'rgba(110,60,18,0.4)', 1.5);
  context.restore();
  context.restore();
}

function scarf(brush: Brush) {
  const { context } = brush;
  brush.within(OPENING, 'edge', () => {
    // The shadow of the scarf on the face.
    brush.paintBlurred(
      'M160 120 L352 120 L352 230 L330 230 C328 176 300 146 256 146 C212 146 186 176 182 230 L160 230 Z',
      'edge',
      SKIN.deep,
      7,
      0.5,
    );
    brush.paintBlurred('M336 200 C336 270 322 326 290 362 L350 362 L350 200 Z', 'edge', SKIN.deep, 7, 0.4);
  });
  brush.trace(`${OUTER} ${OPENING}`, 'edge');
  context.fillStyle = brush.grade(150, 80, 370, 400, SCARF.light, SCARF.base, SCARF.mid, SCARF.dark);
  context.fill('evenodd');
  context.save();
  brush.trace(`${OUTER} ${OPENING}`, 'edge');
  context.clip('evenodd');
  brush.paintBlurred(
    'M160 210 C160 120 206 84 262 82 C220 96 184 136 174 214 C170 270 178 320 196 360 C172 320 160 270 160 210 Z',
    'edge',
    '#ffe3a8',
    7,
    0.6,
  );
  brush.paintBlurred(
    'M352 214 C352 150 330 106 290 84 C340 100 372 150 374 214 C374 290 352 350 326 386 C346 330 352 270 352 214 Z',
    'edge',
    SCARF.deep,
    8,
    0.6,
  );
  brush.paintBlurred(
    'M190 352 C216 400 296 400 322 352 L336 372 C306 424 206 424 176 372 Z',
    'edge',
    SCARF.deep,
    8,
    0.55,
  );
  for (const [path, paint, width] of [
    ['M152 196 C158 128 200 88 268 78', 'rgba(126,72,22,0.34)', 2],
    ['M160 230 C158 150 196 106 262 98', 'rgba(126,72,22,0.4)', 2],
    ['M166 252 C164 172 200 122 250 116', 'rgba(255,236,190,0.45)', 2],
    ['M300 92 C342 116 362 164 360 232', 'rgba(96,52,14,0.4)', 2],
    ['M286 104 C328 126 350 168 350 240', 'rgba(96,52,14,0.4)', 2],
    ['M158 276 C166 330 190 372 228 394', 'rgba(126,72,22,0.45)', 2],
    ['M170 290 C180 336 202 368 240 384', 'rgba(255,232,180,0.4)', 2],
    ['M356 270 C346 330 322 374 280 396', 'rgba(86,46,12,0.45)', 2],
    ['M344 296 C334 340 314 368 276 384', 'rgba(86,46,12,0.35)', 2],
  ] as const)
    brush.stroke(path, 'edge', paint, width);
  context.restore();
  // The hem of the scarf and its shadow.
  brush.stroke(OPENING, 'edge', '#7d4a1a', 6);
  brush.stroke(OPENING, 'edge', '#b3722a', 2.6);
  brush.stroke('M181 200 C186 156 216 131 256 132', 'edge', 'rgba(255,236,190,0.7)', 1.5);
}

function scarfBehind(brush: Brush) {
  brush.fill(OUTER, -24, brush.grade(140, 80, 370, 420, SCARF.mid, SCARF.dark, SCARF.deep));
}

export const drawing = portrait({
  character: noor,
  look: LOOK,
  eyes: 236,
  scale: 0.78,
  background: (brush) =>
    paintBackground(
      brush,
      ['#c9c6e6', '#a3a0cf', '#7773ab'],
      ['#f4eef8', '#e6dcf0', '#d3c6e4'],
      [200, 250, 222],
    ),
  layers: [
    { depth: -24, paint: scarfBehind },
    { body: true, depth: 0, paint: body },
    ...headLayers,
    noseLayer,
    eyeLayer(-1),
    browLayer(-1),
    eyeLayer(1),
    browLayer(1),
    lipsLayer,
    { depth: 8, jaw: true, paint: scarf },
  ],
});
