import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let root = dirname(fileURLToPath(import.meta.url));
// Source files and built files have different depths below the package.
while (!existsSync(join(root, 'package.json')) && dirname(root) !== root) root = dirname(root);

const packages = createRequire(import.meta.url);
const packageFolder = (name: string): string => dirname(packages.resolve(`${name}/package.json`));

/** Returns the absolute path of a file of this package; `path` is relative to the package. */
export function asset(path: string): string {
  return join(root, path);
}

/** Returns the folder of the built files of the package `@palkit/console`. */
export function consoleFolder(): string {
  return join(packageFolder('@palkit/console'), 'dist');
}

/** Returns the absolute path of a built file of the elements package. */
export function elementsFile(path: string): string {
  return join(packageFolder('palkit'), 'dist', path);
}
