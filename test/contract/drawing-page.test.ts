/** The page of the scripts that draw faces: its module is a text, so the compiler does not check what it imports. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { CHARACTERS } from '../../src/contract/face/characters.ts';
import { moduleOf } from '../../scripts/drawing-page.ts';

const FACES = path.join('src', 'elements', 'faces');
const IMPORT = /import \{ (\w+) \} from '\.\/([\w-]+\.ts)'/g;

for (const name of Object.keys(CHARACTERS))
  test(`the page of ${name} imports names that its modules export`, () => {
    const imports = [...moduleOf(name).matchAll(IMPORT)];
    assert.equal(imports.length, 2);
    for (const [, importedName, file] of imports) {
      const source = fs.readFileSync(path.join(FACES, file!), 'utf8');
      assert.match(source, new RegExp(`export (?:const|function) ${importedName}\\b`), file);
    }
  });
