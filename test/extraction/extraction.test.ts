import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { zipSync } from 'fflate';
import { ManualClock } from '../../src/runtime/clock.ts';
import { splitText } from '../../src/extraction/chunks.ts';
import { ExtractionError } from '../../src/extraction/extraction-error.ts';
import { BEAT_MS } from '../../src/runtime/watchdog.ts';
import { EXTRACTION_TIME, Extraction } from '../../src/extraction/extraction.ts';
import { parseCsv } from '../../src/extraction/csv.ts';
import { Zip } from '../../src/extraction/zip.ts';
import { MAX_PICTURES } from '../../src/extraction/pdf-pages.ts';
import { docx, pdf, pdfPages, pptx, xlsx } from '../service/files.ts';
import { until } from '../service/until.ts';
import { unless } from '../surroundings.ts';

async function look(
  picture: Uint8Array,
): Promise<{ width: number; height: number; pixels: Uint8ClampedArray }> {
  const image = await loadImage(picture);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return {
    width: image.width,
    height: image.height,
    pixels: context.getImageData(0, 0, image.width, image.height).data,
  };
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

/** Returns the process ids of this process's children. */
const children = () =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number);

test(
  'a stopped process is replaced, and another one reads its file',
  { skip: unless(process.platform === 'linux', 'linux') },
  async () => {
    const childrenBefore = children();
    const beats = new ManualClock();
    const extraction = new Extraction(new ManualClock(), beats);
    try {
      assert.deepEqual(await extraction.readFile(bytes('First.')), ['First.']);
      const [stoppedPid] = children().filter((pid) => !childrenBefore.includes(pid));
      await until('its first beat', () => beats.waits(BEAT_MS));
      process.kill(stoppedPid!, 'SIGSTOP');
      const secondText = extraction.readFile(bytes('Second.'));
      beats.move(BEAT_MS * 6);
      assert.deepEqual(await secondText, ['Second.']);
      assert.ok(!children().includes(stoppedPid!), 'the stopped process has ended');
    } finally {
      extraction.close();
    }
  },
);

