/**
 * Keeps the browser files of earlier releases in `DATA_DIR/releases`, for pages that were opened before an update:
 * such a page loads chunks by names with content hashes, which the new release does not have.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

/** Milliseconds for which a release is served after it was replaced. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Maximum number of earlier releases; each needs about 4 MB. */
const MAX_RELEASES = 6;

/** The groups of files, keyed by their folder in a stored release. */
export type ReleaseFolders = Record<'script' | 'console', string | null>;

const Release = z.object({
  version: z.string().max(64),
  /** Unix milliseconds; null for the running release. */
  replacedAt: z.number().nullable(),
});

export interface KeptRelease {
  version: string;
  script: string;
  console: string;
}

const folderOf = (dataDir: string) => path.join(dataDir, 'releases');
const recordOf = (folder: string) => path.join(folder, 'release.json');

/** Copies the files of this release, marks the previous one as replaced, and removes old or surplus releases. */
export function keepRelease(dataDir: string, version: string, sources: ReleaseFolders, now: number): void {
  const root = folderOf(dataDir);
  fs.mkdirSync(root, { recursive: true });
  const id = digestOf(sources);
  const current = path.join(root, id);
  if (!fs.existsSync(recordOf(current))) copy(current, sources);
  write(current, { version, replacedAt: null });
  const earlierReleases = storedReleases(root)
    .filter(({ folder }) => folder !== current)
    .map(({ folder, release }) => ({ folder, release, replacedAt: release.replacedAt ?? now }))
    .sort((a, b) => b.replacedAt - a.replacedAt);
  earlierReleases.forEach(({ folder, release, replacedAt }, index) => {
    if (index >= MAX_RELEASES || now - replacedAt > KEPT_MS)
      fs.rmSync(folder, { recursive: true, force: true });
    else if (release.replacedAt === null) write(folder, { version: release.version, replacedAt });
  });
}

/** Returns the earlier releases whose files are still served, newest first. */
export function keptReleases(dataDir: string): KeptRelease[] {
  const root = folderOf(dataDir);
  if (!fs.existsSync(root)) return [];
  return storedReleases(root)
    .filter(({ release }) => release.replacedAt !== null)
    .sort((a, b) => b.release.replacedAt! - a.release.replacedAt!)
    .map(({ folder, release }) => ({
      version: release.version,
      script: path.join(folder, 'script'),
      console: path.join(folder, 'console'),
    }));
}

/** Returns the release folders with a readable record. Others, such as an interrupted copy, are removed. */
function storedReleases(root: string): { folder: string; release: z.output<typeof Release> }[] {
  return fs.readdirSync(root).flatMap((name) => {
    const folder = path.join(root, name);
    try {
      return [{ folder, release: Release.parse(JSON.parse(fs.readFileSync(recordOf(folder), 'utf8'))) }];
    } catch {
      // A folder whose name ends in `.new` may be a copy that another process is writing.
      if (!name.endsWith('.new')) fs.rmSync(folder, { recursive: true, force: true });
      return [];
    }
  });
}

function write(folder: string, release: z.output<typeof Release>): void {
  const file = recordOf(folder);
  fs.writeFileSync(`${file}.new`, JSON.stringify(release));
  fs.renameSync(`${file}.new`, file);
}

/** Copies to a temporary folder and renames it, so that a copy is either complete or absent. */
function copy(target: string, sources: ReleaseFolders): void {
  const draft = `${target}.new`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft);
  for (const [name, source] of Object.entries(sources))
    if (source) fs.cpSync(source, path.join(draft, name), { recursive: true });
  fs.rmSync(target, { recursive: true, force: true });
  fs.renameSync(draft, target);
}

/**
 * Returns a hash of all files, because two builds of the same version may differ. Compressed files are omitted,
 * because they are generated from the other files.
 */
function digestOf(sources: ReleaseFolders): string {
  const hash = createHash('sha256');
  for (const source of Object.values(sources)) {
    if (!source) continue;
    for (const name of fs.readdirSync(source).sort())
      if (/\.(js|css)$/.test(name)) hash.update(name).update(fs.readFileSync(path.join(source, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
