import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { extractFile } from '../../src/extraction/extract.ts';
import { formatCellNumber } from '../../src/extraction/xlsx-numbers.ts';
import { docx, pptx, xlsx } from '../service/files.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
/** Returns a copy of the file in which `change` has changed some parts. */
const changeParts = (file: Uint8Array, change: (parts: Record<string, Uint8Array>) => void): Uint8Array => {
  const parts = unzipSync(file);
  change(parts);
  return zipSync(parts);
};
const paragraphXml = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const document = (body: string) =>
  '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">' +
  `<w:body>${body}</w:body></w:document>`;
const table = (rows: string[][]) =>
  `<w:tbl>${rows
    .map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraphXml(cell)}</w:tc>`).join('')}</w:tr>`)
    .join('')}</w:tbl>`;

describe('Word', () => {
  test('tables become rows with their column names, and bold lines become headings', async () => {
    const body =
      '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Fees</w:t></w:r></w:p>' +
      table([
        ['Reader', 'Fee', 'Books'],
        ['Adults', '€18', '20'],
        ['Children', 'free', '12'],
      ]) +
      table([
        ['Monday', 'closed'],
        ['Tuesday', '9 to 5'],
      ]);
    assert.equal(
      await extractFile(docx([], { 'word/document.xml': document(body) })),
      '###### Fees\n\n| Reader | Fee | Books |\n| --- | --- | --- |\n| Adults | €18 | 20 |\n' +
        '| Children | free | 12 |\n\n- Monday: closed\n- Tuesday: 9 to 5',
    );
  });

  test('the main part is found through its relations', async () => {
    const file = changeParts(docx([{ text: 'By another name', heading: true }]), (parts) => {
      parts['word/document2.xml'] = parts['word/document.xml']!;
      parts['word/_rels/document2.xml.rels'] = parts['word/_rels/document.xml.rels']!;
      delete parts['word/document.xml'];
      delete parts['word/_rels/document.xml.rels'];
      for (const name of ['_rels/.rels', '[Content_Types].xml'])
        parts[name] = strToU8(
          Buffer.from(parts[name]!).toString().replaceAll('document.xml', 'document2.xml'),
        );
    });
    assert.equal(await extractFile(file), '# By another name');
  });
});

