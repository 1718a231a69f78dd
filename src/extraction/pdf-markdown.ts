/** Converts the blocks of a PDF's pages to Markdown. */
import { joinTexts, endsSentence, type Block } from './pdf-blocks.ts';
import { NUMBERED_ITEM } from './pdf-headings.ts';
import { tableMarkdown, type Table } from './tables.ts';

/** Matches characters that have a meaning in Markdown within a text. */
const MARKDOWN_CHARACTERS = /[\\`*<|]|(?<=\])\(|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** Converts the blocks of all pages to Markdown. A table or a sentence may continue on the next page. */
export function blocksMarkdown(
  pages: readonly (readonly Block[])[],
  hyphenatedWords: ReadonlySet<string>,
): string {
  const blocks: Block[] = [];
  for (const page of pages)
    for (const [index, block] of page.entries()) {
      const mergedBlock = index === 0 ? joinBlocks(blocks.at(-1), block, hyphenatedWords) : null;
      if (mergedBlock) blocks[blocks.length - 1] = mergedBlock;
      else blocks.push(block);
    }
  let text = '';
  let lastBlock: Block | null = null;
  for (const block of blocks) {
    const separator =
      lastBlock === null ? '' : lastBlock.kind === 'item' && block.kind === 'item' ? '\n' : '\n\n';
    text += separator + markdownOf(block);
    lastBlock = block;
  }
  return text;
}

/** Joins two blocks if the second continues the first; otherwise null. */
function joinBlocks(
  last: Block | undefined,
  nextBlock: Block,
  hyphenatedWords: ReadonlySet<string>,
): Block | null {
  if (last?.kind === 'table')
    return nextBlock.kind === 'table' ? appendRows(last.table, nextBlock.table) : null;
  if (!last || last.kind === 'heading' || nextBlock.kind !== 'paragraph') return null;
  if (endsSentence(last.text) || !/^\p{Ll}/u.test(nextBlock.text)) return null;
  return { kind: last.kind, text: joinTexts(last.text, nextBlock.text, hyphenatedWords) };
}

/** Appends the rows of a table with the same number of columns and the same names; null for any other table. */
function appendRows(table: Table, { names, rows }: Table): Block | null {
  if (table.rows[0]?.length !== rows[0]?.length) return null;
  if (names && names.join('|') !== table.names?.join('|')) return null;
  return { kind: 'table', table: { names: table.names, rows: [...table.rows, ...rows] } };
}

function markdownOf(block: Block): string {
  if (block.kind === 'table') return tableMarkdown(block.table);
  const text = block.text.trim().replace(MARKDOWN_CHARACTERS, '\\$&');
  if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${text}`;
  if (block.kind === 'item') return NUMBERED_ITEM.test(text) ? text : `- ${text}`;
  // Escape Markdown marks at the beginning of a line, which would change its meaning.
  return text.replace(/^(?:#{1,6}\s|[+>]|\[|=+$|-{1,3}(?:\s|$))/, '\\$&');
}