describe('extraction', () => {
  const clock = new ManualClock();
  const extraction = new Extraction(clock);
  after(() => extraction.close());
  const read = async (file: Uint8Array, charset?: string, account?: number) =>
    (await extraction.readFile(file, charset, account)).join('\n\n');
  const readRefusal = async (file: Uint8Array, charset?: string) => {
    try {
      return `read: ${(await read(file, charset)).slice(0, 80)}`;
    } catch (error) {
      assert.ok(error instanceof ExtractionError);
      return error.code;
    }
  };

  test('every format is detected from its content', async () => {
    assert.equal(
      await read(
        docx([{ text: 'Opening hours', heading: true }, { text: 'From nine to five &amp; on Saturdays.' }]),
      ),
      '# Opening hours\n\nFrom nine to five & on Saturdays.',
    );
    assert.equal(
      await read(
        pptx([
          { title: 'First', text: 'One thing' },
          { title: 'Second', text: 'Another thing' },
        ]),
      ),
      '# First\n\nOne thing\n\n# Second\n\nAnother thing',
    );
    assert.equal(
      await read(
        xlsx('Prices', [
          ['Bike', 'Price'],
          ['City', 499],
          ['Cargo', 2999],
        ]),
      ),
      '# Prices\n\n| Bike | Price |\n| --- | --- |\n| City | 499 |\n| Cargo | 2999 |',
    );
    assert.match(
      await read(pdf(['The workshop opens at ten.', 'It closes at six.'])),
      /The workshop opens at ten\.\s+It closes at six\./,
    );
    assert.equal(
      await read(bytes('bike,price\n"City, red",499\nCargo,2999\n')),
      '| bike | price |\n| --- | --- |\n| City, red | 499 |\n| Cargo | 2999 |',
    );
    assert.equal(await read(bytes('<title>Shop</title><p>Open <b>today</b>.')), '# Shop\n\nOpen **today**.');
    assert.equal(await read(bytes('# Hello\r\n\r\nWorld, all of it.')), '# Hello\n\nWorld, all of it.');
    assert.equal(
      await read(
        bytes(
          '\ufeff<!-- x --><!DOCTYPE html><html><head><title>Shop</title><script>alert(1)</script></head>' +
            '<body><nav>Menu</nav><h2>Repairs</h2>' +
            '<p>In <a href="/two">two</a> days.</p><footer>Imprint</footer></body></html>',
        ),
      ),
      '# Shop\n\n## Repairs\n\nIn two days.',
    );
  });

  test("a PDF's pages are drawn, in their colours and shapes, each with its words", async () => {
    const pages = await extraction.drawPages(
      pdfPages([
        { lines: ['Bells', 'We have seven bells', 'and one horn.'], colour: [1, 0.5, 0], size: [960, 540] },
        { lines: ['Tall'], colour: [0, 0, 1], size: [300, 600] },
        { lines: [] },
      ]),
    );
    assert.deepEqual(
      pages.map(({ text }) => text),
      ['Bells\nWe have seven bells\nand one horn.', 'Tall', ''],
    );
    const pictures = [];
    for (const { picture } of pages) {
      const { width, height, pixels } = await look(picture!);
      pictures.push([width, height, [...pixels.subarray(-4, -1)].map((level) => Math.round(level / 64))]);
    }
    assert.deepEqual(pictures, [
      [1280, 720, [4, 2, 0]],
      [640, 1280, [0, 0, 4]],
      [989, 1280, [4, 4, 4]],
    ]);
    const { pixels } = await look(pages[0]!.picture!);
    assert.ok(
      pixels.filter((level, index) => index % 4 === 0 && level < 64).length > 100,
      'the words are drawn too',
    );
  });

  test('of a long PDF the first pages are drawn, and the words of the others are still read', async () => {
    const pages = await extraction.drawPages(
      pdfPages(
        Array.from({ length: MAX_PICTURES + 2 }, (_, index) => ({
          lines: [`Page ${index + 1}`],
          // A page of small height is drawn fast enough that all pages meet the time limit on a busy machine.
          size: [640, 90] as [number, number],
        })),
      ),
    );
    assert.deepEqual(
      [pages.length, pages.findIndex(({ picture }) => picture === null), pages.at(-1)!.text],
      [MAX_PICTURES + 2, MAX_PICTURES, `Page ${MAX_PICTURES + 2}`],
    );
  });

  test('a file that cannot be drawn has no pages', async () => {
    for (const file of [bytes('%PDF-1.7\nbroken'), bytes('no PDF'), new Uint8Array()])
      assert.deepEqual(await extraction.drawPages(file), []);
    // A picture is 1280 pixels wide, whatever the size of the page.
    const [hugePage] = await extraction.drawPages(pdfPages([{ lines: ['Vast'], size: [14_400, 14_400] }]));
    assert.equal((await look(hugePage!.picture!)).width, 1280);
  });

  test('text is read in its own encoding', async () => {
    assert.equal(await read(new Uint8Array(Buffer.from('Grüße', 'latin1'))), 'Grüße');
    assert.equal(await read(new Uint8Array(Buffer.from('\ufeffGrüße', 'utf16le'))), 'Grüße');
    assert.equal(await read(new Uint8Array(Buffer.from([0xc0, 0xe1])), 'windows-1251'), 'Аб');
    assert.equal(await read(new Uint8Array(Buffer.from('Grüße', 'latin1')), 'nonsense'), 'Grüße');
  });

  test('an unreadable file is refused with its reason', async () => {
    assert.equal(await readRefusal(new Uint8Array()), 'file_empty');
    assert.equal(await readRefusal(bytes(' \n\t ')), 'file_empty');
    assert.equal(await readRefusal(docx([])), 'file_empty');
    assert.equal(await readRefusal(bytes('<html><body><img src="x"></body></html>')), 'file_empty');
    assert.equal(
      await readRefusal(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])),
      'file_format_unsupported',
    );
    assert.equal(
      await readRefusal(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])),
      'file_format_unsupported',
    );
    assert.equal(
      await readRefusal(bytes('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')),
      'file_format_unsupported',
    );
    assert.equal(await readRefusal(zipSync({ 'a.txt': bytes('hello') })), 'file_format_unsupported');
    assert.equal(await readRefusal(docx([{ text: 'x' }]).slice(0, 300)), 'document_processing_failed');
    assert.equal(await readRefusal(bytes('%PDF-1.7\nbroken')), 'document_processing_failed');
    assert.equal(
      await readRefusal(docx([], { 'word/document.xml': '<w:document' })),
      'document_processing_failed',
    );
  });

  test('decompression bombs are refused', async () => {
    const zeros = new Uint8Array(80 * 1024 * 1024).fill(32);
    assert.equal(
      await readRefusal(
        zipSync({
          'xl/workbook.xml': bytes('<workbook/>'),
          'xl/_rels/workbook.xml.rels': bytes('<Relationships/>'),
          'xl/sharedStrings.xml': new Uint8Array(220 * 1024 * 1024).fill(32),
        }),
      ),
      'file_size_too_large',
    );
    assert.equal(
      await readRefusal(zipSync({ 'word/document.xml': zeros, 'word/a.xml': zeros, 'word/b.xml': zeros })),
      'file_size_too_large',
    );
    const levels = Array.from(
      { length: 9 },
      (_, level) => `<!ENTITY lol${level + 1} "${`&lol${level || ''};`.repeat(10)}">`,
    );
    const entities = `<!DOCTYPE lolz [<!ENTITY lol "lol">${levels.join('')}]>`;
    assert.equal(
      await readRefusal(
        docx([], {
          'word/document.xml':
            `<?xml version="1.0"?>${entities}` +
            '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">' +
            '<w:body><w:p><w:r><w:t>&lol9;</w:t></w:r></w:p></w:body></w:document>',
        }),
      ),
      'document_processing_failed',
    );
    const zipWithFalseSize = Buffer.from(zipSync({ 'xl/workbook.xml': new Uint8Array(5_000_000).fill(32) }));
    // The directory claims that the file unpacks to ten bytes.
    zipWithFalseSize.writeUInt32LE(10, zipWithFalseSize.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
    assert.throws(
      () => new Zip(zipWithFalseSize, 1_000_000).read('xl/workbook.xml'),
      (error: ExtractionError) => error.code === 'file_size_too_large',
    );
    assert.equal(await read(bytes('and the next file is read')), 'and the next file is read');
  });

  test("one account's slow files delay no other account's files", async () => {
    const slowFile = bytes(`<html><body>${'<div>'.repeat(300_000)}`);
    const endless = Array.from({ length: 6 }, () =>
      extraction.readFile(slowFile, undefined, 1).catch((error: Error) => error),
    );
    // Neither of them times out, because the clock stands still until both are read.
    assert.equal(await read(bytes('of another account'), undefined, 2), 'of another account');
    assert.equal(await read(bytes('and a third'), undefined, 3), 'and a third');
    // The six files time out in pairs, because two files are read at the same time.
    for (let pair = 0; pair < 3; pair++) {
      await until('two of them to be worked on', () => clock.waits(EXTRACTION_TIME));
      await Promise.all([extraction.readFile(bytes('between'), undefined, 2)]);
      clock.move(EXTRACTION_TIME);
      await Promise.all(endless.slice(pair * 2, pair * 2 + 2));
    }
  });

  test('a file that takes too long is stopped, and others continue', async () => {
    // No library can process this page in time; moving the clock ends the attempt.
    const endless = readRefusal(bytes(`<html><body>${'<div>'.repeat(300_000)}`));
    const otherFile = read(bytes('meanwhile'));
    assert.equal(await otherFile, 'meanwhile');
    clock.move(EXTRACTION_TIME);
    assert.equal(await endless, 'document_processing_failed');
    assert.equal(await read(bytes('afterwards')), 'afterwards');
  });
});

