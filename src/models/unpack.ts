/**
 * Unpacks an untrusted archive. Each entry must be a plain file or a folder below the target. A link, a device, a
 * path outside the target, a duplicate file name or an exceeded limit makes the complete archive fail.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import unbzip2 from 'unbzip2-stream';
import yauzl from 'yauzl';
import { ModelError } from './model-error.ts';

export type ArchiveFormat = 'zip' | 'tar.bz2' | 'tar.gz';

export interface UnpackLimits {
  /** Maximum size of all files in bytes. */
  bytes: number;
  entries: number;
}

export const UNPACK_LIMITS: UnpackLimits = { bytes: 8 * 1024 ** 3, entries: 20_000 };
const MAX_DEPTH = 12;
const MAX_PATH = 400;
/** Maximum size in bytes of the metadata of an entry in a tar archive. */
const MAX_META = 1024 * 1024;

/** @throws ModelError `archive`, or the signal's reason */
export async function unpack(
  archive: string,
  archiveFormat: ArchiveFormat,
  folder: string,
  limits = UNPACK_LIMITS,
  signal?: AbortSignal,
): Promise<void> {
  await fs.promises.mkdir(folder, { recursive: true });
  const targetFolder = new TargetFolder(folder, limits);
  try {
    if (archiveFormat === 'zip') await unzip(archive, targetFolder, signal);
    else await untar(archive, archiveFormat, targetFolder, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ModelError) throw error;
    const code = (error as { code?: string }).code;
    if (code === 'ENOSPC')
      throw new ModelError(
        'space',
        'The disk became full while the archive was unpacked. Make room and run the same command again.',
      );
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') throw error;
    throw damagedError(code === 'EEXIST' ? 'it holds the same file twice' : 'it cannot be read to its end');
  }
  if (targetFolder.files === 0) throw damagedError('it holds no file');
}

const damagedError = (why: string) =>
  new ModelError('archive', `The archive was refused: ${why}. Get it anew from its publisher.`);

/** The target folder and the remaining limits. */
class TargetFolder {
  files = 0;
  readonly #folder: string;
  readonly #limits: UnpackLimits;
  #entries = 0;
  #bytes = 0;

  constructor(folder: string, limits: UnpackLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /** Creates the folder of an entry, and returns the path of the entry; null for the top folder. */
  async createPath(name: string, isFolder: boolean): Promise<string | null> {
    this.#entries += 1;
    if (this.#entries > this.#limits.entries)
      throw damagedError(`it holds more than ${this.#limits.entries} entries`);
    const segments = name.split('/').filter((segment) => segment !== '' && segment !== '.');
    const isUnsafe =
      /[\0-\x1f\\:]/.test(name) || name.startsWith('/') || segments.includes('..') || name.length > MAX_PATH;
    if (isUnsafe || segments.length > MAX_DEPTH)
      throw damagedError('an entry leads out of its folder or has an impossible name');
    const target = path.join(this.#folder, ...segments);
    if (segments.length === 0) return null;
    await fs.promises.mkdir(isFolder ? target : path.dirname(target), { recursive: true });
    if (!isFolder) this.files += 1;
    return target;
  }

  /** Counts the written bytes, because an entry may state a wrong size. */
  async *countBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.count(chunk.length);
      yield chunk;
    }
  }

  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.bytes)
      throw damagedError('it unpacks to more than any model of this size');
  }
}

const SYMBOLIC_LINK = 0o120000;
const FILE_TYPE_MASK = 0o170000;

