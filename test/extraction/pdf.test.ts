import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readPdf } from '../../src/extraction/pdf.ts';
import { linesOf, piecesOf } from '../../src/extraction/pdf-lines.ts';
import { blocksOfLines } from '../../src/extraction/pdf-blocks.ts';
import { typographyOf } from '../../src/extraction/pdf-headings.ts';
import { block, placedPdf, row, type PlacedText } from './pdf-files.ts';

const body = [
  'The pool is open every day of the week from seven in the morning, and the',
  'sauna opens at noon. Guests of the house swim free of charge at any hour.',
];
const paragraph = body.join(' ');
const read = (...pages: PlacedText[][]): Promise<string> => readPdf(placedPdf(pages));

describe('a PDF', () => {
  test('has headings by size and weight, and paragraphs by the space between them', async () => {
    assert.equal(
      await read([
        { text: 'House rules', x: 72, y: 80, size: 20 },
        { text: 'Swimming', x: 72, y: 110, size: 14 },
        ...block(body, { y: 130 }),
        ...block(body, { y: 164 }),
        { text: 'Sauna', x: 72, y: 200, bold: true },
        ...block(body, { y: 214 }),
      ]),
      ['# House rules', '## Swimming', paragraph, paragraph, '### Sauna', paragraph].join('\n\n'),
    );
  });

  test('distinguishes numbered headings from numbered items', async () => {
    assert.equal(
      await read([
        ...block(body, { y: 80 }),
        { text: '2.1 Towels and robes', x: 72, y: 126 },
        ...block(body, { y: 150 }),
        ...block(['1. Take a shower.', '2. Lock your door.'], { y: 200 }),
        ...block(['• Bring a towel.', '• Leave glass bottles at', '  home.'], { y: 250 }),
      ]),
      [
        paragraph,
        '## 2.1 Towels and robes',
        paragraph,
        '1. Take a shower.\n2. Lock your door.\n- Bring a towel.\n- Leave glass bottles at home.',
      ].join('\n\n'),
    );
  });

  test('joins words that are hyphenated at the end of a line, but not compounds', async () => {
    assert.equal(
      await read(
        block(
          [
            'We have well-kept courts and a swim-',
            'ming pool. Ask by e-',
            'mail for the well-',
            'kept lawn in the morn- and after-',
            'noon, and for pre- and',
            'post-season prices.',
          ],
          { y: 80 },
        ),
      ),
      'We have well-kept courts and a swimming pool. Ask by e-mail for the well-kept lawn in the morn- and ' +
        'afternoon, and for pre- and post-season prices.',
    );
  });

  test('is read column by column below a title across all columns', async () => {
    const leftColumn = [
      'The left column begins here and goes',
      'on with a second line of the same',
      'length; then it has a third line and',
      'a fourth one that ends it.',
    ];
    const right = [
      'The right column stands beside it and',
      'begins when the left one has ended, as',
      'a person would read it from the top',
      'down to its last words.',
    ];
    assert.equal(
      await read([
        { text: 'A title across both of the columns of this page', x: 72, y: 80, size: 16 },
        ...block(leftColumn, { x: 72, y: 110 }),
        ...block(right, { x: 320, y: 110 }),
      ]),
      `# A title across both of the columns of this page\n\n${leftColumn.join(' ')}\n\n${right.join(' ')}`,
    );
  });

  test('has tables whose rows keep their columns, also if a cell has several lines', async () => {
    assert.equal(
      await read([
        ...block(body, { y: 80 }),
        ...row(
          126,
          [
            [230, 'Summer'],
            [330, 'Winter'],
          ],
          true,
        ),
        ...row(126, [[72, 'Room']], true),
        ...row(146, [
          [72, 'Single room'],
          [240, '€80'],
          [340, '€60'],
        ]),
        ...row(166, [
          [72, 'Double room with a view'],
          [240, '€120'],
          [340, '€95'],
        ]),
        ...row(178, [[72, 'of the lake']]),
        ...row(198, [
          [72, 'Suite'],
          [240, '€210'],
          [340, '€170'],
        ]),
        ...block(body, { y: 240 }),
      ]),
      [
        paragraph,
        '| Room | Summer | Winter |\n| --- | --- | --- |\n| Single room | €80 | €60 |\n' +
          '| Double room with a view of the lake | €120 | €95 |\n| Suite | €210 | €170 |',
        paragraph,
      ].join('\n\n'),
    );
  });

  test('keeps the columns of a table in a row whose cells almost touch', async () => {
    assert.equal(
      await read([
        ...row(
          80,
          [
            [72, 'Room'],
            [180, 'Price'],
          ],
          true,
        ),
        ...row(96, [
          [72, 'Single'],
          [180, '€80'],
        ]),
        ...row(112, [
          [72, 'Double with a balcony'],
          [180, '€120'],
        ]),
        ...row(128, [
          [72, 'Suite'],
          [180, '€210'],
        ]),
      ]),
      '| Room | Price |\n| --- | --- |\n| Single | €80 |\n| Double with a balcony | €120 |\n| Suite | €210 |',
    );
  });

  test('reads rows without column names as a list, and follows dots from a name to its price', async () => {
    assert.equal(
      await read([
        ...block(['Tomato soup .............. 6.50', 'Goat cheese ............ 9.00'], { y: 80 }),
        ...row(130, [
          [72, 'Monday'],
          [240, '9:00 to 17:00'],
        ]),
        ...row(142, [
          [72, 'Tuesday'],
          [240, 'closed'],
        ]),
      ]),
      '- Tomato soup: 6.50\n- Goat cheese: 9.00\n\n- Monday: 9:00 to 17:00\n- Tuesday: closed',
    );
  });

  test('reads a table across a page break once, and no headers, footers or page numbers', async () => {
    const page = (number: number, texts: PlacedText[]): PlacedText[] => [
      { text: 'Hotel at the lake', x: 72, y: 30, size: 8 },
      ...texts,
      { text: `Page ${number} of 2`, x: 280, y: 770, size: 8 },
    ];
    const names = (y: number) =>
      row(
        y,
        [
          [72, 'Drink'],
          [240, 'Price'],
        ],
        true,
      );
    assert.equal(
      await read(
        page(1, [
          ...names(80),
          ...row(100, [
            [72, 'Tea'],
            [240, '€3'],
          ]),
          ...row(120, [
            [72, 'Coffee'],
            [240, '€4'],
          ]),
        ]),
        page(2, [
          ...names(80),
          ...row(100, [
            [72, 'Juice'],
            [240, '€5'],
          ]),
          ...block(body, { y: 150 }),
        ]),
      ),
      `| Drink | Price |\n| --- | --- |\n| Tea | €3 |\n| Coffee | €4 |\n| Juice | €5 |\n\n${paragraph}`,
    );
  });

  test('leaves out its table of contents, but not a price list with similar numbers', async () => {
    const entries = ['Swimming ........ 1', 'Sauna ........ 2', 'Rooms ........ 3'];
    const page = (text: string) => block([text], { y: 300 });
    const pages = [page('Swim here.'), page('Sweat here.'), page('Sleep here.')];
    assert.equal(
      await read([...block(entries, { y: 100 }), ...pages[0]!], pages[1]!, pages[2]!),
      'Swim here.\n\nSweat here.\n\nSleep here.',
    );
    assert.equal(await read(block(entries, { y: 100 })), '- Swimming: 1\n- Sauna: 2\n- Rooms: 3');
  });

  test('uses its structure tree if it is tagged', async () => {
    const leaf = (role: string, mark: number) => ({ role, mark });
    const cells = (role: string, marks: number[]) => ({
      role: 'TR',
      children: marks.map((mark) => leaf(role, mark)),
    });
    const texts = [
      'Prices',
      'All with breakfast.',
      'Room',
      'Price',
      'Single',
      '€80',
      'Bring a towel.',
      'Lock up.',
    ];
    const file = placedPdf([texts.map((text, mark) => ({ text, x: 72, y: 80 + 12 * mark, mark }))], {
      role: 'Document',
      children: [
        leaf('H2', 0),
        leaf('P', 1),
        { role: 'Table', children: [cells('TH', [2, 3]), cells('TD', [4, 5])] },
        { role: 'L', children: [6, 7].map((mark) => ({ role: 'LI', children: [leaf('LBody', mark)] })) },
      ],
    });
    assert.equal(
      await readPdf(file),
      '## Prices\n\nAll with breakfast.\n\n| Room | Price |\n| --- | --- |\n| Single | €80 |\n\n' +
        '- Bring a towel.\n- Lock up.',
    );
  });

  test('loses no words that look like Markdown', async () => {
    assert.equal(
      await read([...block(['# 5 is *the* one'], { y: 80 }), ...block(['a | b <c> d_e [f](g)'], { y: 120 })]),
      '\\# 5 is \\*the\\* one\n\na \\| b \\<c> d_e [f]\\(g)',
    );
  });
});

