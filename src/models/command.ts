/** `palkit models` lists, adds and removes models. Its dependencies are parameters, so that tests can replace them. */
import fs from 'node:fs';
import { installedModels, type InstalledModel } from './installed.ts';
import { addWithEngine, downloadSize, missingEngine, type AddParts } from './add.ts';
import { hasEngine } from './engine.ts';
import type { Translations } from './german.ts';
import { requireLanguage } from './languages.ts';
import { describedByFile, smallModelNote } from './gguf.ts';
import { describedIn, removeModel } from './install.ts';
import { NAME, type Model } from './model.ts';
import { FAILURES, ModelError } from './model-error.ts';
import type { ProgressBar } from './progress.ts';

/** A face, and the embedded voice that speaks for it until a matching voice is installed. */
export interface VoicedFace {
  name: string;
  voice: string;
}

export interface CommandParts extends Omit<AddParts, 'step' | 'progress' | 'notice'> {
  catalogue: readonly Model[];
  faces: readonly VoicedFace[];
  bar: ProgressBar;
  out(text: string): void;
  error(text: string): void;
  /** Asks the user at the terminal a yes-or-no question; null without a terminal. */
  confirm: ((question: string) => Promise<boolean>) | null;
}

export const USAGE = `usage:
  palkit models list                        what there is, and what is installed
  palkit models add NAME                    fetches a model from its publisher
  palkit models add NAME --from PATH        from a folder, an archive or a GGUF file that you have
  palkit models add --language de           adds a recogniser, a voice and a sentence model
  palkit models add NAME --yes              agrees to what is known of a voice without being asked
  palkit models remove NAME
The service uses what is installed at its next start. Settings: DATA_DIR, OUTBOUND_ALLOWED_HOSTS.
`;

/** Returns the exit code: 0, one of `FAILURES`, or 130 if the command was stopped. */
export async function modelsCommand(words: readonly string[], parts: CommandParts): Promise<number> {
  try {
    const run = commandOf(words);
    if (!run) {
      parts.error(USAGE);
      return FAILURES.usage;
    }
    await run(parts);
    return 0;
  } catch (error) {
    parts.bar.end();
    if (parts.signal?.aborted) {
      parts.error('Stopped. The part received so far is stored; run the same command again to continue.\n');
      return 130;
    }
    if (!(error instanceof ModelError)) throw error;
    parts.error(`palkit: ${error.message}\n`);
    return FAILURES[error.code];
  }
}

/** Returns the command to run; null for an unknown one. */
function commandOf(words: readonly string[]): ((parts: CommandParts) => void | Promise<void>) | null {
  const [verb, name, ...options] = words;
  if (verb === 'list') return name === undefined ? list : null;
  if (!name) return null;
  if (verb === 'add') {
    const isAgreed = options.at(-1) === '--yes';
    const from = isAgreed ? options.slice(0, -1) : options;
    if (name === '--language') return from.length === 1 ? (parts) => addAll(from[0]!, parts, isAgreed) : null;
    if (from.length > 0 && !isFromOption(from)) return null;
    return (parts) => add(name, from[1], parts, isAgreed);
  }
  return verb === 'remove' && options.length === 0 ? (parts) => remove(name, parts) : null;
}

const isFromOption = (options: readonly string[]): boolean =>
  options.length === 2 && options[0] === '--from' && options[1] !== '';

async function remove(name: string, parts: CommandParts): Promise<void> {
  await removeModel(checkName(name), parts.dataDir);
  parts.out(`Removed ${name}. The service stops using it at its next start.\n`);
}

/** Validates a name before use, because it becomes the name of a folder. */
function checkName(name: string): string {
  if (name.length > 60 || !NAME.test(name))
    throw new ModelError(
      'usage',
      `${JSON.stringify(name.slice(0, 60))} is no model's name: small letters, digits and hyphens.`,
    );
  return name;
}

async function add(
  name: string,
  from: string | undefined,
  parts: CommandParts,
  isAgreed: boolean,
): Promise<void> {
  const model =
    parts.catalogue.find((row) => row.name === checkName(name)) ??
    (from === undefined ? null : (describedByFile(from, name) ?? describedIn(from, name)));
  if (!model)
    throw new ModelError(
      'unknown',
      `There is no model ${name}. palkit models list shows those there are; one of your own comes ` +
        'with --from FILE.gguf, or with --from FOLDER and a palkit-model.json in it.',
    );
  if (model.card && !isInstalled(model, parts)) {
    parts.out(cardOf(model, parts.faces));
    if (!(await confirmModels([model], parts, isAgreed))) return parts.out(`${name} was not added.\n`);
  }
  await fetchModel(model, parts, from);
}

