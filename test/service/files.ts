/** Builds minimal files of every supported format. */
import { strToU8, zipSync } from 'fflate';

const zip = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export function docx(
  paragraphs: { text: string; heading?: boolean }[],
  extra: Record<string, string> = {},
): Uint8Array {
  const body = paragraphs
    .map(
      ({ text, heading }) =>
        `<w:p>${heading ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`,
    )
    .join('');
  return zip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default ' +
      'Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default ' +
      'Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ' +
      'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" ` +
      'Target="word/document.xml"/></Relationships>',
    'word/styles.xml':
      '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style ' +
      'w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>',
    'word/_rels/document.xml.rels':
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/styles" ` +
      'Target="styles.xml"/></Relationships>',
    'word/document.xml':
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` +
      `${body}</w:body></w:document>`,
    ...extra,
  });
}

export function pptx(slides: { title: string; text: string }[]): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/presentationml/2006/main';
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main';
  const shape = (text: string, kind: string) =>
    `<p:sp><p:nvSpPr><p:nvPr>${kind}</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>` +
    `${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`);
  const relations = slides.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Target="slides/slide${slides.length - index}.xml"/>`,
  );
  return zip({
    // The slides' files are numbered in reverse, so that their order differs from the order of the slides.
    'ppt/presentation.xml':
      `<p:presentation xmlns:p="${main}" ` +
      `xmlns:r="${OFFICE}"><p:sldIdLst>` +
      `${ids.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships xmlns="${RELATIONS}">${relations.join('')}</Relationships>`,
    ...Object.fromEntries(
      slides.map(({ title, text }, index) => [
        `ppt/slides/slide${slides.length - index}.xml`,
        `<p:sld xmlns:p="${main}" ` +
          `xmlns:a="${drawing}"><p:cSld><p:spTree>${shape(title, '<p:ph type="title"/>')}` +
          `${shape(text, '')}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
  });
}

export function xlsx(name: string, rows: (string | number)[][]): Uint8Array {
  const strings = [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))];
  const cell = (value: string | number, row: number, column: number) => {
    const cellReference = `${String.fromCharCode(65 + column)}${row + 1}`;
    return typeof value === 'number'
      ? `<c r="${cellReference}"><v>${value}</v></c>`
      : `<c r="${cellReference}" t="s"><v>${strings.indexOf(value)}</v></c>`;
  };
  const lines = rows.map(
    (row, number) =>
      `<row r="${number + 1}">${row.map((value, column) => cell(value, number, column)).join('')}</row>`,
  );
  return zip({
    'xl/workbook.xml':
      `<workbook xmlns:r="${OFFICE}"><sheets><sheet name="${name}" sheetId="1" ` +
      'r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" ` +
      'Target="/xl/worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`,
  });
}

/** Builds a PDF file with one page. */
export const pdf = (lines: string[]): Uint8Array => pdfPages([{ lines }]);

/**
 * Builds a PDF file with a line of Helvetica on each page; the font is not embedded. `colour` fills the page, as red,
 * green and blue from 0 to 1.
 */
export function pdfPages(
  pages: { lines: string[]; colour?: [number, number, number]; size?: [number, number] }[],
): Uint8Array {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap(({ lines, colour, size: [width, height] = [612, 792] }, index) => {
      const fill = colour ? `${colour.join(' ')} rg 0 0 ${width} ${height} re f 0 g ` : '';
      const content =
        `${fill}BT /F1 12 Tf 72 ${height - 72} Td 16 TL ` +
        `${lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join(' ')} ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${5 + 2 * index} 0 R ` +
          '/Resources << /Font << /F1 3 0 R >> >> >>',
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  text +=
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f ` +
    `\n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}trailer\n<< ` +
    `/Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}
