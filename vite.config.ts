/**
 * `vite build --mode script` builds the file for script tags and its chunks. `vite` (`npm run dev`) serves
 * the demo, the elements with hot reload, and the service from one origin.
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

/** Runs the service from its sources, and restarts it when a source changes. */
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

/** The modules that all drawn faces use, as one chunk. */
const FACE_PARTS = { name: 'face-parts', test: /faces.(brush|eye|hair|head|lips|picture|portrait)\.ts$/ };

/** Removes Vite's helper for preloading styles and imports of a chunk, because our chunks have none. */
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

/** The ids of the demo's deployments, for which a page waits while the service is starting. */
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
  // Bundle all dependencies at the start; otherwise the first click would find new ones and reload the page.
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
            // The entry and its imports are one group; otherwise the bundler would move modules that later
            // chunks also import to a second file. The cards are one chunk, except for the two large ones.
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
              // The loader contains the name of each chunk, and base36 compresses better than base64.
              hashCharacters: 'base36' as const,
              chunkFileNames: '[name]-[hash:7].js',
              assetFileNames: '[name]-[hash:7][extname]',
            },
            // The bundler removes endpoints that no page calls: creating them has no side effects.
            treeshake: { moduleSideEffects: true },
          },
        },
        worker: {
          format: 'es' as const,
          rolldownOptions: {
            output: {
              codeSplitting: { groups: [FACE_PARTS] },
              entryFileNames: '[name]-[hash].js',
              // The prefix distinguishes the chunks of a worker from those of the page.
              chunkFileNames: 'worker-[name]-[hash:7].js',
            },
          },
        },
      }
    : {}),
}));