test('tables keep quoted delimiters, quotes and line breaks', () => {
  assert.deepEqual(
    [...parseCsv('a;"b;""c"""\r\n"d\ne";', ';')],
    [
      ['a', 'b;"c"'],
      ['d\ne', ''],
    ],
  );
  assert.deepEqual([...parseCsv('a,b\n\n1,"2', ',')], [['a', 'b'], [''], ['1', '2']]);
  assert.deepEqual([...parseCsv('', ',')], []);
});

test('pieces contain whole paragraphs; a long one is cut at sentences, and no text is lost', () => {
  assert.deepEqual(splitText(''), []);
  assert.deepEqual(splitText('one\n\ntwo\n \nthree'), ['one\n\ntwo\n\nthree']);
  const sentence = 'This is a sentence of some length about bicycles and their repair. ';
  const longText = splitText(sentence.repeat(200));
  assert.ok(longText.length > 1 && longText.every((part) => part.length <= 1000 && part.endsWith('.')));
  assert.equal(longText.join(' ').replace(/\s+/g, ' ').trim(), sentence.repeat(200).trim());
  const emoji = '😀'.repeat(3000);
  assert.equal(splitText(emoji).join('').replace(/\s/g, ''), emoji);
  assert.ok(splitText(emoji).every((part) => !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/.test(part)));
});

