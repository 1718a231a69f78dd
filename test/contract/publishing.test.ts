/** The release workflow and the packages that it would publish. Packing needs a build; nothing is uploaded. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import {
  publishedPackages,
  publishingFaults,
  type PublishedPackage,
} from '../../scripts/check-publishing.ts';
import { REALMS } from '../frameworks/packed.ts';

interface Step {
  uses?: string;
  run?: string;
  if?: string;
  with?: Record<string, unknown>;
  env?: Record<string, unknown>;
}
interface Workflow {
  on: { push: { tags: string[] }; workflow_dispatch: null };
  jobs: Record<'packages' | 'image', { steps: Step[]; needs?: string; permissions: Record<string, string> }>;
}
const workflow = parse(fs.readFileSync('.github/workflows/release.yml', 'utf8')) as Workflow;
// The assets have 60 MB, which npm would compress.
const packages = publishedPackages(['src/assets']);

test('every package is complete, and needs only packages that are published with it', () => {
  assert.deepEqual(packages.map(({ folder }) => folder).sort(), REALMS.map((realm) => `src/${realm}`).sort());
  assert.deepEqual(publishingFaults(packages, null), []);
  const documentation = packages.find(({ folder }) => folder.endsWith('developer-tools'));
  assert.ok(documentation?.files?.includes('dist/documentation/guide/get-started.md'));
});

test('a wrong version, a missing or extra file, and an unpublished package are errors', () => {
  const [firstPackage] = packages as [PublishedPackage];
  const { name, version } = firstPackage.manifest;
  assert.deepEqual(publishingFaults([firstPackage], `v${version}`), []);
  assert.deepEqual(publishingFaults([firstPackage], 'v9.9.9'), [
    `${name} is ${version}, and the tag is v9.9.9.`,
  ]);
  const incomplete = { ...firstPackage, files: [] };
  assert.match(publishingFaults([incomplete], null).join('\n'), /names dist\/.* which is not in the package/);
  const extraFields = { ...firstPackage, files: [...firstPackage.files!, 'account.ts', '.npmrc'] };
  assert.equal(publishingFaults([extraFields], null).length, 2);
  const needy = {
    ...firstPackage,
    manifest: { ...firstPackage.manifest, dependencies: { '@palkit/service': '0.0.1' } },
  };
  assert.match(publishingFaults([needy], null).join('\n'), /needs @palkit\/service 0\.0\.1/);
});

test("the workflow publishes only for a version's tag, from a checked build", () => {
  assert.deepEqual(workflow.on.push, { tags: ['v*'] });
  const { packages: npm, image } = workflow.jobs;
  const commands = npm.steps.flatMap(({ run }) => run ?? []);
  const order = ['npm ci', 'npm run build', 'scripts/check-publishing.ts', 'changeset publish'];
  assert.deepEqual(
    commands.map((command) => order.findIndex((commandPart) => command.includes(commandPart))),
    [0, 1, 2, 3],
  );
  for (const { run, uses, if: condition, with: options } of [...npm.steps, ...image.steps]) {
    const sends = run?.includes('publish --') || uses?.startsWith('docker/login-action');
    if (sends) assert.equal(condition, "github.event_name == 'push'");
    if (options && 'push' in options) assert.equal(options['push'], "${{ github.event_name == 'push' }}");
  }
  assert.equal(image.needs, 'packages');
  const build = image.steps.find(({ uses }) => uses?.startsWith('docker/build-push-action'));
  assert.ok(fs.existsSync(build?.with?.['file'] as string));
});
