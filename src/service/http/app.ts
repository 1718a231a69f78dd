/** The HTTP application. It converts errors to responses, and has the routes that are not in the contract. */
import type { IncomingHttpHeaders } from 'node:http';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { ERRORS } from '@palkit/contract/errors';
import { ServiceError } from '@palkit/contract/service-error';
import { ERROR_HEADER } from '@palkit/contract/api-error';
import { describe } from '@palkit/runtime/describe';
import { networkOf } from '../gates/networks.ts';
import { callerOf } from '../console/caller.ts';
import { findKey } from '../store/accounts.ts';
import type { Context } from './context.ts';
import { MAX_BODY_BYTES, readJson, checkStorable } from './body.ts';
import { BodyTurns, LARGE_BODY } from './body-turns.ts';
import { bind, type Handlers } from './binder.ts';
import { CHUNK_MEDIA_TYPE } from './upload-pages.ts';
import { FORM } from './form.ts';
import { belowPath, publicPath, withoutLastSlash, withoutPath } from './public-path.ts';
import { rawAnswer, refusalBody, refusalOf, refuseUnreadable } from './refusals.ts';
import { refuseWhileClosing, refuseWrongMethods } from './before-router.ts';
import { addMetrics } from './metrics.ts';
import { opensPage, sendNotFoundPage } from './not-found-page.ts';
import { openApi } from '@palkit/developer-tools/openapi';

declare module 'fastify' {
  interface FastifyRequest {
    /** A JSON body as it was sent, for the verification of signatures. */
    text: string;
  }
}

export interface Site {
  /** Folders with static files and their path prefixes. */
  folders: { folder: string; prefix: string; immutable?: boolean }[];
}

export async function createApp(
  context: Context,
  handlers: Handlers,
  extend: (app: FastifyInstance) => void = () => {},
): Promise<FastifyInstance> {
  const path = publicPath(context.config.publicUrl);
  const app = Fastify({
    logger: false,
    rewriteUrl: ({ url = '/', headers }) => scriptUrl(withoutLastSlash(withoutPath(url, path)), headers),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustOf(context.config.trustProxy),
    // A request that arrives byte by byte is cut off; this is checked every two seconds. Requests without a file have
    // less time.
    requestTimeout: UPLOAD_TIME,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 2000, requireHostHeader: false },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1024 },
    frameworkErrors: (error, request, reply) => {
      const refusal = refusalOf(error);
      if (refusal.code === 'not_found' && opensPage(request)) return void sendNotFoundPage(request, reply);
      void (reply as FastifyReply)
        .code(ERRORS[refusal.code].status)
        .header(ERROR_HEADER, refusal.code)
        .send(refusalBody(refusal));
    },
    // During a close Fastify's response has another form, so `refuseWhileClosing` replaces it.
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable,
  });
  addBodyParsers(app, context);
  refuseWhileClosing(app);
  refuseWrongMethods(app);
  app.addHook('onRequest', (request, reply, next) => {
    if (!takesFiles(request)) limitBodyTime(request, reply, context);
    next();
  });

  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, request.routeOptions.bodyLimit);
    if (refusal.code === 'not_found' && opensPage(request)) return sendNotFoundPage(request, reply);
    const row = ERRORS[refusal.code];
    if (row.status === 500)
      context.log.error(
        { error: describe(error), method: request.method, route: request.routeOptions.url },
        'request failed',
      );
    if (row.status === 429 || row.status === 503)
      reply.header(
        'retry-after',
        String(Math.max(1, Math.ceil(refusal.retryAfter ?? RETRY_AFTER[row.status]))),
      );
    return reply.code(row.status).header(ERROR_HEADER, refusal.code).send(refusalBody(refusal));
  });
  app.setNotFoundHandler((request, reply) =>
    opensPage(request)
      ? sendNotFoundPage(request, reply)
      : reply.code(404).header(ERROR_HEADER, 'not_found').send({ error: ERRORS.not_found.text }),
  );
  app.addHook('onSend', async (_request, reply, payload) => {
    reply.header('x-content-type-options', 'nosniff');
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    return isPage && typeof payload === 'string' ? belowPath(payload, path) : payload;
  });

  bind(app, context, handlers);
  operations(app, context);
  let document: string | undefined;
  app.get('/openapi.json', (_request, reply) =>
    reply.type('application/json').send((document ??= JSON.stringify(openApi(context.config.publicUrl)))),
  );
  extend(app);
  return app;
}

