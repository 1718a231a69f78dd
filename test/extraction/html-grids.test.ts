/** Price lists and opening hours that page builders draw with boxes are read as tables. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readPage } from '../../src/extraction/html.ts';

const main = (html: string): string => readPage(`<main>${html}</main>`).markdown;
const row = (...cells: string[]) =>
  `<div class="row">${cells.map((cell) => `<div class="col"><p><span>${cell}</span></p></div>`).join('')}</div>`;

describe('rows of boxes', () => {
  test('are a table with the names of its columns', () => {
    assert.equal(
      main(`<h2>Entry</h2>${row('', 'Peak', 'Off-peak')}${row('Adult', '£14.50', '£11.00')}<p>All day.</p>`),
      '## Entry\n\n|  | Peak | Off-peak |\n| --- | --- | --- |\n| Adult | £14.50 | £11.00 |\n\nAll day.',
    );
  });

  test('are a list of names and values if there are two columns', () => {
    const hours =
      row('Monday', '14:00 – 22:00') + row('Tuesday to Friday', '10:00 – 22:00') + row('Sunday', 'closed');
    assert.equal(
      main(hours),
      '- Monday: 14:00 – 22:00\n- Tuesday to Friday: 10:00 – 22:00\n- Sunday: closed',
    );
  });

  test('may have a time with points, and words instead of a value', () => {
    assert.equal(
      main(row('Weekdays', '9 a.m. – 5 p.m.') + row('Weekend', 'on request') + row('Night', '£80')),
      '- Weekdays: 9 a.m. – 5 p.m.\n- Weekend: on request\n- Night: £80',
    );
  });

  test('may have boxes around them and their cells', () => {
    const wrapped = (name: string, price: string) =>
      `<section><div><div><div><p>${name}</p></div><div><div>${price}</div></div></div></div></section>`;
    assert.equal(
      main(wrapped('Shoes', '£4.00') + wrapped('Harness', '£3.50')),
      '- Shoes: £4.00\n- Harness: £3.50',
    );
  });

  test('end at a row with another number of cells, and at a text', () => {
    assert.equal(
      main(
        `${row('Adult', '£9')}${row('Child', '£5')}Every day${row('Hall', '£80', '£60')}${row('Room', '£40', '£30')}`,
      ),
      '- Adult: £9\n- Child: £5\n\nEvery day\n\n- Hall: £80, £60\n- Room: £40, £30',
    );
  });

  test('may lack a box of their own if names and values alternate', () => {
    assert.equal(
      main('<div><p>Shoes</p><p>£4</p><p>Harness</p><p>from £3.50</p></div>'),
      '- Shoes: £4\n- Harness: from £3.50',
    );
  });

  const plainRows: [title: string, html: string][] = [
    ['without values', row('Anna', 'Bob') + row('Cleo', 'Dan')],
    ['of tiles', row('12 years', 'of climbing') + row('180', 'problems')],
    ['of offers that each have a price', row('Mug £6', 'Plate £8') + row('Bowl £9', 'Vase £12')],
    [
      'with paragraphs',
      row('Rope hall', `5 ${'long words '.repeat(12)}`) + row('Café', `6 ${'words '.repeat(20)}`),
    ],
    ['with a heading', row('<b>One</b>', '1') + `<div><h3>Two</h3><div>2</div></div>`],
    ['of which there is only one', row('Shoes', '£4')],
  ];
  for (const [title, html] of plainRows)
    test(`${title} stay as they are`, () => assert.doesNotMatch(main(html), /^(?:- |\|)/m));

  test('lose no word and repeat none, however boxes are nested', () => {
    const leaf = fc.constantFrom('£4', 'closed', '9:00 – 17:00', 'free', 'Monday', 'a tent', '');
    const { box } = fc.letrec<{ box: string; text: string }>((tie) => ({
      text: fc
        .tuple(fc.constantFrom('p', 'div', 'section', 'h3'), leaf)
        .map(([tag, text]) => `<${tag}>${text}</${tag}>`),
      box: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        tie('text'),
        fc
          .tuple(fc.constantFrom('div', 'section'), fc.array(tie('box'), { maxLength: 6 }))
          .map(([tag, parts]) => `<${tag}>${parts.join('')}</${tag}>`),
      ),
    }));
    const wordsOf = (text: string) => (text.match(/[\p{L}\d]+/gu) ?? []).sort();
    fc.assert(
      fc.property(box, (html) => {
        assert.deepEqual(wordsOf(main(html)), wordsOf(html.replace(/<[^>]*>/g, ' ')));
      }),
      { numRuns: 300 },
    );
  });
});
