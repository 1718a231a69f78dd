/**
 * Installs a model in the data folder, or removes it. After any error the model's folder is either complete or
 * absent.
 */
import fs from 'node:fs';
import path from 'node:path';
import { holdFolder } from '@palkit/runtime/folder-lock';
import { download, type DownloadParts } from './download.ts';
import type { Translations } from './german.ts';
import { hashFile, type FileHashes } from './hashes.ts';
import { installedModels, missingPart, modelsFolder, RECORD_FILE, type InstalledModel } from './installed.ts';
import { ModelDescription, type InstalledRecord, type Model, type Source } from './model.ts';
import { ModelError } from './model-error.ts';
import { checkSums } from './pins.ts';
import { checkingText, COPYING, fetchingText, UNPACKING } from './steps.ts';
import { unpackInThread } from './unpack-thread.ts';
import { UNPACK_LIMITS } from './unpack.ts';

export interface InstallParts extends DownloadParts {
  dataDir: string;
  /** Reports the current step as a short text. */
  step(words: Translations): void;
}

/** Estimated size of an archive together with its unpacked files, relative to the size of the archive. */
const UNPACKED_SPACE_FACTOR = 3.5;
/** Maximum unpacked size relative to the archive. */
const MAX_RATIO = 20;

/**
 * Adds a model of the catalogue from its publisher, or `from` a folder with its unpacked files or an archive.
 * @throws ModelError, or the signal's reason; downloaded data is kept for the next attempt
 */
export async function addModel(model: Model, parts: InstallParts, from?: string): Promise<InstalledModel> {
  const { dataDir } = parts;
  const models = modelsFolder(dataDir);
  const incomingFolder = path.join(models, '.incoming', model.name);
  fs.mkdirSync(incomingFolder, { recursive: true });
  const releaseLock = await holdFolder(incomingFolder);
  if (!releaseLock)
    throw new ModelError(
      'busy',
      `Another palkit is adding ${model.name} right now. Wait until it has ended.`,
    );
  try {
    const installedModel = installedModels(dataDir).find(({ name }) => name === model.name);
    if (installedModel) return installedModel;
    const assembledFolder = path.join(incomingFolder, 'whole');
    fs.rmSync(assembledFolder, { recursive: true, force: true });
    const sources =
      from === undefined
        ? await fetchAll(model, incomingFolder, assembledFolder, parts)
        : await takeFrom(from, model, incomingFolder, assembledFolder, parts);
    const missingFile = missingPart(assembledFolder, model);
    if (missingFile)
      throw new ModelError('archive', `What was unpacked is no ${model.name}: it lacks ${missingFile}.`);
    const record: InstalledRecord = {
      ...ModelDescription.parse({ ...model, languages: [...model.languages] }),
      sources,
      installed_at: new Date(parts.clock.now()).toISOString(),
    };
    fs.writeFileSync(path.join(assembledFolder, RECORD_FILE), `${JSON.stringify(record, null, 2)}\n`);
    await syncAll(assembledFolder);
    const folder = path.join(models, model.name);
    // The check above has shown that the existing folder with this name contains no usable model.
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(assembledFolder, folder);
    syncFolder(models);
    fs.rmSync(incomingFolder, { recursive: true, force: true });
    return installedModels(dataDir).find(({ name }) => name === model.name)!;
  } finally {
    await releaseLock();
  }
}

/** @throws ModelError `unknown` without such a model, `busy` while it is being added */
export async function removeModel(name: string, dataDir: string): Promise<void> {
  const models = modelsFolder(dataDir);
  const folder = path.join(models, name);
  const incoming = path.join(models, '.incoming', name);
  if (!fs.existsSync(folder) && !fs.existsSync(incoming))
    throw new ModelError('unknown', `There is no model ${name} in ${models}.`);
  fs.mkdirSync(incoming, { recursive: true });
  const free = await holdFolder(incoming);
  if (!free)
    throw new ModelError('busy', `Another palkit is adding ${name} right now. Wait until it has ended.`);
  try {
    // Rename the folder first, so that no reader sees it half deleted.
    if (fs.existsSync(folder)) fs.renameSync(folder, path.join(incoming, `removed-${process.pid}`));
    fs.rmSync(incoming, { recursive: true, force: true });
  } finally {
    await free();
  }
}

/**
 * Reads the description of a model that is not in the catalogue from the folder's `palkit-model.json`; null without
 * this file.
 */
export function describedIn(folder: string, name: string): Model | null {
  const file = path.join(folder, RECORD_FILE);
  if (!fs.existsSync(file)) return null;
  let description: unknown;
  try {
    description = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    throw new ModelError('archive', `${file} is no JSON.`);
  }
  const parseResult = ModelDescription.safeParse(description);
  if (!parseResult.success) {
    const [issue] = parseResult.error.issues;
    throw new ModelError(
      'archive',
      `${file}: ${issue?.path.join('.') || 'it'} ${issue?.message ?? 'is not valid'}.`,
    );
  }
  if (parseResult.data.name !== name)
    throw new ModelError('usage', `${file} names the model ${parseResult.data.name}, not ${name}.`);
  return { ...parseResult.data, description: 'A model of your own.', sources: [], tried: null };
}

