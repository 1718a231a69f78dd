/**
 * Writes folders as a tar archive (POSIX ustar), which every system can unpack. The library `tar` fails if a
 * file changes while it is read, as the log of a running call does.
 */
import fs from 'node:fs/promises';
import path from 'node:path';

const BLOCK_BYTES = 512;
/** Number of bytes that are read from a file at a time. */
const PIECE_BYTES = 256 * 1024;
const MAX_SIZE = 8 ** 11;

export interface ArchivedFolder {
  from: string;
  /** Path in the archive; empty for the top level. */
  as: string;
  /** Names in the folder that are omitted. */
  without?: ReadonlySet<string>;
}

/**
 * Yields the bytes of an archive with the regular files and folders. Omits other entries, such as sockets,
 * and entries that are removed while the folder is read. Fails if the top folder does not exist, or if a path
 * does not fit into a header.
 */
export async function* tarOf(folders: readonly ArchivedFolder[]): AsyncGenerator<Uint8Array> {
  for (const folder of folders) {
    await fs.access(folder.from);
    yield* folderEntries(folder);
  }
  yield Buffer.alloc(2 * BLOCK_BYTES);
}

async function* folderEntries({ from, as, without }: ArchivedFolder): AsyncGenerator<Uint8Array> {
  const entries = await fs.readdir(from, { withFileTypes: true }).catch(nullIfRemoved);
  if (!entries) return;
  if (as) yield header(`${as}/`, { type: '5', mode: '0000700', size: 0, mtimeMs: 0 });
  for (const entry of entries) {
    if (without?.has(entry.name)) continue;
    const childFolder = { from: path.join(from, entry.name), as: path.posix.join(as, entry.name) };
    if (entry.isDirectory()) yield* folderEntries(childFolder);
    else if (entry.isFile()) yield* fileEntry(childFolder);
  }
}

function nullIfRemoved(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Yields the entry of a file. If the file becomes shorter while it is read, zeros fill the rest. */
async function* fileEntry({ from, as }: ArchivedFolder): AsyncGenerator<Uint8Array> {
  const file = await fs.open(from).catch(nullIfRemoved);
  if (!file) return;
  try {
    const { size, mtimeMs } = await file.stat();
    yield header(as, { type: '0', mode: '0000600', size, mtimeMs });
    for (let position = 0; position < size; position += PIECE_BYTES) {
      const piece = Buffer.alloc(Math.min(size - position, PIECE_BYTES));
      await file.read(piece, 0, piece.length, position);
      yield piece;
    }
    yield Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);
  } finally {
    await file.close();
  }
}

interface Fields {
  type: '0' | '5';
  mode: string;
  size: number;
  mtimeMs: number;
}

function header(name: string, { type, mode, size, mtimeMs }: Fields): Buffer {
  const bytes = Buffer.byteLength(name);
  // A longer name is split at a slash; the header has a field for the first part.
  const splitIndex = bytes > 100 ? name.indexOf('/', bytes - 101) : -1;
  if (bytes > 255 || (bytes > 100 && (splitIndex < 1 || splitIndex > 155)) || size >= MAX_SIZE)
    throw new Error(`${name} does not fit into a tar archive`);
  const block = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, digits: number) => Math.floor(value).toString(8).padStart(digits, '0');
  block.write(name.slice(splitIndex + 1), 0);
  for (const [offset, text] of [
    [100, mode],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(size, 11)],
    [136, octal(mtimeMs / 1000, 11)],
    [148, ' '.repeat(8)],
    [156, type],
    [257, 'ustar\u000000'],
    [345, splitIndex < 0 ? '' : name.slice(0, splitIndex)],
  ] as const)
    block.write(text, offset);
  block.write(
    octal(
      block.reduce((sum, byte) => sum + byte, 0),
      6,
    ) + '\u0000 ',
    148,
  );
  return block;
}
