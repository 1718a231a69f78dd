/** Word, PowerPoint and Excel (ECMA-376) as Markdown. */
import { load, type CheerioAPI } from 'cheerio';
import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import path from 'node:path';
import { ExtractionError } from './extraction-error.ts';
import { toMarkdown } from './html.ts';
import { describeTable } from './tables.ts';
import type { Zip } from './zip.ts';

/** Cells beyond these are a bomb, not a table. */
const MAX_ROWS = 200_000;
const MAX_COLUMNS = 2000;

export async function readDocx(zip: Zip): Promise<string> {
  // A new archive of the parts with words only: the library unpacks whatever it is given.
  const parts: Record<string, [Uint8Array, { level: 0 }]> = {};
  for (const name of zip.names.filter((part) =>
    /^(\[Content_Types\]\.xml|_rels\/.*|word\/[^/]+\.xml|word\/_rels\/.*)$/.test(part),
  ))
    parts[name] = [Buffer.from(xml(zip, name)), { level: 0 }];
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(zipSync(parts)) },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  );
  return toMarkdown(value);
}

export function readPptx(zip: Zip): string {
  const slides = ordered(zip, 'ppt/presentation.xml', 'p\\:sldId');
  return slides
    .map(({ file }, index) => {
      const $ = parts(zip, file);
      const title = paragraphs(
        $,
        $('p\\:sp')
          .filter((_, shape) =>
            /^(title|ctrTitle)$/.test($(shape).find('p\\:nvPr p\\:ph').attr('type') ?? ''),
          )
          .find('a\\:p')
          .toArray(),
      ).join(' ');
      const body = paragraphs($, $('a\\:p').toArray()).filter((text) => text !== title);
      return [`# ${title || `Slide ${index + 1}`}`, ...body].join('\n\n');
    })
    .join('\n\n');
}

export function readXlsx(zip: Zip): string {
  const shared: string[] = [];
  if (zip.has('xl/sharedStrings.xml')) {
    const $ = parts(zip, 'xl/sharedStrings.xml');
    $('si').each((_, item) => void shared.push($(item).find('t').not('rPh t').text()));
  }
  return ordered(zip, 'xl/workbook.xml', 'sheet')
    .map(({ file, name }) => {
      const $ = parts(zip, file);
      const rows: string[][] = [];
      $('sheetData > row').each((number, row) => {
        if (number >= MAX_ROWS) throw new ExtractionError('file_size_too_large');
        const cells: string[] = [];
        $(row)
          .children('c')
          .each((position, cell) => {
            const column = columnOf($(cell).attr('r')) ?? position;
            if (column < MAX_COLUMNS) cells[column] = value($, cell, shared);
          });
        rows.push(Array.from(cells, (cell) => cell ?? ''));
      });
      return `# ${name}\n\n${describeTable(rows)}`;
    })
    .join('\n\n');
}

function value($: CheerioAPI, cell: Parameters<CheerioAPI>[0], shared: readonly string[]): string {
  const type = $(cell).attr('t');
  if (type === 'inlineStr') return $(cell).find('is t').text();
  const raw = $(cell).children('v').text();
  if (type === 's') return shared[Number(raw)] ?? '';
  if (type === 'b') return raw === '1' ? 'true' : 'false';
  return type === 'e' ? '' : raw;
}

/** `BC12` → 54, counted from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? '')?.[1];
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The slides or sheets in the order of the part that lists them, by its relations. */
function ordered(zip: Zip, list: string, element: string): { file: string; name: string }[] {
  const folder = path.posix.dirname(list);
  const relations = parts(zip, `${folder}/_rels/${path.posix.basename(list)}.rels`);
  const $ = parts(zip, list);
  return $(element)
    .toArray()
    .flatMap((item) => {
      const id = $(item).attr('r:id');
      const target = relations('Relationship')
        .filter((_, relation) => relations(relation).attr('Id') === id)
        .attr('Target');
      const file = target && (target.startsWith('/') ? target.slice(1) : path.posix.join(folder, target));
      return file && zip.has(file) ? [{ file, name: $(item).attr('name') ?? '' }] : [];
    });
}

function paragraphs($: CheerioAPI, elements: Parameters<CheerioAPI>[0][]): string[] {
  return elements
    .map((element) => $(element).find('a\\:t').text().replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

function parts(zip: Zip, name: string): CheerioAPI {
  return load(xml(zip, name), { xml: true });
}

/** A part's XML. A document type, which ECMA-376 forbids, could declare entities that grow without end. */
function xml(zip: Zip, name: string): string {
  const text = zip.read(name).toString('utf8');
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new ExtractionError('document_processing_failed');
  return text;
}
