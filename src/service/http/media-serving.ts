/**
 * Serves media files with byte ranges, and the page that plays a video. The file name is the only protection: every
 * client that has it may read the file.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS } from '@palkit/contract/errors';
import { ServiceError } from '@palkit/contract/service-error';
import { ERROR_HEADER } from '@palkit/contract/api-error';
import type { Context } from './context.ts';
import { byteRange } from '@palkit/runtime/byte-range';
import { locate } from '../media/locate.ts';
import { MEDIA_NAME } from '../media/media-files.ts';
import { escapeHtml } from '@palkit/runtime/escape-html';

export function addMedia(app: FastifyInstance, context: Context): void {
  app.get('/media/:kind/:file', async (request, reply) => {
    const { kind, file } = request.params as { kind: string; file: string };
    const media = locate(context.media, kind, file);
    if (!media) throw new ServiceError('not_found');
    const attachment = (request.query as Record<string, unknown>)['download'] !== undefined;
    reply
      .header('access-control-allow-origin', '*')
      .header('access-control-expose-headers', 'content-range, accept-ranges, content-length')
      .header('cross-origin-resource-policy', 'cross-origin')
      // A picture of the package never changes. Other files may be deleted and must then not be served from a cache.
      .header('cache-control', media.shipped ? 'public, max-age=3600' : 'no-cache');
    if (attachment)
      reply.header('content-disposition', `attachment; filename="palkit-${kind}.${file.split('.').at(-1)}"`);
    return sendFile(request, reply, media.path, media.type);
  });

  app.get('/v/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const row = MEDIA_NAME.test(name)
      ? await context.store.db
          .selectFrom('videos')
          .select(['name', 'status'])
          .where('file', '=', name)
          .executeTakeFirst()
      : undefined;
    return reply
      .code(row ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .header('content-security-policy', PAGE_POLICY)
      .send(playerPage(row, name));
  });
}

/** Answers a GET or HEAD with the file, a byte range of it, or 304 if it is unchanged. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  type: string,
): Promise<FastifyReply> {
  const handle = await fs.open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new ServiceError('not_found');
    throw error;
  });
  const { size, mtimeMs } = await handle.stat();
  const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;
  reply.header('etag', etag).header('accept-ranges', 'bytes');
  const end = async (status: number, body?: object) => {
    await handle.close();
    return reply.code(status).send(body);
  };
  if (request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return end(304);
  const fresh = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const range = fresh ? byteRange(request.headers.range, size) : null;
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`).header(ERROR_HEADER, 'range_unsatisfiable');
    return end(416, { error: ERRORS.range_unsatisfiable.text });
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  reply
    .code(range ? 206 : 200)
    .type(type)
    .header('content-length', String(last - first + 1));
  if (range) reply.header('content-range', `bytes ${first}-${last}/${size}`);
  if (request.method === 'HEAD') {
    await handle.close();
    // For an undefined body the framework would send a content length of 0.
    return reply.send(Readable.from([]));
  }
  return reply.send(handle.createReadStream({ start: first, end: last }));
}

const STYLE =
  'html{height:100%;background:#111;color:#eee;font:16px/1.5 system-ui,sans-serif}' +
  'body{margin:0;min-height:100%;display:grid;place-content:center;justify-items:center;gap:1rem;' +
  'padding:1rem;box-sizing:border-box}' +
  'video{max-width:100%;max-height:80vh;border-radius:12px;background:#000}' +
  'h1{font-size:1.125rem;font-weight:600;margin:0;overflow-wrap:anywhere}a{color:inherit}';
/** The page has no script and only this style. */
const PAGE_POLICY =
  `default-src 'none'; media-src 'self'; img-src 'self'; style-src ` +
  `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action ` +
  `'none'; frame-ancestors 'self'`;

function playerPage(
  row: { name: string; status: 'generating' | 'ready' | 'error' } | undefined,
  name: string,
): string {
  const title = row ? row.name : 'Video not found';
  const file = `/media/videos/${name}`;
  const body = !row
    ? '<p>There is no video at this address, or it was deleted.</p>'
    : row.status === 'ready'
      ? `<video controls playsinline preload="metadata" poster="${file}.webp" ` +
        `src="${file}.webm"></video>\n<p><a href="${file}.webm?download=1">Download</a></p>`
      : row.status === 'error'
        ? '<p>This video could not be made.</p>'
        : '<p>This video is being made. Load the page again in a moment.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/demo/assets/icon.svg">
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`;
}
