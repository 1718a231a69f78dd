/** A page is read with the connections that only its layout shows. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readPage } from '../../src/extraction/html.ts';

const read = (html: string): string => readPage(html).markdown;
const main = (html: string): string => read(`<main>${html}</main>`);

describe('layout', () => {
  test('a price in a box of its own follows its name after a colon, and the description is in the same item', () => {
    const item = (name: string, price: string, text: string) =>
      `<li><div><div><span>${name}</span><span>....</span><span>${price}</span></div>` +
      `<p>${text}</p></div></li>`;
    assert.equal(
      main(
        `<ul>${item('Short walk', '£12', '30 minutes')}${item('Rest day', 'free', 'by arrangement')}</ul>`,
      ),
      '-   Short walk: £12, 30 minutes\n-   Rest day: free, by arrangement',
    );
  });

  test('inline boxes that touch are separate words; a decorated initial and a mark within a sentence are not', () => {
    assert.equal(main('<p><b>Monday</b><span>9 to 5</span></p>'), '**Monday** 9 to 5');
    assert.equal(main('<p><span>W</span><span>elcome</span></p>'), 'Welcome');
    assert.equal(main('<p>Open un<b>til</b> ten.</p>'), 'Open un**til** ten.');
  });

  test('a list item with a heading, or with paragraphs, keeps its structure', () => {
    assert.match(main('<ul><li><h3>Wren</h3><p>A hut.</p></li></ul>'), /### Wren\n\s*A hut\./);
    assert.match(main(`<ul><li><p>${'Long. '.repeat(60)}</p><p>Last.</p></li></ul>`), /\n\s*\n\s*Last\./);
  });

  test('a list whose items begin with headings is a group of sections', () => {
    const item = (name: string, text: string) =>
      `<li><div><h3>${name}</h3></div><div><p>${text}</p></div></li>`;
    assert.equal(
      main(`<ul>${item('Wren', 'A hut.')}${item('Lark', 'A tent.')}</ul>`),
      '### Wren\n\nA hut.\n\n### Lark\n\nA tent.',
    );
  });

  test('boxes of a name, a description and a price are a list under the name of their group', () => {
    const item = (name: string, text: string, price: string) =>
      `<div class="item"><div>${name}</div>${text && `<div>${text}</div>`}<div>${price}</div></div>`;
    const soupItems = item('Leek soup', 'with bread', '£6') + item('Pea soup', '', '£5');
    assert.equal(
      main(`<div><div><div>Soups</div></div><div class="items">${soupItems}</div></div>`),
      '#### Soups\n\n-   Leek soup, with bread: £6\n-   Pea soup: £5',
    );
    assert.equal(
      main(`<div><div>${item('Leek soup', '', '£6')}<div>All day.</div></div></div>`),
      'Leek soup\n\n£6\n\nAll day.',
    );
  });

  test('links that fill a cell or a line are a menu', () => {
    const links = '<a href="/">Start</a><br><a href="/t">Tickets</a><br><a href="/h">The house</a>';
    assert.equal(
      read(`<table><tr><td>${links}</td><td><h1>Lantern</h1><p>Words.</p></td></tr></table>`),
      '# Lantern\n\nWords.',
    );
    assert.equal(read('<p><a>Start</a> | <a>Tickets</a> | <a>House</a></p><p>Words.</p>'), 'Words.');
    assert.equal(
      read('<p><a>Start</a> with the <a>Tickets</a> and <a>Go</a></p>'),
      'Start with the Tickets and Go',
    );
    assert.equal(read('<a class="skip-link" href="#main">Skip to content</a><p>Words.</p>'), 'Words.');
  });

  test('boxes that are named as header and footer of the site frame the page', () => {
    const page = readPage(
      '<body><div class="sb-header"><p>Book online</p></div><div class="page"><h1>Huts</h1><p>Words.</p></div>' +
        '<div id="siteFooter"><p>4 Pier Lane, Arnside LA5 7QT</p><p>Made with a builder</p></div></body>',
    );
    assert.equal(page.markdown, '# Huts\n\nWords.');
    assert.deepEqual(page.facts, ['- 4 Pier Lane, Arnside LA5 7QT']);
    assert.deepEqual(
      readPage(
        '<footer><div><div><h4>Hours</h4></div><p>Mon 9:00 to 17:00</p></div><div><p>01632 960 111</p></div></footer>',
      ).facts,
      ['- Hours: Mon 9:00 to 17:00', '- 01632 960 111'],
    );
    const card =
      '<div class="card"><p>Words.</p><div class="card-footer"><p>From £5</p></div></div><main></main>';
    assert.match(read(`${card}<h1>Huts</h1>`), /From £5/);
  });
});

describe('names of columns', () => {
  const table = (...rows: string[]) =>
    main(
      `<table>${rows
        .map(
          (row) =>
            `<tr>${row
              .split('|')
              .map((cell) => `<td>${cell}</td>`)
              .join('')}</tr>`,
        )
        .join('')}</table>`,
    );

  test('unmarked names stand above texts that begin with a small letter, or that are much longer', () => {
    const binTable = table(
      'Bin|Contents|Collected',
      'Black|the rest|on Mondays',
      'Green|paper|on Fridays',
      'Brown|food|never',
    );
    assert.match(binTable, /^\| Bin \| Contents \| Collected \|\n\| --- /);
    const staff = table(
      'Who|Task|Room',
      'Ann|Answers the telephone|Behind the desk',
      'Ben|Looks after the garden|In the old shed',
      'Cy|Cooks every weekday|Kitchen downstairs',
    );
    assert.match(staff, /^\| Who \| Task \| Room \|\n\| --- /);
  });

  test('a first row like the others is a row', () => {
    assert.match(
      table('Ann|Reception|Ground', 'Ben|Garden|Shed', 'Cy|Kitchen|Cellar', 'Di|Office|Attic'),
      /^- Ann: /,
    );
  });
});
