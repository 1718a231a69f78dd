/** Web pages are read as a person sees them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extractPage } from '../../src/extraction/extract.ts';
import { readPage, toMarkdown } from '../../src/extraction/html.ts';
import { factsText } from '../../src/extraction/page-facts.ts';

const read = (html: string): string => readPage(html).markdown;
const main = (html: string): string => read(`<main>${html}</main>`);

describe('deep nesting', () => {
  for (const tag of ['<div>', '<b>', '<ul><li>', '<table><tr><td>', '<pre>', '<span>', '<section><h2>a</h2>'])
    test(`thousands of unclosed ${tag}: the words inside are read, in order`, () => {
      const text = main(`<p>First.</p>${tag.repeat(4000)}Second <i>third</i> 1 &lt;b&gt; 2.`);
      assert.match(text.replaceAll('\\', ''), /^First\.[^]*Second {1,3}_?third_? {1,3}1 <b> 2\./);
    });

  test('long runs of blanks and line breaks are shortened, also in code', () => {
    const longLength = 100_000;
    assert.equal(main(`<p>a${'\u00a0'.repeat(longLength)}b</p>`), 'a b');
    assert.match(main(`<pre>a${' '.repeat(longLength)}b${'\n'.repeat(longLength)}c</pre>`), /^a b\s+c$/);
    assert.match(main(`a${'&nbsp;<br>\n'.repeat(longLength / 10)}b`), /^a\s{1,60}b$/);
    assert.match(main(`a${'<!-- --> <br>'.repeat(longLength)}b`), /^a\s{1,60}b$/);
    assert.equal(main(`a${'&nbsp;<script></script>'.repeat(longLength / 10)}b`), 'a b');
  });

  test('an article inside an article is read once', () => {
    assert.equal(read('<article>Words.<article>A comment.</article></article>'), 'Words.\n\nA comment.');
    assert.equal(read(`${'<main>'.repeat(5000)}Words.`), 'Words.');
  });

  test('a menu of boxes is navigation, and links among words or with a price are read', () => {
    const menu = ['Home', 'Services', 'Team'].map((name) => `<div><a href="/">${name}</a></div>`).join('');
    assert.equal(read(`<form><div><div>${menu}</div></div><p>Words.</p></form>`), 'Words.');
    assert.equal(read(`<div>${menu.replaceAll('div>', 'span>')}</div><p>Words.</p>`), 'Words.');
    for (const content of [
      '<div>We cut <a>short</a>, <a>long</a> and <a>curly</a> hair.</div>',
      '<div><a>Kayak €20</a><a>Canoe €30</a><a>Raft €40</a></div>',
      '<div><a><h2>Kayaks</h2></a><a><h2>Canoes</h2></a><a><h2>Rafts</h2></a></div>',
      '<div><a>Home</a><a>Team</a></div>',
    ])
      assert.notEqual(read(`${content}<p>Words.</p>`), 'Words.', content);
  });

  test('deeply nested scripts are not text', () => {
    const text = main(`${'<div>'.repeat(300)}Words.<script>let a = 1;</script><style>p {}</style>`);
    assert.equal(text, 'Words.');
  });
});

describe('tables', () => {
  test('rows keep their column names, from two rows of titles and from cells that span several', () => {
    assert.equal(
      main(
        '<table><thead><tr><th rowspan=2>Seat</th><th colspan=2>Weekdays</th></tr>' +
          '<tr><th>noon</th><th>night</th></tr></thead><tr><th>Stalls</th><td>10</td><td>20</td></tr' +
          '><tr><td>Box</td><td colspan=2>30</td></tr></table>',
      ),
      '| Seat | Weekdays noon | Weekdays night |\n| --- | --- | --- |\n| Stalls | 10 | 20 |\n| Box | 30 | 30 |',
    );
  });

  test('an empty corner and bold words name columns too', () => {
    const rows = '<tr><td>Wren</td><td>5</td><td>7</td></tr></table>';
    const expected = '| --- | --- | --- |\n| Wren | 5 | 7 |';
    assert.equal(
      main(`<table><tr><td></td><td>Low</td><td>High</td></tr>${rows}`),
      `|  | Low | High |\n${expected}`,
    );
    assert.equal(
      main(`<table><tr><td><b>Hut</b></td><td><b>Low</b></td><td><strong>High</strong></td></tr>${rows}`),
      `| Hut | Low | High |\n${expected}`,
    );
  });

  test('rows without column names are list items; a spanning cell continues in the rows below', () => {
    assert.equal(
      main(
        '<table><tr><td>Monday</td><td rowspan=2>9 to 5</td></tr><tr><td>Tuesday</td></tr><tr><td>Sunday</td>' +
          '<td>closed</td></tr></table>',
      ),
      '- Monday: 9 to 5\n- Tuesday: 9 to 5\n- Sunday: closed',
    );
  });

  test('a caption is the heading of its table only', () => {
    assert.equal(
      main(
        '<h2>Prices</h2><table><caption>Huts</caption><tr><th>Hut</th><th>A night</th></tr><tr><td>Wren</td>' +
          '<td>5</td></tr></table><p>Pay on arrival.</p>',
      ),
      '## Prices\n\n###### Huts\n\n| Hut | A night |\n| --- | --- |\n| Wren | 5 |\n\n## Prices\n\nPay on arrival.',
    );
  });

  test('a layout table is dissolved; vertical bars and asterisks stay unchanged', () => {
    assert.equal(
      main('<table><tr><td><h2>Left</h2><p>One.</p></td><td>Two.</td></tr></table>'),
      '## Left\n\nOne.\n\nTwo.',
    );
    assert.match(
      main('<table><tr><th>A</th><th>B</th></tr><tr><td>x|y</td><td>*</td></tr></table>'),
      /\| x\\\|y \| \\\* \|/,
    );
    assert.match(
      toMarkdown('<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>'),
      /\| 1 \| 2 \|/,
    );
  });

  test('nested tables cost time in proportion to their number', () => {
    const startUsage = process.cpuUsage().user;
    readPage('<table><tr><td>'.repeat(400));
    assert.ok(process.cpuUsage().user - startUsage < 5_000_000);
  });

  test('enormous spans cost little time', () => {
    const wideCells = '<td colspan=100000 rowspan=100000>x</td>'.repeat(20);
    assert.ok(main(`<table>${`<tr>${wideCells}</tr>`.repeat(2000)}</table>`).length < 200_000);
  });
});

describe('content that a click shows', () => {
  test('accordions are read, by the panel that a button controls or by the one beside it', () => {
    assert.equal(
      main(
        '<h2>Questions</h2><div><button aria-expanded=false aria-controls=a>May I pay later?</button></div>' +
          '<div id=a hidden><p>Within a month.</p></div><h3><button aria-expanded=false>And by card?</button></h3>' +
          '<div aria-hidden=true>Yes.</div><p>Ask us for more.</p>',
      ),
      '## Questions\n\n#### May I pay later?\n\nWithin a month.\n\n### And by card?\n\nYes.\n\n' +
        '## Questions\n\nAsk us for more.',
    );
  });

  test('any element may open a panel, by ARIA, by an attribute of Bootstrap, or as the label of a checkbox', () => {
    const read2 = (first: string, second: string) =>
      main(`<h2>Questions</h2>${first}${second}<p>Ask us.</p>`);
    const expected =
      '## Questions\n\n#### May I pay later?\n\nWithin a month, by card.\n\n#### And in cash?\n\n' +
      'At the desk, on weekdays.\n\n## Questions\n\nAsk us.';
    const item = (id: string, question: string, answer: string) => [
      `<div><div aria-controls=${id}><i></i><div>${question}</div></div><nav id=${id}><p>${answer}</p></nav></div>`,
      `<div><a data-bs-toggle=collapse href=#${id}>${question}</a><div id=${id} class=collapse>${answer}</div></div>`,
      `<div><h4 data-toggle=collapse data-target=#${id}>${question}</h4><div id=${id}>${answer}</div></div>`,
      `<div><input type=checkbox id=${id}><label for=${id}>${question}</label><div>${answer}</div></div>`,
      `<div><div class=q>${question}</div><div class=a aria-hidden=true><p>${answer}</p></div></div>`,
    ];
    const first = item('a', 'May I pay later?', 'Within a month, by card.');
    const second = item('b', 'And in cash?', 'At the desk, on weekdays.');
    for (const [index, markup] of first.entries())
      assert.equal(read2(markup, second[index]!), expected, markup);
  });

  test('a button that opens a menu adds no text, and a nav with sentences is content', () => {
    assert.equal(
      main(
        '<div><button aria-controls=m>Menu</button><nav id=m><a href=a>Prices</a><a href=b>Team</a></nav></div>' +
          '<p>Words.</p><nav><p>We close for lunch from noon to one on every weekday.</p></nav>',
      ),
      'Words.\n\nWe close for lunch from noon to one on every weekday.',
    );
  });

  test('hidden slides beside visible ones stay hidden', () => {
    const carousel =
      '<div><div class=slide>Lovely place.</div><div class=slide aria-hidden=true>We will come again.</div></div>';
    assert.equal(main(`${carousel}${carousel.replace('Lovely', 'Quiet')}`), 'Lovely place.\n\nQuiet place.');
  });

  test('thousands of triggers of one long panel cost little time', () => {
    const startUsage = process.cpuUsage().user;
    const panel = `<div id=p>${'Words and words. '.repeat(5000)}</div>`;
    readPage(`${'<a aria-controls=p>Open</a>'.repeat(5000)}${panel}${'<p hidden>'.repeat(3000)}`);
    assert.ok(process.cpuUsage().user - startUsage < 5_000_000);
  });

  test('tabs, details, and declarative shadow roots are read', () => {
    assert.equal(
      main(
        '<div role=tablist><button role=tab aria-controls=p1>Day</button>' +
          '<button role=tab aria-controls=p2>Night</button></div><div id=p1 role=tabpanel>Five.</div' +
          '><div id=p2 role=tabpanel hidden>Seven.</div>',
      ),
      '#### Day\n\nFive.\n\n#### Night\n\nSeven.',
    );
    assert.equal(
      main('<details><summary>Dogs?</summary><p>On a lead.</p></details>'),
      '#### Dogs?\n\nOn a lead.',
    );
    assert.equal(
      main('<x-card><template shadowrootmode=open><style>p{}</style><p>Inside.</p></template></x-card>'),
      'Inside.',
    );
  });

  test('a short definition is joined to its term, an answer follows its question', () => {
    assert.equal(
      main('<dl><dt>Quiet</dt><dd>From ten.</dd><dt>May I sing?</dt><dd>No. Not at night.</dd></dl>'),
      '-   Quiet: From ten.\n\n##### May I sing?\n\nNo. Not at night.',
    );
    assert.equal(
      main(
        '<dl><dt><button aria-expanded=false>May I sing?</button></dt><dd hidden>No. Not at night.</dd>' +
          '<dt><button aria-expanded=false>May I dance?</button></dt><dd hidden>Yes. On weekdays.</dd></dl>',
      ),
      '##### May I sing?\n\nNo. Not at night.\n\n##### May I dance?\n\nYes. On weekdays.',
    );
  });

  test('content that stays hidden is not part of the page', () => {
    assert.equal(main('<p hidden>Secret.</p><p aria-hidden=true>x</p><p>Seen.</p>'), 'Seen.');
  });
});

describe('parts that surround every page', () => {
  test('a form around the page does not hide its text; its fields are left out', () => {
    assert.equal(
      read('<form><h1>Inn</h1><p>Ten rooms.</p><label>Name <input></label><button>Send</button></form>'),
      '# Inn\n\nTen rooms.',
    );
  });

  test('menus, breadcrumbs, tables of contents and cookie banners are left out, lists with words are not', () => {
    assert.equal(
      read(
        '<div id=cookie-bar>We use cookies. <button>Accept</button></div><div><ul><li><a href=a>A</a></li><li>' +
          '<a href=b>B</a></li><li><a href=c>C</a></li></ul></div><ol class=breadcrumb><li>Home</li></ol>' +
          '<div class=toc><a href=#x>X</a></div><div class=cookies><h2>Cookies</h2><p>Baked daily.</p></div>' +
          '<ul><li><a href=a>A</a> is free.</li></ul>',
      ),
      '## Cookies\n\nBaked daily.\n\n-   A is free.',
    );
  });

  test('contact and hours of the footer are facts, its small print is not', () => {
    const { facts, markdown } = readPage(
      '<main><p>Words.</p></main><footer><h4>Desk</h4><p>Mon–Fri 8:30–19:30<br>Sun closed</p>' +
        '<p>Inn<br>4 Mill Lane</p><p>mail@inn.example</p><p>© 2026 Inn Ltd. Tel. 01632 960000</p><' +
        'p>Follow us</p></footer>',
    );
    assert.equal(markdown, 'Words.');
    assert.deepEqual(facts, [
      '- Desk: Mon–Fri 8:30–19:30, Sun closed',
      '- Desk: Inn, 4 Mill Lane',
      '- Desk: mail@inn.example',
    ]);
  });

  test('days and times of a footer are facts in a list, in paragraphs and as definitions', () => {
    const factsIn = (markup: string) =>
      readPage(`<main><p>Words.</p></main><footer><h4>Hours</h4>${markup}</footer>`).facts;
    const expected = ['- Hours: Mon–Fri: 9am – 5pm', '- Hours: Sun: closed'];
    for (const markup of [
      '<ul><li><span>Mon–Fri</span><span>9am – 5pm</span></li><li><span>Sun</span> <span>closed</span></li></ul>',
      '<p><strong>Mon–Fri</strong><span>9am – 5pm</span></p><p><b>Sun:</b> closed</p>',
      '<div><div><p>Mon–Fri</p></div><div><p>9am – 5pm</p></div></div><div><div>Sun</div><div>closed</div></div>',
      '<dl><dt>Mon–Fri</dt><dd>9am – 5pm</dd><dt>Sun</dt><dd>closed</dd></dl>',
      '<table><tr><th>Mon–Fri</th><td>9am – 5pm</td></tr><tr><th>Sun</th><td>closed</td></tr></table>',
    ])
      assert.deepEqual(factsIn(markup), expected, markup);
  });

  test('words that begin like a day are no days, and hours in other languages keep their space', () => {
    const row = (first: string, second: string) => `<li><span>${first}</span><span>${second}</span></li>`;
    const rows = [row('Weddings', 'Parties'), row('Sunset', 'bar'), row('Friends', 'of the inn')];
    const { facts } = readPage(
      `<main><p>Words.</p></main><footer><ul>${rows.join('')}${row('Montag', '9:00 – 17:00')}</ul></footer>`,
    );
    assert.deepEqual(facts, ['- Montag 9:00 – 17:00']);
  });

  test('a sentence in the header is a fact, a slogan and a menu are not', () => {
    const { facts } = readPage(
      '<header><div><p>We are closed for painting until 21 January.</p></div><p>Baked daily</p><nav><p>Our menu for ' +
        'every day of the week.</p></nav></header><main><p>Words.</p></main>',
    );
    assert.deepEqual(facts, ['- We are closed for painting until 21 January.']);
  });

  test('rows of days and times, and links to call and to write, are facts with the heading of their column', () => {
    const row = (day: string, time: string) => `<div class=row><div>${day}</div><div>${time}</div></div>`;
    const { facts } = readPage(
      '<main><p>Words.</p></main><footer><div><div class=title>Opening hours</div><div>' +
        `${row('Monday', 'Closed in winter')}${row('Tue – Thu', '9.30am – 8pm')}</div></div>` +
        '<div><div class=title>Say hello</div><a href="tel:+441632960417">01632 960 417</a>' +
        '<a href="mailto:hi@inn.example">hi@inn.example</a><a href=#><img alt=Instagram></a></div>' +
        '<table><tr><td>Sat &amp; Sun</td><td>10 to 4</td></tr></table>' +
        '<div><span>Shop:</span> <span>Mon to Sat 10 am to 6 pm</span></div></footer>',
    );
    assert.deepEqual(facts, [
      '- Opening hours: Monday: Closed in winter',
      '- Opening hours: Tue – Thu: 9.30am – 8pm',
      '- Say hello: 01632 960 417',
      '- Say hello: hi@inn.example',
      '- Sat & Sun: 10 to 4',
      '- Shop: Mon to Sat 10 am to 6 pm',
    ]);
  });

  test('JSON-LD gives telephone, address, hours and answers, and broken JSON-LD is ignored', () => {
    const script = (value: unknown): string =>
      `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`;
    const inn = {
      '@type': 'Hotel',
      telephone: '01632 960111',
      address: { streetAddress: '4 Mill Lane', addressLocality: 'Kelby', postalCode: 'KB1' },
      openingHours: ['Mo-Fr 08:30-19:30'],
      openingHoursSpecification: {
        dayOfWeek: ['https://schema.org/Sunday'],
        opens: '10:00',
        closes: '12:00',
      },
      checkinTime: 14,
    };
    const faq = {
      mainEntity: [
        { name: 'Is there a lift?', acceptedAnswer: { text: '<p>Yes, to all floors.</p>' } },
        { name: 'Parking?', acceptedAnswer: { text: 'Behind the house.' } },
      ],
    };
    const { facts } = readPage(
      `${script('{broken')}${script({ '@graph': [inn, 7, null] })}${script([faq])}<main>Behind the house.</main>`,
    );
    assert.deepEqual(facts, [
      '- Telephone: 01632 960111',
      '- Address: 4 Mill Lane, Kelby KB1',
      '- Opening hours: Monday to Friday 08:30 to 19:30; Sunday 10:00 to 12:00',
      '- Check-in from: 14',
      '### Is there a lift?\n\nYes, to all floors.',
    ]);
    assert.match(factsText(facts), /^## Contact\n\n- Telephone.*\n- Address[^]*\n\n### Is there a lift\?/);
  });
});

test('the encoding that a page declares counts if the HTTP header declares none', () => {
  for (const meta of [
    '<meta charset="iso-8859-2">',
    '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">',
  ]) {
    const html = `<!doctype html>${meta}<p>\u00a3\u00f3d\u00bc`;
    assert.equal(extractPage(Buffer.from(html, 'latin1'))?.markdown, 'Łódź');
    assert.equal(extractPage(Buffer.from(html, 'latin1'), 'windows-1252')?.markdown, '£ód¼');
  }
});
