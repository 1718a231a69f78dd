/** A website's robots.txt (RFC 9309) as a crawl reads it: the rules for Palkit, bounded in number and length. */
import robotsModule from 'robots-parser';

// Its types declare a default export inside the real one.
const robotsParser = robotsModule as unknown as typeof robotsModule.default;

const AGENT = 'Palkit';
const MOST_RULES = 2000;
/** Characters of a rule. */
const LONGEST_RULE = 200;
/** Characters of all rules with a wildcard: matching one costs its length times the path's. */
const MOST_WILDCARD_CHARACTERS = 20_000;
/** Milliseconds between requests; longer wishes are cut to it. */
const LONGEST_DELAY = 10_000;

export interface Robots {
  allows(url: URL): boolean;
  /** Milliseconds between two requests. */
  delay: number;
}

export function readRobots(address: string, text: string): Robots {
  const rules = robotsParser(address, rulesForPalkit(text).join('\n'));
  const delay = (rules.getCrawlDelay(AGENT) ?? 0) * 1000;
  return {
    allows: (url) => rules.isAllowed(url.href, AGENT) !== false,
    delay: Number.isFinite(delay) ? Math.min(LONGEST_DELAY, Math.max(0, delay)) : 0,
  };
}

/** The lines of the groups for Palkit and for everybody. A refusal that is too long is cut, which refuses more. */
function rulesForPalkit(text: string): string[] {
  const rules: string[] = [];
  let wildcardCharacters = 0;
  let agents: string[] = [];
  let inGroup = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s{0,100}([a-z-]{5,20})\s{0,100}:([^#]*)/i.exec(line) ?? [];
    const directive = name.toLowerCase();
    if (directive === '') continue;
    if (directive === 'user-agent') {
      if (inGroup) agents = [];
      inGroup = false;
      const agent = value.slice(0, LONGEST_RULE).trim().toLowerCase().replace(/\/.*/, '');
      if ((agent === '*' || agent === AGENT.toLowerCase()) && !agents.includes(agent)) agents.push(agent);
      continue;
    }
    if (!inGroup) rules.push(...agents.map((agent) => `User-agent: ${agent}`));
    inGroup = true;
    if (agents.length === 0 || !['allow', 'disallow', 'crawl-delay'].includes(directive)) continue;
    let pattern = value.trim();
    const refuses = directive === 'disallow';
    if (pattern.length > LONGEST_RULE && !refuses) continue;
    pattern = pattern.slice(0, LONGEST_RULE);
    if (pattern.includes('*')) wildcardCharacters += pattern.length;
    if (pattern.includes('*') && wildcardCharacters > MOST_WILDCARD_CHARACTERS) {
      if (!refuses) continue;
      pattern = pattern.slice(0, pattern.indexOf('*'));
    }
    rules.push(`${name}: ${pattern}`);
    if (rules.length >= MOST_RULES) break;
  }
  return rules;
}