async function unzip(archive: string, place: TargetFolder, signal: AbortSignal | undefined): Promise<void> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    yauzl.open(
      archive,
      { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true },
      (error, zipFile) => (error ? reject(error) : resolve(zipFile)),
    );
  });
  let nextEntry: { resolve(entry: yauzl.Entry): void; reject(error: unknown): void };
  zip.on('entry', (entry: yauzl.Entry) => nextEntry.resolve(entry));
  zip.on('error', (error: unknown) => nextEntry.reject(error));
  try {
    for (let remainingEntries = zip.entryCount; remainingEntries > 0; remainingEntries -= 1) {
      signal?.throwIfAborted();
      const entry = await new Promise<yauzl.Entry>((resolve, reject) => {
        nextEntry = { resolve, reject };
        zip.readEntry();
      });
      const isFolder = entry.fileName.endsWith('/');
      const mode = (entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK;
      if (mode === SYMBOLIC_LINK || (entry.generalPurposeBitFlag & 1) === 1)
        throw damagedError('it holds a link or an encrypted file');
      const target = await place.createPath(entry.fileName, isFolder);
      if (isFolder || target === null) continue;
      const bytes = await new Promise<Readable>((resolve, reject) => {
        zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
      });
      await pipeline(
        bytes,
        (chunks: AsyncIterable<Uint8Array>) => place.countBytes(chunks),
        fs.createWriteStream(target, { flags: 'wx' }),
        { signal },
      );
    }
  } finally {
    zip.close();
  }
}

const PLAIN_FILE_TYPES = new Set(['File', 'OldFile', 'ContiguousFile']);

async function untar(
  archive: string,
  archiveFormat: 'tar.bz2' | 'tar.gz',
  place: TargetFolder,
  signal: AbortSignal | undefined,
): Promise<void> {
  const file = fs.createReadStream(archive, { signal });
  const unpackedBytes = archiveFormat === 'tar.gz' ? gunzip(file) : bunzip(file);
  const parser = new Parser({ strict: true, maxMetaEntrySize: MAX_META });
  let lastWrite: Promise<void> = Promise.resolve();
  let failure: Error | undefined;
  let reportFailure!: () => void;
  const failed = new Promise<void>((resolve) => (reportFailure = resolve));
  const handleFailure = (error: unknown): void => {
    failure ??= error as Error;
    reportFailure();
  };
  // The parser emits the next entry only after the previous one was read.
  parser.on('entry', (entry: ReadEntry) => {
    lastWrite = lastWrite.then(() => write(entry)).catch(handleFailure);
  });
  parser.on('error', handleFailure);

  async function write(entry: ReadEntry): Promise<void> {
    if (failure !== undefined) return void entry.resume();
    const isFolder = entry.type === 'Directory';
    if (!isFolder && !PLAIN_FILE_TYPES.has(entry.type))
      throw damagedError('it holds a link or something else that is no file');
    const target = await place.createPath(entry.path, isFolder);
    if (isFolder || target === null) return void entry.resume();
    const output = await fs.promises.open(target, 'wx');
    try {
      for await (const chunk of entry as AsyncIterable<Uint8Array>) {
        place.count(chunk.length);
        await output.writeFile(chunk);
      }
    } finally {
      await output.close();
    }
  }

  try {
    for await (const chunk of unpackedBytes) {
      if (failure === undefined && !parser.write(chunk)) {
        await Promise.race([new Promise<void>((resolve) => parser.once('drain', resolve)), failed]);
      }
      if (failure !== undefined) break;
    }
    if (failure === undefined) {
      const inputEnd = new Promise<void>((resolve) => parser.once('end', resolve));
      parser.end();
      await Promise.race([inputEnd, failed]);
      await lastWrite;
    }
  } catch (error) {
    handleFailure(error);
  } finally {
    file.destroy();
  }
  if (failure !== undefined) throw failure;
}

function gunzip(file: Readable): AsyncIterable<Buffer> {
  const plain = file.pipe(zlib.createGunzip());
  file.once('error', (error) => plain.destroy(error));
  return plain;
}

/** Unpacks bzip2. The library unpacks synchronously during the write and emits each part immediately. */
async function* bunzip(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const plain = unbzip2();
  const unpackedParts: Buffer[] = [];
  let failure: Error | undefined;
  plain.on('data', (chunk: Buffer) => unpackedParts.push(chunk));
  plain.on('error', (error: Error) => (failure ??= error));
  for await (const chunk of file) {
    plain.write(chunk);
    if (failure !== undefined) throw failure;
    yield* unpackedParts.splice(0);
  }
  plain.end();
  if (failure !== undefined) throw failure;
  yield* unpackedParts.splice(0);
}
