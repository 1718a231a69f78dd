/**
 * The service's tests as JavaScript that runs against the built service. Each test file is a process of its own;
 * where each of them transforms the sources of the whole service anew, that is half of what it does.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const OUT = path.join('.cache', 'tests');
/** A source of a package that is built, below the repository's root. */
const BUILT = /^src\/(contract|service)\/(?!dist\/)(.+)\.ts$/;

/** Sources of built packages are imported from where they were built; a test keeps its own address. */
const againstTheBuild = (root: string): Plugin => ({
  name: 'against-the-build',
  enforce: 'pre',
  resolveId(specifier, importer) {
    if (!importer || !specifier.startsWith('.')) return null;
    const source = path.relative(root, path.resolve(path.dirname(importer), specifier));
    const [, name, file] = BUILT.exec(source.split(path.sep).join('/')) ?? [];
    if (!name) return null;
    return { id: pathToFileURL(path.join(root, 'src', name, 'dist', `${file}.js`)).href, external: true };
  },
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null;
    return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null };
  },
});

/** Where a test, relative to the repository's root, stands as it is run. */
export const compiledTest = (file: string): string => path.join(OUT, file.replace(/\.ts$/, '.js'));

/** `files`: tests, relative to the repository's root. */
export async function compileTests(files: readonly string[]): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [againstTheBuild(process.cwd())],
    build: {
      target: 'node20',
      ssr: true,
      outDir: OUT,
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
