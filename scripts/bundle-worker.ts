/**
 * The captcha's worker as one file that imports nothing: bundlers that take a worker's address for a file's, as
 * webpack, Rspack and Turbopack do here, copy it as it is; whoever has a bundler that knows neither copies it too.
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
