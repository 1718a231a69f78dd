import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the folder of this package. Sources and built files are at different depths in it. */
export function packageFolder(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!fs.existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}

export function packageVersion(): string {
  const file = path.join(packageFolder(), 'package.json');
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version;
}
