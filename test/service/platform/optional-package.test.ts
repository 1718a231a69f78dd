/** Packages that an owner may omit: if one is missing, the error states the command that installs it. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { startFault } from '../../../src/service/compose/start-faults.ts';
import { areInstalled, MissingPackageError, withPackages } from '../../../src/runtime/optional-package.ts';
import { missingClient } from '../../../src/rooms/recording-stores/open-store.ts';

const ABSENT = { purpose: 'Storage in a cupboard', packages: ['palkit-cupboard', '@palkit/no-drawer'] };

test('packages that are not installed are named with their command, and their module is not imported', async () => {
  assert.equal(areInstalled(ABSENT), false);
  const error: unknown = await withPackages(ABSENT, () => assert.fail('imported')).catch(
    (fault: unknown) => fault,
  );
  assert.ok(error instanceof MissingPackageError);
  assert.equal(
    error.message,
    'Storage in a cupboard needs the npm package palkit-cupboard and @palkit/no-drawer: ' +
      'run "npm install palkit-cupboard @palkit/no-drawer" beside the service.',
  );
  assert.equal(startFault(error), error.message);
});

test('packages that are installed are loaded', async () => {
  assert.equal(await withPackages({ purpose: 'A test', packages: ['zod'] }, async () => 7), 7);
  for (const provider of ['s3', 'gcs', 'azure_blob'] as const) assert.equal(missingClient(provider), null);
});

test('each optional package is an optional peer of the service, and a checkout has it', () => {
  const read = (file: string) =>
    JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
  const { peerDependencies, peerDependenciesMeta } = read('src/service/package.json');
  const { devDependencies } = read('package.json');
  assert.ok(Object.keys(peerDependencies!).length > 0);
  for (const [name, range] of Object.entries(peerDependencies!)) {
    assert.deepEqual(peerDependenciesMeta![name], { optional: true }, name);
    assert.equal(`^${devDependencies![name]}`, range, name);
  }
});
