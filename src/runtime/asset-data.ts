import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The absolute path of data in the package `@palkit/assets`. */
export function data(path: string): string {
  const packages = createRequire(import.meta.url);
  return join(dirname(packages.resolve('@palkit/assets/package.json')), path);
}
