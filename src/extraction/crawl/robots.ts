/** A website's robots.txt (RFC 9309): the rules for Palkit, limited in number and length. */
import robotsModule from 'robots-parser';
import { MAX_ADDRESS_LENGTH } from '../addresses.ts';

// The types of the package declare a default export inside the real one.
const robotsParser = robotsModule as unknown as typeof robotsModule.default;

const AGENT = 'Palkit';
const MAX_RULES = 2000;
const MAX_SITEMAPS = 5;
/** Maximum number of characters of a rule. */
const MAX_RULE_LENGTH = 200;
/**
 * Maximum number of characters of all rules with a wildcard. Matching a rule costs its length times the length of
 * the path: about 25 ms for all rules with the longest path.
 */
const MAX_WILDCARD_CHARACTERS = 5000;
/** Maximum milliseconds between requests; a longer requested delay is reduced to it. */
const MAX_DELAY = 10_000;

export interface Robots {
  allows(url: URL): boolean;
  /** Milliseconds between two requests. */
  delay: number;
  /** The addresses of sitemaps as written in the file. */
  sitemaps: readonly string[];
}

/** The rules of a site without a robots.txt. */
export const ALLOWS_ALL: Robots = { allows: () => true, delay: 0, sitemaps: [] };

export function readRobots(address: string, text: string): Robots {
  const rules = robotsParser(address, rulesForPalkit(text).join('\n'));
  const delay = (rules.getCrawlDelay(AGENT) ?? 0) * 1000;
  return {
    allows: ({ href }) => href.length <= MAX_ADDRESS_LENGTH && rules.isAllowed(href, AGENT) !== false,
    delay: Number.isFinite(delay) ? Math.min(MAX_DELAY, Math.max(0, delay)) : 0,
    sitemaps: sitemapsIn(text),
  };
}

/** Returns the lines of the groups for Palkit and for all agents. */
function rulesForPalkit(text: string): string[] {
  const rules: string[] = [];
  const limitPattern = patternLimiter();
  let agents: string[] = [];
  let inGroup = false;
  for (const [, name = '', value = ''] of text.matchAll(LINES)) {
    const directive = name.toLowerCase();
    if (directive === 'user-agent') {
      if (inGroup) agents = [];
      inGroup = false;
      agents.push(...agentOf(value).filter((agent) => !agents.includes(agent)));
      continue;
    }
    if (!inGroup) rules.push(...agents.map((agent) => `User-agent: ${agent}`));
    inGroup = true;
    const pattern = agents.length > 0 ? limitPattern(directive, value.trim()) : null;
    if (pattern !== null) rules.push(`${directive}: ${pattern}`);
    if (rules.length >= MAX_RULES) break;
  }
  return rules;
}

/**
 * Matches the relevant lines. The text is not split into lines, because a malicious file may consist of line
 * breaks.
 */
const LINES = /^[^\S\r\n]{0,100}(user-agent|allow|disallow|crawl-delay)[^\S\r\n]{0,100}:([^#\r\n]*)/gim;

/** Matches sitemap lines, which are outside of the groups. */
const SITEMAP_LINE = /^[^\S\r\n]{0,100}sitemap[^\S\r\n]{0,100}:([^#\r\n]*)/gim;

function sitemapsIn(text: string): string[] {
  const sitemaps: string[] = [];
  for (const [, value = ''] of text.matchAll(SITEMAP_LINE)) {
    const address = value.trim();
    if (address !== '' && address.length <= MAX_ADDRESS_LENGTH) sitemaps.push(address);
    if (sitemaps.length >= MAX_SITEMAPS) break;
  }
  return sitemaps;
}

/** Returns a list with the agent of a line if its group applies to Palkit; otherwise an empty list. */
function agentOf(value: string): string[] {
  const agent = value.slice(0, MAX_RULE_LENGTH).trim().toLowerCase().replace(/\/.*/, '');
  return agent === '*' || agent === AGENT.toLowerCase() ? [agent] : [];
}

/**
 * Returns a function that truncates patterns. A truncated disallow rule forbids more; an allow rule that is too
 * long is omitted (null).
 */
function patternLimiter(): (directive: string, pattern: string) => string | null {
  let wildcardCharacters = 0;
  return (directive, pattern) => {
    const prefix = directive === 'allow' ? null : pattern.slice(0, MAX_RULE_LENGTH);
    const shortPattern = pattern.length > MAX_RULE_LENGTH ? prefix : pattern;
    if (!shortPattern?.includes('*')) return shortPattern;
    wildcardCharacters += shortPattern.length;
    if (wildcardCharacters <= MAX_WILDCARD_CHARACTERS) return shortPattern;
    return directive === 'allow' ? null : shortPattern.slice(0, shortPattern.indexOf('*'));
  };
}
