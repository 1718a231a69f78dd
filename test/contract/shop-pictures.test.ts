/** The files of the demo shop: its pictures equal the output of their code, and its font is small and has a licence. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { PICTURES } from '../../scripts/shop-pictures/pictures.ts';

const ASSETS = path.join('demo', 'assets');
/** Maximum bytes of a picture, and of the font. */
const MAX_PICTURE_BYTES = 24_000;
const MAX_TYPEFACE_BYTES = 60_000;

for (const [name, draw] of Object.entries(PICTURES))
  test(`${name}.svg is what its code draws`, () => {
    const storedSvg = fs.readFileSync(path.join(ASSETS, `${name}.svg`), 'utf8');
    assert.equal(storedSvg, draw(), 'run `node --import tsx scripts/draw-shop.ts`');
    assert.ok(storedSvg.length < MAX_PICTURE_BYTES, `${storedSvg.length} bytes`);
    // A strict policy rejects styles and scripts in a picture that is opened as a page.
    assert.doesNotMatch(storedSvg, /<style|<script|style=|NaN|undefined/);
  });

test('the typeface is one light file beside its licence', () => {
  const folder = path.join(ASSETS, 'fonts');
  const fonts = fs.readdirSync(folder).filter((file) => file.endsWith('.woff2'));
  assert.equal(fonts.length, 1);
  assert.ok(fs.statSync(path.join(folder, fonts[0]!)).size <= MAX_TYPEFACE_BYTES);
  assert.match(fs.readFileSync(path.join(folder, 'OFL.txt'), 'utf8'), /SIL OPEN FONT LICENSE Version 1\.1/);
  assert.match(fs.readFileSync('NOTICE', 'utf8'), /Bricolage Grotesque/);
});
