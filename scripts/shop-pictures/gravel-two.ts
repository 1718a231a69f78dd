/** Gravel Two: wide tyres and bags, for unpaved roads. */
import {
  BLACK,
  crank,
  fill,
  HIDE,
  line,
  NAVY,
  oval,
  PAINT,
  picture,
  ring,
  RUST,
  shadow,
  STEEL,
  TEAL,
  tube,
  wheel,
} from './strokes.ts';

const REAR = { x: 192, y: 312 };
const FRONT = { x: 462, y: 312 };
const WHEEL = { radius: 95, tyre: 19, spokes: 28, wall: '#c79a63', rim: '#31424d', hasKnobs: true };

/** Draws hills in the evening, and the winding track. */
function hills(): string {
  const stones = [
    [40, 446, 9],
    [92, 462, 6],
    [150, 434, 5],
    [232, 456, 8],
    [300, 440, 4],
    [372, 464, 7],
    [430, 438, 5],
    [520, 456, 9],
    [590, 440, 6],
    [566, 470, 5],
  ].flatMap(([x = 0, y = 0, r = 0]) => [
    oval(x, y, r, r * 0.6, '#8a5a3c'),
    oval(x - 1, y - 1.5, r * 0.7, r * 0.35, '#e9c9a0'),
  ]);
  const grass = (x: number, y: number) =>
    line(
      `M${x} ${y}c-2 -16 -8 -24 -14 -30M${x} ${y}c0 -18 2 -28 4 -40M${x} ${y}c4 -14 10 -20 18 -26`,
      '#6d7a4a',
      3.4,
    );
  return [
    fill(
      'M0 300C90 236 160 248 236 282C330 214 420 222 500 262C560 236 610 238 640 250V480H0Z',
      '#c98a63',
      0.75,
    ),
    fill('M0 340C110 282 190 312 290 330C400 282 520 290 640 330V480H0Z', '#a9643f', 0.85),
    fill('M0 384C160 352 320 366 640 378V480H0Z', '#8b7a4c'),
    fill(
      'M0 480C120 430 260 412 372 392C420 384 420 376 396 368C430 372 480 382 470 394C452 416 560 430 640 444V480Z',
      '#e2bd8d',
    ),
    fill('M0 400C160 388 420 392 640 402V480H0Z', '#d3a877', 0.9),
    fill('M0 400C160 388 420 392 640 402V410C420 400 160 396 0 408Z', '#f3dcb6', 0.8),
    ...stones,
    grass(52, 412),
    grass(604, 414),
    grass(576, 406),
    grass(24, 404),
    line('M110 120c8 -9 14 -9 20 0c6 -9 12 -9 20 0M158 92c6 -7 11 -7 15 0c4 -7 9 -7 15 0', '#7b4a37', 3),
  ].join('');
}

/** Draws a bag between the tubes, one behind the saddle, and a bottle. */
function bags(): string {
  return [
    fill('M290 190L408 182L404 206L316 268Q306 272 304 262Z', NAVY.base),
    fill('M290 190L408 182L406 192L293 202Z', NAVY.light, 0.7),
    line('M300 204L396 197', PAINT.gold, 2.4),
    fill('M266 162C228 148 178 140 164 152C154 164 176 186 214 190C240 192 262 190 276 184Z', HIDE.base),
    fill('M262 164C226 150 180 144 168 154C190 158 232 166 268 174Z', HIDE.light, 0.65),
    line('M212 150L206 188M238 156L234 190', HIDE.dark, 4),
    tube('M366 232L338 274', 22, { light: '#ffffff', base: '#d9ece7', dark: '#7fb0ab' }),
    tube('M372 223L366 232', 12, BLACK),
  ].join('');
}

export function gravelTwo(): string {
  return picture(
    PAINT.dusk,
    [352, 196, 182],
    [
      hills(),
      shadow(408),
      wheel({ ...REAR, ...WHEEL }),
      wheel({ ...FRONT, ...WHEEL }),
      tube('M308 330L192 312', 9, RUST),
      tube('M281 196L192 312', 8, RUST),
      line('M308 350L196 326M300 312L196 304', '#2b2320', 2.6),
      ring(192, 312, 17, BLACK.base, 7, '3 2'),
      line('M196 330L204 352L212 344', BLACK.base, 5),
      tube('M308 330L270 162', 13, RUST),
      tube('M279 186L412 172', 13, RUST),
      tube('M424 206L308 330', 17, RUST),
      line('M398 226L334 296', PAINT.cream, 3, 'opacity="0.9" stroke-dasharray="26 8 6 200"'),
      bags(),
      tube('M268 160L262 136', 8, BLACK),
      fill(
        'M226 128C238 122 252 126 268 128C286 130 306 128 312 134C308 142 288 140 272 144C250 148 228 144 226 128Z',
        BLACK.base,
      ),
      line('M234 130C250 126 270 132 304 133', BLACK.light, 3),
      crank(308, 330, BLACK, -0.5),
      // The fork is straight and slightly forward, as on touring bikes.
      tube('M422 200L442 252L462 312', 13, RUST),
      tube('M410 158L426 210', 18, RUST),
      tube('M410 156L406 142L432 134', 9, BLACK),
      tube('M428 134C454 128 474 138 472 158C470 176 450 184 430 182', 9, HIDE),
      tube('M462 134C472 124 482 122 484 116', 11, BLACK),
      line('M478 128C486 142 486 158 476 168', BLACK.base, 4),
      ring(462, 312, 22, STEEL.base, 4, '5 3'),
      fill('M414 196C422 190 440 190 446 198L440 222C430 228 420 226 416 220Z', TEAL.base),
      fill('M414 196C422 190 440 190 446 198L444 205C434 200 424 200 415 203Z', TEAL.light, 0.8),
    ],
  );
}
