/** Streams a backup to the owner of a service with the embedded database. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { downloadBackup } from '@palkit/contract/backups';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import { tarOf } from '@palkit/runtime/tar';
import type { Handler } from '../http/binder.ts';
import { isOwner } from '../store/accounts.ts';

const COPY = 'database.backup';
/**
 * A backup omits the live database, because the backup contains a copy of it, and models, because they can be
 * installed again.
 */
const OMITTED_NAMES = new Set(['database', 'database.new', COPY, 'models']);

export function download(): Handler<typeof downloadBackup> {
  let isRunning = false;
  return async ({ account, session, signal }, { store, config, clock, log }) => {
    if (session === null || !(await isOwner(store.db, account)))
      throw new ServiceError(
        'forbidden',
        'Only the owner of the service, signed in to the console, can download a backup.',
      );
    if (!store.copyFiles)
      throw new ServiceError('conflict', 'The database is PostgreSQL. Use pg_dump for a backup.');
    if (isRunning) throw new ServiceError('too_many_requests', 'Another backup is being made.');
    const from = path.join(config.dataDir, COPY);
    const { copyFiles } = store;
    const remove = () => fs.rm(from, { recursive: true, force: true });
    signal.throwIfAborted();
    isRunning = true;
    // A killed process may have left an incomplete copy.
    const copyPromise = remove().then(() => copyFiles(from));
    // Called when the response has ended, possibly before the copy is complete.
    const end = () =>
      Promise.allSettled([copyPromise])
        .then(remove)
        .catch((error: unknown) => log.error(describe(error), 'the copy of a backup could not be removed'))
        .finally(() => (isRunning = false));
    signal.addEventListener('abort', () => void end(), { once: true });
    await copyPromise;
    const gzip = createGzip();
    const folders = [
      { from: config.dataDir, as: '', without: OMITTED_NAMES },
      { from, as: 'database' },
    ];
    // An error ends the gzip stream; its reader logs the error.
    void pipeline(Readable.from(tarOf(folders)), gzip).catch(() => undefined);
    const fileName = `palkit-backup-${toIso(clock.now()).slice(0, 10)}.tgz`;
    return { type: 'application/gzip', fileName, chunks: gzip };
  };
}
