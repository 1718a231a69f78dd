import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPronounceable, spokenPieces } from '../../../../src/agent/speech/reading/spoken-pieces.ts';

const cutPositions: ReadonlyArray<readonly [what: string, text: string, pieces: readonly string[]]> = [
  [
    'titles and times',
    'Hello, Dr. Smith. We open at 9:30 a.m. on weekdays.',
    ['Hello, Dr. Smith.', 'We open at 9:30 a.m. on weekdays.'],
  ],
  [
    'initials and states',
    'J. R. Tolkien wrote it. U.S. citizens may enter.',
    ['J. R. Tolkien wrote it.', 'U.S. citizens may enter.'],
  ],
  ['numbers', 'It costs 3.5% of 1,200. That is No. 5.', ['It costs 3.5% of 1,200.', 'That is No. 5.']],
  [
    'an abbreviation that ends a sentence',
    'I work at Acme Inc. We rock.',
    ['I work at Acme Inc.', 'We rock.'],
  ],
  [
    'an address as its host',
    'See https://www.example.com/a/b?c=1. Then call.',
    ['See example.com.', 'Then call.'],
  ],
  [
    'Markdown',
    '# Title\n\n**Bold** and [a link](https://example.com/x).\n\n- one item\n- another',
    ['Title.', 'Bold and a link.', 'one item.', 'another.'],
  ],
  ['emoji', 'It works 🙂👍🏽!', ['It works!']],
  ['a list number', '1. First\n2. Second', ['1. First.', '2. Second.']],
  ['a line wrapped in the middle', 'one sentence\nin two lines.', ['one sentence in two lines.']],
  ['nothing to say', ' ... \n🙂 --- ', []],
];

for (const [title, text, chunks] of cutPositions) {
  test(`splits ${title}`, () => assert.deepEqual(spokenPieces(text), chunks));
}

test('a long sentence starts with a short piece and loses no word', () => {
  const text =
    'If you bring the receipt and the original box, we refund the whole price within fourteen days, ' +
    `${'and so on '.repeat(60)}and that is all.`;
  const pieces = spokenPieces(text);
  assert.equal(pieces[0], 'If you bring the receipt and the original box,');
  assert.ok(pieces.every((chunk) => chunk.length <= 160));
  assert.equal(pieces.join(' '), text);
});

test('an English voice gets only English words in ASCII', () => {
  for (const [text, message] of [
    ['5–10 cafés, €5.50', 'five to ten cafes, five euros fifty'],
    ['Straße, Łódź and Søren', 'Strasse, Lodz and Soren'],
    ['Привет 🙂', ''],
    ['a <b> & c', 'a b and c'],
  ] as const)
    assert.deepEqual(toPronounceable(text), { text: message, phones: false });
});

test("a PAL's pronunciation is used unchanged, and no rule applies within it", () => {
  const pronunciations = [
    { word: 'GIF', say: 'jif' },
    { word: 'Noor', say: '/n uh1 r/' },
    { word: 'Mill St.', say: 'Milst 5' },
    { word: 'café', say: 'kaffay' },
  ];
  assert.deepEqual(toPronounceable('The GIF of the CAFÉ in Mill St. is here.', pronunciations), {
    text: 'The jif of the kaffay in Milst five is here.',
    phones: false,
  });
  assert.deepEqual(toPronounceable('Ask noor for $5 <now>.', pronunciations), {
    text: 'Ask <phoneme ph="n uh1 r">word</phoneme> for five dollars now.',
    phones: true,
  });
});
