import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { blocksOf, type Heading } from '../../../src/agent/knowledge/passages.ts';
import { packVectors, sentenceTable, textsOf } from '../../../src/agent/knowledge/sentence-table.ts';

test('paragraphs, lists and tables become sentences under all their headings', () => {
  const blocks = blocksOf(
    '# Shop\nWe are open. Come in!\n## Prices\nBring these:\n- a **bag**\n- a [map](x.html)\n\n| ' +
      'Ticket | Price | Note |\n|---|---|---|\n| Adults | €9 | daily |\n# Other\nOne &amp; two.',
  );
  assert.deepEqual(blocks, [
    { headings: ['Shop'], kind: 'text', lead: '', sentences: ['We are open.', 'Come in!'] },
    { headings: ['Shop', 'Prices'], kind: 'list', lead: 'Bring these:', sentences: ['a bag', 'a map'] },
    {
      headings: ['Shop', 'Prices'],
      kind: 'table',
      lead: '',
      sentences: ['Adults: Price €9, Note daily'],
      table: { names: ['Ticket', 'Price', 'Note'], rows: [['Adults', '€9', 'daily']] },
    },
    { headings: ['Other'], kind: 'text', lead: '', sentences: ['One & two.'] },
  ]);
});

test('headings stay open into the next piece of a document', () => {
  const under: Heading[] = [];
  blocksOf('# A\n\n## B\n\nText.', under);
  assert.deepEqual(
    blocksOf('More of it.\n\n## C\n\nElse.', under).map(({ headings }) => headings),
    [
      ['A', 'B'],
      ['A', 'C'],
    ],
  );
});

test('the sentences of any document are short, complete and in order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      for (const { sentences } of blocksOf(text)) {
        assert.ok(
          sentences.length > 0 &&
            sentences.every(
              (sentence) =>
                sentence.length <= 600 && sentence.trim() === sentence && /[\p{L}\p{N}]/u.test(sentence),
            ),
        );
      }
    }),
  );
  const longText = blocksOf(`${'word '.repeat(400)}.`)[0]!.sentences;
  assert.ok(longText.length > 3 && longText.join(' ').split(' ').length >= 400);
});

test('a sentence that depends on the previous one is read with it; a list item with its introduction', () => {
  const { sentences } = sentenceTable([
    {
      document_id: 'd',
      name: 'Bar',
      content: '# Bar\n\nThe bar opens at four. It closes at one.\n\nWe serve:\n- tea',
    },
  ]);
  assert.deepEqual(
    sentences.map(({ inContext }) => inContext),
    ['The bar opens at four.', 'The bar opens at four. It closes at one.', 'We serve: tea'],
  );
});

test('vectors belong to the sentences they were made of; others are removed', () => {
  const content = '# A\n\nOne is here. Two is there.';
  assert.deepEqual(textsOf(blocksOf(content), 'Doc'), [
    'A: One is here.',
    'One is here.',
    'A: Two is there.',
    'Two is there.',
  ]);
  const vectors = packVectors([
    [1, 0],
    [0, 2],
    [3, 4],
    [0, -1],
  ]);
  assert.deepEqual([...new Int8Array(vectors.buffer)], [127, 0, 0, 127, 76, 102, 0, -127]);
  const table = (packedBytes: Uint8Array) =>
    sentenceTable([
      { document_id: 'd', name: 'Doc', content, parts: [{ content, vectors: packedBytes }] },
    ]).sentences.map((entry) => entry.vectors && [...entry.vectors.inContext]);
  assert.deepEqual(table(vectors), [
    [127, 0],
    [76, 102],
  ]);
  assert.deepEqual(table(vectors.slice(0, 7)), [null, null]);
});

test('a question in the text is the heading of its answer, and never an answer', () => {
  const sentencesIn = (markdown: string) =>
    blocksOf(markdown).map(({ headings, sentences }) => [headings.join(' > '), ...sentences]);
  assert.deepEqual(
    sentencesIn('# Inn\n\nMay I bring a dog? Yes, on a lead. Cats too.\n\nBreakfast is at eight.'),
    [
      ['Inn > May I bring a dog?', 'Yes, on a lead.', 'Cats too.'],
      ['Inn', 'Breakfast is at eight.'],
    ],
  );
  assert.deepEqual(sentencesIn('# Inn\n\nIs there a lift?\n\nTo all floors.\n\n## Food\n\nSoup all day.'), [
    ['Inn > Is there a lift?', 'To all floors.'],
    ['Inn > Food', 'Soup all day.'],
  ]);
  assert.deepEqual(sentencesIn('- Is there a lift?\n- Where do I park?'), []);
});

test('a single word is not an answer: it is joined with its neighbour, or omitted', () => {
  const sentencesIn = (markdown: string) => blocksOf(markdown).flatMap(({ sentences }) => sentences);
  assert.deepEqual(sentencesIn('Yes. The first night is free.'), ['Yes. The first night is free.']);
  assert.deepEqual(sentencesIn('The pool is open in summer. Daily.'), ['The pool is open in summer. Daily.']);
  assert.deepEqual(sentencesIn('6.\n\nSunday.\n\nWalk. Ascent.'), []);
  assert.deepEqual(sentencesIn('# Towels\n\n£4.\n\n# Helmet\n\nFree.\n\n# Chef\n\nEmil Farkas.\n\nSunday.'), [
    '£4.',
    'Free.',
    'Emil Farkas.',
  ]);
  assert.deepEqual(sentencesIn('Call us, tel. 01632 960111, at 4 Mill Rd. Kelby. We answer.'), [
    'Call us, tel. 01632 960111, at 4 Mill Rd. Kelby.',
    'We answer.',
  ]);
});

test('a column of codes does not name the rows, and a dash is not a value', () => {
  const rowsIn = (markdown: string) => blocksOf(markdown).flatMap(({ sentences }) => sentences);
  assert.deepEqual(
    rowsIn(
      '| Code | Course | Day |\n| --- | --- | --- |\n| L101 | Spanish | Monday |\n| C20 | Pottery | - |',
    ),
    ['Spanish: Code L101, Day Monday', 'Pottery: Code C20'],
  );
  assert.deepEqual(
    rowsIn('| Room | Floor | Seats |\n| --- | --- | --- |\n| 3 | Ground | 14 |\n| 12 | First | 18 |'),
    ['3: Floor Ground, Seats 14', '12: Floor First, Seats 18'],
  );
});
