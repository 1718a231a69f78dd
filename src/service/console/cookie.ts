/** The cookie of a console session, and the check that a page of the console sent it. */
import { CONSOLE_HEADER, CONSOLE_SESSION_DAYS } from '@palkit/contract/console';

export type Header = (name: string) => string | undefined;

const DAY_SECONDS = 86_400;

/**
 * Browsers accept a `__Host-` cookie only over https and from the host itself, so a sibling site on the same domain
 * cannot set one. Below a path the prefix is `__Secure-`, and the cookie is bound to the path.
 */
function nameOf(publicUrl: string): string {
  const { protocol, pathname } = new URL(publicUrl);
  if (protocol !== 'https:') return 'palkit-console';
  return pathname === '/' ? '__Host-palkit-console' : '__Secure-palkit-console';
}

/** Returns the session's secret; null if there is no well-formed cookie. */
export function cookieOf(header: Header, publicUrl: string): string | null {
  const name = nameOf(publicUrl);
  for (const part of (header('cookie') ?? '').split(';', 100)) {
    const [key, value = ''] = part.trim().split('=', 2);
    if (key === name && /^[\w-]{43}$/.test(value)) return value;
  }
  return null;
}

/** Returns the header that sets the cookie; if `secret` is null, the header removes it. */
export function setCookie(secret: string | null, publicUrl: string): string {
  const { protocol, pathname } = new URL(publicUrl);
  const age = secret === null ? 0 : CONSOLE_SESSION_DAYS.total * DAY_SECONDS;
  return [
    `${nameOf(publicUrl)}=${secret ?? ''}`,
    `Path=${pathname.replace(/\/+$/, '') || '/'}`,
    `Max-Age=${age}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(protocol === 'https:' ? ['Secure'] : []),
  ].join('; ');
}

/** True if a page of this service sent the request, and false for a page of any other origin. */
export function isOwnPage(header: Header, publicUrl: string): boolean {
  if (header(CONSOLE_HEADER) !== '1') return false;
  const site = header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  // Over plain http, browsers omit Sec-Fetch-Site, and a same-origin GET has no Origin header, so its absence
  // is accepted.
  const origin = header('origin');
  if (origin === undefined || origin === new URL(publicUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === header('host');
}
