/** City One: a step-through bike with a basket, on the quay on a clear morning. */
import {
  crank,
  disc,
  fill,
  guard,
  HIDE,
  line,
  PAINT,
  picture,
  RUST,
  shadow,
  STEEL,
  TEAL,
  tube,
  wheel,
} from './strokes.ts';

const REAR = { x: 196, y: 314 };
const FRONT = { x: 458, y: 314 };
const WHEEL = { radius: 94, tyre: 12, spokes: 32, wall: PAINT.cream, rim: '#c3ced3' };

/** Draws the distant houses of the harbour, and the quay on which the bike stands. */
function quay(): string {
  const house = (x: number, width: number, height: number, colour: string) =>
    fill(
      `M${x} 330v${-height}l${width / 2} ${-width * 0.45}l${width / 2} ${width * 0.45}v${height}z`,
      colour,
    );
  const windows = [22, 42, 84, 106, 150, 548, 572, 610]
    .map((x, index) => `M${x} ${250 + (index % 3) * 14}v14`)
    .join('');
  return [
    house(0, 66, 92, '#6fa3a2'),
    house(66, 58, 116, '#7fb0ab'),
    house(124, 52, 84, '#679c9c'),
    house(520, 62, 112, '#5c9093'),
    house(582, 70, 88, '#4f8488'),
    line(windows, PAINT.disc[1], 6, 'opacity="0.75"'),
    fill('M0 330H640V480H0z', '#3f7478'),
    fill('M0 330H640V348H0z', '#6fa6a4', 0.8),
    line('M40 360h46M150 372h70M500 362h84M420 378h40M250 360h30', '#a9cfc7', 2.5, 'opacity="0.5"'),
    fill('M0 400H640V480H0z', '#2f5a60'),
    fill('M0 400H640V407H0z', '#8dbcb5', 0.7),
    line('M70 407v73M214 407v73M358 407v73M502 407v73M0 442h640', '#1f444b', 2, 'opacity="0.7"'),
  ].join('');
}

const FLOWERS = [
  { x: 457, y: 94, colour: '#e58a6f' },
  { x: 478, y: 98, colour: '#f3c25d' },
  { x: 467, y: 104, colour: '#f6ead2' },
];

/** Draws the basket, with bread, leek and flowers. */
function basket(): string {
  const weave = [0, 1, 2, 3, 4]
    .map((row) => `M${438 + row * 1.6} ${140 + row * 11}H${516 - row * 1.6}`)
    .join('');
  const staves = [0, 1, 2, 3, 4, 5].map((step) => `M${446 + step * 13} 134L${450 + step * 11} 190`).join('');
  return [
    tube('M452 138C446 108 438 92 428 74', 15, { light: '#f2cf96', base: '#d39a56', dark: '#8f5b2a' }),
    line('M444 112l9-4M439 100l9-4M435 90l8-4', '#f7dfb2', 2),
    line('M480 138C482 112 486 96 496 78M490 138C494 116 502 104 512 92', '#4c8a55', 6),
    line(
      'M496 84C490 74 492 64 500 58M498 82C504 72 510 68 518 68M510 96C516 86 522 84 530 86',
      '#7cb36e',
      6,
    ),
    line('M466 138C466 118 462 108 458 98M470 138C474 120 476 112 478 102', '#4c8a55', 3),
    ...FLOWERS.flatMap(({ x, y, colour }) => [disc(x, y, 10, colour), disc(x, y, 3.6, '#8d4636')]),
    fill('M434 132H520L508 196Q507 200 502 200H452Q447 200 446 196Z', '#b98350'),
    fill('M434 132H470L466 200H452Q447 200 446 196Z', '#d7a570', 0.7),
    line(weave, '#8a5a30', 2.4, 'opacity="0.8"'),
    line(staves, '#f0cfa0', 2, 'opacity="0.6"'),
    tube('M434 133H520', 8, HIDE),
  ].join('');
}

export function cityOne(): string {
  return picture(
    PAINT.sky,
    [336, 214, 176],
    [
      quay(),
      shadow(410),
      // The rack and its pannier are drawn over the upper half of the rear wheel.
      wheel({ ...REAR, ...WHEEL }),
      wheel({ ...FRONT, ...WHEEL }),
      tube('M182 204H286', 6, STEEL),
      tube('M196 314L190 206M196 314L226 206', 5, STEEL),
      tube(guard(REAR, 103, -3.05, -0.75), 9, TEAL),
      tube(guard(FRONT, 103, -2.6, -0.35), 9, TEAL),
      fill(
        'M158 214Q158 206 166 206H228Q236 206 236 214L231 280Q230 290 220 290H174Q164 290 163 280Z',
        RUST.base,
      ),
      fill('M158 214Q158 206 166 206H194L190 290H174Q164 290 163 280Z', RUST.light, 0.55),
      fill('M156 208H238V232Q197 244 156 232Z', RUST.dark),
      line('M180 212v40M214 212v40', PAINT.cream, 5, 'opacity="0.85"'),
      // The stays, then the two curved tubes between which the rider steps through.
      tube('M306 328L196 314', 9, TEAL),
      tube('M286 232L196 314', 8, TEAL),
      tube('M306 328L274 184', 14, TEAL),
      tube('M428 188C402 262 356 292 292 262', 12, TEAL),
      tube('M434 212C412 292 366 326 306 328', 15, TEAL),
      tube('M272 182L267 158', 8, STEEL),
      fill(
        'M238 152C246 142 262 146 276 150C292 154 306 152 312 160C308 170 290 168 276 172C256 178 238 172 238 152Z',
        HIDE.base,
      ),
      line('M244 153C256 149 266 152 278 155C290 158 302 156 308 160', HIDE.light, 4),
      line('M250 178c4 8 12 8 14 0M268 176c4 8 12 8 14 0', '#4c5f6a', 3),
      // The closed case of the drive belt.
      fill('M190 302Q186 314 192 324L300 348Q326 350 328 330Q328 312 306 310Z', TEAL.dark),
      fill('M196 304Q192 312 196 319L300 341Q320 342 321 330Q321 318 305 316Z', TEAL.base),
      line('M204 308L302 320', TEAL.light, 4, 'opacity="0.7"'),
      crank(306, 330, TEAL, 0.35),
      tube('M424 172L436 222C442 258 448 280 458 314', 12, TEAL),
      tube('M421 160L440 226', 17, TEAL),
      tube('M420 164L412 128C408 112 394 108 366 116', 8, STEEL),
      tube('M384 111L352 121', 12, HIDE),
      basket(),
      tube('M444 186L440 176', 6, STEEL),
      disc(470, 216, 13, STEEL.dark) + disc(473, 216, 9.5, '#fff3cf'),
      fill('M482 208L560 190V262L482 226Z', '#fff3cf', 0.22),
      disc(404, 106, 7, PAINT.gold) + disc(402, 104, 2.4, '#fff1c2'),
    ],
  );
}
