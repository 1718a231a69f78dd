/**
 * How large a picture a visitor's browser is asked to be sent, told in the offer as RFC 7741 §6.1 has it: large
 * ones where the screen shows more than they have otherwise and the visitor does not save data. Pure.
 */

/** What a browser tells of its screen and its connection; not every one tells of the latter. */
export interface Carried {
  /** Pixels of the screen for one of CSS. */
  ratio: number;
  saveData?: boolean | undefined;
  /** As the Network Information API has it. */
  effectiveType?: string | undefined;
}

/** Macroblocks of 16 pixels a side: of 512 and of 720 pixels a side. */
const [SMALL, LARGE] = [32 * 32, 45 * 45];

const fitting = ({ ratio, saveData = false, effectiveType = '4g' }: Carried): number =>
  ratio >= 1.5 && !saveData && effectiveType === '4g' ? LARGE : SMALL;

/** The offer with the largest picture that is wanted, in place of what the browser says by itself. */
export function asking(offer: string, carried: Carried): string {
  const type = /^a=rtpmap:(\d+) VP8\/90000/im.exec(offer)?.[1];
  if (!type) return offer;
  return offer
    .replace(new RegExp(`^a=fmtp:${type} .*\\r?\\n`, 'm'), '')
    .replace(/^a=rtpmap:\d+ VP8\/90000.*?(\r?\n)/im, `$&a=fmtp:${type} max-fs=${fitting(carried)}$1`);
}

/** What this browser tells. */
export function carriedHere(): Carried {
  const { devicePixelRatio: ratio = 1, navigator } = globalThis;
  const { connection } = (navigator ?? {}) as { connection?: Omit<Carried, 'ratio'> };
  return {
    ratio,
    saveData: connection?.saveData,
    effectiveType: connection?.effectiveType,
  };
}
