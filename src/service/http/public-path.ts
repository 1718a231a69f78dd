/**
 * A service at a public path such as `https://example.com/pal`: its pages contain addresses from the service's root,
 * and the path is inserted as they are sent. A proxy removes the path from requests; requests that still contain it,
 * and requests without the proxy, work too.
 */

/** The first segments of the service's own addresses; a path that begins with one needs a proxy that removes it. */
const OWN = new Set([
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
/** An address of the service in a page: only the templates write this form, and owners' texts are escaped. */
const ADDRESS = /( (?:href|src|poster)=")\/(?!\/)/g;

/** The path of the service's public address; empty if it has none. */
export function publicPath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** A page's own addresses below the path. */
export function belowPath(html: string, path: string): string {
  return path ? html.replace(ADDRESS, (_, before: string) => `${before}${path}/`) : html;
}

/** The requested address without the public path. */
export function withoutPath(url: string, path: string): string {
  if (!path || OWN.has(path.split('/')[1]!)) return url;
  const rest = url.slice(path.length);
  if (!url.startsWith(path) || !/^([/?]|$)/.test(rest)) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Folders of files and pictures whose relative addresses depend on the slash. */
const FOLDERS = /^\/(?:palkit|demo\/assets|media|face)\//;

/** An address without the slash at the end of its path: both are the same resource. */
export function withoutLastSlash(url: string): string {
  return FOLDERS.test(url) ? url : url.replace(/^(\/[^?#]*[^/?#])\/(?=[?#]|$)/, '$1');
}
