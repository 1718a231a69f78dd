/** Reads the name, colour and logo of a website from one of its pages. */
import * as z from 'zod';
import type { SiteLook } from '@palkit/contract/site-looks';
import { OutboundError } from '@palkit/outbound/outbound-error';
import { normaliseAddress } from '../addresses.ts';
import { ExtractionError } from '../extraction-error.ts';
import { cleanName, sizeOf, type SiteHints } from '../site-hints.ts';
import type { CrawlParts } from './page-fetch.ts';

const PAGE_BYTES = 1024 * 1024;
const MANIFEST_BYTES = 64 * 1024;
const LOGO_BYTES = 128 * 1024;
/** Maximum milliseconds of each of the three rounds of requests: the page, its manifest, and all pictures. */
const ROUND_TIME = 5000;
/** Maximum number of pictures that are requested. */
const MAX_PICTURES = 4;
const PICTURE_TYPE = /^image\/(?:png|jpeg|webp|gif|avif|svg\+xml|x-icon|vnd\.microsoft\.icon)\b/i;
/** Minimum difference between the strongest and the weakest component of a colour; a grey is not an accent colour. */
const MIN_CHROMA = 40;

const Manifest = z.looseObject({
  name: z.string().catch(''),
  short_name: z.string().catch(''),
  theme_color: z.string().optional().catch(undefined),
  icons: z
    .array(z.looseObject({ src: z.string(), sizes: z.string().optional() }))
    .max(100)
    .catch([]),
});

interface Parts extends Pick<CrawlParts, 'outbound' | 'extraction' | 'account'> {
  /** True if the logo will be on a page that came by https, where a browser shows no picture from http. */
  isHttps: boolean;
}

export async function readSiteLook(parts: Parts, url: string, signal: AbortSignal): Promise<SiteLook> {
  const page = await fetchBytes(parts, url, PAGE_BYTES, signal);
  if ('fault' in page) return siteFault(page.fault);
  const charset = /charset=["']?([\w-]+)/i.exec(page.type)?.[1];
  const source = { address: page.url, charset, account: parts.account };
  const pageHints = await parts.extraction.readHints(page.bytes, source).catch((error: unknown) => {
    if (error instanceof ExtractionError) return null;
    throw error;
  });
  if (!pageHints) return siteFault('The page is not readable HTML.');
  const hints = await withManifest(parts, pageHints, signal);
  const addresses = parts.isHttps
    ? hints.pictures.map((picture) => picture.replace(/^http:/, 'https:'))
    : hints.pictures;
  const pictures = await Promise.all(
    addresses.slice(0, MAX_PICTURES).map((picture) => fetchBytes(parts, picture, LOGO_BYTES, signal)),
  );
  const logo = pictures
    .flatMap((picture) => ('fault' in picture ? [] : [picture]))
    // Check the final address, because a redirect may lead back to http.
    .find(({ type, url }) => PICTURE_TYPE.test(type) && (!parts.isHttps || url.startsWith('https:')));
  return {
    fault: null,
    name: hints.names[0] ?? null,
    accent_color: hints.colors.map(accentColor).find((color) => color !== null) ?? null,
    logo: logo ? { url: logo.url, data: dataAddress(logo) } : null,
  };
}

const siteFault = (fault: string): SiteLook => ({ fault, name: null, accent_color: null, logo: null });

/** Adds the statements of the site's web manifest, which rank after those of the page. */
async function withManifest(parts: Parts, hints: SiteHints, signal: AbortSignal): Promise<SiteHints> {
  const { manifest } = hints;
  const file = manifest === null ? null : await fetchBytes(parts, manifest, MANIFEST_BYTES, signal);
  if (!file || 'fault' in file) return hints;
  const { data } = Manifest.safeParse(jsonOf(file.bytes));
  if (!data) return hints;
  const { name, short_name, theme_color, icons } = data;
  const sortedIcons = icons.toSorted((first, second) => sizeOf(second.sizes) - sizeOf(first.sizes));
  const pictures = sortedIcons.flatMap(({ src }) => normaliseAddress(src, file.url)?.href ?? []);
  const names = [name, short_name].map(cleanName).filter(Boolean);
  // The title of a page is the least reliable name, so it is the last.
  return {
    manifest,
    names: [...hints.names.slice(0, -1), ...names, ...hints.names.slice(-1)],
    colors: [...hints.colors, ...(theme_color === undefined ? [] : [theme_color])],
    pictures: [...hints.pictures, ...pictures],
  };
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    // A damaged manifest counts as one without statements.
    return null;
  }
}

interface FetchedFile {
  url: string;
  type: string;
  bytes: Uint8Array;
}

/** Explains why an address returned no file, as a sentence. */
interface UnreadAddress {
  fault: string;
}

/** Reads a response. A response with too many bytes is an error, except for a page, which is truncated. */
async function fetchBytes(
  { outbound }: Parts,
  url: string,
  maximum: number,
  signal: AbortSignal,
): Promise<FetchedFile | UnreadAddress> {
  try {
    const options = { signal, redirects: 3, timeout: ROUND_TIME, maximumBytes: maximum };
    const response = await outbound.fetch(url, { ...options, cut: maximum === PAGE_BYTES });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return response.ok
      ? { url: response.url, type: response.headers.get('content-type') ?? '', bytes }
      : { fault: `HTTP ${response.status}` };
  } catch (error) {
    if (!(error instanceof OutboundError) || signal.aborted) throw error;
    return { fault: error.message };
  }
}

const dataAddress = ({ type, bytes }: FetchedFile): string =>
  `data:${PICTURE_TYPE.exec(type)![0].toLowerCase()};base64,${Buffer.from(bytes).toString('base64')}`;

/** Converts a CSS colour to `#rrggbb`; null for one that is almost grey or in another format. */
export function accentColor(color: string): string | null {
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(color.trim())?.[1];
  const parts = hex ? hexParts(hex) : rgbParts(color);
  if (parts.length < 3 || parts.some((part) => Number.isNaN(part) || part > 255)) return null;
  if (Math.max(...parts) - Math.min(...parts) < MIN_CHROMA) return null;
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function hexParts(hex: string): number[] {
  const longHex = hex.length < 6 ? hex.replace(/./g, '$&$&') : hex;
  return [0, 2, 4].map((index) => parseInt(longHex.slice(index, index + 2), 16));
}

const rgbParts = (color: string): number[] =>
  (/^\s*rgba?\(([\d\s,./%]{5,40})\)\s*$/i.exec(color)?.[1] ?? '')
    .split(/[\s,/]+/)
    .filter(Boolean)
    .slice(0, 3)
    .map(Number);
