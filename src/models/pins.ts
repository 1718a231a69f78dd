/**
 * Checks that a download equals the published file. Without a published checksum, it must equal the first
 * download.
 */
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { Clock } from '@palkit/runtime/clock';
import type { FileHashes } from './hashes.ts';
import { modelsFolder } from './installed.ts';
import type { Source } from './model.ts';
import { ModelError } from './model-error.ts';

const Pins = z.record(z.string(), z.object({ sha256: z.string(), first_used: z.string() }));

/**
 * Compares the checksum with the published one, or with that of the first download. If they differ, deletes
 * `file` and throws a `ModelError`. Returns a function that stores the checksum of a first download.
 */
export function checkSums(
  source: Source,
  receivedSums: FileHashes,
  file: string | null,
  { dataDir, clock }: { dataDir: string; clock: Clock },
): () => void {
  const pinsFile = path.join(modelsFolder(dataDir), 'pins.json');
  const read = (): z.output<typeof Pins> => {
    if (!fs.existsSync(pinsFile)) return {};
    const pins = Pins.safeParse(parseJson(fs.readFileSync(pinsFile, 'utf8')));
    if (!pins.success)
      throw new ModelError(
        'checksum',
        `${pinsFile} is damaged. Restore it, or delete it to trust what comes next.`,
      );
    return pins.data;
  };
  const storedSha256 = read()[source.address]?.sha256;
  const expected = source.sha256 ?? storedSha256;
  const refuse = (text: string): never => {
    if (file) fs.rmSync(file, { force: true });
    throw new ModelError('checksum', `${text} Nothing was installed; what came was thrown away.`);
  };
  if (expected && receivedSums.sha256 !== expected) {
    const expectedOrigin = source.sha256 ? 'published' : `what came the first time, kept in ${pinsFile},`;
    refuse(`${source.address} has the sha256 ${receivedSums.sha256}; ${expectedOrigin} is ${expected}.`);
  }
  if (source.md5 && receivedSums.md5 !== source.md5)
    refuse(`${source.address} has the md5 ${receivedSums.md5}; published is ${source.md5}.`);
  return () => {
    if (expected) return;
    const pins = {
      ...read(),
      [source.address]: { sha256: receivedSums.sha256, first_used: new Date(clock.now()).toISOString() },
    };
    fs.writeFileSync(`${pinsFile}.new`, `${JSON.stringify(pins, null, 2)}\n`);
    fs.renameSync(`${pinsFile}.new`, pinsFile);
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
