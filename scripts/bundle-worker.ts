/**
 * Bundles the captcha's worker into one file without imports. Bundlers that copy a worker's file as an asset
 * (webpack, Rspack and Turbopack) then copy a complete worker, and so do people whose bundler does not.
 */
import path from 'node:path';
import { build } from 'vite';

const FOLDER = path.join('src', 'elements', 'dist', 'session');

export async function bundleWorker(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: 'es2022',
      outDir: FOLDER,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: path.join('src', 'elements', 'session', 'captcha-worker.ts'),
        output: { format: 'es', entryFileNames: 'captcha-worker.js' },
      },
    },
  });
}
