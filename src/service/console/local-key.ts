/**
 * The key that `palkit console` sends to the running service. It is a file in the data folder: a user who can read it
 * can also read the database.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { hashSecret, newSecret } from '@palkit/runtime/ids';

const fileOf = (dataDir: string) => path.join(dataDir, 'console.key');

export async function readLocalKey(dataDir: string): Promise<string | null> {
  const text = await fs.readFile(fileOf(dataDir), 'utf8').catch(() => '');
  return /^[\w-]{43}$/.test(text.trim()) ? text.trim() : null;
}

/** Returns the key in the file, and creates it if it is missing; null if the folder is not writable. */
export async function ensureLocalKey(dataDir: string): Promise<string | null> {
  const storedKey = await readLocalKey(dataDir);
  if (storedKey !== null) return storedKey;
  try {
    await fs.mkdir(dataDir, { recursive: true });
    await createKey(fileOf(dataDir));
  } catch {
    return null;
  }
  return readLocalKey(dataDir);
}

/** Creates the key. If several processes do so at once, the first one wins: a link never overwrites a file. */
async function createKey(file: string): Promise<void> {
  // Write the key under a temporary name first, so that no process reads an incomplete key.
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  await fs.writeFile(draft, `${newSecret('')}\n`, { mode: 0o600 });
  try {
    await fs.link(draft, file);
  } catch {
    // The link failed because the file exists already, or because the file system does not support hard
    // links. Only in the second case there is still no key, so the draft is renamed.
    if ((await readLocalKey(path.dirname(file))) === null) await fs.rename(draft, file);
  } finally {
    await fs.rm(draft, { force: true });
  }
}

/** True if `bearer` is the key; the comparison takes the same time wherever the two differ. */
export function isLocalKey(bearer: string, key: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(bearer)), Buffer.from(hashSecret(key)));
}
