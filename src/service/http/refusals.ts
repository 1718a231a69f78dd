/** Converts all errors to the error form of the API, including those that Fastify or Node would answer themselves. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_HEADER } from '@palkit/contract/api-error';
import { ERRORS } from '@palkit/contract/errors';
import { ServiceError } from '@palkit/contract/service-error';
import { isUnavailable } from '../store/unreachable.ts';
import { MAX_BODY_BYTES } from './body.ts';

/** Errors of Fastify by code. Any other error without a 4xx status is a fault of the service. */
const FRAMEWORK: Record<string, () => ServiceError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new ServiceError('wrong_content_type', 'The content type must be application/json.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ServiceError('invalid_request', 'The length of the body differs from Content-Length.'),
  FST_ERR_BAD_URL: () => new ServiceError('not_found'),
  FST_ERR_MAX_PARAM_LENGTH: () => new ServiceError('not_found'),
};

export function refusalOf(error: unknown, bodyLimit = MAX_BODY_BYTES): ServiceError {
  if (error instanceof ServiceError) return error;
  const code = (error as { code?: unknown }).code;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new ServiceError(
      'body_too_large',
      bodyLimit < MAX_BODY_BYTES ? `The body is larger than ${bodyLimit / 1024} KiB.` : undefined,
    );
  const refusal = typeof code === 'string' ? FRAMEWORK[code] : undefined;
  if (refusal) return refusal();
  // The file server rejects paths outside its folder and malformed paths with its own status.
  const { statusCode } = error as { statusCode?: unknown };
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new ServiceError('not_found');
  return new ServiceError(isUnavailable(error) ? 'database_unavailable' : 'internal_error');
}

export const refusalBody = ({ code, message }: ServiceError): Record<string, string> => ({
  [ERRORS[code].field]: message,
});

/** Returns a complete HTTP response, for a connection whose request is unreadable or arrives too late. */
export function rawAnswer(refusal: ServiceError): string {
  const { status } = ERRORS[refusal.code];
  const body = JSON.stringify(refusalBody(refusal));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `${ERROR_HEADER}: ${refusal.code}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}

/** Answers a request that Node could not read. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  // A reset connection has no reader, and a second response cannot follow one that has begun.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy(error);
    return;
  }
  socket.end(rawAnswer(unreadableError(error.code)), () => socket.destroy());
}

function unreadableError(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ServiceError('headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ServiceError('request_timeout');
  return new ServiceError('invalid_request', 'The request is not valid HTTP.');
}
