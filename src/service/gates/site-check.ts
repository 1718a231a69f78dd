/** Checks a page that contains a deployment by its HTML and headers, without a browser. */
import type { SiteCheck } from '@palkit/contract/site-checks';
import { isOriginAllowed } from './origins.ts';

/** Maximum number of tags of one kind that are read, and maximum number of characters of a tag. */
const MAX_TAGS = 500;
const MAX_TAG_LENGTH = 4000;
/** Maximum number of policies that are read of a page. */
const MAX_POLICIES = 20;

export interface CheckedPage {
  url: URL;
  html: string;
  headers: { get(name: string): string | null };
}
interface EmbedSettings {
  deployment: string;
  allowedOrigins: readonly string[];
  /** The public address of the service. */
  service: URL;
}

export function checkSite(page: CheckedPage, embed: EmbedSettings): SiteCheck[] {
  const { origin } = page.url;
  const { service, deployment } = embed;
  const isPresent = (text: string, words: string): Pick<SiteCheck, 'works' | 'words'> =>
    page.html.includes(text) ? { works: true, words: '' } : { works: null, words };
  const script = `<script type="module" src="${service.href.replace(/\/$/, '')}/palkit/palkit.js"></script>`;
  return [
    { check: 'reached', works: true, words: '' },
    { check: 'script', ...isPresent('/palkit/palkit.js', script) },
    { check: 'element', ...isPresent(deployment, `deployment-id="${deployment}"`) },
    isOriginAllowed(embed.allowedOrigins, origin)
      ? { check: 'origin', works: true, words: '' }
      : { check: 'origin', works: false, words: origin },
    { check: 'policy', ...checkPolicy(page, service) },
    { check: 'microphone', ...microphone(page, service) },
  ];
}

/**
 * Checks every policy of the page, because all of them apply: those in the header, which are separated by
 * commas, and those in `meta` tags.
 */
function checkPolicy({ url, html, headers }: CheckedPage, service: URL): Pick<SiteCheck, 'works' | 'words'> {
  const header = headers.get('content-security-policy') ?? '';
  const metaPolicies = tags(html, 'meta').flatMap((tag) =>
    /content-security-policy(?!-)/i.test(tag) ? [/content\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)] : [],
  );
  const policies = [...header.split(','), ...metaPolicies.map((match) => match?.[1] ?? match?.[2] ?? '')];
  const missingSources = new Set<string>();
  for (const text of policies.slice(0, MAX_POLICIES))
    for (const directive of ['script-src', 'connect-src'] as const)
      if (!allows(sourcesOf(text, directive), service, url))
        missingSources.add(`${directive} ${service.origin}`);
  return { works: missingSources.size === 0, words: [...missingSources].join('; ') };
}

/** Returns the sources of a directive or its fallback; null if all sources are allowed. */
function sourcesOf(policyText: string, directive: 'script-src' | 'connect-src'): string[] | null {
  const directives = new Map<string, string[]>();
  for (const directiveText of policyText.split(';')) {
    const [name = '', ...sources] = directiveText.trim().toLowerCase().split(/\s+/);
    if (!directives.has(name)) directives.set(name, sources);
  }
  const elementSources = directive === 'script-src' ? directives.get('script-src-elem') : undefined;
  return elementSources ?? directives.get(directive) ?? directives.get('default-src') ?? null;
}

/** True if the schemes match; a scheme also matches its secure variant (CSP Level 3, scheme-part match). */
const allowsScheme = (scheme: string, protocol: string): boolean =>
  scheme === protocol || (scheme === 'http:' && protocol === 'https:');

/** A host source: optional scheme, host and optional port. Its path is ignored. */
const SOURCE =
  /^(?:(?<scheme>[a-z][a-z0-9+.-]*:)\/\/)?(?<host>\*|(?:\*\.)?[^:/*\s]+)(?::(?<port>\d+|\*))?(?:\/|$)/;

function allows(sources: readonly string[] | null, service: URL, page: URL): boolean {
  if (sources === null) return true;
  return sources.some((source) => {
    if (source === '*' || (source.endsWith(':') && allowsScheme(source, service.protocol))) return true;
    // A nonce cannot be checked from outside; assume that the script has it.
    if (source === "'strict-dynamic'" || source.startsWith("'nonce-")) return true;
    if (source === "'self'") return service.origin === page.origin;
    return hostMatches(source, service);
  });
}

function hostMatches(source: string, service: URL): boolean {
  const { scheme, host, port } = SOURCE.exec(source)?.groups ?? {};
  if (host === undefined || (scheme && !allowsScheme(scheme, service.protocol))) return false;
  const servicePort = service.port || (service.protocol === 'https:' ? '443' : '80');
  const isDefault = port === undefined && service.port === '';
  if (!isDefault && port !== '*' && port !== servicePort) return false;
  return host.startsWith('*') ? service.hostname.endsWith(host.slice(1)) : host === service.hostname;
}

/**
 * Checks the microphone permission. The element that the script defines uses the permission of the page. A
 * frame of the service also needs the permission in its `allow` attribute.
 */
function microphone({ html, headers }: CheckedPage, service: URL): Pick<SiteCheck, 'works' | 'words'> {
  const permissions = (headers.get('permissions-policy') ?? '').toLowerCase().replaceAll(' ', '');
  const rule = /(?:^|,)microphone=(\([^)]*\)|[^,]*)/.exec(permissions)?.[1];
  if (rule !== undefined && !/self|\*/.test(rule))
    return { works: false, words: 'Permissions-Policy: microphone=(self)' };
  const isFrameMute = tags(html, 'iframe').some(
    (tag) => tag.includes(service.host) && !/allow\s*=\s*["'][^"']*microphone/i.test(tag),
  );
  return isFrameMute
    ? { works: false, words: '<iframe allow="camera; microphone; autoplay">' }
    : { works: true, words: '' };
}

function tags(html: string, name: string): string[] {
  const elements: string[] = [];
  const lowerHtml = html.toLowerCase();
  for (let start = lowerHtml.indexOf(`<${name}`); start >= 0 && elements.length < MAX_TAGS;) {
    const end = html.indexOf('>', start);
    if (end < 0) break;
    elements.push(html.slice(start, Math.min(end + 1, start + MAX_TAG_LENGTH)));
    start = lowerHtml.indexOf(`<${name}`, end);
  }
  return elements;
}
