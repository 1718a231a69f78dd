/** The free disk space and the timers of a real machine. */
import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { DownloadParts } from './download.ts';

export const disk = (folder: string): Pick<DownloadParts, 'free' | 'pause'> => ({
  free: async () => {
    const { bavail, bsize } = await fs.promises.statfs(folder);
    return bavail * bsize;
  },
  pause: (milliseconds, signal) => pause(milliseconds, undefined, { signal }).then(() => undefined),
});
