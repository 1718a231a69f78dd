/**
 * `npm run release` turns the changesets into the packages' next version and a dated entry of CHANGELOG.md,
 * without committing or publishing anything. `npm run release -- --preview` only prints the changes since the
 * last release.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import readChangesets from '@changesets/read';
import { listOf, withRelease } from './changelog.ts';

const COMMAND = path.resolve('node_modules', '@changesets', 'cli', 'bin.js');

interface Manifest {
  version: string;
}
const manifest = (file: string) => JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest;

/** Prepares a release that is dated `day` in a project's folder; returns the new version. */
export async function release(folder: string, day: string): Promise<string> {
  const changesets = await readChangesets(folder);
  if (changesets.length === 0)
    throw new Error('There is nothing to release: no file in .changeset says a change.');
  // Parse first, so that an invalid changeset leaves all files unchanged.
  const list = listOf(changesets);
  execFileSync(process.execPath, [COMMAND, 'version'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { version } = manifest(path.join(folder, 'src', 'contract', 'package.json'));
  // Changesets ignores the root, which is not a package of the workspace.
  const root = path.join(folder, 'package.json');
  fs.writeFileSync(root, `${JSON.stringify({ ...manifest(root), version }, null, 2)}\n`);
  const changelog = path.join(folder, 'CHANGELOG.md');
  fs.writeFileSync(changelog, withRelease(fs.readFileSync(changelog, 'utf8'), version, day, list));
  return version;
}

/** Updates the versions in the lock file, but not the registry URLs of packages. */
function updateLockFile(): void {
  const flags = [
    '--package-lock-only',
    '--ignore-scripts',
    '--omit-lockfile-registry-resolved',
    '--no-audit',
  ];
  execFileSync('npm', ['install', ...flags, '--no-fund'], { stdio: 'inherit' });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--preview')) {
    process.stdout.write(listOf(await readChangesets('.')));
  } else {
    const version = await release('.', new Date().toISOString().slice(0, 10));
    updateLockFile();
    console.log(
      `${version} is in CHANGELOG.md and in every package. CONTRIBUTING.md says how it is published.`,
    );
  }
}
