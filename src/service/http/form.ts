/**
 * Reads a `multipart/form-data` body (RFC 7578) with one part `file` and a few short fields. The file is written to
 * disk as it arrives and is never held in memory. A rejected form leaves no file.
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { ServiceError } from '@palkit/contract/service-error';
import { checkStorable } from './body.ts';

export const FORM = 'multipart/form-data';

const LIMITS = { files: 1, fields: 60, fieldSize: 4096, fieldNameSize: 100, parts: 61, headerPairs: 20 };
const MEBIBYTE = 1024 * 1024;

export interface Form {
  /** Values by name; a repeated name has a list. `file` is the name of the uploaded file. */
  fields: Record<string, unknown>;
}

/**
 * Reads the form, and writes its file to `path`.
 *
 * @throws ServiceError `body_too_large` if the file has more than `maximumBytes`, `invalid_request` if the form is
 *   malformed, incomplete, or has no file or more than one
 */
export async function readForm(
  body: Readable,
  headers: IncomingHttpHeaders,
  { path, maximumBytes }: { path: string; maximumBytes: number },
): Promise<Form> {
  // A body whose announced size is too large is not read at all.
  if (Number(headers['content-length'] ?? 0) > maximumBytes + MEBIBYTE) throw tooLargeError(maximumBytes);
  const parser = parserOf(headers, maximumBytes);
  const values = new Map<string, string[]>();
  const stop = new AbortController();
  const files: Promise<void>[] = [];
  const parsing = new Promise<void>((resolve, reject) => {
    const refuse = (text: string) => reject(new ServiceError('invalid_request', text));
    parser.on('field', (name, value, nameTruncated, valueTruncated) => {
      if (nameTruncated || valueTruncated) return refuse('A field of the form is too long.');
      if (name === 'file') return refuse('file must be a file.');
      values.set(name, [...(values.get(name) ?? []), value]);
    });
    parser.on('file', (name, stream, filename) => {
      if (name !== 'file') {
        stream.resume();
        return refuse('The part with the file must be named file.');
      }
      values.set('file', [filename ?? '']);
      stream.once('limit', () => reject(tooLargeError(maximumBytes)));
      const writing = pipeline(stream, createWriteStream(path), { signal: stop.signal });
      // A full or failing disk also aborts the form.
      writing.catch(reject);
      files.push(writing);
    });
    parser.once('filesLimit', () => refuse('The form must contain exactly one file.'));
    parser.once('fieldsLimit', () => refuse('The form contains too many fields.'));
    parser.once('partsLimit', () => refuse('The form contains too many parts.'));
    parser.once('finish', resolve).on('error', reject);
    const refuseBroken = () => refuse('The form ended before it was complete.');
    // If the connection closed before the listeners were added, no event is emitted.
    if (body.destroyed) refuseBroken();
    body.once('aborted', refuseBroken).once('error', refuseBroken).pipe(parser);
  });
  try {
    await parsing;
    await Promise.all(files);
  } catch (error) {
    // Read and discard the rest of the body, so that the caller can read the response.
    body.unpipe(parser).resume();
    stop.abort();
    parser.destroy();
    await Promise.allSettled(files);
    throw refusal(error);
  }
  if (files.length === 0) throw new ServiceError('invalid_request', 'file is required: a part of the form.');
  return { fields: fieldsOf(values) };
}

function parserOf(headers: IncomingHttpHeaders, fileSize: number): BusboyInstance {
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits: { ...LIMITS, fileSize } });
  } catch {
    throw new ServiceError('invalid_request', 'The content type of a form must name its boundary.');
  }
}

function refusal(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  // A disk error is not an error of the form.
  if (typeof (error as NodeJS.ErrnoException).syscall === 'string') return error;
  return new ServiceError('invalid_request', 'The form is malformed or incomplete.');
}

const tooLargeError = (bytes: number) =>
  new ServiceError('body_too_large', `The file is larger than ${bytes / MEBIBYTE} MiB.`);

function fieldsOf(values: ReadonlyMap<string, readonly string[]>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of values) {
    for (const text of [name, ...value]) checkStorable(text);
    if (name === '__proto__') throw new ServiceError('invalid_request', 'A form has no field __proto__.');
    fields[name] = value.length > 1 ? value : value[0];
  }
  return fields;
}
