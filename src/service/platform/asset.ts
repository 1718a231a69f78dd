import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let root = dirname(fileURLToPath(import.meta.url));
// tsc copies no assets into dist, so both realms of code read them from the sources beside package.json.
while (!existsSync(join(root, 'package.json')) && dirname(root) !== root) root = dirname(root);

/** The absolute path of a file that ships with the service. `path` is relative to `src/service`. */
export function asset(path: string): string {
  return join(root, 'src', 'service', path);
}

/** The absolute path of data that ships beside the code. `path` is relative to `src/assets`. */
export function data(path: string): string {
  return join(root, 'src', 'assets', path);
}
