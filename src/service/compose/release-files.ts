/** Keeps the browser files of this release and of earlier ones, for pages that were opened before an update. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import type { Config } from '../config/config.ts';
import { readPublished } from '@palkit/developer-tools/embed-page';
import { consoleFolder, elementsFile } from '../platform/asset.ts';
import { keepRelease } from '../platform/kept-releases.ts';

/** Matches file names that contain a hash of the content. */
const HASHED = /-[\w-]{6,8}\.(js|css)$/;

/** Serves files that exist only in earlier releases, for pages that were opened before the update. */
export function serveEarlier(app: FastifyInstance, prefix: string, current: string, earlier: string[]): void {
  const folders = new Map<string, string>();
  for (const folder of earlier.filter((candidate) => existsSync(candidate)).toReversed())
    for (const file of readdirSync(folder)) if (HASHED.test(file)) folders.set(file, folder);
  for (const [file, folder] of folders)
    if (!existsSync(path.join(current, file)))
      app.get(prefix + file, (_request, reply) => reply.sendFile(file, folder));
}

/**
 * Stores this release's files for pages that are still open after the next update. A full disk does not prevent the
 * start.
 */
export function storeThisRelease({ dataDir, console }: Config, clock: Clock, log: Log): void {
  const script = elementsFile('script');
  const publishedScript = readPublished(path.join(script, 'integrity.json'));
  if (!publishedScript) return;
  const consoleFiles = path.join(consoleFolder(), 'assets');
  const folders = { script, console: console && existsSync(consoleFiles) ? consoleFiles : null };
  try {
    keepRelease(dataDir, publishedScript.version, folders, clock.now());
  } catch (error) {
    log.warn({ fault: describe(error) }, 'the files of this release could not be saved for open pages');
  }
}
