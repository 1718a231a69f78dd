/** Writes src/elements/dist/custom-elements.json and data for editors, with `npm run manifest` and in each build. */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { editorData, frameworkTypes } from './framework-types.ts';
import { manifest } from './manifest.ts';

const FOLDER = path.join('src', 'elements', 'dist');

export function writeManifest(): void {
  const created = manifest();
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(path.join(FOLDER, 'custom-elements.json'), `${JSON.stringify(created, null, 1)}\n`);
  fs.writeFileSync(
    path.join(FOLDER, 'vscode.html-custom-data.json'),
    `${JSON.stringify(editorData(created), null, 1)}\n`,
  );
  fs.writeFileSync(path.join(FOLDER, 'web-types.json'), frameworkTypes(created)['web-types.json']);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) writeManifest();
