/** Reads the structure of a tagged PDF: headings, lists and tables as the author marked them. */
import { blocksOfLines, joinTexts, type Block } from './pdf-blocks.ts';
import type { Typography } from './pdf-headings.ts';
import type { PdfSheet, PdfTree, Word } from './pdf-document.ts';
import { linesOf, piecesOf } from './pdf-lines.ts';
import { findTitles, type Cell } from './tables.ts';

/** Minimum fraction of a page's characters in the structure tree; below it, positions are more reliable. */
const MIN_COVERED_SHARE = 0.85;
/** Maximum depth of the structure tree. */
const MAX_DEPTH = 60;
const HEADING = /^(?:H([1-6])?|Title)$/;
/** Roles of elements that contain others and have no text. */
const GROUP_ROLE =
  /^(?:Document|DocumentFragment|Part|Art|Sect|Div|Root|Aside|BlockQuote|NonStruct|Private)$/;
const BULLET_TEXT = /^[^\p{L}\p{N}]*$/u;

/** Words by mark; each mark is read once, however often the structure refers to it. */
type WordsByMark = Map<string, Word[]>;

/**
 * Returns the blocks of a page from its structure tree; null if there is no tree, if the tree contains neither
 * headings nor lists nor tables, or if it contains too few of the page's words. `text` is the number of the page's
 * characters.
 */
export function blocksOfTree(
  { words, tree }: PdfSheet,
  text: number,
  typography: Typography,
): Block[] | null {
  if (!tree) return null;
  const marks = new Map<string, Word[]>();
  for (const word of words)
    if (word.markId !== '') {
      const group = marks.get(word.markId);
      if (group) group.push(word);
      else marks.set(word.markId, [word]);
    }
  if (lengthOf(wordsOf(tree, new Map(marks))) < MIN_COVERED_SHARE * text) return null;
  const blocks: Block[] = [];
  walk(tree, 0, { marks, setting: typography, blocks });
  return blocks.some(({ kind }) => kind !== 'paragraph') ? blocks : null;
}

interface TreeWalk {
  marks: WordsByMark;
  setting: Typography;
  blocks: Block[];
}

function walk(node: PdfTree, depth: number, { marks, setting, blocks }: TreeWalk): void {
  const role = node.role ?? '';
  const heading = HEADING.exec(role);
  if (heading) {
    const text = textOf(wordsOf(node, marks), setting);
    if (text) blocks.push({ kind: 'heading', level: Number(heading[1] ?? 1), text });
  } else if (role === 'Table') {
    const table = tableOf(node, marks, setting);
    if (table) blocks.push(table);
  } else if (role === 'L')
    for (const item of node.children ?? []) walkItem(item, depth, { marks, setting, blocks });
  else if (depth < MAX_DEPTH && isGroup(node))
    for (const child of node.children ?? []) walk(child, depth + 1, { marks, setting, blocks });
  else if (!/^(?:TOC|TOCI|Artifact|Index)$/.test(role))
    blocks.push(...blocksOfLines(linesOf(piecesOf(wordsOf(node, marks))), setting));
}

/**
 * True for an element that only contains others. Some programs nest paragraphs; an outer one is then a group.
 */
const isGroup = ({ role = '', children = [] }: PdfTree): boolean =>
  role === '' || GROUP_ROLE.test(role)
    ? children.some((child) => child.role !== undefined)
    : children.some((child) => /^(?:P|L|Table|H[1-6]?)$/.test(child.role ?? ''));

/** Reads an item with its number; nested lists follow it. */
function walkItem(item: PdfTree, depth: number, { marks, setting, blocks }: TreeWalk): void {
  if (item.role === 'L' || item.role !== 'LI') {
    if (depth < MAX_DEPTH) walk(item, depth + 1, { marks, setting, blocks });
    return;
  }
  const nestedLists: PdfTree[] = [];
  const itemBody = withoutLists(item, nestedLists, 0);
  const label = (item.children ?? []).filter(({ role }) => role === 'Lbl');
  const number = textOf(
    label.flatMap((labelNode) => wordsOf(labelNode, marks)),
    setting,
  );
  const text = textOf(wordsOf(itemBody, marks), setting).replace(/^[•◦▪‣·●○■□\uF0B7\uF0A7]\s*/u, '');
  if (text) blocks.push({ kind: 'item', text: BULLET_TEXT.test(number) ? text : `${number} ${text}` });
  if (depth < MAX_DEPTH) for (const list of nestedLists) walk(list, depth + 1, { marks, setting, blocks });
}

function withoutLists(node: PdfTree, lists: PdfTree[], depth: number): PdfTree {
  const children = (node.children ?? []).flatMap((child) => {
    if (child.role === 'Lbl') return [];
    if (child.role === 'L' || child.role === 'Table') {
      lists.push(child);
      return [];
    }
    return [depth < MAX_DEPTH ? withoutLists(child, lists, depth + 1) : child];
  });
  return { ...node, children };
}

function tableOf(node: PdfTree, marks: WordsByMark, setting: Typography): Block | null {
  const rows = rowsOf(node, 0).map((row) =>
    (row.children ?? [])
      .filter(({ role }) => role === 'TH' || role === 'TD')
      .map((cell): Cell => {
        const words = wordsOf(cell, marks);
        const bold = words.length > 0 && words.every((word) => word.isBold);
        return { text: textOf(words, setting), bold: cell.role === 'TH' || bold };
      }),
  );
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const evenRows = rows
    .filter((row) => row.some(({ text }) => text !== ''))
    .map((row) => [...row, ...Array.from({ length: width - row.length }, () => ({ text: '', bold: false }))]);
  return evenRows.length > 0 ? { kind: 'table', table: findTitles(evenRows) } : null;
}

function rowsOf(node: PdfTree, depth: number): PdfTree[] {
  return (node.children ?? []).flatMap((child) =>
    child.role === 'TR'
      ? [child]
      : depth < 3 && /^T(?:Head|Body|Foot)$/.test(child.role ?? '')
        ? rowsOf(child, depth + 1)
        : [],
  );
}

/** Returns the words of a part in the order of the tree. */
function wordsOf(node: PdfTree, marks: WordsByMark, words: Word[] = [], depth = 0): Word[] {
  if (node.type === 'content' && node.id !== undefined) {
    for (const word of marks.get(node.id) ?? []) words.push(word);
    marks.delete(node.id);
  }
  if (depth < MAX_DEPTH) for (const child of node.children ?? []) wordsOf(child, marks, words, depth + 1);
  return words;
}

function textOf(words: readonly Word[], { hyphenatedWords }: Typography): string {
  return linesOf(piecesOf(words))
    .map(({ pieces }) => pieces.map(({ text }) => text).join(' '))
    .reduce((text, line) => (text === '' ? line : joinTexts(text, line, hyphenatedWords)), '');
}

/** Returns the number of characters of the words. */
export const lengthOf = (words: readonly Word[]): number =>
  words.reduce((sum, { text }) => sum + text.length, 0);
