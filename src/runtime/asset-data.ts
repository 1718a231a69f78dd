import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Returns the absolute path of a file in the package `@palkit/assets`. */
export function assetPath(path: string): string {
  const requireFromHere = createRequire(import.meta.url);
  return join(dirname(requireFromHere.resolve('@palkit/assets/package.json')), path);
}
