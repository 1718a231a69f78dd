/** Unpacks an archive in a separate thread. A block of a tar.bz2 takes 0.1 s, which would delay every call. */
import { once } from 'node:events';
import { startWorker } from '@palkit/runtime/worker';
import { ModelError, type ModelFailure } from './model-error.ts';
import type { ArchiveFormat, UnpackLimits } from './unpack.ts';

export interface UnpackRequest {
  archive: string;
  packed: ArchiveFormat;
  folder: string;
  limits: UnpackLimits;
}

/** The reason why an archive was not unpacked; `code` is null for a disk error. */
export interface UnpackReply {
  code: ModelFailure | null;
  message: string;
}

/** Heap limit of the thread in megabytes. A bzip2 block needs 20, or 700 if it repeats one byte. */
const MAX_HEAP_MEGABYTES = 1024;

/** @throws ModelError `archive` or `space`, or the signal's reason once the thread has ended */
export async function unpackInThread(request: UnpackRequest, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const worker = startWorker(new URL('./unpack-worker', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES },
  });
  const stop = () => void worker.terminate();
  signal?.addEventListener('abort', stop, { once: true });
  let failure: UnpackReply | null = { code: null, message: 'The thread that unpacks ended early.' };
  worker.on('message', (reply: UnpackReply | null) => (failure = reply));
  worker.on('error', ({ message }: Error) => (failure = { code: null, message }));
  await once(worker, 'exit').finally(() => signal?.removeEventListener('abort', stop));
  signal?.throwIfAborted();
  if (failure?.code) throw new ModelError(failure.code, failure.message);
  if (failure) throw new Error(failure.message);
}
