/** Detects the browser, because the steps to restore a permission differ and cannot be derived from features. */
export type Browser = 'Chromium' | 'Firefox' | 'Safari' | 'Ios';

/**
 * Detects the browser. All browsers on iPhone and iPad use Safari's settings. An iPad identifies itself as a
 * Mac with touch points.
 */
export function browserOf({
  userAgent,
  maxTouchPoints = 0,
}: Pick<Navigator, 'userAgent'> & Partial<Pick<Navigator, 'maxTouchPoints'>>): Browser {
  if (/iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'Ios';
  if (/Firefox/.test(userAgent)) return 'Firefox';
  return /Chrom(e|ium)|Edg|OPR/.test(userAgent)
    ? 'Chromium'
    : /Safari/.test(userAgent)
      ? 'Safari'
      : 'Chromium';
}
