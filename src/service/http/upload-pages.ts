/**
 * Resumable uploads with tus 1.0 (core, creation, expiration, termination). The requests describe the body in
 * headers, so they are not endpoints of the contract. The address of an uploaded film is used as `train_video_url`.
 */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TRAINING_VIDEO } from '@palkit/contract/faces';
import { ServiceError } from '@palkit/contract/service-error';
import { callerOf } from '../console/caller.ts';
import { appendChunk, createUpload, findUpload, removeUpload, type Upload } from '../uploads/uploads.ts';
import { checkStorable } from './body.ts';
import type { Context } from './context.ts';

const VERSION = '1.0.0';
export const CHUNK_MEDIA_TYPE = 'application/offset+octet-stream';
const MAX_NAME = 200;
const PATH = '/v2/uploads';

export function addUploads(app: FastifyInstance, context: Context): void {
  const config = { upload: true };
  app.options(PATH, (_request, reply) =>
    answer(reply)
      .header('tus-version', VERSION)
      .header('tus-extension', 'creation,expiration,termination')
      .header('tus-max-size', String(TRAINING_VIDEO.maxBytes))
      .code(204)
      .send(),
  );
  app.post(PATH, async (request, reply) => {
    const account = await admitUpload(request, reply, context);
    const length = bytesOf(request, 'upload-length');
    const upload = await createUpload(context, account, { length, name: nameOf(request) });
    return state(reply, upload)
      .header('location', `${context.config.publicUrl}${PATH}/${upload.id}`)
      .code(201)
      .send();
  });
  app.head(`${PATH}/:id`, async (request, reply) => {
    const upload = await findOwn(request, reply, context);
    return state(reply, upload).header('upload-length', String(upload.length)).code(200).send();
  });
  app.patch(`${PATH}/:id`, { config, bodyLimit: TRAINING_VIDEO.maxBytes }, async (request, reply) => {
    const upload = await findOwn(request, reply, context);
    if (request.headers['content-type'] !== CHUNK_MEDIA_TYPE)
      throw new ServiceError('wrong_content_type', `The content type must be ${CHUNK_MEDIA_TYPE}.`);
    const receivedBytes = await appendChunk(
      context,
      upload,
      bytesOf(request, 'upload-offset'),
      request.body as Readable,
    );
    return state(reply, { ...upload, received: receivedBytes })
      .code(204)
      .send();
  });
  app.delete(`${PATH}/:id`, async (request, reply) => {
    await removeUpload(context, await findOwn(request, reply, context));
    return answer(reply).code(204).send();
  });
}

const answer = (reply: FastifyReply) =>
  reply.header('tus-resumable', VERSION).header('cache-control', 'no-store');

const state = (reply: FastifyReply, { received, expiresAt }: Upload) =>
  answer(reply).header('upload-offset', String(received)).header('upload-expires', expiresAt.toUTCString());

/** Returns the account of the caller, who needs a key with write access or a console session. */
async function admitUpload(request: FastifyRequest, reply: FastifyReply, context: Context): Promise<number> {
  answer(reply);
  const caller = await callerOf((name) => text(request, name), context);
  if (caller.scope !== 'all') throw new ServiceError('scope_missing');
  if (caller.key) context.keyUses.note(caller.key);
  if (text(request, 'tus-resumable') !== VERSION) {
    reply.header('tus-version', VERSION);
    throw new ServiceError('version_conflict', `Tus-Resumable must be ${VERSION}.`);
  }
  return caller.account;
}

async function findOwn(request: FastifyRequest, reply: FastifyReply, context: Context): Promise<Upload> {
  const account = await admitUpload(request, reply, context);
  return findUpload(context, account, (request.params as { id: string }).id);
}

function bytesOf(request: FastifyRequest, header: 'upload-length' | 'upload-offset'): number {
  const value = text(request, header) ?? '';
  if (!/^\d{1,15}$/.test(value))
    throw new ServiceError('invalid_request', `${header} must be a number of bytes.`);
  return Number(value);
}

/**
 * Returns the file name in the metadata, which are comma-separated pairs of a key and a base64 value; `film`
 * if there is none.
 */
function nameOf(request: FastifyRequest): string {
  const metadata = (text(request, 'upload-metadata') ?? '').slice(0, 2048);
  for (const pair of metadata.split(',')) {
    const [key, value = ''] = pair.trim().split(' ');
    if (key !== 'filename') continue;
    const name = [...Buffer.from(value, 'base64').toString('utf8')].slice(0, MAX_NAME).join('');
    checkStorable(name);
    return name;
  }
  return 'film';
}

function text(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
