/** The applications of the matrix. Each is a folder in `test/frameworks/apps/matrix` and is built with its own tool. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../free-port.ts';
import { until } from '../../service/until.ts';

export const FOLDER = path.join('test', 'frameworks', 'apps', 'matrix');

export interface Application {
  name: string;
  title: string;
  /** The folder, if its name is not that of the application. */
  folder?: string;
  /** Additional arguments for the build. */
  build?: string[];
  /** The folder of static files that the build creates. If undefined, `npm start` serves the application on `PORT`. */
  files?: string;
  /** Set if the server's markup contains the element. */
  rendered?: true;
}

export const APPLICATIONS: readonly Application[] = [
  { name: 'vite', title: 'Vite', files: 'dist' },
  { name: 'webpack', title: 'webpack', files: 'dist' },
  { name: 'rspack', title: 'Rspack', files: 'dist' },
  { name: 'esbuild', title: 'esbuild', files: 'dist' },
  { name: 'react-18', title: 'React 18, Vite', files: 'dist' },
  { name: 'react-19', title: 'React 19, Vite', files: 'dist' },
  { name: 'vue', title: 'Vue 3, Vite', files: 'dist' },
  { name: 'svelte', title: 'Svelte 5, Vite', files: 'dist' },
  { name: 'angular', title: 'Angular 20', files: 'dist/browser' },
  { name: 'next', title: 'Next 16, Turbopack', rendered: true },
  {
    name: 'next-webpack',
    title: 'Next 16, webpack',
    folder: 'next',
    build: ['--', '--webpack'],
    rendered: true,
  },
  { name: 'nuxt', title: 'Nuxt 4', rendered: true },
  { name: 'sveltekit', title: 'SvelteKit 2', rendered: true },
  { name: 'astro', title: 'Astro 5', files: 'dist', rendered: true },
];

/** Returns the applications of this day: every seventh, so that each is tested once a week. */
export function applicationsOfToday(now: number): readonly Application[] {
  const day = Math.floor(now / 86_400_000);
  return APPLICATIONS.filter((_, index) => index % 7 === day % 7);
}

/** Use npm's cache if possible, and wait for a slow registry. */
const REGISTRY_OPTIONS = ['--prefer-offline', '--fetch-retries=5', '--fetch-timeout=600000'];

const run = promisify(execFile);
const npm = (folder: string, ...parameters: string[]) =>
  run('npm', parameters, {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      NODE_ENV: '',
      CI: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      NUXT_TELEMETRY_DISABLED: '1',
      ASTRO_TELEMETRY_DISABLED: '1',
      NG_CLI_ANALYTICS: 'false',
    },
  });

/** Packs the packages as npm would publish them; returns the paths of the archives. */
export async function pack(folder: string): Promise<string[]> {
  const tarballs: string[] = [];
  for (const realm of ['contract', 'elements']) {
    const packResult = await npm(
      path.resolve('src', realm),
      'pack',
      '--silent',
      '--pack-destination',
      folder,
    );
    tarballs.push(path.join(folder, packResult.stdout.trim()));
  }
  return tarballs;
}

/** True if a registry is available; waits for a slow one. */
export async function hasRegistry(): Promise<boolean> {
  const [name] = Object.keys(packageOf(APPLICATIONS[0]!));
  return npm('.', 'view', name!, 'version', ...REGISTRY_OPTIONS).then(
    () => true,
    () => false,
  );
}

/** Returns the dependencies of an application other than Palkit, with their versions. */
export function packageOf({ name, folder = name }: Application): Record<string, string> {
  const { dependencies, devDependencies } = JSON.parse(
    fs.readFileSync(path.join(FOLDER, folder, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>;
  return { ...dependencies, ...devDependencies };
}

/** Promises of a folder: `installation` resolves when its packages are there, `built` when it is built. */
export interface BuiltApplication {
  installation: Promise<string>;
  built: Promise<string>;
}

/** Installs applications one after another, and builds them one after another. */
export class ApplicationBuilder {
  readonly #folder: string;
  readonly #tarballs: readonly string[];
  readonly #talk: { baseUrl: string; deploymentId: string };
  #installing: Promise<unknown> = Promise.resolve();
  #building: Promise<unknown> = Promise.resolve();

  constructor(folder: string, tarballs: readonly string[], talk: { baseUrl: string; deploymentId: string }) {
    this.#folder = folder;
    this.#tarballs = tarballs;
    this.#talk = talk;
  }

  /** Installs an application while the previous one is built; two cores can do both while they run a call. */
  make(application: Application): BuiltApplication {
    const directory = path.join(this.#folder, application.name);
    const installation = this.#installing.then(() => this.#install(application, directory));
    this.#installing = installation.catch(() => undefined);
    const built = Promise.all([installation, this.#building]).then(() =>
      npm(directory, 'run', 'build', ...(application.build ?? [])),
    );
    this.#building = built.catch(() => undefined);
    return { installation: installation.then(() => directory), built: built.then(() => directory) };
  }

  /** Copies an application, sets the address of its service, and installs its packages. */
  async #install({ name, folder: source = name }: Application, folder: string): Promise<void> {
    const { baseUrl, deploymentId } = this.#talk;
    fs.cpSync(path.join(FOLDER, source), folder, { recursive: true });
    fs.writeFileSync(
      path.join(folder, 'call.js'),
      `export const baseUrl = ${JSON.stringify(baseUrl)};
export const deploymentId = ${JSON.stringify(deploymentId)};
export const override = { after_call: { title: 'Matrix' } };
export const tools = { basket: () => ({ items: 3 }) };
export const tell = ({ type, phase }) => {
  (globalThis.log ??= []).push(phase ? \`\${type} \${phase.is}\` : type);
};
`,
    );
    await npm(
      folder,
      'install',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      ...REGISTRY_OPTIONS,
      ...this.#tarballs,
    );
  }
}

export interface ServedApplication {
  url: string;
  close(): Promise<void>;
}

export function serve(application: Application, installedFolder: string): Promise<ServedApplication> {
  return application.files
    ? serveFiles(path.join(installedFolder, application.files))
    : startServer(installedFolder);
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

async function serveFiles(folder: string): Promise<ServedApplication> {
  const server = http
    .createServer((request, response) => {
      const { pathname } = new URL(request.url!, 'http://localhost');
      const file = path.join(folder, path.normalize(pathname === '/' ? '/index.html' : pathname));
      if (!fs.existsSync(file)) return response.writeHead(404).end();
      const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
      return response.writeHead(200, { 'content-type': type }).end(fs.readFileSync(file));
    })
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function startServer(installedFolder: string): Promise<ServedApplication> {
  const port = await freePort('localhost');
  const server: ChildProcess = spawn('npm', ['start', '--silent'], {
    cwd: installedFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
    env: { ...process.env, PORT: String(port), HOST: 'localhost', NODE_ENV: 'production' },
  });
  const url = `http://localhost:${port}/`;
  const close = async () => {
    // npm does not forward signals, so end its complete process group.
    if (server.exitCode === null) process.kill(-server.pid!, 'SIGTERM');
  };
  try {
    await until(
      `${installedFolder} to answer`,
      async () => server.exitCode !== null || (await fetch(url).catch(() => null)) !== null,
    );
    if (server.exitCode !== null) throw new Error(`${installedFolder} ended with ${server.exitCode}.`);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, close };
}
