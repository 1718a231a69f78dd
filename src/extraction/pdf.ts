/**
 * Converts PDF files to Markdown with headings, lists and tables. Columns are read one after another, and text
 * that repeats at the edges of pages is removed. The structure is taken from the tags of a file; without tags it
 * is derived from positions, sizes and weights of words. Runs in the extraction process.
 */
import { blocksOfLines, type Block } from './pdf-blocks.ts';
import { typographyOf } from './pdf-headings.ts';
import { blocksMarkdown } from './pdf-markdown.ts';
import { readSheets, type PdfSheet } from './pdf-document.ts';
import { withoutEdges } from './pdf-edges.ts';
import { blocksOfTree, lengthOf } from './pdf-tree.ts';
import { linesOf, piecesOf } from './pdf-lines.ts';
import { withoutContents } from './pdf-contents.ts';

export async function readPdf(bytes: Uint8Array): Promise<string> {
  const sheets: PdfSheet[] = [];
  for await (const sheet of readSheets(bytes)) sheets.push(sheet);
  const pieces = withoutEdges(sheets.map(({ height, words }) => ({ height, pieces: piecesOf(words) })));
  const pages = pieces.map(linesOf);
  const typography = typographyOf(pages);
  const blocks = pages.map((lines, pageIndex): Block[] => {
    const sheet = sheets[pageIndex]!;
    const characters = lines.reduce(
      (sum, line) => sum + line.pieces.reduce((lineSum, { words }) => lineSum + lengthOf(words), 0),
      0,
    );
    const pageBlocks = blocksOfTree(sheet, characters, typography) ?? blocksOfLines(lines, typography);
    const contentBlocks = withoutContents(pageBlocks, pageIndex, pages.length);
    const { rotatedText } = sheet;
    return rotatedText === '' ? contentBlocks : [...contentBlocks, { kind: 'paragraph', text: rotatedText }];
  });
  return blocksMarkdown(blocks, typography.hyphenatedWords);
}
