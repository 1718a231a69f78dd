/** Shapes that the shop's pictures share: painted tubes, wheels and backgrounds, in the colours of the drawn faces. */

/** Colours of the drawn faces and their backgrounds. */
export const PAINT = {
  sky: ['#a9cfc7', '#84b5b0', '#5a9294'],
  dusk: ['#f0d3ae', '#dda77c', '#b9724f'],
  night: ['#4f7a8c', '#2f4f63', '#1b3140'],
  disc: ['#f6ead2', '#ecd6b2', '#e3c79e'],
  ink: '#1d303f',
  rubber: '#22313b',
  leather: '#8d5436',
  gold: '#e0a83e',
  cream: '#f8efe0',
} as const;

/** The three tones of a painted surface. */
export interface Tones {
  light: string;
  base: string;
  dark: string;
}

export const TEAL: Tones = { light: '#5fb3a6', base: '#1f7d72', dark: '#0b4a45' };
export const RUST: Tones = { light: '#e79a6f', base: '#b9552f', dark: '#772f18' };
export const IVORY: Tones = { light: '#fffaf0', base: '#efe0c4', dark: '#b99f78' };
export const STEEL: Tones = { light: '#e9eef0', base: '#9fb0b8', dark: '#4c5f6a' };
export const HIDE: Tones = { light: '#c98a5e', base: '#8d5436', dark: '#54301d' };
export const NAVY: Tones = { light: '#54788d', base: '#2f4a5c', dark: '#162835' };
export const BLACK: Tones = { light: '#5a6a74', base: '#25343e', dark: '#0e181f' };

/** Formats a coordinate with at most one decimal. */
const format = (value: number): string => String(Math.round(value * 10) / 10);

export function gradient(id: string, colours: readonly string[], [x1, y1, x2, y2]: number[]): string {
  const colourStops = colours.map(
    (colour, index) => `<stop offset="${format(index / (colours.length - 1))}" stop-color="${colour}"/>`,
  );
  const direction = `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`;
  return `<linearGradient id="${id}" ${direction}>${colourStops.join('')}</linearGradient>`;
}

export const fill = (path: string, colour: string, opacity = 1): string =>
  `<path d="${path}" fill="${colour}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;

export const line = (path: string, colour: string, width: number, attributes = ''): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" ` +
  `stroke-linejoin="round"${attributes ? ` ${attributes}` : ''}/>`;

export const disc = (x: number, y: number, radius: number, colour: string): string =>
  `<circle cx="${format(x)}" cy="${format(y)}" r="${format(radius)}" fill="${colour}"/>`;

export const oval = (x: number, y: number, width: number, height: number, colour: string): string =>
  `<ellipse cx="${format(x)}" cy="${format(y)}" rx="${format(width)}" ry="${format(height)}" fill="${colour}"/>`;

export const ring = (
  x: number,
  y: number,
  radius: number,
  colour: string,
  width: number,
  dashes = '',
): string =>
  `<circle cx="${x}" cy="${y}" r="${format(radius)}" fill="none" stroke="${colour}" ` +
  `stroke-width="${format(width)}"${dashes ? ` stroke-dasharray="${dashes}"` : ''}/>`;

/** Draws a round tube: its shaded side, its colour, and a highlight along the upper side. */
export function tube(
  path: string,
  width: number,
  { light: lightColour, base: baseColour, dark: darkColour }: Tones,
): string {
  const shift = `transform="translate(${format(-width * 0.12)} ${format(-width * 0.2)})"`;
  return (
    line(path, darkColour, width) +
    line(
      path,
      baseColour,
      width * 0.76,
      `transform="translate(${format(-width * 0.05)} ${format(-width * 0.09)})"`,
    ) +
    line(path, lightColour, width * 0.22, `${shift} opacity="0.85"`)
  );
}

export interface Wheel {
  x: number;
  y: number;
  radius: number;
  tyre: number;
  spokes: number;
  wall: string;
  rim: string;
  /** True if the tyre has knobs for loose ground. */
  hasKnobs?: boolean;
}

