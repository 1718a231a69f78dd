/** Checksums of files on the disk. */
import { createHash, type Hash } from 'node:crypto';
import fs from 'node:fs';

export interface FileHashes {
  sha256: string;
  md5: string;
  bytes: number;
}

export interface Hashes {
  sha256: Hash;
  md5: Hash;
}

/** Hashes the first bytes of a file. */
export async function hashesOf(file: string, bytes: number): Promise<Hashes> {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  if (bytes > 0) {
    for await (const chunk of fs.createReadStream(file, { end: bytes - 1 }) as AsyncIterable<Buffer>) {
      sha256.update(chunk);
      md5.update(chunk);
    }
  }
  return { sha256, md5 };
}

/** Hashes a complete file. */
export async function hashFile(file: string): Promise<FileHashes> {
  const bytes = sizeOf(file);
  const { sha256, md5 } = await hashesOf(file, bytes);
  return { sha256: sha256.digest('hex'), md5: md5.digest('hex'), bytes };
}

export const sizeOf = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
