/** Explains to the operator why the service cannot start. */
import { SettingError } from '../config/config.ts';
import { MediaError } from '@palkit/rooms/embedded/media';
import { FolderError } from '../store/embedded.ts';
import { MissingPackageError } from '@palkit/runtime/optional-package';
import { VersionError } from '../store/store.ts';
import { isUnreachable } from '../store/unreachable.ts';

/** Keyed by the code of the system or the database. */
const MENDABLE: Record<string, string> = {
  EACCES: 'This address, port or folder is not allowed to this user',
  EPERM: 'This folder is not allowed to this user',
  EROFS: 'DATA_DIR is on a disk that can only be read',
  ENOTDIR: 'DATA_DIR is a file, or below one',
  EEXIST: 'DATA_DIR is a file, or below one',
  ENOENT: 'A file or folder that is needed is not there',
  ENOSPC: 'There is no space left on the disk of DATA_DIR',
  EMFILE: 'This process may not open more files; raise its limit (`ulimit -n 4096`)',
  ENFILE: 'This machine may not open more files; raise its limit (fs.file-max)',
  EDQUOT: 'There is no space left for this user on the disk of DATA_DIR',
  EADDRNOTAVAIL: 'HOST is no address of this machine',
  ENOTFOUND: 'The host of DATABASE_URL, or HOST, is not known',
  EAI_AGAIN: 'The host of DATABASE_URL, or HOST, could not be looked up',
  ECONNREFUSED: 'Nothing listens at the address of DATABASE_URL',
  '28000': 'The database at DATABASE_URL does not know this user',
  '28P01': 'The database at DATABASE_URL refuses the user or the password',
  '3D000': 'There is no such database on the server of DATABASE_URL',
  '42501': 'The user of DATABASE_URL may not create tables there',
  '25006': 'The database at DATABASE_URL can only be read',
  '53100': 'The database at DATABASE_URL has no space left',
};

/** One sentence; null for a fault that the operator cannot correct. */
export function startFault(error: unknown): string | null {
  const ours = [SettingError, FolderError, VersionError, MediaError, MissingPackageError].some(
    (kind) => error instanceof kind,
  );
  if (ours) return (error as Error).message;
  const { code, path, syscall } = error as { code?: string; path?: string; syscall?: string };
  if (code === 'ENOENT' && syscall === 'connect') return `${MENDABLE['ECONNREFUSED']} (${code}).`;
  const mendable = MENDABLE[code ?? ''];
  if (mendable) return `${mendable} (${code}${path ? `, ${path}` : ''}).`;
  return isUnreachable(error)
    ? `The database at DATABASE_URL does not answer (${code ?? 'no connection'}).`
    : null;
}
