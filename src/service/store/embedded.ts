/**
 * PGlite in the data folder, made safe for production (see docs/architecture.md, Storage): a lock on the folder, a
 * real fsync, small buffers, and initialisation in a separate process.
 */
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { holdFolder } from '@palkit/runtime/folder-lock';
import { optimiseOnlyHotWasm } from '@palkit/runtime/wasm-budget';

/** The PostgreSQL major version whose files this PGlite reads. */
const MAJOR = '18';

/** Thrown if another process uses the folder, or its files have another version. */
export class FolderError extends Error {}

/** Adds fsync to NodeFS, which otherwise loses acknowledged writes in a power failure. */
class DurableNodeFS extends NodeFS {
  override async init(...parameters: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...parameters);
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    const addFsync = (module: {
      NODEFS?: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
    }) => {
      if (!module.NODEFS) throw new Error('PGlite has no NODEFS to give an fsync to');
      module.NODEFS.stream_ops.fsync = (stream) => {
        fs.fsyncSync(stream.nfd);
        return 0;
      };
    };
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...preRun, addFsync],
      },
    };
  }
}

const startParams = () => [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // Emscripten's fdatasync does nothing, so the write-ahead log must use fsync.
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
];

/**
 * Creates the folder of the database under a temporary name and renames it, so that an interrupted start
 * leaves no incomplete folder.
 */
export async function initialise(folder: string): Promise<void> {
  const making = `${folder}.new`;
  optimiseOnlyHotWasm();
  fs.rmSync(making, { recursive: true, force: true });
  const database = await PGlite.create({ fs: new NodeFS(making) });
  await database.close();
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(making, folder);
}

export async function openEmbedded(dataDir: string): Promise<{
  pool: pg.Pool;
  copyFiles(folder: string): Promise<void>;
  close(): Promise<void>;
}> {
  fs.mkdirSync(dataDir, { recursive: true });
  const unlock = await holdFolder(dataDir);
  if (!unlock)
    throw new FolderError(
      `Another process is using the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
    );
  try {
    const folder = path.join(dataDir, 'database');
    const versionFile = path.join(folder, 'PG_VERSION');
    if (!fs.existsSync(versionFile)) {
      // Initialisation temporarily needs 750 MB, which a child process returns to the operating system.
      const source = import.meta.url.endsWith('.ts');
      await promisify(execFile)(process.execPath, [
        ...(source ? ['--import', 'tsx'] : []),
        fileURLToPath(new URL(source ? './initialise.ts' : './initialise.js', import.meta.url)),
        folder,
      ]);
    }
    const version = fs.readFileSync(versionFile, 'utf8').trim();
    if (version !== MAJOR)
      throw new FolderError(
        `The data folder ${folder} is of PostgreSQL ${version}; this Palkit reads ${MAJOR}. Dump it with ` +
          'the Palkit that wrote it and restore.',
      );
    optimiseOnlyHotWasm();
    const database = await PGlite.create({ fs: new DurableNodeFS(folder), startParams: startParams() });
    // PGlite has only one connection, so code in a transaction must use the transaction's handle.
    const pool = new pg.Pool({
      ...createPgConfig(database),
      max: 1,
      idleTimeoutMillis: 0,
    });
    return {
      pool,
      // No statement runs during the copy, so the copy looks like the files after a power failure.
      copyFiles: (target) => database.runExclusive(() => fs.promises.cp(folder, target, { recursive: true })),
      async close() {
        await pool.end();
        await database.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}
