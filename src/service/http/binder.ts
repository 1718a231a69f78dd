/**
 * Connects endpoints to their handlers: key, schema, status, errors and CORS. A handler gets the parsed input that
 * its endpoint declares, returns the endpoint's result, and does not depend on the HTTP library.
 */
import path from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { toCurrent, toLegacy } from '@palkit/contract/aliases';
import {
  type Body,
  type Endpoint,
  type KeyScope,
  type Params,
  type Query,
  type Result,
} from '@palkit/contract/endpoint';
import { endpoints } from '@palkit/contract/endpoints';
import type { ErrorCode } from '@palkit/contract/errors';
import { ServiceError } from '@palkit/contract/service-error';
import { describe } from '@palkit/runtime/describe';
import type { Context } from './context.ts';
import { networkOf } from '../gates/networks.ts';
import { admit } from './admission.ts';
import { deploymentCors } from '../gates/origins.ts';
import { effectivePart } from './fields-without-effect.ts';
import { FORM, readForm } from './form.ts';
import { MAX_BODY_BYTES, MAX_VISITOR_BODY_BYTES, checkStorable } from './body.ts';
import { readAnswer } from './stored-values.ts';
import { unknownFields, unknownWords } from '@palkit/contract/unknown-fields';
import { issueMessage } from './words.ts';

// English messages for schema errors. Browsers do not load them.
z.config(z.locales.en());

export interface RequestContext<Row extends Endpoint> {
  readonly params: Params<Row>;
  readonly query: Query<Row>;
  readonly body: Body<Row>;
  /** A temporary folder of this request with the uploaded file, for requests with a form. */
  readonly upload?: string;
  /** The calling account; only for endpoints with `auth: 'key'`. */
  readonly account: number;
  /** The scope of the caller's key. */
  readonly scope: KeyScope;
  /** Id of the console session; null if the caller uses an API key. */
  readonly session: string | null;
  /** The bearer token of endpoints with `auth: 'token'`, not verified yet. */
  readonly token: string;
  /** The `x-api-key` header as sent, for the public endpoint that also serves previews. */
  readonly key: string | undefined;
  /** The page's origin. For a same-origin request without the header it is the service's origin. */
  readonly origin: string | undefined;
  /** The network of the caller (`../gates/networks.ts`), which limits count as one visitor. */
  readonly address: string;
  readonly ifMatch: string | undefined;
  /** `text` is the JSON body exactly as sent; `header` returns a header. Both serve to verify signatures. */
  readonly text: string;
  header(name: string): string | undefined;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
  /** Adds fields that are stored but have no effect to a response header, by their dotted `paths`. */
  warn(paths: readonly string[]): void;
  /** Sets headers of the response. */
  answer(headers: { etag?: string; location?: string; 'set-cookie'?: string }): void;
}

/** A file that is sent while it is being written. */
export interface Download {
  /** The media type, which is one of the endpoint's, with parameters. */
  type: string;
  fileName: string;
  chunks: AsyncIterable<string | Uint8Array>;
}

export type Handler<Row extends Endpoint> = (
  call: RequestContext<Row>,
  context: Context,
) => Promise<Row extends { download: readonly string[] } ? Download : Result<Row>>;

type Rows = (typeof endpoints)[number];
type CurrentRow = Exclude<Rows, { naming: 'legacy' }>;
/** One handler for each endpoint; a legacy endpoint uses the handler of the current one. */
export type Handlers = { [Row in CurrentRow as Row['name']]: Handler<Row> };