describe('PowerPoint', () => {
  test('tables become rows, lines keep their breaks, and slide numbers are left out', async () => {
    const cell = (text: string) =>
      `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
    const row = (cells: string[]) => `<a:tr>${cells.map(cell).join('')}</a:tr>`;
    const rows = row(['Plan', 'Price', 'Seats']) + row(['Pro', '€29', '10']);
    const frame =
      `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/>${rows}</a:tbl>` +
      '</a:graphicData></a:graphic></p:graphicFrame>';
    const number =
      '<p:sp><p:nvSpPr><p:nvPr><p:ph type="sldNum"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>7</a:t>' +
      '</a:r></a:p></p:txBody></p:sp>';
    const file = changeParts(
      pptx([{ title: 'Plans', text: 'One</a:t></a:r><a:br/><a:r><a:t>two' }]),
      (parts) => {
        const name = 'ppt/slides/slide1.xml';
        const slide = Buffer.from(parts[name]!).toString();
        parts[name] = strToU8(slide.replace('</p:spTree>', `${frame}${number}</p:spTree>`));
      },
    );
    assert.equal(
      await extractFile(file),
      '# Plans\n\nOne two\n\n| Plan | Price | Seats |\n| --- | --- | --- |\n| Pro | €29 | 10 |',
    );
  });
});

describe('Excel', () => {
  const withStyles = (sheet: string) =>
    changeParts(xlsx('Sheet', [['x']]), (parts) => {
      parts['xl/styles.xml'] = strToU8(
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="d mmmm yyyy"/></numFmts>' +
          '<fonts><font/><font><b/></font></fonts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="20"/>' +
          '<xf numFmtId="9"/><xf numFmtId="0" fontId="1"/></cellXfs></styleSheet>',
      );
      parts['xl/worksheets/sheet1.xml'] = strToU8(`<worksheet>${sheet}</worksheet>`);
    });
  const text = (reference: string, value: string, style = 0) =>
    `<c r="${reference}" t="inlineStr" s="${style}"><is><t>${value}</t></is></c>`;
  const number = (reference: string, value: number, style: number) =>
    `<c r="${reference}" s="${style}"><v>${value}</v></c>`;

  test('dates, times and percentages are read as a person sees them', async () => {
    const sheet =
      `<sheetData><row r="1">${text('A1', 'Event')}${text('B1', 'Date')}${text('C1', 'Starts')}` +
      `${text('D1', 'Off')}</row><row r="2">${text('A2', 'Fair')}${number('B2', 46452, 1)}` +
      `${number('C2', 0.4375, 2)}${number('D2', 0.25, 3)}</row></sheetData>`;
    assert.equal(
      await extractFile(withStyles(sheet)),
      '# Sheet\n\n| Event | Date | Starts | Off |\n| --- | --- | --- | --- |\n| Fair | 6 March 2027 | 10:30 | 25% |',
    );
  });

  test('titles above tables, two rows of names and merged cells are read, and hidden rows are not', async () => {
    const sheet =
      `<sheetData><row r="1">${text('B1', 'Prices 2027')}</row>` +
      `<row r="3">${text('B3', 'Room', 4)}${text('C3', 'Summer', 4)}</row>` +
      `<row r="4">${text('C4', 'Week', 4)}${text('D4', 'Weekend', 4)}</row>` +
      `<row r="5">${text('B5', 'Single')}${number('C5', 80, 0)}${number('D5', 90, 0)}</row>` +
      `<row r="6" hidden="1">${text('B6', 'Old')}${number('C6', 1, 0)}</row>` +
      `<row r="7">${text('B7', 'Double')}${number('C7', 120, 0)}${number('D7', 130, 0)}</row>` +
      `<row r="9">${text('B9', 'All prices with breakfast.')}</row></sheetData>` +
      '<mergeCells><mergeCell ref="B3:B4"/><mergeCell ref="C3:D3"/><mergeCell ref="B1:D1"/></mergeCells>';
    assert.equal(
      await extractFile(withStyles(sheet)),
      '# Sheet\n\n## Prices 2027\n\n| Room | Summer Week | Summer Weekend |\n| --- | --- | --- |\n' +
        '| Single | 80 | 90 |\n| Double | 120 | 130 |\n\nAll prices with breakfast.',
    );
  });

  test('column names may contain numbers if values of another form follow below', async () => {
    const read = (rows: (string | number)[][]) => extractFile(xlsx('Fees', rows));
    assert.equal(
      await read([
        ['Set', '1 day', '3 days'],
        ['Basic', 24, 63],
        ['Race', 41, 109],
      ]),
      '# Fees\n\n| Set | 1 day | 3 days |\n| --- | --- | --- |\n| Basic | 24 | 63 |\n| Race | 41 | 109 |',
    );
    assert.equal(
      await read([
        ['Flour', '1 kg', '2 eggs'],
        ['Sugar', '2 kg', '3 eggs'],
      ]),
      '# Fees\n\n- Flour: 1 kg, 2 eggs\n- Sugar: 2 kg, 3 eggs',
    );
  });

  test('numbers are read by the codes of their formats', () => {
    const show = (value: string, code: string, since1904 = false) =>
      formatCellNumber(value, 200, { codes: new Map([[200, code]]), since1904 });
    const cases = [
      ['5.5', '"€"0.00', '€5.50'],
      ['1234567.891', '#,##0.00', '1,234,567.89'],
      ['12.5', '[$€-407] #,##0.00', '€ 12.50'],
      ['-3', '0.00;(0.00)', '-3.00'],
      ['0', '0;-0;"free"', 'free'],
      ['46452.75', 'dd.mm.yyyy hh:mm', '06.03.2027 18:00'],
      ['0.75', 'h:mm AM/PM', '6:00 PM'],
      ['1.5', '[h]:mm', '36:00'],
      ['0.30000000000000004', 'General', '0.3'],
      ['46452', `d"${'x'.repeat(300)}"`, '46452'],
    ] as const;
    for (const [value, code, text] of cases) assert.equal(show(value, code), text);
    assert.equal(show('44990', 'yyyy-mm-dd', true), '2027-03-06');
    assert.equal(formatCellNumber('46452', 14, { codes: new Map(), since1904: false }), '2027-03-06');
  });
});

describe('CSV', () => {
  test('fields may contain line breaks, and the first line may declare the delimiter', async () => {
    assert.equal(
      await extractFile(
        bytes('name,address\n"Hall","Main Road 1\nElmtown"\n"Pool","Lake Road 2\nElmtown"\n'),
      ),
      '| name | address |\n| --- | --- |\n| Hall | Main Road 1 Elmtown |\n| Pool | Lake Road 2 Elmtown |',
    );
    assert.equal(
      await extractFile(bytes('sep=|\r\nboat|price\r\nCanoe|9\r\n')),
      '| boat | price |\n| --- | --- |\n| Canoe | 9 |',
    );
  });

  test('a table without column names becomes a list, and one with long names becomes pairs', async () => {
    assert.equal(
      await extractFile(bytes('Monday,closed\nTuesday,9 to 5\n')),
      '- Monday: closed\n- Tuesday: 9 to 5',
    );
    const longText = 'The number of guests who may stay in this kind of room '.repeat(3).trim();
    assert.equal(
      await extractFile(bytes(`room,${longText},${longText} in summer,price\nSuite,4,5,90\n`)),
      `room: Suite, ${longText}: 4, ${longText} in summer: 5, price: 90`,
    );
  });
});

test('one bad byte does not change the encoding of a text', async () => {
  const validBytes = Buffer.from('Grüße aus Köln, für Sie. Schöne Züge.');
  assert.equal(
    await extractFile(Buffer.concat([validBytes, Buffer.from([0xff])])),
    `${validBytes.toString()}\ufffd`,
  );
  assert.equal(await extractFile(Buffer.from('Grüße aus Köln', 'latin1')), 'Grüße aus Köln');
});
