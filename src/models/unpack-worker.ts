/** Unpacks one archive in a worker thread, and exits. */
import { parentPort, workerData } from 'node:worker_threads';
import { ModelError } from './model-error.ts';
import type { UnpackReply, UnpackRequest } from './unpack-thread.ts';
import { unpack } from './unpack.ts';

const { archive, packed, folder, limits } = workerData as UnpackRequest;

const failureOf = (error: unknown): UnpackReply => ({
  code: error instanceof ModelError ? error.code : null,
  message: error instanceof Error ? error.message : String(error),
});

const reply: UnpackReply | null = await unpack(archive, packed, folder, limits).then(() => null, failureOf);
parentPort?.postMessage(reply);
