import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameSchema } from '../../src/contract/names.ts';

const rows: [string, string][] = [
  ['Mira', 'Mira'],
  ['Ada\u202egpj.exe', 'Adagpj.exe'],
  ['\u2066Mira\u2069\u200b', 'Mira'],
  ['line\nbreak\u0000', 'linebreak'],
  ['👩‍👧 Zoë', '👩‍👧 Zoë'],
  ['می‌خواهم', 'می‌خواهم'],
  ['Mi\u00adra\u3164\ufff9\u180e', 'Mira'],
  ['two\u2028lines', 'twolines'],
  ['❤\ufe0f葛\u{e0100}', '❤\ufe0f葛\u{e0100}'],
];
for (const [input, storedName] of rows)
  test(`${JSON.stringify(input)} is stored as ${JSON.stringify(storedName)}`, () => {
    assert.equal(nameSchema().parse(input), storedName);
  });

test('a name of invisible characters alone is refused', () => {
  for (const input of ['', ' ', '\u202e\u200b', '\u2066 \u2069', '\u200d', '\u3164', '\u2800 ', '\ufe0f'])
    assert.equal(nameSchema().safeParse(input).success, false);
});
