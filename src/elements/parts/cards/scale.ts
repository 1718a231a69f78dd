/** Axis scales with round numbers, and arcs of a pie. */

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

/** Returns a scale between round numbers that contains 0 and all values, with 2 to 7 ticks. */
export function scaleOf(values: readonly number[]): Scale {
  // Treat subnormal numbers as 0, because they cannot be halved.
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)].map((end) =>
    Math.abs(end) < 1e-300 ? 0 : end,
  ) as [number, number];
  const span = high - low || 1;
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const from = Math.floor(low / step);
  const to = Math.max(Math.ceil(high / step), from + 1);
  // Near the largest number there are no round steps, so the ticks are the lowest and the highest value.
  const round = Number.isFinite(from * step) && Number.isFinite(to * step) && to - from < 10;
  if (!round) return { low, high: high === low ? low + 1 : high, ticks: [low, high] };
  const ticks = [...Array(to - from + 1).keys()].map((index) =>
    Number(((from + index) * step).toPrecision(12)),
  );
  return { low: ticks[0] ?? low, high: ticks.at(-1) ?? high, ticks };
}

/**
 * Returns the relative position of a value between two others, 0 to 1. Halving prevents an overflow of the
 * difference.
 */
export function relativePosition(value: number, low: number, high: number): number {
  return (value / 2 - low / 2) / (high / 2 - low / 2);
}

/**
 * Returns the SVG path of a ring segment around 0,0 between two fractions of the circle (0 to 1), clockwise
 * from the top.
 */
export function arc(from: number, to: number, outer: number, inner: number): string {
  // An arc cannot be drawn for a full circle, whose ends coincide.
  const end = Math.min(to, from + 0.99999);
  const pointAt = (share: number, radius: number) =>
    `${(Math.sin(share * 2 * Math.PI) * radius).toFixed(2)} ${(-Math.cos(share * 2 * Math.PI) * radius).toFixed(2)}`;
  const large = end - from > 0.5 ? 1 : 0;
  return (
    `M${pointAt(from, outer)}A${outer} ${outer} 0 ${large} 1 ` +
    `${pointAt(end, outer)}L${pointAt(end, inner)}A${inner} ${inner} 0 ${large} 0 ${pointAt(from, inner)}Z`
  );
}
