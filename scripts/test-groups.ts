/**
 * Groups test files that share a process. In separate processes each file would load the complete service and compile
 * the database's WebAssembly, which takes a third of the time of these tests.
 */
import fs from 'node:fs';
import path from 'node:path';
import { OUTPUT_FOLDER } from './compile-tests.ts';

/** Matches changes of the process's state, which tests of another file would see. */
const PROCESS_STATE = /\bmock\.|process\.(env\[|chdir|on\b)|memoryUsage|globalThis\.|monitorEventLoopDelay/;
/** Matches hooks at the top level of a module; they apply to the first file that imports it. */
const HOOKS = /^(?:before|after)(?:Each)?\(/m;
const RELATIVE_IMPORT = /from '(\.\.?\/[^']+\.ts)'/g;

const read = (file: string) => fs.readFileSync(file, 'utf8');

/** Returns the modules with hooks that a test file imports, directly or through other modules of `test/`. */
function hookModules(file: string, visited = new Set<string>()): string[] {
  return [...read(file).matchAll(RELATIVE_IMPORT)]
    .map(([, name]) => path.join(path.dirname(file), name!))
    .filter((module) => module.startsWith(`test${path.sep}`) && !visited.has(module))
    .flatMap((module) => {
      visited.add(module);
      return [...(HOOKS.test(read(module)) ? [module] : []), ...hookModules(module, visited)];
    });
}

interface Group {
  files: string[];
  modules: Set<string>;
}

/** Distributes files among groups of about `size`, in which no two files import the same hooks. */
export function groupsOf(files: readonly string[], size: number): string[][] {
  const separateFiles = files.filter((file) => PROCESS_STATE.test(read(file)));
  const otherFiles = files.filter((file) => !separateFiles.includes(file));
  const groups: Group[] = Array.from({ length: Math.ceil(otherFiles.length / size) }, () => ({
    files: [],
    modules: new Set(),
  }));
  for (const file of otherFiles) {
    const modules = hookModules(file);
    const fitting = groups
      .filter((group) => !modules.some((module) => group.modules.has(module)))
      .sort((a, b) => a.files.length - b.files.length);
    const group = fitting[0] ?? { files: [], modules: new Set<string>() };
    if (!fitting[0]) groups.push(group);
    group.files.push(file);
    for (const module of modules) group.modules.add(module);
  }
  return [...groups.map((group) => group.files), ...separateFiles.map((file) => [file])];
}

/** Folder of the groups, which Node runs in the order of the paths: files that run alone and take long come first. */
const GROUPS_FOLDER = 'together';
const groupFile = (name: string, index: number) =>
  path.join(OUTPUT_FOLDER, GROUPS_FOLDER, `${name.replaceAll(' ', '-')}-${index + 1}.js`);

/** Returns the path of the program that runs a test: the compiled test or its source. */
export type ProgramOf = (file: string) => string;

/** Returns the paths of the programs that run the groups; a group of one file is that file. */
export const groupPrograms = (
  name: string,
  groups: readonly (readonly string[])[],
  programOf: ProgramOf,
): string[] =>
  groups.map((files, index) => (files.length === 1 ? programOf(files[0]!) : groupFile(name, index)));

/** Writes the programs of the groups. Each file is a suite, so that its hooks apply only to its tests. */
export function writeGroups(
  name: string,
  groups: readonly (readonly string[])[],
  programOf: ProgramOf,
): void {
  fs.mkdirSync(path.join(OUTPUT_FOLDER, GROUPS_FOLDER), { recursive: true });
  groups.forEach((files, index) => {
    if (files.length === 1) return;
    const program = groupFile(name, index);
    const suites = files.map((file) => {
      const module = path.relative(path.dirname(program), programOf(file)).split(path.sep).join('/');
      return `describe('${file}', async () => void (await import('${module}')));`;
    });
    fs.writeFileSync(program, `import { describe } from 'node:test';\n${suites.join('\n')}\n`);
  });
}
