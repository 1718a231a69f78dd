/** Builds the owner's console: one HTML file per page, and files with hashes below `/console/assets/`. */
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, type Plugin } from 'vite';

const ROOT = path.resolve('src', 'console');

/** Emits the changes of each version and the licences of the bundled packages. */
function textsPlugin(): Plugin {
  return {
    name: 'palkit-texts',
    generateBundle(_options, bundle) {
      const folders = new Set<string>();
      for (const chunk of Object.values(bundle))
        for (const module of chunk.type === 'chunk' ? Object.keys(chunk.modules) : []) {
          const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module) ?? [];
          if (folder) folders.add(folder);
        }
      const licences = [...folders].sort().map((folder) => {
        const file = fs.readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
        if (!file) throw new Error(`${folder} has no licence`);
        const name = folder.replace(/^.*\/node_modules\//, '');
        return `${name}\n\n${fs.readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
      });
      const source = licences.join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({ type: 'asset', fileName: 'assets/licences.txt', source });
      const changes = fs.readFileSync('CHANGELOG.md', 'utf8');
      this.emitFile({ type: 'asset', fileName: 'assets/changes.txt', source: changes });
    },
  };
}

/** Builds all pages from one template, whose placeholder is the name of a page and of its folder. */
function pagesOf(template: string, names: readonly string[]): Plugin {
  const files = new Map(names.map((name) => [path.join(ROOT, `${name}.html`), name]));
  return {
    name: 'palkit-pages',
    resolveId: (id) => (files.has(id) ? id : null),
    load: (id) => (files.has(id) ? template.replaceAll('%page%', files.get(id)!) : null),
  };
}

export async function buildConsole(): Promise<void> {
  const names = fs
    .readdirSync(ROOT)
    .filter((name) => name !== 'base' && fs.existsSync(path.join(ROOT, name, 'page.ts')));
  const template = fs.readFileSync(path.join(ROOT, 'page.html'), 'utf8');
  await build({
    configFile: false,
    root: ROOT,
    base: '/console/',
    logLevel: 'warn',
    plugins: [pagesOf(template, names), textsPlugin()],
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
        input: names.map((name) => path.join(ROOT, `${name}.html`)),
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