async function fetchAll(
  model: Model,
  incoming: string,
  whole: string,
  parts: InstallParts,
): Promise<InstalledRecord['sources']> {
  const downloads: { source: Source; file: string; sums: FileHashes; pin: () => void }[] = [];
  for (const [index, source] of model.sources.entries()) {
    const file = path.join(incoming, `${index}.part`);
    const { pathname, host } = new URL(source.address);
    parts.step(fetchingText(path.posix.basename(pathname), host));
    const sums = await download(source, file, source.packed ? UNPACKED_SPACE_FACTOR : 1, parts);
    downloads.push({ source, file, sums, pin: checkSums(source, sums, file, parts) });
  }
  // The next run keeps downloads but deletes unpacked files, so unpacking starts only when all downloads are
  // complete.
  for (const { source, file, sums } of downloads) await placeFiles(source, file, sums.bytes, whole, parts);
  for (const { pin } of downloads) pin();
  return downloads.map(({ source, sums }) => ({
    address: source.address,
    sha256: sums.sha256,
    bytes: sums.bytes,
  }));
}

/**
 * Uses a folder without verification, because folders have no published checksum. An archive is verified like a
 * download.
 */
async function takeFrom(
  sourcePath: string,
  model: Model,
  incoming: string,
  whole: string,
  parts: InstallParts,
): Promise<InstalledRecord['sources']> {
  const folderOrFile = path.resolve(sourcePath);
  const stat = fs.statSync(folderOrFile, { throwIfNoEntry: false });
  if (!stat) throw new ModelError('usage', `There is nothing at ${folderOrFile}.`);
  if (stat.isDirectory()) {
    parts.step(COPYING);
    await requireSpace(folderSize(folderOrFile), parts);
    // A link could point outside the folder.
    fs.cpSync(folderOrFile, whole, { recursive: true, dereference: true });
    return [];
  }
  if (model.family === 'gguf' && model.sources.length === 0) {
    parts.step(COPYING);
    await requireSpace(stat.size, parts);
    fs.mkdirSync(whole, { recursive: true });
    fs.copyFileSync(folderOrFile, path.join(whole, model.parts['model']!), fs.constants.COPYFILE_FICLONE);
    return [];
  }
  const name = path.basename(folderOrFile);
  const source = model.sources.find(({ address }) => path.posix.basename(new URL(address).pathname) === name);
  if (!source || model.sources.length > 1) {
    const fileNames = model.sources
      .map(({ address }) => path.posix.basename(new URL(address).pathname))
      .join(', ');
    throw new ModelError(
      'usage',
      `${name} is not the file of ${model.name}. Give ${fileNames || 'a folder'}, or a folder that holds ` +
        'it unpacked.',
    );
  }
  parts.step(checkingText(name));
  const sums = await hashFile(folderOrFile);
  await requireSpace(sums.bytes * (source.packed ? UNPACKED_SPACE_FACTOR - 1 : 1), parts);
  const pins = checkSums(source, sums, null, parts);
  const copy = path.join(incoming, 'given');
  fs.copyFileSync(folderOrFile, copy, fs.constants.COPYFILE_FICLONE);
  await placeFiles(source, copy, sums.bytes, whole, parts);
  pins();
  return [{ address: source.address, sha256: sums.sha256, bytes: sums.bytes }];
}

async function placeFiles(
  source: Source,
  file: string,
  bytes: number,
  whole: string,
  { step, signal }: InstallParts,
): Promise<void> {
  if (source.packed === null) {
    const target = path.join(whole, source.to ?? path.posix.basename(new URL(source.address).pathname));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.renameSync(file, target);
    return;
  }
  step(UNPACKING);
  const unpackingFolder = `${whole}.unpacking`;
  fs.rmSync(unpackingFolder, { recursive: true, force: true });
  const limits = { ...UNPACK_LIMITS, bytes: Math.min(UNPACK_LIMITS.bytes, bytes * MAX_RATIO + 1e6) };
  await unpackInThread({ archive: file, packed: source.packed, folder: unpackingFolder, limits }, signal);
  // Publishers pack a folder; the model consists of its content.
  const [onlyEntry, ...otherEntries] = fs.readdirSync(unpackingFolder, { withFileTypes: true });
  fs.renameSync(
    onlyEntry?.isDirectory() && otherEntries.length === 0
      ? path.join(unpackingFolder, onlyEntry.name)
      : unpackingFolder,
    whole,
  );
  fs.rmSync(unpackingFolder, { recursive: true, force: true });
  fs.rmSync(file, { force: true });
}

async function requireSpace(bytes: number, { free }: InstallParts): Promise<void> {
  const freeBytes = await free();
  if (freeBytes >= bytes) return;
  const [neededMegabytes, freeMegabytes] = [bytes, freeBytes].map((each) => Math.ceil(each / 1e6));
  throw new ModelError(
    'space',
    `${neededMegabytes} MB are needed and ${freeMegabytes} MB are free. Make room, or set DATA_DIR to a larger disk.`,
  );
}

function folderSize(folder: string): number {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .reduce(
      (sum, entry) =>
        sum + (fs.statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}

/** Flushes files to the disk before they are moved into place, so that they survive a power failure. */
async function syncAll(folder: string): Promise<void> {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = await fs.promises.open(path.join(entry.parentPath, entry.name), 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

function syncFolder(folder: string): void {
  // Windows cannot open folders; its file system makes renames durable.
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