/** Response headers that a page may read across origins. */
const EXPOSED = 'x-error-code, retry-after, location, etag, x-palkit-warnings';
/** Maximum number of paths in the warning header of a response. */
const MAX_WARNINGS = 20;
/** The schema of an endpoint without parameters or without a body. */
const NO_FIELDS = z.object({});
const KNOWN_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function bind(app: FastifyInstance, context: Context, handlers: Handlers): void {
  for (const row of endpoints as readonly Endpoint[]) {
    const handler = (handlers as unknown as Record<string, Handler<Endpoint>>)[row.aliasOf ?? row.name];
    if (!handler) throw new Error(`No handler for ${row.name}`);
    app.route({
      method: row.method,
      url: row.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { upload: row.upload !== undefined, keyed: row.auth === 'key' },
      bodyLimit: row.auth === 'key' ? MAX_BODY_BYTES : MAX_VISITOR_BODY_BYTES,
      handler: async (request, reply) => {
        // Responses are for a single caller or change within hours, so no cache may store them.
        reply.header('cache-control', 'no-store');
        if (START_ENDPOINTS.has(row.name)) refuseUnderLoad(row, request, reply, context);
        await allowOrigin(row, request, reply, context);
        let warn: RequestContext<Endpoint>['warn'] = () => {};
        const answer = async (folder?: string) => {
          const call = await read(row, request, reply, context, folder);
          ({ warn } = call);
          return handler(call, context);
        };
        const result = row.upload && isForm(request) ? await context.media.inFolder(answer) : await answer();
        reply.code(row.status);
        if (!row.result) return reply.send();
        if (row.download) return sendDownload(row, reply, result as unknown as Download, context);
        const { body, leftOut } = readAnswer(row.result, result);
        warn(leftOut);
        if (row.media === 'text/html')
          reply
            .header(
              'content-security-policy',
              "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            )
            .header('referrer-policy', 'no-referrer');
        if (row.media) return reply.type(row.media).send(body);
        return reply.send(row.naming === 'legacy' ? toLegacy(body) : body);
      },
    });
  }
  addPreflights(app, context);
}

/** Milliseconds for a complete download, so that a stalled reader does not block it forever. */
const DOWNLOAD_TIME = 3600_000;

/** Sends a file. A failure breaks the connection, so that no reader takes a part for the complete file. */
function sendDownload(
  row: Endpoint,
  reply: FastifyReply,
  { type, fileName, chunks }: Download,
  { clock, log }: Context,
): FastifyReply {
  const completion = new AbortController();
  reply.raw.once('close', () => completion.abort());
  clock.after(DOWNLOAD_TIME, () => reply.raw.destroy(), completion.signal);
  const stream = Readable.from(chunks, { objectMode: true });
  stream.on('error', (error) => {
    if (!completion.signal.aborted) log.error({ row: row.name, ...describe(error) }, 'a download broke off');
  });
  return reply.type(type).header('content-disposition', `attachment; filename="${fileName}"`).send(stream);
}

/** Endpoints that start a call. */
const START_ENDPOINTS = new Set(['startDeployment', 'createConversation']);

/**
 * Throws immediately if the database or this process is overloaded, because even the checks of a start,
 * including its origin, need database queries. Pages of every origin may read this error.
 */
function refuseUnderLoad(
  row: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { load }: Context,
): void {
  const overload = load.refusal('text');
  if (overload === null) return;
  const origin = text(request.headers.origin);
  if (row.cors && origin) {
    reply.header('access-control-allow-origin', origin).header('vary', 'Origin');
    reply.header('access-control-expose-headers', EXPOSED);
  }
  throw new ServiceError(overload === 'database' ? 'database_unavailable' : 'room_unavailable');
}

async function read(
  row: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  upload: string | undefined,
): Promise<RequestContext<Endpoint>> {
  const key = text(request.headers['x-api-key']);
  const header = (name: string) => text(request.headers[name]);
  const { account, scope, session } = await admit(row, header, context);
  const token = row.auth === 'token' ? bearerToken(request) : '';
  const params = request.params as Record<string, string>;
  for (const value of Object.values(params)) {
    if (!/^[\w.-]{1,128}$/.test(value)) throw new ServiceError(notFoundCode(row));
  }
  if (request.headers['if-match'] && row.method !== 'GET' && !row.versioned)
    throw new ServiceError('invalid_request', 'If-Match is not supported here: there is no ETag.');
  const warnings: string[] = [];
  const warn = (paths: readonly string[]) => {
    warnings.push(...paths);
    if (warnings.length === 0) return;
    const fields = warnings.slice(0, MAX_WARNINGS);
    // Header values are ASCII and a comma separates paths, but names may contain any character.
    reply.header(
      'x-palkit-warnings',
      fields.map((path) => path.replace(/[^\x21-\x2b\x2d-\x7e]/g, '?')).join(', '),
    );
    if (account) context.log.info({ row: row.name, fields }, 'fields that have no effect');
  };
  const query = parse(
    row,
    row.query ?? NO_FIELDS,
    checkQuery(request.query as Record<string, unknown>),
    warnings,
  );
  const body = upload
    ? await countUpload(context, account, () => readUpload(row, request, upload, warnings))
    : row.body
      ? readBody(row, request, warnings)
      : parse(row, NO_FIELDS, request.body ?? {}, warnings);
  warn([]);
  const disconnected = new AbortController();
  reply.raw.once('close', () => disconnected.abort());
  if (reply.raw.destroyed) disconnected.abort();
  return {
    params,
    query: query as undefined,
    body: body as undefined,
    upload,
    account,
    scope,
    session,
    token,
    key,
    origin: originOf(request, context),
    address: networkOf(request.ip),
    ifMatch: text(request.headers['if-match']),
    text: request.text,
    header,
    signal: disconnected.signal,
    warn,
    answer(headers) {
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) reply.header(name, value);
    },
  };
}

