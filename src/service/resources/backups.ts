/** A backup for the owner of a service with the built-in database, written while it is sent. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { downloadBackup } from '@palkit/contract/backups';
import { ServiceError } from '@palkit/contract/service-error';
import { iso } from '@palkit/runtime/clock';
import { tarOf } from '@palkit/runtime/tar';
import type { Handler } from '../http/binder.ts';
import { isOwner } from '../store/accounts.ts';

const COPY = 'database.backup';
/** The copy replaces the database in use; models can be added again. */
const LEFT_OUT = new Set(['database', 'database.new', COPY, 'models']);

export function download(): Handler<typeof downloadBackup> {
  let isRunning = false;
  return async ({ account, session, signal }, { store, config, clock }) => {
    if (session === null || !(await isOwner(store.db, account)))
      throw new ServiceError('forbidden', 'Only the owner of the service, signed in to the console, may.');
    if (!store.copyFiles)
      throw new ServiceError('conflict', 'The database is PostgreSQL, of which pg_dump makes a backup.');
    if (isRunning) throw new ServiceError('too_many_requests', 'Another backup is being made.');
    const from = path.join(config.dataDir, COPY);
    let copied = Promise.resolve();
    const leave = async () => {
      // A copy that continues after the client has left would remain.
      await copied.catch(() => {});
      await fs.rm(from, { recursive: true, force: true });
      isRunning = false;
    };
    signal.throwIfAborted();
    isRunning = true;
    signal.addEventListener('abort', () => void leave(), { once: true });
    // A process that was killed may have left a part of an earlier copy.
    await fs.rm(from, { recursive: true, force: true });
    await (copied = store.copyFiles(from));
    const gzip = createGzip();
    const folders = [
      { from: config.dataDir, as: '', without: LEFT_OUT },
      { from, as: 'database' },
    ];
    // A failure breaks the gzip stream off, and the download with it.
    void pipeline(Readable.from(tarOf(folders)), gzip).catch(() => undefined);
    const fileName = `palkit-backup-${iso(clock.now()).slice(0, 10)}.tgz`;
    return { type: 'application/gzip', fileName, chunks: gzip };
  };
}