describe('reading positioned words takes time in proportion to their number', () => {
  const SIZE = 30_000;
  const word = (x: number, y: number, text = 'word') => ({
    text,
    x,
    y,
    width: 4 * text.length,
    size: 10,
    isBold: false,
    isBackward: false,
    markId: '',
  });
  const placeWords = (positionOf: (index: number) => ReturnType<typeof word>) =>
    Array.from({ length: SIZE }, (_, index) => positionOf(index));
  const pages = {
    'one line': placeWords((index) => word(index * 60, 100)),
    'one column': placeWords((index) => word(72, index * 12)),
    'two columns of cells': placeWords((index) =>
      word(index % 2 === 0 ? 72 : 300, 12 * Math.floor(index / 2)),
    ),
    'a row of cells between single words': placeWords((index) =>
      word(index % 3 === 0 ? 72 : 200 + (index % 3) * 90, 12 * Math.floor(index / 2)),
    ),
    'a column at every place': placeWords((index) =>
      word((index * 37) % 6000, 12 * index, 'a text of some length'),
    ),
    'one place': placeWords(() => word(72, 100)),
  };
  for (const [name, words] of Object.entries(pages))
    test(name, () => {
      const startUsage = process.cpuUsage();
      const lines = linesOf(piecesOf(words));
      const blocks = blocksOfLines(lines, typographyOf([lines]));
      const { user, system } = process.cpuUsage(startUsage);
      assert.ok(blocks.length > 0);
      assert.ok(user + system < 3_000_000, `${(user + system) / 1000} ms`);
    });
});
