/** Locks a folder for this process. */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/**
 * Acquires the lock of a folder and returns a function that releases it; null if another process, or another part
 * of this one, holds the lock. The lock is an abstract socket (Linux) or a named pipe (Windows), named after the
 * folder's identity, so the kernel releases it however the process ends. On other systems it is a listening socket
 * in the folder.
 */
export async function holdFolder(folder: string): Promise<(() => Promise<void>) | null> {
  // A folder that is deleted while it is open keeps its inode number, so no other folder can get the same
  // number.
  const handle = process.platform === 'linux' ? fs.openSync(folder, 'r') : null;
  const closeHandle = () => (handle === null ? undefined : fs.closeSync(handle));
  const { dev, ino } = handle === null ? fs.statSync(folder) : fs.fstatSync(handle);
  const name = `palkit-${dev}-${ino}`;
  const isFreedByKernel = process.platform === 'linux' || process.platform === 'win32';
  const address =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\${name}`
      : isFreedByKernel
        ? `\0${name}`
        : path.join(folder, '.lock');
  const server = net.createServer((socket) => socket.destroy());
  const listen = () =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, () => resolve()));
  try {
    await listen();
  } catch {
    if (isFreedByKernel || (await isAnswered(address))) {
      closeHandle();
      return null;
    }
    fs.rmSync(address, { force: true });
    await listen();
  }
  server.unref();
  return () =>
    new Promise((resolve) =>
      server.close(() => {
        closeHandle();
        resolve();
      }),
    );
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(address, () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}
