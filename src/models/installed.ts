/** Lists the models in the data folder. */
import fs from 'node:fs';
import path from 'node:path';
import { FAMILIES, InstalledRecord, type EngineName } from './model.ts';

/** The description file in a model's folder. It is written last, so a folder without it is incomplete. */
export const RECORD_FILE = 'palkit-model.json';

export interface InstalledModel extends InstalledRecord {
  /** Absolute path of the model's folder. */
  folder: string;
  engine: EngineName;
}

export const modelsFolder = (dataDir: string): string => path.join(dataDir, 'models');

/**
 * Returns the complete installed models, newest first. `onProblem` receives a sentence with a remedy for each
 * unusable folder.
 */
export function installedModels(
  dataDir: string,
  onProblem: (problem: string) => void = () => undefined,
): InstalledModel[] {
  const models: InstalledModel[] = [];
  for (const name of namesIn(modelsFolder(dataDir))) {
    const folder = path.join(modelsFolder(dataDir), name);
    const record = readRecord(folder);
    const missingFile = record && missingPart(folder, record);
    if (!record || record.name !== name || missingFile) {
      const fault = missingFile ? `lacks ${missingFile}` : 'does not say what it is';
      onProblem(
        `The model ${name} is not used: its folder ${fault}. Remove it and add it again: palkit models ` +
          `remove ${name}`,
      );
    } else models.push({ ...record, folder, engine: FAMILIES[record.family].engine });
  }
  return models.sort(
    (first, second) =>
      second.installed_at.localeCompare(first.installed_at) || first.name.localeCompare(second.name),
  );
}

/** Returns the first required part that the folder lacks, or null. */
export function missingPart(
  folder: string,
  { family, parts }: Pick<InstalledRecord, 'family' | 'parts'>,
): string | null {
  for (const part of FAMILIES[family].parts) {
    const relative = parts[part];
    if (relative === undefined) return `the part ${part}`;
    const stat = fs.statSync(path.join(folder, relative), { throwIfNoEntry: false });
    if (!stat || (stat.isFile() && stat.size === 0)) return relative;
  }
  return null;
}

function namesIn(folder: string): string[] {
  try {
    return fs
      .readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}

function readRecord(folder: string): InstalledRecord | null {
  const file = path.join(folder, RECORD_FILE);
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > 65_536) return null;
  try {
    return InstalledRecord.safeParse(JSON.parse(fs.readFileSync(file, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}