const isForm = (request: FastifyRequest) =>
  text(request.headers['content-type'])?.toLowerCase().startsWith(FORM) ?? false;

/** Maximum number of simultaneous uploads of one account, because each uses disk space until it is complete. */
export const UPLOADS_AT_ONCE = 4;
/** For each service, the number of uploads in progress of each account. */
const uploadCounts = new WeakMap<Context, Map<number, number>>();

/** Calls `run` and counts it as an upload of the account while it runs. */
async function countUpload<Read>(context: Context, account: number, run: () => Promise<Read>): Promise<Read> {
  const counts = uploadCounts.get(context) ?? new Map<number, number>();
  uploadCounts.set(context, counts);
  const openCount = counts.get(account) ?? 0;
  if (openCount >= UPLOADS_AT_ONCE)
    throw new ServiceError('too_many_requests', `At most ${UPLOADS_AT_ONCE} uploads may run together.`, {
      retryAfter: 5,
    });
  counts.set(account, openCount + 1);
  try {
    return await run();
  } finally {
    const remainingCount = counts.get(account)! - 1;
    if (remainingCount > 0) counts.set(account, remainingCount);
    else counts.delete(account);
  }
}

/** Reads an endpoint's body from a form, and stores its file in the folder. */
async function readUpload(
  row: Endpoint,
  request: FastifyRequest,
  folder: string,
  warnings: string[],
): Promise<unknown> {
  const { fields, maximumBytes } = row.upload!;
  const form = await readForm(request.body as Readable, request.headers, {
    path: path.join(folder, 'file'),
    maximumBytes,
  });
  return parse(row, fields, form.fields, warnings);
}

function readBody(row: Endpoint, request: FastifyRequest, warnings: string[]): unknown {
  const body = request.body;
  if (row.media) {
    if (typeof body !== 'string' || !text(request.headers['content-type'])?.startsWith(row.media))
      throw new ServiceError('wrong_content_type', `The content type must be ${row.media}.`);
    return parse(row, row.body!, body, warnings);
  }
  if (body === undefined || body === null) {
    if (row.bodyOptional && body === undefined) return parse(row, row.body!, {}, warnings);
    throw new ServiceError('invalid_request', 'A JSON body is required.');
  }
  if (typeof body === 'string' && text(request.headers['content-type'])?.startsWith('application/sdp')) {
    throw new ServiceError('wrong_content_type', 'The content type must be application/json.');
  }
  return parse(row, row.body!, body, warnings);
}

