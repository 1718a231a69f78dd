/** Each changeset of the next release can be parsed, and its text is suitable for the change log. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import readChangesets from '@changesets/read';
import { changesOf } from '../../scripts/changelog.ts';

interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  workspaces?: string[];
}
const manifest = (folder: string) =>
  JSON.parse(fs.readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;

const packages = manifest('.')
  .workspaces!.map(manifest)
  .filter((workspace) => !workspace.private)
  .map(({ name }) => name);

test('all packages that are published share their version', () => {
  const { fixed } = JSON.parse(fs.readFileSync('.changeset/config.json', 'utf8')) as { fixed: string[][] };
  assert.deepEqual(
    fixed.map((names) => names.toSorted()),
    [packages.toSorted()],
  );
});

test('each changeset names packages of ours, with a bump that stays below 1.0', async () => {
  assert.match(manifest('.').version, /^0\./, 'from 1.0 on what breaks is a major bump');
  for (const { id, releases: releaseList } of await readChangesets('.')) {
    assert.ok(releaseList.length > 0, `${id} names a package`);
    for (const { name, type } of releaseList) {
      assert.ok(packages.includes(name), `${id}: ${name}`);
      assert.ok(type === 'patch' || type === 'minor', `${id}: ${type}`);
    }
  }
});

test('each change consists of complete sentences, and its links work from the root folder', async () => {
  for (const changeset of await readChangesets('.'))
    for (const { item } of changesOf(changeset)) {
      assert.match(item, /^- (?:[\p{Lu}\p{N}]|`)[^]*\.\)?$/u, changeset.id);
      for (const [, target] of item.matchAll(/\]\(([^)#\s]+)[^)]*\)/g))
        assert.ok(/^[a-z]+:/.test(target!) || fs.existsSync(target!), `${changeset.id}: ${target}`);
    }
});

test('no list of changes is kept by hand', () => {
  assert.doesNotMatch(fs.readFileSync('CHANGELOG.md', 'utf8'), /^## \[?unreleased/im);
});
