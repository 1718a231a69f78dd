/** Normalises the addresses of a website's pages, so that each page has one address however links are written. */

/** Query parameters that track the origin of a visit and do not change the page. */
const TRACKING_PARAMETER = /^(utm_\w+|gclid|fbclid|msclkid|mc_cid|mc_eid|ref_src)$/i;
/** File extensions that are never pages. */
const FILE_ENDING = new RegExp(
  String.raw`\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|og[gv]|wav|flac|mov|avi|` +
    String.raw`mkv|pdf|do[ct][xm]?|p[po][ts][xm]?|xl[st][xm]?|csv|zip|gz|tgz|bz2|xz|7z|rar|tar|dmg|exe|msi|apk|iso|` +
    String.raw`woff2?|ttf|otf|eot|css|m?js|json|xml|rss|atom|txt|ics|vcf|map|wasm)$`,
  'i',
);

/** File extensions that can be read as documents. */
const READABLE_ENDING = /\.(?:pdf|docx|docm|dotx|pptx|pptm|ppsx|xlsx|xlsm|csv)$/i;

/**
 * Maximum number of characters of an address. Longer ones are not followed (RFC 9110 §4.1 recommends 8,000, browsers
 * keep 2,048).
 */
export const MAX_ADDRESS_LENGTH = 2048;
/** Maximum number of parameters of an address; an address with more parameters is not a page for people. */
const MAX_PARAMETERS = 100;

/** Returns the address without fragment and tracking, with sorted parameters; null if it is not an address. */
export function normaliseAddress(address: string, base?: string | URL): URL | null {
  if (address.length > MAX_ADDRESS_LENGTH) return null;
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    return null;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.hash = '';
  url.username = '';
  url.password = '';
  if (url.searchParams.size > MAX_PARAMETERS) return null;
  for (const name of [...url.searchParams.keys()])
    if (TRACKING_PARAMETER.test(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  if (url.href.length > MAX_ADDRESS_LENGTH) return null;
  return url;
}

export function mayBePage(url: URL): boolean {
  return !FILE_ENDING.test(url.pathname);
}

/** True if the name looks like a readable file; the content decides later. */
export function mayBeReadable(url: URL): boolean {
  return READABLE_ENDING.test(url.pathname);
}

/** True if a redirect of the start address stays on the same site: only its scheme or a leading `www.` differs. */
export function isSameSite(first: URL, second: URL): boolean {
  const bareHost = (url: URL) => url.hostname.replace(/^www\./, '');
  return (
    bareHost(first) === bareHost(second) &&
    (first.port === second.port ||
      (first.protocol !== second.protocol && first.port === '' && second.port === ''))
  );
}
