/** Builds the owner's console: one HTML file per page, and their files with hashes below `/console/assets/`. */
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

const ROOT = path.resolve('src', 'console');

export async function buildConsole(): Promise<void> {
  const pages = fs.readdirSync(ROOT).filter((file) => file.endsWith('.html'));
  await build({
    configFile: false,
    root: ROOT,
    base: '/console/',
    logLevel: 'warn',
    oxc: { decorator: { legacy: true } },
    resolve: {
      alias: [{ find: /^@palkit\/contract\/(.*)$/, replacement: `${path.resolve('src', 'contract')}/$1.ts` }],
    },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: pages.map((page) => path.join(ROOT, page)),
        output: {
          entryFileNames: 'assets/[name]-[hash:6].js',
          chunkFileNames: 'assets/[name]-[hash:6].js',
          assetFileNames: 'assets/[name]-[hash:6][extname]',
        },
      },
    },
  });
  const assets = path.join(ROOT, 'dist', 'assets');
  for (const file of fs.readdirSync(assets)) {
    const bytes = fs.readFileSync(path.join(assets, file));
    fs.writeFileSync(path.join(assets, `${file}.br`), brotliCompressSync(bytes));
    fs.writeFileSync(path.join(assets, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  }
}