/** Parses large bodies one after another. If the endpoint needs a key, the key is checked first. */
async function parseLargeBody(
  request: FastifyRequest,
  body: string,
  bodyTurns: BodyTurns,
  context: Context,
): Promise<unknown> {
  if (body.length < LARGE_BODY) return readJson(body);
  const { keyed } = request.routeOptions.config as { keyed?: boolean };
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : value?.[0];
  };
  const sender = keyed ? `account ${(await callerOf(header, context)).account}` : networkOf(request.ip);
  return bodyTurns.runInTurn(sender, () => readJson(body));
}

/**
 * Returns the address of the script to send. If the browser reports that a page includes the script without
 * `type="module"`, this is a classic script that loads the module.
 */
function scriptUrl(url: string, headers: IncomingHttpHeaders): string {
  const isClassic = headers['sec-fetch-dest'] === 'script' && headers['sec-fetch-mode'] === 'no-cors';
  return isClassic ? url.replace(/^(\/palkit\/(?:[\w.+-]+\/)?)palkit\.js(?=$|\?)/, '$1classic.js') : url;
}

/** Adds parsers for JSON, session descriptions, forms (if the endpoint accepts files), and empty bodies. */
function addBodyParsers(app: FastifyInstance, context: Context): void {
  const turns = new BodyTurns();
  app.removeAllContentTypeParsers();
  app.decorateRequest('text', '');
  app.addContentTypeParser(
    ['application/json', 'application/json-patch+json'],
    { parseAs: 'string' },
    (request, body, next) => {
      if (body === '') return next(null, undefined);
      request.text = body as string;
      parseLargeBody(request, body as string, turns, context).then(
        (value) => next(null, value),
        (error: Error) => next(error, undefined),
      );
    },
  );
  app.addContentTypeParser('application/sdp', { parseAs: 'string' }, (_request, body, next) => {
    try {
      checkStorable(body as string);
      next(null, body);
    } catch (error) {
      next(error as Error, undefined);
    }
  });
  // If the endpoint accepts files, its handler reads the body as a stream after it has identified the caller.
  app.addContentTypeParser([FORM, CHUNK_MEDIA_TYPE], (request, body, next) => {
    if (takesFiles(request)) return next(null, body);
    body.resume();
    next(new ServiceError('wrong_content_type', 'The content type must be application/json.'), undefined);
  });
  // A page that unloads may end its call with a beacon, whose body is empty but has another content type.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, next) => {
    if (body === '') next(null, undefined);
    else
      next(new ServiceError('wrong_content_type', 'The content type must be application/json.'), undefined);
  });
}

/**
 * Returns the proxies whose `X-Forwarded-For` entries are trusted. A number counts proxies from the service
 * outwards; entries beyond them may be forged by the visitor.
 */
function trustOf(proxies: number | string[]): false | string[] | ((address: string, hop: number) => boolean) {
  if (Array.isArray(proxies)) return proxies;
  return proxies === 0 ? false : (_address, hop) => hop < proxies;
}

/** Milliseconds for a complete request with a file: 50 MB at 1 Mbit/s. */
const UPLOAD_TIME = 10 * 60_000;
/** Milliseconds for a complete request without a file. */
const BODY_TIME = 30_000;

const takesFiles = (request: FastifyRequest) =>
  (request.routeOptions.config as { upload?: boolean } | undefined)?.upload === true;

