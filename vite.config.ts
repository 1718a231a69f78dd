/**
 * Two uses: `vite build --mode script` makes the script-tag file and its chunks; `vite` (npm run dev) serves
 * the demo, the elements with hot reload, and the service behind it, all on one origin.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig, type Plugin, type ViteDevServer } from 'vite';
import { collapseTemplatesPlugin } from './scripts/collapse-templates.ts';
import { ownKeysPlugin } from './scripts/own-keys.ts';

const SERVICE_PORT = Number(process.env['PORT'] ?? 8787);
const DEV_PORT = 5173;
const SERVICE = `http://127.0.0.1:${SERVICE_PORT}`;
const PAGES: Record<string, string> = { '/': 'index', '/demo/product': 'product', '/demo/gates': 'gates' };

/** The service from its sources, started again when one of them changes. */
function service(): Plugin {
  let child: ChildProcess | undefined;
  return {
    name: 'palkit-service',
    apply: 'serve',
    configureServer(server: ViteDevServer) {
      child = spawn(
        process.execPath,
        ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/service/main.ts', '--gates'],
        {
          stdio: 'inherit',
          env: {
            ...process.env,
            PORT: String(SERVICE_PORT),
            PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${DEV_PORT}`,
          },
        },
      );
      server.httpServer?.once('close', () => child?.kill());
      process.once('exit', () => child?.kill());
      server.middlewares.use((request, response, next) => {
        const [location = ''] = (request.url ?? '').split('?');
        const page = PAGES[location];
        if (!page) return next();
        void demoPage(server, page, request.url!).then(
          (html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
          next,
        );
      });
    },
  };
}

/** Modules that all drawn faces share: one chunk, which each face loads. */
const FACE_PARTS = { name: 'face-parts', test: /faces.(brush|eye|hair|head|lips|picture|portrait)\.ts$/ };

/** Chunks have neither styles nor preloads of their own, so a page need not load what would fetch them. */
function noPreloads(): Plugin {
  return {
    name: 'palkit-no-preloads',
    enforce: 'pre',
    load: (id) =>
      id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : undefined,
  };
}

async function demoPage(server: ViteDevServer, page: string, url: string): Promise<string> {
  const ids = await deployments();
  const html = (await readFile(path.join('demo', `${page}.html`), 'utf8')).replace(
    /%(\w+)%/g,
    (_, word: string) => ids[word] ?? '',
  );
  return server.transformIndexHtml(url, html.replace('/palkit/palkit.js', '/src/elements/script.ts'));
}

/** The seeded deployments; a page asked for while the service still starts waits for it. */
async function deployments(): Promise<Record<string, string>> {
  for (
    const started = Date.now();
    Date.now() - started < 60_000;
    await new Promise((resolve) => setTimeout(resolve, 200))
  ) {
    const answer = await fetch(`${SERVICE}/demo/deployments.json`).catch(() => null);
    if (answer?.ok) return (await answer.json()) as Record<string, string>;
  }
  throw new Error(`The service does not answer on ${SERVICE}.`);
}

export default defineConfig(({ mode }) => ({
  appType: 'custom',
  resolve: { tsconfigPaths: true },
  publicDir: false,
  plugins: [service(), noPreloads(), collapseTemplatesPlugin(), ownKeysPlugin()],
  // Found at the start, not at the first click, where it would load the page again.
  optimizeDeps: { entries: ['src/elements/**/*.ts'], exclude: ['@daily-co/daily-js'] },
  oxc: { decorator: { legacy: true } },
  server: {
    port: DEV_PORT,
    strictPort: true,
    proxy: Object.fromEntries(
      [
        '/v2',
        '/rooms',
        '/console',
        '/media',
        '/l/',
        '/api',
        '/embed',
        '/openapi.json',
        '/healthz',
        '/readyz',
        '/metrics',
        '/demo/deployments.json',
        '/palkit',
      ].map((prefix) => [prefix, SERVICE]),
    ),
  },
  ...(mode === 'script'
    ? {
        base: './',
        build: {
          outDir: 'src/elements/dist/script',
          emptyOutDir: true,
          target: 'es2022',
          modulePreload: false,
          rolldownOptions: {
            input: { palkit: 'src/elements/script.ts' },
            preserveEntrySignatures: 'allow-extension' as const,
            // The entry with all that it imports is one group: left alone, the bundler would move what later
            // chunks need too into a second file. The cards come together, but for the two large ones.
            output: {
              codeSplitting: {
                groups: [
                  FACE_PARTS,
                  { name: 'palkit', test: /elements.script\.ts$/ },
                  {
                    name: 'cards',
                    test: /cards.(card|pal-(?!calendar|chart)\w+-card)\.ts$|directives.keyed\.js$/,
                    includeDependenciesRecursively: false,
                  },
                ],
              },
              format: 'es' as const,
              entryFileNames: 'palkit.js',
              // The loader names each chunk, and these letters compress better than base64's.
              hashCharacters: 'base36' as const,
              chunkFileNames: '[name]-[hash:7].js',
              assetFileNames: '[name]-[hash:7][extname]',
            },
            // The contract's rows are plain data made by plain calls: what a page does not call falls away.
            treeshake: { moduleSideEffects: true },
          },
        },
        worker: {
          format: 'es' as const,
          rolldownOptions: {
            output: {
              codeSplitting: { groups: [FACE_PARTS] },
              entryFileNames: '[name]-[hash].js',
              // Chunks of a worker are told from those of the page by their name.
              chunkFileNames: 'worker-[name]-[hash:7].js',
            },
          },
        },
      }
    : {}),
}));
