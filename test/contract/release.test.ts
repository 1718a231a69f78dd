/** A release: changesets become a dated entry in the single change log, and set the next version of all packages. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { changesOf, listOf, withRelease } from '../../scripts/changelog.ts';
import { release } from '../../scripts/release.ts';

const DAY = '2027-01-31';

test('a changeset is read as headings with their items, which may have several lines', () => {
  const summary = '### Added\n\n- One.\n- Two\n  goes on.\n\n### Fixed\n- Three.\n';
  assert.deepEqual(changesOf({ id: 'a', summary }), [
    { heading: 'Added', item: '- One.' },
    { heading: 'Added', item: '- Two\n  goes on.' },
    { heading: 'Fixed', item: '- Three.' },
  ]);
});

test('a changeset that the change log would not show completely is refused by its name', () => {
  for (const [summary, reason] of [
    ['', /a\.md says nothing/],
    ['### Fixed', /a\.md says nothing/],
    ['### Mended\n\n- One.', /a\.md has the heading "Mended"/],
    ['- One.', /a\.md has a line that is no item below a heading: - One\./],
    ['### Fixed\n\nOne.', /a\.md has a line that is no item/],
    ['### Fixed\n\n- One.\n\n  Two.', /a\.md has a line that is no item/],
  ] as const)
    assert.throws(() => changesOf({ id: 'a', summary }), reason, summary);
});

test('changes of all changesets are under one heading each, in the order of Keep a Changelog', () => {
  const list = listOf([
    { id: 'b', summary: '### Fixed\n\n- Second.\n\n### Added\n\n- New.' },
    { id: 'a', summary: '### Fixed\n\n- First.' },
  ]);
  assert.equal(list, '### Added\n\n- New.\n\n### Fixed\n\n- First.\n- Second.\n');
});

test('a release is above the earlier ones, once', () => {
  const changelogBefore = '# Changelog\n\nWords.\n\n## 0.1.0 - 2026-11-23\n\nThe first release.\n';
  const changelogAfter = withRelease(changelogBefore, '0.2.0', DAY, '### Added\n\n- New.\n');
  assert.equal(
    changelogAfter,
    changelogBefore.replace('## 0.1.0', () => `## 0.2.0 - ${DAY}\n\n### Added\n\n- New.\n\n## 0.1.0`),
  );
  assert.throws(() => withRelease(changelogAfter, '0.2.0', DAY, '- Again.\n'), /already has 0\.2\.0/);
  assert.throws(() => withRelease('# Changelog\n', '0.2.0', DAY, '- New.\n'), /no release/);
});

interface Manifest {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  workspaces?: string[];
}
const read = (file: string) => fs.readFileSync(file, 'utf8');
const MANIFESTS = ['.', ...(JSON.parse(read('package.json')) as Manifest).workspaces!].map((folder) =>
  path.join(folder, 'package.json'),
);

/** Creates a project as a release sees it: manifests, change log, and these changesets. */
function project(t: TestContext, changesets: Record<string, string>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-release-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  for (const file of [...MANIFESTS, 'CHANGELOG.md', '.changeset/config.json', '.changeset/README.md']) {
    fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    fs.copyFileSync(file, path.join(folder, file));
  }
  for (const [name, text] of Object.entries(changesets))
    fs.writeFileSync(path.join(folder, '.changeset', `${name}.md`), text);
  return folder;
}

test('the highest bump applies to all packages, which depend on each other in that version', async (t) => {
  const folder = project(t, {
    mended: "---\n'@palkit/service': patch\n---\n\n### Fixed\n\n- Mended.\n",
    new: "---\n'@palkit/contract': minor\n---\n\n### Added\n\n- New.\n",
  });
  const { version: versionBefore } = JSON.parse(read('package.json')) as { version: string };
  const [major, minor] = versionBefore.split('.').map(Number) as [number, number];
  const next = `${major}.${minor + 1}.0`;

  assert.equal(await release(folder, DAY), next);
  for (const file of MANIFESTS) {
    const expected = JSON.parse(read(file)) as Manifest;
    if (expected.version) expected.version = next;
    for (const needed of [expected.dependencies, expected.devDependencies])
      for (const name of Object.keys(needed ?? {}))
        if (name === 'palkit' || name.startsWith('@palkit/')) needed![name] = next;
    assert.equal(read(path.join(folder, file)), `${JSON.stringify(expected, null, 2)}\n`, file);
  }
  assert.equal(
    read(path.join(folder, 'CHANGELOG.md')),
    withRelease(read('CHANGELOG.md'), next, DAY, '### Added\n\n- New.\n\n### Fixed\n\n- Mended.\n'),
  );
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  assert.deepEqual(files.filter((file) => file.endsWith('.md')).toSorted(), [
    path.join('.changeset', 'README.md'),
    'CHANGELOG.md',
  ]);
});

test('a release that is not possible changes nothing', async (t) => {
  const folder = project(t, {});
  await assert.rejects(release(folder, DAY), /nothing to release/);
  const file = path.join(folder, '.changeset', 'a.md');
  fs.writeFileSync(file, "---\n'@palkit/service': patch\n---\n\nMended.\n");
  await assert.rejects(release(folder, DAY), /no item below a heading: Mended\./);
  assert.ok(fs.existsSync(file));
  for (const name of [...MANIFESTS, 'CHANGELOG.md']) assert.equal(read(path.join(folder, name)), read(name));
});
