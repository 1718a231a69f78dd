/**
 * The maximum picture size that the browser requests from the agent in its offer (RFC 7741 §6.1): large if the
 * screen has enough pixels to show it, the connection is fast, and the visitor does not save data.
 */

/** Properties of the screen and the connection; some browsers do not report the connection. */
export interface Conditions {
  /** Device pixels per CSS pixel. */
  ratio: number;
  saveData?: boolean | undefined;
  /** As in the Network Information API. */
  effectiveType?: string | undefined;
}

/** Number of macroblocks of 16 × 16 pixels in pictures of 512 and 720 pixels per side. */
const [SMALL, LARGE] = [32 * 32, 45 * 45];

const maxSize = ({ ratio, saveData = false, effectiveType = '4g' }: Conditions): number =>
  ratio >= 1.5 && !saveData && effectiveType === '4g' ? LARGE : SMALL;

/** Replaces the limit in the offer by the largest size that is useful. */
export function withPictureSize(offer: string, conditions: Conditions): string {
  const type = /^a=rtpmap:(\d+) VP8\/90000/im.exec(offer)?.[1];
  if (!type) return offer;
  return offer
    .replace(new RegExp(`^a=fmtp:${type} .*\\r?\\n`, 'm'), '')
    .replace(/^a=rtpmap:\d+ VP8\/90000.*?(\r?\n)/im, `$&a=fmtp:${type} max-fs=${maxSize(conditions)}$1`);
}

/** Returns the conditions in this browser. */
export function browserConditions(): Conditions {
  const { devicePixelRatio: ratio = 1, navigator } = globalThis;
  const { connection } = (navigator ?? {}) as { connection?: Omit<Conditions, 'ratio'> };
  return {
    ratio,
    saveData: connection?.saveData,
    effectiveType: connection?.effectiveType,
  };
}
