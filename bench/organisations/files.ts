/** Generates the files of the organisations from small sources, with the structure that office programs produce. */
import { strToU8, zipSync } from 'fflate';
import { placedPdf, type PlacedText } from '../../test/extraction/pdf-files.ts';
import { docx } from '../../test/service/files.ts';

/** A line of a source: a heading, a table row, a list item, or a paragraph. */
interface Line {
  kind: 'heading' | 'row' | 'item' | 'text';
  depth: number;
  cells: string[];
}

export function linesOf(source: string): Line[] {
  return source
    .split('\n')
    .filter(Boolean)
    .map((line): Line => {
      const heading = /^(#+) (.*)/.exec(line);
      if (heading) return { kind: 'heading', depth: heading[1]!.length, cells: [heading[2]!] };
      if (line.startsWith('|'))
        return {
          kind: 'row',
          depth: 0,
          cells: line
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim()),
        };
      if (line.startsWith('- ')) return { kind: 'item', depth: 0, cells: [line.slice(2)] };
      return { kind: 'text', depth: 0, cells: [line] };
    });
}

const LEFT = 56;
const TOP = 70;
const BOTTOM = 720;
/** Width of the first column in points; labels are longer than values. */
const FIRST_COLUMN = 170;
/** Number of characters in a line of text at 10 points. */
const COLUMNS = 92;
const SIZES = [10, 17, 13];

/**
 * Generates pages like a word processor: headings by size and weight, tables by position, and a footer on each page.
 */
export function pdfOf(source: string, foot: string): Uint8Array {
  const pages: PlacedText[][] = [[]];
  let y = TOP;
  const place = (text: PlacedText): void => void pages.at(-1)!.push({ ...text, text: winAnsi(text.text) });
  const moveDown = (step: number): void => {
    y += step;
    if (y < BOTTOM) return;
    pages.push([]);
    y = TOP;
  };
  for (const { kind, depth, cells } of linesOf(source)) {
    const [first = ''] = cells;
    if (kind === 'heading') {
      moveDown(14);
      place({ text: first, x: LEFT, y, size: SIZES[depth] ?? 12, bold: true });
      moveDown(22);
    } else if (kind === 'row') {
      const width = (490 - FIRST_COLUMN) / (cells.length - 1);
      cells.forEach((text, at) => place({ text, x: LEFT + (at && FIRST_COLUMN + (at - 1) * width), y }));
      moveDown(16);
    } else {
      for (const [at, text] of wrapLines(first).entries()) {
        place({ text: kind === 'item' && at === 0 ? `• ${text}` : text, x: LEFT, y });
        moveDown(13);
      }
      moveDown(5);
    }
  }
  return placedPdf(
    pages.map((texts, at) => [...texts, { text: `${winAnsi(foot)} - ${at + 1}`, x: 250, y: 760, size: 8 }]),
  );
}

const winAnsi = (text: string): string => text.replaceAll('–', '\x96').replaceAll('’', '\x92');

function wrapLines(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line.length + word.length >= COLUMNS) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Generates a Word document. Its runs are split as Word does after a spelling check. */
export function docxOf(source: string): Uint8Array {
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
  const runs = (text: string) => {
    const middle = text.indexOf(' ', text.length / 2);
    return middle < 0 ? run(text) : `${run(text.slice(0, middle))}<w:proofErr/>${run(text.slice(middle))}`;
  };
  const paragraph = (text: string, properties = '') => `<w:p>${properties}${runs(text)}</w:p>`;
  let body = '';
  let rows = '';
  const endTable = (): void => {
    if (rows) body += `<w:tbl>${rows}</w:tbl>`;
    rows = '';
  };
  for (const { kind, cells } of linesOf(source)) {
    const [first = ''] = cells;
    if (kind === 'row') {
      rows += `<w:tr>${cells.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('')}</w:tr>`;
      continue;
    }
    endTable();
    const list = '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>';
    const heading = '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>';
    body += paragraph(first, kind === 'heading' ? heading : kind === 'item' ? list : '');
  }
  endTable();
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  return docx([], {
    'word/document.xml': `<w:document xmlns:w="${main}"><w:body>${body}</w:body></w:document>`,
  });
}

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(1899, 11, 30);
const ISO = /^\d{4}-\d\d-\d\d$/;

/** Generates a sheet for each name. Dates are numbers with a format, as in Excel. */
export function xlsxOf(sheets: Readonly<Record<string, (string | number)[][]>>): Uint8Array {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const names = Object.keys(sheets);
  const cell = (value: string | number, at: string) => {
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
    if (ISO.test(value)) return `<c r="${at}" s="1"><v>${(Date.parse(value) - FIRST_DAY) / DAY_MS}</v></c>`;
    return `<c r="${at}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
  };
  const sheet = (rows: (string | number)[][]) =>
    `<worksheet><sheetData>${rows
      .map(
        (row, y) =>
          `<row r="${y + 1}">${row
            .map((value, x) => cell(value, `${String.fromCharCode(65 + x)}${y + 1}`))
            .join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`;
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}">${names
      .map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`)
      .join('')}<Relationship Id="rId99" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml':
      '<styleSheet><numFmts count="1"><numFmt numFmtId="164" formatCode="d mmmm yyyy"/></numFmts>' +
      '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
  };
  names.forEach((name, at) => (parts[`xl/worksheets/sheet${at + 1}.xml`] = sheet(sheets[name]!)));
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}
