/** Strong ETags of versioned resources, and If-Match (RFC 9110 §13.1.1). */
import { ServiceError } from '@palkit/contract/service-error';

export const etag = (id: string, version: number) => `"${id}.${version}"`;

/** Throws unless the header is absent, `*`, or names this version. Weak tags never match. */
export function checkIfMatch(header: string | undefined, id: string, version: number): void {
  if (header === undefined || header.trim() === '*') return;
  if (!header.split(',').some((tag) => tag.trim() === etag(id, version)))
    throw new ServiceError('version_conflict');
}
