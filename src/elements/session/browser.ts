/** Which browser it is, where only that says how a permission is given back: no feature tells. Pure. */
export type Browser = 'Chromium' | 'Firefox' | 'Safari' | 'Ios';

/** Every browser on an iPhone or iPad has Safari's settings; an iPad calls itself a Mac, with fingers. */
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