/** Closes the connection if the body does not arrive in time. */
function limitBodyTime({ raw }: FastifyRequest, reply: FastifyReply, { clock }: Context): void {
  if (!('transfer-encoding' in raw.headers) && !Number(raw.headers['content-length'])) return;
  const bodyEnd = new AbortController();
  raw.once('end', () => bodyEnd.abort()).once('close', () => bodyEnd.abort());
  clock.after(
    BODY_TIME,
    () => {
      // A client that already has its response gets no second one.
      if (reply.raw.headersSent) raw.destroy();
      else raw.socket.end(rawAnswer(new ServiceError('request_timeout')), () => raw.destroy());
    },
    bodyEnd.signal,
  );
}

/** Milliseconds for which the result of a database check is cached. */
const READY_MS = 2000;

/** Default of the `Retry-After` header in seconds, if the error has none. */
const RETRY_AFTER = { 429: 60, 503: 5 } as const;

/** Serves static files. Browsers cache files with a hash in their name permanently, and revalidate the others. */
export async function serveSite(app: FastifyInstance, site: Site): Promise<void> {
  let isFirst = true;
  for (const { folder, prefix, immutable } of site.folders) {
    await app.register(fastifyStatic, {
      root: folder,
      prefix,
      decorateReply: isFirst,
      index: ['index.html'],
      preCompressed: true,
      setHeaders(response, path) {
        const isHashed = immutable && /-[\w-]{6,8}\.\w+(\.br|\.gz)?$/.test(path);
        // At the address `/palkit/palkit.js` the request's headers decide if `/palkit/classic.js` is sent, so that
        // file must not be cached.
        const cacheControl = path.includes('classic.js') ? 'no-store' : 'no-cache';
        response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : cacheControl);
        response.header('access-control-allow-origin', '*');
        response.header('cross-origin-resource-policy', 'cross-origin');
      },
    });
    isFirst = false;
  }
}

function operations(app: FastifyInstance, context: Context): void {
  /**
   * The last check whether the database accepts writes. It runs at most once in two seconds, regardless of
   * the number of requests.
   */
  let lastCheck = { at: -Infinity, answer: Promise.resolve() };
  const checkDatabase = (): Promise<void> => {
    const now = context.clock.now();
    if (now - lastCheck.at >= READY_MS) {
      const value = String(now);
      const answer = context.store.db
        .insertInto('settings')
        .values({ name: 'ready_at', value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute()
        .then(() => {});
      lastCheck = { at: now, answer };
      // A failure is not cached, so the next request checks again.
      answer.catch(() => (lastCheck = { at: -Infinity, answer: Promise.resolve() }));
    }
    return lastCheck.answer;
  };
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (request, reply) => {
    const refuse = (error: string, cause?: unknown) => {
      if (cause !== undefined) context.log.warn(describe(cause), `not ready: ${error}`);
      return reply.code(503).header(ERROR_HEADER, 'room_unavailable').send({ error });
    };
    try {
      await sql`select id from jobs limit 1`.execute(context.store.db);
    } catch (error) {
      return refuse('The database does not answer.', error);
    }
    try {
      await checkDatabase();
    } catch (error) {
      return refuse('The database accepts no writes.', error);
    }
    if (context.conversations.draining) return refuse('The process accepts no more calls.');
    if (!context.conversations.mediaAvailable)
      return refuse('Voice and video do not work right now and are being restarted.');
    return context.jobs.fault === null
      ? { status: 'ready', database: 'reachable', jobs: 'reachable', ...(await enginesOf(request, context)) }
      : refuse('The jobs cannot be reached.');
  });
  addMetrics(app, context);
}

/** Returns the engines that failed recently, for a caller with a key: the service's and the account's. */
async function enginesOf(request: FastifyRequest, { store, circuits }: Context) {
  const key = request.headers['x-api-key'];
  if (typeof key !== 'string') return {};
  const openKey = await findKey(store.db, key).catch(() => null);
  return openKey ? { engines: circuits.statesFor(openKey.account) } : {};
}
