/**
 * Lists the packages that would be published, without publishing them. Each is packed with `npm pack`, and its files
 * are compared with its manifest. With a version's tag (`GITHUB_REF_NAME`), the packages must have that version.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  workspaces?: string[];
  bin?: Record<string, string>;
  exports?: Record<string, string | Record<string, string>>;
  dependencies?: Record<string, string>;
}

export interface PublishedPackage {
  folder: string;
  manifest: Manifest;
  /** Paths relative to the package's folder; null if it was not packed. */
  files: readonly string[] | null;
}

const manifestOf = (folder: string) =>
  JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

/**
 * Returns the packages that `changeset publish` would publish. `unpackedFolders` are the folders of packages that
 * are too large to pack.
 */
export function publishedPackages(unpackedFolders: readonly string[] = []): PublishedPackage[] {
  const packages = (manifestOf('.').workspaces ?? [])
    .map((folder) => ({ folder, manifest: manifestOf(folder) }))
    .filter(({ manifest }) => !manifest.private);
  const workspaces = packages
    .filter(({ folder }) => !unpackedFolders.includes(folder))
    .map(({ folder }) => `--workspace=${folder}`);
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', ...workspaces], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const packResults = JSON.parse(output) as { name: string; files: { path: string }[] }[];
  return packages.map((one) => ({
    ...one,
    files: packResults.find(({ name }) => name === one.manifest.name)?.files.map((file) => file.path) ?? null,
  }));
}

/** Returns the reasons against publishing the packages, each as a sentence. */
export function publishingFaults(packages: readonly PublishedPackage[], tag: string | null): string[] {
  const versions = new Map(packages.map(({ manifest }) => [manifest.name, manifest.version]));
  return packages.flatMap(({ manifest, files }) => {
    const { name, version, dependencies = {} } = manifest;
    const missingFiles = files ? namedFiles(manifest).filter((file) => !isPacked(file, files)) : [];
    const ownDependencies = Object.entries(dependencies).filter(([one]) => /^(palkit$|@palkit\/)/.test(one));
    return [
      ...missingFiles.map((file) => `${name} names ${file}, which is not in the package.`),
      ...(files ?? []).filter(isUnwanted).map((file) => `${name} has ${file}, which nobody needs.`),
      ...ownDependencies
        .filter(([one, needed]) => versions.get(one) !== needed)
        .map(([one, needed]) => `${name} needs ${one} ${needed}, which is not published with it.`),
      ...(tag !== null && tag !== `v${version}` ? [`${name} is ${version}, and the tag is ${tag}.`] : []),
    ];
  });
}

/** Returns the files that a manifest names for importing or running the package. */
const namedFiles = ({ bin = {}, exports = {} }: Manifest): string[] =>
  [
    ...Object.values(bin),
    ...Object.values(exports).flatMap((to) => (typeof to === 'string' ? to : Object.values(to))),
  ].map((file) => path.posix.normalize(file));

function isPacked(file: string, files: readonly string[]): boolean {
  if (!file.includes('*')) return files.includes(file);
  const [before = '', after = ''] = file.split('*');
  return files.some((file) => file.startsWith(before) && file.endsWith(after));
}

/** True for sources, tests and local settings. */
const isUnwanted = (file: string): boolean =>
  (/\.ts$/.test(file) && !/\.d\.[mc]?ts$/.test(file)) ||
  /(^|\/)(\.env|\.npmrc|tsconfig.*\.json|test)(\/|$)/.test(file);

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const packages = publishedPackages();
  const name = process.env['GITHUB_REF_NAME'];
  const faults = publishingFaults(packages, name?.startsWith('v') ? name : null);
  for (const { manifest, files } of packages)
    process.stdout.write(`${manifest.name} ${manifest.version}, ${files?.length} files\n`);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
