/**
 * Bundles each worker into one file without imports, because some bundlers copy a worker's file as an asset
 * (webpack, Rspack and Turbopack). Without such a bundler, people can copy the file themselves.
 */
import path from 'node:path';
import { build } from 'vite';

const WORKERS = ['session/captcha-worker', 'drawn-face/face-worker'];

export async function bundleWorkers(): Promise<void> {
  for (const worker of WORKERS) {
    const [folder, name] = worker.split('/') as [string, string];
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      resolve: { tsconfigPaths: true },
      build: {
        target: 'es2022',
        outDir: path.join('src', 'elements', 'dist', folder),
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: path.join('src', 'elements', folder, `${name}.ts`),
          output: { format: 'es', entryFileNames: `${name}.js`, codeSplitting: false },
        },
      },
    });
  }
}
