/** Reads a file of scenarios in YAML or JSON. An error names its location and a remedy. */
import fs from 'node:fs';
import path from 'node:path';
import { isCollection, isScalar, LineCounter, parseDocument, type Document as YamlDocument } from 'yaml';
import { withDefaults, ScenarioFile, type Scenario } from './scenario.ts';

/** Maximum size of a file in bytes. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Maximum number of references to anchors in a YAML file. */
const MAX_ALIASES = 200;
/** Maximum number of errors of one file that are reported together. */
const MAX_FAULTS = 12;

/** Describes the errors of a file, one per line. */
export class ScenarioFileError extends Error {}

export interface ReadFile {
  /** The name as on the command line. */
  file: string;
  /** The folder that relative paths of documents refer to. */
  folder: string;
  scenarios: Scenario[];
}

export function readScenarios(file: string): ReadFile {
  const source = readText(file);
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, uniqueKeys: true, merge: true });
  if (document.errors.length > 0)
    throw new ScenarioFileError(
      document.errors
        .slice(0, MAX_FAULTS)
        .map(({ message }) => `${file}: ${message.split('\n')[0]!.replace(/:$/, '')}`)
        .join('\n'),
    );
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch {
    throw new ScenarioFileError(`${file}: It refers to itself too often.`);
  }
  const parseResult = ScenarioFile.safeParse(value);
  if (parseResult.success)
    return {
      file,
      folder: path.dirname(path.resolve(file)),
      scenarios: parseResult.data.scenarios.map((scenario) =>
        withDefaults(scenario, parseResult.data.defaults),
      ),
    };
  const faults = parseResult.error.issues.map(({ path: keyPath, message }) => {
    const keys = keyPath.filter((key): key is string | number => typeof key !== 'symbol');
    const line = lineOf(document, keys, lines);
    return `${file}${line ? `:${line}` : ''}: ${errorLocation(keys, value)} ${message}`;
  });
  const remainder = faults.length > MAX_FAULTS ? [`${file}: and ${faults.length - MAX_FAULTS} more`] : [];
  throw new ScenarioFileError([...faults.slice(0, MAX_FAULTS), ...remainder].join('\n'));
}

function readText(file: string): string {
  try {
    const { size } = fs.statSync(file);
    if (size > MAX_BYTES)
      throw new ScenarioFileError(
        `${file}: It is larger than ${MAX_BYTES / 1024 / 1024} MB; cut it in several.`,
      );
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof ScenarioFileError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new ScenarioFileError(
      `${file}: It cannot be read${code === 'ENOENT' ? ', there is no such file' : ` (${code})`}.`,
    );
  }
}

/** Describes the location of an error: the scenario's name, then the keys. */
function errorLocation(keys: readonly (string | number)[], value: unknown): string {
  const list = (value as { scenarios?: unknown } | null)?.scenarios;
  if (keys[0] !== 'scenarios' || typeof keys[1] !== 'number' || !Array.isArray(list))
    return keys.length > 0 ? `${keys.join('.')}:` : 'The file:';
  const scenario: unknown = list[keys[1]];
  const name = (scenario as { name?: unknown } | null)?.name;
  const scenarioLabel =
    typeof name === 'string' ? JSON.stringify(name.slice(0, 60)) : `scenario ${keys[1] + 1}`;
  const innerKeys = keys
    .slice(2)
    .map((key) => (typeof key === 'number' ? `${key + 1}` : key))
    .join(' ');
  return innerKeys ? `${scenarioLabel}, ${innerKeys}:` : `${scenarioLabel}:`;
}

/**
 * Returns the line of the value at a path, or of the last part of the path that exists; null if the document
 * is empty.
 */
function lineOf(
  document: YamlDocument,
  keys: readonly (string | number)[],
  lines: LineCounter,
): number | null {
  for (let length = keys.length; length >= 0; length--) {
    const node: unknown = length === 0 ? document.contents : document.getIn(keys.slice(0, length), true);
    if ((isScalar(node) || isCollection(node)) && node.range) return lines.linePos(node.range[0]).line;
  }
  return null;
}
