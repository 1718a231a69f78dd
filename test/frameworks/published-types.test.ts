/** Findings of publint and "are the types wrong" for the packages as they would be published. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { REALMS } from './packed.ts';

/** Supported importers are bundlers and Node's ES modules; `require` and TypeScript before 4.7 are not supported. */
const RESOLUTIONS = ['bundler', 'node16-esm'];
/** The packages that have types. */
const TYPED_REALMS = REALMS.filter((realm) => realm !== 'assets' && realm !== 'console');

describe('packages as published', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-published-'));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  for (const realm of TYPED_REALMS)
    test(`${realm}: its entries exist, with their own types`, async () => {
      const source = path.resolve('src', realm);
      const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
        cwd: source,
        encoding: 'utf8',
      }).trim();
      const tarball = fs.readFileSync(path.join(folder, name));
      const { messages, pkg } = await publint({
        pack: { tarball: tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.length) },
        level: 'warning',
      });
      assert.deepEqual(
        messages.map((message) => formatMessage(message, pkg)),
        [],
      );
      const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
      assert.ok(analysis.types);
      const problems = analysis.problems.filter(
        (problem) => !('resolutionKind' in problem) || RESOLUTIONS.includes(problem.resolutionKind),
      );
      assert.deepEqual(
        problems.map((problem) => ({ ...problem })),
        [],
      );
    });
});
