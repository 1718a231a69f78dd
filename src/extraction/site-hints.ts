/** Reads a page's statements about its site: name, colours, icons and manifest. Runs in the extraction process. */
import { load, type CheerioAPI } from 'cheerio';
import { normaliseAddress } from './addresses.ts';
import { limitPage } from './page-bounds.ts';
import { organisationLogos } from './page-facts.ts';

/** Each list begins with the most reliable entry. */
export interface SiteHints {
  names: string[];
  /** Colours as written in the page. */
  colors: string[];
  /** Addresses of pictures that may be the logo. */
  pictures: string[];
  /** Address of the web manifest; null if there is none. */
  manifest: string | null;
}

/** Maximum number of entries in each list, and of tags of one kind that are read. */
const MAX_HINTS = 10;
const MAX_TAGS = 50;
/** Maximum number of characters of style elements. */
const MAX_STYLES_LENGTH = 200_000;
const NAME_METAS = ['og:site_name', 'application-name', 'apple-mobile-web-app-title'];
const BRAND_COLOR =
  /--[\w-]{0,40}(?:brand|primary|accent)[\w-]{0,40}\s{0,5}:\s{0,5}(#[0-9a-f]{3,8}\b|rgb\([\d\s,./%]{5,40}\))/gi;
const SEPARATOR = /\s+[|–—·•:»-]\s+/;
const HEADER_LOGO = ['class', 'id', 'alt', 'src']
  .flatMap((name) => ['header', '[role="banner"]', 'nav'].map((part) => `${part} img[${name}*="logo" i]`))
  .join(', ');

/** Reads a page's statements about its site. `address` is the page's address after redirects. */
export function readSiteHints(html: string, address: string): SiteHints {
  const $ = load(html);
  limitPage($);
  const base = normaliseAddress($('base[href]').first().attr('href') ?? '', address) ?? new URL(address);
  const toAbsolute = (link: string | undefined) =>
    link ? (normaliseAddress(link.trim(), base)?.href ?? null) : null;
  const manifest = $('link[rel~="manifest"][href]').first().attr('href');
  return {
    names: uniqueValues([...NAME_METAS.map((name) => metaOf($, name)), siteOfTitle($, new URL(address))]),
    colors: uniqueValues(colorsOf($)),
    pictures: uniqueValues([...organisationLogos($), ...picturesOf($)].map(toAbsolute)),
    manifest: toAbsolute(manifest),
  };
}

const uniqueValues = (values: readonly (string | null | undefined)[]): string[] =>
  [...new Set(values.flatMap((value) => (value ? [value] : [])))].slice(0, MAX_HINTS);

const metaOf = ($: CheerioAPI, name: string): string =>
  cleanName($(`meta[property="${name}"], meta[name="${name}"]`).first().attr('content') ?? '');

export const cleanName = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 120);

/**
 * Returns the part of a title such as "Prices – Seal Swim School" that occurs in the host name, otherwise the first
 * part.
 */
function siteOfTitle($: CheerioAPI, { hostname }: URL): string {
  const parts = cleanName($('title').first().text()).split(SEPARATOR);
  const host = lettersOf(hostname.replace(/^www\./, ''));
  const siteName = parts.find((part) => lettersOf(part).length > 2 && host.includes(lettersOf(part)));
  return siteName ?? parts[0] ?? '';
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '');

function colorsOf($: CheerioAPI): (string | undefined)[] {
  const themeTags = $('meta[name="theme-color"][content]').toArray().slice(0, MAX_TAGS);
  const isForDark = (media = '') => /dark/i.test(media);
  const lightTheme = themeTags.filter((meta) => !isForDark($(meta).attr('media')));
  const styles = $('style').text().slice(0, MAX_STYLES_LENGTH);
  return [
    ...lightTheme.map((meta) => $(meta).attr('content')),
    $('link[rel~="mask-icon"][color]').first().attr('color'),
    $('meta[name="msapplication-TileColor"]').first().attr('content'),
    ...[...styles.matchAll(BRAND_COLOR)].slice(0, MAX_HINTS).map(([, color]) => color),
  ];
}

/** Returns the logo in the page's header, then its icons, largest first. */
function picturesOf($: CheerioAPI): (string | undefined)[] {
  const logos = $(HEADER_LOGO).toArray().slice(0, MAX_TAGS);
  const icons = $('link[rel~="apple-touch-icon"][href], link[rel~="icon"][href]')
    .toArray()
    .slice(0, MAX_TAGS);
  const sizedIcons = icons.map((icon) => ({
    href: $(icon).attr('href'),
    size: sizeOf($(icon).attr('sizes'), $(icon).attr('rel')),
  }));
  return [
    ...logos.map((logo) => $(logo).attr('src')),
    ...sizedIcons.sort((first, second) => second.size - first.size).map(({ href }) => href),
  ];
}

/** Returns an icon's size in pixels. A vector drawing fits every size; a phone icon has 180 by default. */
export function sizeOf(sizes = '', rel = ''): number {
  if (/any/i.test(sizes)) return 1000;
  return Number(/\d{1,4}/.exec(sizes)?.[0] ?? (rel.includes('apple') ? 180 : 16));
}
