/**
 * Groups of test files that share a process. In separate processes each file would load the whole service and compile
 * the database's WebAssembly, which takes a third of the time of these tests.
 */
import fs from 'node:fs';
import path from 'node:path';
import { OUT } from './compile-tests.ts';

/** State of the whole process, which another file's tests would see. */
const PROCESS_STATE = /\bmock\.|process\.(env\[|chdir|on\b)|memoryUsage|globalThis\.|monitorEventLoopDelay/;
/** Hooks at the top of a module; the first file that imports it gets them. */
const HOOKS = /^(?:before|after)(?:Each)?\(/m;
const RELATIVE_IMPORT = /from '(\.\.?\/[^']+\.ts)'/g;

const read = (file: string) => fs.readFileSync(file, 'utf8');

/** Modules with hooks that a test file imports, directly or through other modules of `test/`. */
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

/** Spreads files over groups of about `size`, in which no two files import the same hooks. */
export function groupsOf(files: readonly string[], size: number): string[][] {
  const alone = files.filter((file) => PROCESS_STATE.test(read(file)));
  const others = files.filter((file) => !alone.includes(file));
  const groups: Group[] = Array.from({ length: Math.ceil(others.length / size) }, () => ({
    files: [],
    modules: new Set(),
  }));
  for (const file of others) {
    const modules = hookModules(file);
    const fitting = groups
      .filter((group) => !modules.some((module) => group.modules.has(module)))
      .sort((one, other) => one.files.length - other.files.length);
    const group = fitting[0] ?? { files: [], modules: new Set<string>() };
    if (!fitting[0]) groups.push(group);
    group.files.push(file);
    for (const module of modules) group.modules.add(module);
  }
  return [...groups.map((group) => group.files), ...alone.map((file) => [file])];
}

/**
 * Node runs files in the order of their paths. Files that run alone, of which some take a minute, therefore come
 * first.
 */
const GROUPS = 'together';
const groupFile = (name: string, index: number) =>
  path.join(OUT, GROUPS, `${name.replaceAll(' ', '-')}-${index + 1}.js`);

/** Maps the path of a test to the path of the program that runs it: `compiledTest`, or the source itself. */
export type ProgramOf = (file: string) => string;

/** Paths of the programs that run the groups; a group of one file is that file. */
export const groupPrograms = (
  name: string,
  groups: readonly (readonly string[])[],
  programOf: ProgramOf,
): string[] =>
  groups.map((files, index) => (files.length === 1 ? programOf(files[0]!) : groupFile(name, index)));

/** Writes these programs. Each file is a suite, so that its hooks apply to its own tests. */
export function writeGroups(
  name: string,
  groups: readonly (readonly string[])[],
  programOf: ProgramOf,
): void {
  fs.mkdirSync(path.join(OUT, GROUPS), { recursive: true });
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
