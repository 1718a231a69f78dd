/** The harbour behind the demo's first screen: boats, and a lighthouse whose light shines behind the text. */
import { fill, gradient, line, PAINT } from './strokes.ts';

const WATER = 468;

function lighthouse(x: number): string {
  const transformPath = (path: string) =>
    path.replace(/@(-?[\d.]+)/g, (_, offset: string) => String(x + Number(offset)));
  return [
    fill(
      transformPath(`M@-96 ${WATER + 10}C@-70 446 @-30 436 @0 438C@44 436 @86 452 @112 ${WATER + 10}Z`),
      '#3f7478',
    ),
    fill(
      transformPath(`M@-96 ${WATER + 10}C@-70 446 @-30 436 @0 438C@-30 446 @-46 456 @-58 ${WATER + 10}Z`),
      '#6fa6a4',
      0.8,
    ),
    fill(transformPath('M@-22 442L@-14 262H@14L@22 442Z'), PAINT.cream),
    fill(transformPath('M@4 442L@3 262H@14L@22 442Z'), '#cdb58f', 0.75),
    fill(transformPath('M@-16 302L@-18 348H@18L@16 302Z'), '#b9552f'),
    fill(transformPath('M@-20 394L@-22 442H@22L@20 394Z'), '#b9552f'),
    fill(transformPath('M@3 302L@4 348H@18L@16 302ZM@4 394V442H@22L@20 394Z'), '#772f18', 0.5),
    fill(transformPath('M@-24 252H@24V263H@-24Z'), '#2f4a5c'),
    fill(transformPath('M@-15 218H@15V252H@-15Z'), '#fff3cf'),
    line(transformPath('M@-6 218V252M@6 218V252'), '#2f4a5c', 2.4),
    fill(transformPath('M@-21 220Q@0 184 @21 220Z'), '#b9552f'),
    line(transformPath('M@0 202V190'), '#2f4a5c', 3),
    line(transformPath('M@-5 286v8M@-4 372v8'), '#2f4a5c', 7),
  ].join('');
}

const boat = (x: number, y: number, scale: number, hull: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">` +
  fill('M-44 0H46L32 20H-30Z', hull) +
  fill('M-44 0H46L43 5H-41Z', PAINT.cream, 0.9) +
  line('M0 0V-86', '#2f4a5c', 3) +
  fill('M4 -84C30 -60 40 -36 42 -8H4Z', PAINT.cream) +
  fill('M-4 -74C-20 -52 -30 -30 -34 -8H-4Z', '#ecd6b2') +
  '</g>';

export function harbour(): string {
  const gull = (x: number, y: number, width: number) => {
    const [quarter, middleX] = [width * 0.3, width * 0.65];
    const wing = `c${quarter} ${-quarter} ${middleX} ${-quarter} ${width} 0`;
    return `M${x} ${y}${wing}${wing}`;
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 560" preserveAspectRatio="xMinYMax slice">
<defs>${gradient('beam', ['#fff6dd00', '#fff6ddb0'], [0, 0, 1, 0])}\
${gradient('sea', ['#7fb3ae', '#4d8789', '#33666d'], [0, 0, 0, 1])}</defs>
${[
  fill('M612 236L0 60V366Z', 'url(#beam)'),
  fill(
    `M0 ${WATER}V414C70 392 140 398 214 420C300 392 380 402 470 440C520 432 560 440 620 ${WATER}Z`,
    '#7eb0ab',
    0.75,
  ),
  fill(`M600 ${WATER}C700 410 800 400 900 424C1000 396 1100 404 1200 430V${WATER}Z`, '#7eb0ab', 0.75),
  fill(`M0 ${WATER}V444C90 424 180 436 260 452C330 438 400 446 460 ${WATER}Z`, '#659e9d', 0.8),
  `<path d="M0 ${WATER}H1200V560H0Z" fill="url(#sea)"/>`,
  lighthouse(612),
  fill(`M0 ${WATER}H1200V${WATER + 5}H0Z`, '#d5e8e2', 0.5),
  line(
    'M60 492h80M190 508h56M330 488h64M430 514h90M30 530h60M270 536h110M560 500h50M660 520h90' +
      'M600 544h70M800 496h60M140 548h40',
    '#d5e8e2',
    3,
    'opacity="0.45"',
  ),
  boat(384, 484, 0.8, '#2f4a5c'),
  boat(96, 476, 0.46, '#8d5436'),
  line(gull(566, 116, 20) + gull(616, 84, 14), '#2f5a60', 3),
].join('\n')}
</svg>
`;
}