test('headings without blank lines around them are headings; text within a fence is not', () => {
  assert.deepEqual(splitText('## A\nOne.\n## B\nTwo.'), ['## A\n\nOne.', '## B\n\nTwo.']);
  assert.deepEqual(splitText('```\n# not one\n```'), ['```\n# not one\n```']);
});

test('a long table is cut between its rows, and every part has its column names', () => {
  const rows = Array.from({ length: 60 }, (_, index) => `| Row ${index} | ${'x'.repeat(20)} |`);
  const parts = splitText(['| Name | Value |', '|---|---|', ...rows].join('\n'));
  assert.ok(
    parts.length > 1 && parts.every((part) => part.startsWith('| Name | Value |\n|---|---|\n| Row ')),
  );
  assert.deepEqual(
    parts.flatMap((part) => part.split('\n').slice(2)),
    rows,
  );
});

describe('cutting time grows linearly with the text', () => {
  const SIZE = 400_000;
  const repeatToSize = (part: string) => part.repeat(Math.ceil(SIZE / part.length));
  const texts: Record<string, string> = {
    'long titles over short rows': `${'A'.repeat(SIZE / 2)}\n---\n${'a\n'.repeat(SIZE / 4)}`,
    'a second line of blanks': `x\n${repeatToSize(' ')}y\n`,
    'a rule that goes on in blanks': `x\n--${repeatToSize(' ')}y\n`,
    'one long row': `a\n---\n${repeatToSize('<a b="')}\n`,
    'ten thousand columns': `${'|a'.repeat(10_000)}\n${'|--'.repeat(10_000)}\n${repeatToSize('|b')}`,
    headings: repeatToSize('# a\n'),
    'one word of hashes': repeatToSize('#'),
    'empty lines': repeatToSize('\n'),
    'lines of a blank': repeatToSize('\n '),
    fences: repeatToSize('```\n'),
    emphasis: repeatToSize('*_'),
    'half a surrogate pair': repeatToSize('\ud83d'),
  };
  for (const [name, text] of Object.entries(texts))
    test(name, () => {
      const pieces = splitText(text);
      assert.ok(pieces.every((chunk) => chunk.length <= 1000));
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
      assert.ok(length <= 2 * text.length, `${length} characters of ${text.length}`);
    });
});

test('sections end at the next heading', () => {
  assert.deepEqual(splitText('# Guide\n\n## Brakes\n\nOne.\n\nTwo.\n\n## Lamps\n\nThree.', 1000), [
    '# Guide\n\n## Brakes\n\nOne.\n\nTwo.',
    '## Lamps\n\nThree.',
  ]);
  assert.deepEqual(splitText('One.\n\nTwo.\n\nThree.', 10), ['One.\n\nTwo.', 'Three.']);
  assert.deepEqual(splitText('', 10), []);
});