/** Adds the models of a language after one consent to all of them. */
async function addAll(language: string, parts: CommandParts, isAgreed: boolean): Promise<void> {
  const missingModels = requireLanguage(parts.catalogue, language).filter(
    (model) => !isInstalled(model, parts) || missingEngine(model, parts.dataDir),
  );
  for (const model of missingModels) parts.out(cardOf(model, parts.faces));
  if (missingModels.length === 0) return parts.out(`The models for ${language} are installed already.\n`);
  if (!(await confirmModels(missingModels, parts, isAgreed))) return parts.out('Nothing was added.\n');
  for (const model of missingModels) await fetchModel(model, parts);
}

const isInstalled = ({ name }: Model, { dataDir }: CommandParts): boolean =>
  installedModels(dataDir).some((each) => each.name === name);

async function fetchModel(model: Model, parts: CommandParts, from?: string): Promise<void> {
  const { name } = model;
  const wasInstalled = isInstalled(model, parts);
  const { progress } = parts.bar;
  const step = ({ en }: Translations): void => parts.bar.step(en);
  const showNotice = (text: string): void => parts.out(`  ${text}\n`);
  const installedModel = await addWithEngine(model, { ...parts, step, progress, showNotice }, from);
  parts.bar.end();
  if (wasInstalled)
    return parts.out(
      `${name} is installed already. To get it anew, remove it first: palkit models remove ${name}\n`,
    );
  const hasPinnedSource = model.sources.some(
    (source, index) => source.sha256 === null && installedModel.sources[index],
  );
  if (hasPinnedSource)
    parts.out(
      '  No sha256 of it was known; the one that came is pinned now, and must be the same the next time.\n',
    );
  const smallNote =
    from !== undefined && model.for === 'language_model' && smallModelNote(fs.statSync(from).size);
  if (smallNote) parts.out(`  ${smallNote}\n`);
  parts.out(
    `Added ${name} (${installedModel.licence}) in ${installedModel.folder}\nStart the service again to use it.\n`,
  );
}

/** Asks for consent to the models whose facts were shown. */
async function confirmModels(
  models: readonly Model[],
  { confirm }: CommandParts,
  isAgreed: boolean,
): Promise<boolean> {
  if (isAgreed) return true;
  if (!confirm)
    throw new ModelError('usage', 'Read the lines above, and say --yes behind the command to add the voice.');
  return confirm(`Add ${models.map(({ name }) => name).join(', ')}?`);
}

/** Formats the facts about a model or a voice that its owner should read before use. */
export function cardOf(
  { name, description, licence, speakers, languages, card, ...model }: Model,
  faces: readonly VoicedFace[],
): string {
  const matchingFaces = faces.filter(({ voice }) => speakers && Object.hasOwn(speakers, voice));
  const rows: (readonly [string, string | undefined])[] = [
    ['licence', licence],
    ['recordings', card && `${card.dataset} (${card.datasetLicence})`],
    ['training', card?.training],
    ['caution', card?.research ?? undefined],
    [
      'speaks for',
      card && `${matchingFaces.map((face) => face.name).join(', ')}, and for a PAL that names it: "${name}"`,
    ],
    ['model card', card?.address],
    ['download', `${sizeOf(model)} MB`],
  ];
  const lines = rows.flatMap(([label, text]) => (text ? [`  ${`${label}:`.padEnd(12)} ${text}\n`] : []));
  return `${name} (${languages.join(' ')}): ${description}\n${lines.join('')}`;
}

const PURPOSE = {
  speech_to_text: 'ears',
  text_to_speech: 'voice',
  embeddings: 'meaning',
  language_model: 'answers',
} as const;

function list({ catalogue, dataDir, out, error }: CommandParts): void {
  const installed = installedModels(dataDir, (problem) => error(`${problem}\n`));
  const ownModels = installed.filter(({ name }) => !catalogue.some((row) => row.name === name));
  const rows = [...catalogue, ...ownModels].map((row) => {
    const installedModel = installed.find(({ name }) => name === row.name);
    return [
      'tried' in row && row.tried === null ? `${row.name} *` : row.name,
      PURPOSE[row.for],
      languagesOf(row.languages),
      sizeOf(row),
      stateOf(installedModel, dataDir),
      row.licence,
    ];
  });
  const table = [['name', 'for', 'languages', 'MB', '', 'licence'], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table)
    out(
      `${row
        .map((cell, column) => (column === 3 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
        .join('  ')
        .trimEnd()}\n`,
    );
  out(
    "\nMB are those of the download; ? where its publisher's size was not known. " +
      'Add one: palkit models add NAME\n' +
      '* Never fetched in the making of Palkit; see docs/guide/models.md.\n',
  );
}

function languagesOf(languages: readonly string[]): string {
  return languages.length > 3
    ? `${languages.slice(0, 2).join(' ')} +${languages.length - 2}`
    : languages.join(' ');
}

function sizeOf(row: { sources: readonly { bytes: number | null }[] }): string {
  const bytes = downloadSize(row);
  return bytes === null ? '?' : String(Math.round(bytes / 1e6));
}

function stateOf(installedModel: InstalledModel | undefined, dataDir: string): string {
  if (!installedModel) return '';
  return hasEngine(dataDir, installedModel.engine) ? 'installed' : 'no engine';
}
