/** Draws an address as a QR code with a white background, so that it can also be scanned on dark pages. */
import encode from 'qr';

/** White modules around the code; the standard requires four. */
const MARGIN = 4;

export function qrCode(address: string): string {
  const rows = encode(address, 'raw', { ecc: 'medium', border: MARGIN });
  const modules = rows.flatMap((row, y) =>
    runs(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  const side = rows.length;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${modules.join('')}"/></svg>\n`
  );
}

/** Returns the runs of dark modules in a row of the code. */
function runs(row: readonly boolean[]): [start: number, length: number][] {
  const darkRuns: [number, number][] = [];
  row.forEach((dark, x) => {
    const lastRun = darkRuns.at(-1);
    if (dark && lastRun && lastRun[0] + lastRun[1] === x) lastRun[1]++;
    else if (dark) darkRuns.push([x, 1]);
  });
  return darkRuns;
}
