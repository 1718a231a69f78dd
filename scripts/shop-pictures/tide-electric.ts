/** Tide Electric: a battery in the frame, and the beam of the lighthouse over the water. */
import {
  BLACK,
  crank,
  disc,
  fill,
  gradient,
  guard,
  HIDE,
  IVORY,
  line,
  PAINT,
  picture,
  shadow,
  tube,
  wheel,
} from './strokes.ts';

const REAR = { x: 194, y: 314 };
const FRONT = { x: 462, y: 314 };
const WHEEL = { radius: 93, tyre: 15, spokes: 24, wall: '#8fa3ad', rim: '#b9c6cc' };
const GOLD = { light: '#ffe6a6', base: PAINT.gold, dark: '#8f6218' };

/** Draws the sea at night, with a lighthouse on its rock. */
function night(): string {
  const stars = [
    [150, 60],
    [214, 118],
    [34, 90],
    [300, 44],
    [396, 72],
    [604, 66],
    [620, 220],
    [566, 250],
    [356, 24],
  ]
    .map(([x = 0, y = 0], index) => disc(x, y, index % 3 ? 1.6 : 2.6, '#dfdccd'))
    .join('');
  return [
    stars,
    fill('M74 160L640 20V236Z', 'url(#beam)'),
    fill('M0 322H640V480H0z', '#1d3c4d'),
    fill('M0 322H640V336H0z', '#4f7f90', 0.7),
    fill('M0 330C20 316 44 310 76 312C116 312 136 324 160 340V352H0Z', '#152a37'),
    fill('M57 316L64 186H84L91 316Z', '#efe2c8'),
    fill('M76 316L75 186H84L91 316Z', '#b59c78', 0.6),
    fill('M61.6 232L60 264H88L86.4 232ZM58.6 290L57 316H91L89.4 290Z', '#b9552f'),
    fill('M56 180H92V188H56Z', '#162835'),
    fill('M62 154H86V180H62Z', '#fff3cf'),
    fill('M57 156Q74 128 91 156Z', '#b9552f'),
    line('M70 154v26M79 154v26', '#2f4a5c', 2),
    line(
      'M180 352h70M300 366h50M240 380h60M380 356h60M560 366h60M500 346h40M60 384h40',
      '#8fb9c0',
      2.5,
      'opacity="0.45"',
    ),
    line('M462 346h76M478 356h44M488 366h26', '#f6ead2', 3, 'opacity="0.5"'),
    fill('M0 398C200 390 440 390 640 398V480H0Z', '#142834'),
    fill('M0 398C200 390 440 390 640 398V404C440 397 200 397 0 405Z', '#5d8a97', 0.55),
  ].join('');
}

export function tideElectric(): string {
  return picture(
    PAINT.night,
    [500, 128, 78],
    [
      night(),
      shadow(408),
      wheel({ ...REAR, ...WHEEL }),
      wheel({ ...FRONT, ...WHEEL }),
      tube(guard(REAR, 101, -3.0, -0.7), 9, BLACK),
      tube(guard(FRONT, 101, -2.3, -0.3), 9, BLACK),
      tube('M110 214H226L262 210', 7, BLACK),
      disc(112, 226, 7, '#e0503c') + disc(110, 224, 2.5, '#ffc9b8'),
      tube('M310 334L194 314', 11, IVORY),
      tube('M286 226L194 314', 9, IVORY),
      tube('M310 334L270 170', 15, IVORY),
      tube('M286 224L424 192', 12, IVORY),
      // The battery is in the lower tube; the light at its end shows the charge.
      tube('M426 206L316 322', 33, IVORY),
      line('M408 218L334 296', '#2f4a5c', 13, 'opacity="0.92"'),
      line('M404 219L334 293', '#6d90a3', 3, 'opacity="0.8"'),
      line('M400 228L392 236.500M386 243L378 251.500M372 258L364 266.5', '#7ee0c0', 5),
      disc(310, 332, 31, BLACK.dark) + disc(308, 329, 28, BLACK.base),
      line('M290 314A26 26 0 0 1 326 312', BLACK.light, 4),
      line('M310 356L198 330M310 308L198 300', GOLD.dark, 3.5),
      crank(310, 332, GOLD, 0.9),
      tube('M268 168L262 140', 9, BLACK),
      fill(
        'M222 134C236 126 252 130 270 133C290 136 306 134 312 140C308 149 288 147 272 151C248 155 224 150 222 134Z',
        HIDE.base,
      ),
      line('M230 136C250 131 272 138 304 139.5', HIDE.light, 3.6),
      // A suspension fork with gold legs below and dark ones above.
      tube('M424 200L444 256', 14, BLACK),
      tube('M440 246L462 314', 16, GOLD),
      tube('M414 164L430 212', 20, IVORY),
      tube('M414 166L404 128', 9, BLACK),
      tube('M376 118C392 112 408 118 424 124L438 122', 9, BLACK),
      tube('M356 124L382 116', 13, HIDE),
      fill('M396 104L424 108Q430 110 428 116L426 122L394 116Q392 106 396 104Z', BLACK.dark),
      fill('M400 107L422 111L420 117L398 113Z', '#7ee0c0', 0.9),
      fill('M452 168L640 120V270L452 186Z', 'url(#lamp)'),
      `<rect x="430" y="164" width="26" height="24" rx="9" fill="${BLACK.base}"/>` +
        disc(452, 176, 9, '#fff6d8'),
    ],
    gradient('beam', ['#fff3cf8c', '#fff3cf00'], [0, 0, 1, 0]) +
      gradient('lamp', ['#fff3cfaa', '#fff3cf00'], [0, 0, 1, 0]),
  );
}
