/**
 * Supports a service at a public path such as `https://example.com/pal`. Its pages contain addresses relative to
 * the root of the service, and the path is inserted when the pages are sent. Requests may contain the path or, if
 * a proxy removes it, not.
 */

/** First segments of the service's addresses. A public path that begins with one must be removed by a proxy. */
const SERVICE_SEGMENTS = new Set([
  'api',
  'console',
  'demo',
  'docs',
  'embed',
  'face',
  'healthz',
  'l',
  'llms.txt',
  'mcp',
  'media',
  'metrics',
  'openapi.json',
  'palkit',
  'readyz',
  'rooms',
  'v',
  'v2',
]);
/** Matches an address of the service in a page. Owners' texts cannot match: their quotation marks are escaped. */
const ADDRESS = /( (?:href|src|poster)=")\/(?!\/)/g;

/** Returns the path of the public address; empty if it has none. */
export function publicPath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** Inserts the public path into the addresses in a page. */
export function belowPath(html: string, path: string): string {
  return path ? html.replace(ADDRESS, (_, before: string) => `${before}${path}/`) : html;
}

/** Removes the public path from a requested address. */
export function withoutPath(url: string, path: string): string {
  if (!path || SERVICE_SEGMENTS.has(path.split('/')[1]!)) return url;
  const remainingUrl = url.slice(path.length);
  if (!url.startsWith(path) || !/^([/?]|$)/.test(remainingUrl)) return url;
  return remainingUrl.startsWith('/') ? remainingUrl : `/${remainingUrl}`;
}

/** Folders of files and pictures, in which a trailing slash changes relative addresses. */
const FOLDERS = /^\/(?:palkit|demo\/assets|media|face)\//;

/** Removes a trailing slash from the path, because both forms name the same resource. */
export function withoutLastSlash(url: string): string {
  return FOLDERS.test(url) ? url : url.replace(/^(\/[^?#]*[^/?#])\/(?=[?#]|$)/, '$1');
}
