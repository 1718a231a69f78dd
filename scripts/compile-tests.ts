/**
 * Compiles the service's tests to JavaScript that imports the built service. Each test file runs in its own process,
 * which would otherwise spend half of its time transforming the service's sources.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

/** Folder of the compiled tests. */
export const OUTPUT_FOLDER = path.join('.cache', 'tests');
/** Matches the path of a built package's source, relative to the repository root. */
const BUILT_SOURCE = /^src\/(?!elements\/|console\/|assets\/)([\w-]+)\/(?!dist\/)(.+)\.ts$/;

/** Redirects imports of built packages to their build; `import.meta.url` remains that of the test. */
const buildImportsPlugin = (root: string): Plugin => ({
  name: 'against-the-build',
  enforce: 'pre',
  resolveId(specifier, importer) {
    if (!importer || !specifier.startsWith('.')) return null;
    const source = path.relative(root, path.resolve(path.dirname(importer), specifier));
    const [, name, file] = BUILT_SOURCE.exec(source.split(path.sep).join('/')) ?? [];
    if (!name) return null;
    return { id: pathToFileURL(path.join(root, 'src', name, 'dist', `${file}.js`)).href, external: true };
  },
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null;
    return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null };
  },
});

/** Returns the path of a compiled test; `file` is relative to the repository root. */
export const compiledTest = (file: string): string => path.join(OUTPUT_FOLDER, file.replace(/\.ts$/, '.js'));

/** Compiles tests; `files` are relative to the repository root. */
export async function compileTests(files: readonly string[]): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [buildImportsPlugin(process.cwd())],
    build: {
      target: 'node20',
      ssr: true,
      outDir: OUTPUT_FOLDER,
      emptyOutDir: true,
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), file])),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
}
