/** Removes tables of contents, which only refer to other pages. */
import type { Block } from './pdf-blocks.ts';

/** Minimum number of first pages that may contain a table of contents. */
const FIRST_PAGES = 4;
/** Fraction of the pages of a long document that may contain it. */
const FIRST_SHARE = 0.1;
const MIN_ENTRIES = 3;

/** Removes a table of contents from a page's blocks. `pageIndex` is the index of the page, from 0. */
export function withoutContents(blocks: readonly Block[], pageIndex: number, pages: number): Block[] {
  if (pageIndex >= Math.max(FIRST_PAGES, FIRST_SHARE * pages) || pages < 2) return [...blocks];
  return blocks.filter((block) => !(block.kind === 'table' && isContents(block.table, pages)));
}

/** True for titles with ascending page numbers. */
function isContents(
  { names, rows }: { names: readonly string[] | null; rows: readonly (readonly string[])[] },
  pages: number,
): boolean {
  const entries = names ? [names, ...rows] : rows;
  const numbers = entries.map((row) => (/^\d{1,4}$/.test(row.at(-1)!) ? Number(row.at(-1)) : NaN));
  return (
    entries.length >= MIN_ENTRIES &&
    numbers.every((number, index) => number >= (numbers[index - 1] ?? 1) && number <= pages) &&
    numbers.at(-1)! > numbers[0]!
  );
}
