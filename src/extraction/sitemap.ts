/** Reads sitemaps (sitemaps.org): the pages that a site lists. Runs in the extraction process. */
import zlib from 'node:zlib';
import { mayBePage, mayBeReadable, normaliseAddress } from './addresses.ts';

/** Maximum unpacked size of a compressed sitemap in bytes. */
const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;
const MAX_LINKS = 5000;
const LOCATION_PATTERN = /<loc>\s{0,100}(?:<!\[CDATA\[)?\s{0,100}([^<>\s\]]{1,4096})/gi;

export interface Sitemap {
  /** Normalised addresses with the origin of the sitemap, without duplicates. */
  links: string[];
  /** True if the links are addresses of other sitemaps. */
  index: boolean;
}

export function readSitemap(bytes: Uint8Array, address: string): Sitemap {
  const text = unpack(bytes).toString('utf8');
  const { origin } = new URL(address);
  const index = /<sitemapindex[\s>]/i.test(text.slice(0, 2000));
  const links = new Set<string>();
  for (const [, location = ''] of text.matchAll(LOCATION_PATTERN)) {
    const url = normaliseAddress(location.replaceAll('&amp;', '&'));
    if (url?.origin !== origin || !(index || mayBePage(url) || mayBeReadable(url))) continue;
    links.add(url.href);
    if (links.size >= MAX_LINKS) break;
  }
  return { links: [...links], index };
}

function unpack(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer[0] !== 0x1f || buffer[1] !== 0x8b) return buffer;
  return zlib.gunzipSync(buffer, {
    maxOutputLength: MAX_UNPACKED_BYTES,
    finishFlush: zlib.constants.Z_SYNC_FLUSH,
  });
}
