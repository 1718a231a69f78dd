import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts a worker thread; `file` is the URL of its source without the extension. */
export function startWorker(
  file: URL,
  options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'> = {},
): Worker {
  // The native Opus module crashes the process with a segmentation fault when a worker that loaded it ends, so
  // workers use the WebAssembly module. Workers get no other environment variables, because these may contain
  // keys.
  const env = { OPUS_FORCE_WASM: '1' };
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`${file.href}.js`), { ...options, env });
  // A worker has no TypeScript loader until it registers one, even if the process was started with `--import
  // tsx`.
  const code =
    `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => { ` +
    `register(); return import(${JSON.stringify(`${file.href}.ts`)}); })`;
  return new Worker(code, { ...options, eval: true, env });
}
