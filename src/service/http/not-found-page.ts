/** The 404 page for browsers, in the visitor's language. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_HEADER } from '@palkit/contract/api-error';
import { ERRORS } from '@palkit/contract/errors';
import { LOCALES, localeOf, primaryLanguage } from '@palkit/agent';
import { escapeHtml } from '@palkit/runtime/escape-html';

/** Maximum number of characters of an `Accept-Language` header that are read; browsers send fewer than 100. */
const MAX_ACCEPT_LANGUAGE = 500;

/** The page has no script and loads only its style sheet, its font and its icon. */
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'self'";

/**
 * Returns the most preferred language tag of an `Accept-Language` header for which Palkit has a locale; `en`
 * if there is none.
 */
export function acceptedLanguage(header = ''): string {
  const ranges = header
    .slice(0, MAX_ACCEPT_LANGUAGE)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ tag, quality }) => quality > 0 && Object.hasOwn(LOCALES, primaryLanguage(tag)));
  const best = ranges.sort((a, b) => b.quality - a.quality)[0];
  return best ? best.tag : 'en';
}

/** True if a browser opens the address as a page. Scripts and other programs get JSON. */
export function opensPage({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}

/** Sends the page with status 404. */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(ERRORS.not_found.status)
    .header(ERROR_HEADER, 'not_found')
    .header('vary', 'accept, accept-language')
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(notFoundPage(acceptedLanguage(request.headers['accept-language'])));
}

function notFoundPage(tag: string): string {
  const { page, facts } = localeOf(tag);
  const title = escapeHtml(page.notFoundTitle);
  return `<!doctype html>
<html lang="${escapeHtml(tag)}" dir="${facts.direction ?? 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${escapeHtml(page.notFoundText)}">
<link rel="icon" href="/demo/assets/icon.svg">
<link rel="stylesheet" href="/demo/assets/landing.css">
</head>
<body>
<main><h1>${title}</h1><p>${escapeHtml(page.notFoundText)}</p>\
<p><a href="/">${escapeHtml(page.notFoundBack)}</a></p></main>
</body>
</html>
`;
}