/** Draws a wheel from the tyre inwards: rubber, side wall, rim, crossed spokes, hub. */
export function wheel({ x, y, radius, tyre, spokes, wall, rim, hasKnobs = false }: Wheel): string {
  const circle = (r: number, colour: string, width: number, dashes = '') =>
    ring(x, y, r, colour, width, dashes);
  const inner = radius - tyre;
  const rays = Array.from({ length: spokes }, (_, index) => {
    const angle = (index / spokes) * 2 * Math.PI;
    // Neighbouring spokes leave the hub in opposite directions, so they cross.
    const start = angle + (index % 2 ? 1.2 : -1.2);
    return (
      `M${format(x + 7 * Math.cos(start))} ${format(y + 7 * Math.sin(start))}` +
      `L${format(x + inner * Math.cos(angle))} ${format(y + inner * Math.sin(angle))}`
    );
  }).join('');
  const arc = (r: number, startAngle: number, endAngle: number) =>
    `M${format(x + r * Math.cos(startAngle))} ${format(y + r * Math.sin(startAngle))}` +
    `A${format(r)} ${format(r)} 0 0 1 ${format(x + r * Math.cos(endAngle))} ${format(y + r * Math.sin(endAngle))}`;
  return [
    hasKnobs ? circle(radius - 1, PAINT.rubber, 7, '7 5') : '',
    circle(radius - tyre / 2, PAINT.rubber, tyre),
    circle(radius - tyre * 0.72, wall, tyre * 0.34),
    line(arc(radius - tyre * 0.3, -2.7, -1.1), '#fff', tyre * 0.18, 'opacity="0.35"'),
    circle(inner - 2.5, rim, 5),
    line(arc(inner - 2.5, -2.7, -1.2), '#fff', 1.6, 'opacity="0.7"'),
    line(rays, PAINT.ink, 0.9, 'opacity="0.55"'),
    disc(x, y, 9, '#3b4d58') + disc(x - 1.5, y - 2, 5, '#a9b8c0'),
  ].join('');
}

/** Draws a chain ring with its crank and pedals. */
export function crank(x: number, y: number, tones: Tones, turn = 0.5): string {
  const [dx, dy] = [38 * Math.cos(turn), 38 * Math.sin(turn)];
  const pedal = (side: number) =>
    tube(`M${format(x + side * dx - 12)} ${format(y + side * dy)}h24`, 8, BLACK);
  return (
    pedal(-1) +
    tube(`M${format(x - dx)} ${format(y - dy)}L${x} ${y}`, 7, STEEL) +
    ring(x, y, 20, tones.dark, 7) +
    ring(x, y, 20, tones.base, 4) +
    tube(`M${x} ${y}L${format(x + dx)} ${format(y + dy)}`, 8, STEEL) +
    pedal(1) +
    disc(x, y, 6, STEEL.base)
  );
}

/** Draws a mudguard: the arc over a wheel between two angles in radians. */
export function guard(
  { x, y }: { x: number; y: number },
  radius: number,
  startAngle: number,
  endAngle: number,
): string {
  const pointAt = (angle: number) =>
    `${format(x + radius * Math.cos(angle))} ${format(y + radius * Math.sin(angle))}`;
  return `M${pointAt(startAngle)}A${radius} ${radius} 0 0 1 ${pointAt(endAngle)}`;
}

/** Draws the shadow under a bike that stands at `y`. */
export const shadow = (y: number): string =>
  `<ellipse cx="326" cy="${y}" rx="216" ry="12" fill="${PAINT.ink}" opacity="0.34" filter="url(#soft)"/>`;

/** Draws a picture of 640 × 480 with the background of a face: a sky and a disc. */
export function picture(
  sky: readonly string[],
  [x, y, radius]: [x: number, y: number, radius: number],
  parts: string[],
  definitions = '',
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480">
<defs>${gradient('sky', sky, [0, 0, 0.85, 1])}${gradient('disc', PAINT.disc, [0.1, 0.1, 0.9, 0.9])}\
<filter id="soft" x="-20%" y="-200%" width="140%" height="500%"><feGaussianBlur stdDeviation="7"/></filter>\
${definitions}</defs>
<path fill="url(#sky)" d="M0 0h640v480H0z"/>
<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#disc)"/>
${parts.filter(Boolean).join('\n')}
</svg>
`;
}