/** Parses the body or the query; `warnings` receives the paths of fields that are stored without effect. */
function parse(row: Endpoint, schema: z.core.$ZodType, input: unknown, warnings: string[]): unknown {
  const part = schema === (row.query ?? NO_FIELDS) ? 'query' : 'body';
  const { value, conflict } = toCurrent(
    effectivePart(row, part, input, warnings),
    schema === row.body ? row.bodyNames : undefined,
  );
  if (conflict)
    throw new ServiceError('invalid_request', `Both names of ${conflict} were sent, with different values.`);
  const parseResult = z.safeParse(schema, value, { reportInput: true });
  if (!parseResult.success)
    throw new ServiceError(
      row.errors.includes('invalid_patch') && row.body === schema ? 'invalid_patch' : 'invalid_request',
      issueMessage(parseResult.error.issues[0], schema, value),
    );
  for (const field of unknownFields(schema, value)) {
    if (!field.isKept) throw new ServiceError('invalid_request', unknownWords(field));
    warnings.push(field.path);
  }
  return parseResult.data;
}

/** Checks that each parameter of a query occurs once. */
function checkQuery(query: Record<string, unknown>): Record<string, unknown> {
  const repeatedName = Object.keys(query).find((name) => Array.isArray(query[name]));
  if (repeatedName)
    throw new ServiceError('invalid_request', `${repeatedName.slice(0, 100)} was sent more than once.`);
  for (const value of Object.values(query)) checkStorable(String(value), 'invalid_request');
  return query;
}

function bearerToken(request: FastifyRequest): string {
  const token = /^Bearer ([\w.-]{1,512})$/i.exec(text(request.headers.authorization) ?? '')?.[1];
  if (!token) throw new ServiceError('invalid_token');
  return token;
}

/** Returns the endpoint's error code for a missing resource. */
function notFoundCode(row: Endpoint): ErrorCode {
  return row.errors.find((code) => code.endsWith('_not_found')) ?? 'not_found';
}

function originOf(request: FastifyRequest, context: Context): string | undefined {
  const origin = text(request.headers.origin);
  if (origin) return origin;
  // Browsers omit the header in same-origin GETs, but send Sec-Fetch-Site.
  return request.headers['sec-fetch-site'] === 'same-origin'
    ? new URL(context.config.publicUrl).origin
    : undefined;
}

const text = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

async function allowOrigin(
  row: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
): Promise<void> {
  if (!row.cors) return;
  const origin = text(request.headers.origin);
  reply.header('vary', 'Origin');
  const allowedOrigin =
    row.cors === 'any'
      ? origin
      : await deploymentCors(context, (request.params as { deployment_id: string }).deployment_id, origin);
  if (!allowedOrigin) return;
  reply.header('access-control-allow-origin', allowedOrigin);
  reply.header('access-control-expose-headers', EXPOSED);
}

/** Answers the preflight requests that browsers send before cross-origin calls. */
function addPreflights(app: FastifyInstance, context: Context): void {
  const byPath = new Map<string, Endpoint[]>();
  for (const row of endpoints as readonly Endpoint[])
    if (row.cors) byPath.set(row.path, [...(byPath.get(row.path) ?? []), row]);
  for (const [path, rows] of byPath) {
    app.options(path.replace(/\{(\w+)\}/g, ':$1'), async (request, reply) => {
      await allowOrigin(rows[0]!, request, reply, context);
      if (reply.getHeader('access-control-allow-origin')) {
        reply.header(
          'access-control-allow-methods',
          rows
            .map((row) => row.method)
            .filter((method) => KNOWN_METHODS.includes(method))
            .join(', '),
        );
        reply.header('access-control-allow-headers', 'content-type, authorization, x-api-key');
        reply.header('access-control-max-age', '600');
      }
      return reply.code(204).send();
    });
  }
}
