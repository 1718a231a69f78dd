/** Errors before an endpoint is found: the service is closing, no Host header, or an unknown path or method. */
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '@palkit/contract/service-error';

/** Rejects requests on open connections while the service closes. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (next) => {
    isClosing = true;
    next();
  });
  app.addHook('onRequest', (_request, _reply, next) => {
    next(isClosing ? new ServiceError('service_stopping') : undefined);
  });
}

interface KnownPath {
  pattern: RegExp;
  methods: Set<string>;
}

/**
 * Answers an unknown path with 404 and a wrong method with 405 before the body is read. Folders with files (`*`) are
 * not in the table of paths, so a wrong method gets 404 there.
 */
export function refuseWrongMethods(app: FastifyInstance): void {
  const paths = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const entry = paths.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) entry.methods.add(name.toUpperCase());
    paths.set(url, entry);
  });
  app.addHook('onRequest', (request, reply, next) => {
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      return next(new ServiceError('invalid_request', 'The Host header is missing.'));
    const [path = ''] = request.url.split('?');
    // The router would treat an empty segment as an id.
    if (path.includes('//')) return next(new ServiceError('not_found'));
    if (!request.is404) return next();
    const methods = [...paths.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap((entry) => [...entry.methods]);
    if (methods.length === 0) return next(new ServiceError('not_found'));
    const allow = [...new Set(methods)].sort().join(', ');
    reply.header('allow', allow);
    next(new ServiceError('method_not_allowed', `${request.method} is not allowed here. Use ${allow}.`));
  });
}

/** Converts `/v2/pals/:pal_id` to a regular expression; a parameter is never empty. */
const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`);
