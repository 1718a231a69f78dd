/** Converts PowerPoint presentations (ECMA-376) to Markdown: each slide under its title, tables as rows. */
import type { CheerioAPI } from 'cheerio';
import { listedParts, partDocument } from './office-parts.ts';
import { tableMarkdown, findTitles, type Cell } from './tables.ts';
import type { Zip } from './zip.ts';

type Element = Parameters<CheerioAPI>[0];

/** Placeholders whose text is the same on every slide. */
const REPEATED_PLACEHOLDERS = /^(?:sldNum|dt|ftr|hdr)$/;

export function readPptx(zip: Zip, main: string): string {
  return listedParts(zip, main, 'p\\:sldId')
    .map(({ file }, index) => {
      const $ = partDocument(zip, file);
      const titles: string[] = [];
      const body: string[] = [];
      for (const shape of $('p\\:sp, p\\:graphicFrame').toArray()) {
        const kind = $(shape).find('p\\:nvPr p\\:ph').attr('type') ?? '';
        if (REPEATED_PLACEHOLDERS.test(kind)) continue;
        const table = $(shape).find('a\\:tbl').first();
        if (table.length > 0) body.push(tableOf($, table[0]));
        else (/^(?:title|ctrTitle)$/.test(kind) ? titles : body).push(...paragraphs($, shape));
      }
      return [`# ${titles.join(' ') || `Slide ${index + 1}`}`, ...body.filter(Boolean)].join('\n\n');
    })
    .join('\n\n');
}

/** Formats a table. A merged cell has the text of its first cell, which is to the left or above. */
function tableOf($: CheerioAPI, table: Element): string {
  const rows: Cell[][] = [];
  for (const element of $(table).children('a\\:tr').toArray()) {
    const rowAbove = rows.at(-1);
    const row: Cell[] = [];
    for (const [index, cell] of $(element).children('a\\:tc').toArray().entries()) {
      const isMerged = (name: string) => /^(?:1|true)$/.test($(cell).attr(name) ?? '');
      const mergedCell = isMerged('hMerge') ? row.at(-1) : isMerged('vMerge') ? rowAbove?.[index] : undefined;
      row.push(mergedCell ?? { text: paragraphs($, cell).join(' '), bold: false });
    }
    if (row.some(({ text }) => text !== '')) rows.push(row);
  }
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const evenRows = rows.map((row) => [
    ...row,
    ...Array.from({ length: width - row.length }, () => ({ text: '', bold: false })),
  ]);
  if (evenRows.length === 0) return '';
  const hasColumnNames =
    /^(?:1|true)$/.test($(table).children('a\\:tblPr').attr('firstRow') ?? '') && evenRows.length > 1;
  const texts = evenRows.map((row) => row.map(({ text }) => text));
  return tableMarkdown(hasColumnNames ? { names: texts[0]!, rows: texts.slice(1) } : findTitles(evenRows));
}

function paragraphs($: CheerioAPI, container: Element): string[] {
  return $(container)
    .find('a\\:p')
    .toArray()
    .map((paragraph) =>
      $(paragraph)
        .find('a\\:t, a\\:br')
        .toArray()
        .map((run) => $(run).text() || ' ')
        .join('')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean);
}
