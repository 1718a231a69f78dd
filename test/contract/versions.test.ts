import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

interface Manifest {
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
const manifest = (folder: string) =>
  JSON.parse(fs.readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;

test('the packages share one version and depend on each other in it, and the change log contains it', () => {
  const { version } = manifest('.');
  for (const folder of ['contract', 'assets', 'elements', 'console', 'service']) {
    const { version: ownVersion, dependencies, devDependencies } = manifest(`src/${folder}`);
    assert.equal(ownVersion, version, folder);
    for (const [name, needed] of Object.entries({ ...dependencies, ...devDependencies }))
      if (name.startsWith('@palkit/')) assert.equal(needed, version, `${folder} needs ${name}`);
  }
  const escapedVersion = version.replaceAll('.', '\\.');
  assert.match(
    fs.readFileSync('CHANGELOG.md', 'utf8'),
    new RegExp(`^## ${escapedVersion} - \\d{4}-\\d{2}-\\d{2}$`, 'm'),
  );
});
