/** Explains to the operator why the service cannot start. */
import { SettingError } from '../config/config.ts';
import { MediaError } from '@palkit/rooms/embedded/media';
import { FolderError } from '../store/embedded.ts';
import { MissingPackageError } from '@palkit/runtime/optional-package';
import { VersionError } from '../store/store.ts';
import { isUnreachable } from '../store/unreachable.ts';

/** Messages by error code of the operating system or the database. */
const OPERATOR_FAULTS: Record<string, string> = {
  EACCES: 'This address, port or folder is not allowed to this user',
  EPERM: 'This folder is not allowed to this user',
  EROFS: 'DATA_DIR is on a read-only disk',
  ENOTDIR: 'DATA_DIR, or a folder above it, is a file',
  EEXIST: 'DATA_DIR, or a folder above it, is a file',
  ENOENT: 'A required file or folder is missing',
  ENOSPC: 'There is no space left on the disk of DATA_DIR',
  EMFILE: 'This process has too many open files; raise its limit (`ulimit -n 4096`)',
  ENFILE: 'This machine has too many open files; raise its limit (fs.file-max)',
  EDQUOT: 'The disk quota of this user is used up on the disk of DATA_DIR',
  EADDRNOTAVAIL: 'HOST is not an address of this machine',
  ENOTFOUND: 'The host of DATABASE_URL, or HOST, has no address',
  EAI_AGAIN: 'The host of DATABASE_URL, or HOST, could not be looked up',
  ECONNREFUSED: 'No server listens at the address of DATABASE_URL',
  '28000': 'The database at DATABASE_URL has no such user',
  '28P01': 'The database at DATABASE_URL rejects the user or the password',
  '3D000': 'There is no such database on the server of DATABASE_URL',
  '42501': 'The user of DATABASE_URL may not create tables there',
  '25006': 'The database at DATABASE_URL is read-only',
  '53100': 'The database at DATABASE_URL has no space left',
};

/** Returns one sentence, or null if the operator cannot correct the fault. */
export function startFault(error: unknown): string | null {
  const isOwnError = [SettingError, FolderError, VersionError, MediaError, MissingPackageError].some(
    (errorClass) => error instanceof errorClass,
  );
  if (isOwnError) return (error as Error).message;
  const { code, path, syscall } = error as { code?: string; path?: string; syscall?: string };
  if (code === 'ENOENT' && syscall === 'connect') return `${OPERATOR_FAULTS['ECONNREFUSED']} (${code}).`;
  const message = OPERATOR_FAULTS[code ?? ''];
  if (message) return `${message} (${code}${path ? `, ${path}` : ''}).`;
  return isUnreachable(error)
    ? `The database at DATABASE_URL does not answer (${code ?? 'no connection'}).`
    : null;
}
