/** Groups the lines of a PDF into blocks: headings by size, weight and number, paragraphs, list items, tables. */
import type { Line } from './pdf-lines.ts';
import { tableAt } from './pdf-tables.ts';
import {
  headingLevel,
  MAX_HEADING_LENGTH,
  NUMBERED_HEADING,
  NUMBERED_ITEM,
  type Typography,
} from './pdf-headings.ts';
import type { Table } from './tables.ts';

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph' | 'item'; text: string }
  | { kind: 'table'; table: Table };

/** A gap of more than this multiple of the line pitch separates two paragraphs. */
const PARAGRAPH_GAP_RATIO = 1.2;
/** Minimum line pitch in a heading of several lines. */
const HEADING_PITCH = 1.3;
/** Maximum difference in size of the lines of a paragraph, as a fraction. */
const SAME_SIZE = 0.15;
/** Maximum fraction of the column's width that the last line of a paragraph fills. */
const SHORT_LINE_SHARE = 0.75;
const BULLET_PATTERN = /^[•◦▪‣·●○■□\uF0B7\uF0A7–—*-]\s+(?=\S)/u;
const ENDS_SENTENCE = /[.!?:;]["'”’)]*$/;
/** Number of characters that determine whether a text ends a sentence. */
const MAX_ENDING_LENGTH = 8;

export const endsSentence = (text: string): boolean => ENDS_SENTENCE.test(text.slice(-MAX_ENDING_LENGTH));

/** A block that continues until another starts. */
interface OpenBlock {
  kind: 'heading' | 'paragraph' | 'item';
  level: number;
  /** The lines and their separators; joined they are the text. */
  parts: string[];
  x: number;
  right: number;
  lastLine: Line;
}

export function blocksOfLines(lines: readonly Line[], typography: Typography): Block[] {
  const blocks: Block[] = [];
  let open: OpenBlock | null = null;
  const close = () => {
    const text = open?.parts.join('') ?? '';
    if (open?.kind === 'heading') blocks.push({ kind: 'heading', level: open.level, text });
    else if (open) blocks.push({ kind: open.kind, text });
    open = null;
  };
  let textUntil = 0;
  for (let index = 0; index < lines.length;) {
    const { table, count } = index < textUntil ? { table: null, count: 0 } : tableAt(lines, index);
    if (table) {
      close();
      blocks.push({ kind: 'table', table });
      index += count;
      continue;
    }
    // Lines that were examined together are not examined again individually, which would take quadratic time.
    textUntil = Math.max(textUntil, index + count);
    const line = lines[index]!;
    const block = beginBlock(lines, index, typography, open !== null && isNear(open, line, typography));
    if (open && isContinuation(open, block, typography)) continueBlock(open, block, typography);
    else {
      close();
      open = block;
    }
    index += 1;
  }
  close();
  return blocks;
}

/** Starts a block of the kind that this line indicates. */
function beginBlock(
  lines: readonly Line[],
  index: number,
  typography: Typography,
  isNear: boolean,
): OpenBlock {
  const line = lines[index]!;
  const rawText = line.pieces.map(({ text }) => text).join(' ');
  const edges = { x: line.pieces[0]!.x, right: line.pieces.at(-1)!.right, lastLine: line };
  const level = headingLevel(lines, index, rawText, { setting: typography, near: isNear });
  if (level > 0) return { kind: 'heading', level, parts: [rawText.replace(BULLET_PATTERN, '')], ...edges };
  if (BULLET_PATTERN.test(rawText))
    return { kind: 'item', level: 0, parts: [rawText.replace(BULLET_PATTERN, '')], ...edges };
  return { kind: NUMBERED_ITEM.test(rawText) ? 'item' : 'paragraph', level: 0, parts: [rawText], ...edges };
}

/** True if a line is as close to the previous one as in a paragraph. */
function isNear({ lastLine: last }: OpenBlock, line: Line, { linePitch }: Typography): boolean {
  const gap = line.y - last.y;
  return gap > 0 && gap <= PARAGRAPH_GAP_RATIO * linePitch * Math.max(line.size, last.size);
}

function isContinuation(open: OpenBlock, next: OpenBlock, typography: Typography): boolean {
  if (open.kind === 'heading' || next.kind === 'heading') return continuesHeading(open, next, typography);
  const { lastLine: last } = open;
  if (next.kind === 'item' || Math.abs(next.lastLine.size - last.size) > SAME_SIZE * last.size) return false;
  // A paragraph may continue in the next column.
  if (next.lastLine.y <= last.y) return /^\p{Ll}/u.test(next.parts[0]!) && !endsSentence(open.parts.at(-1)!);
  return isNear(open, next.lastLine, typography) && !isNewParagraph(open, next);
}

function continuesHeading(open: OpenBlock, next: OpenBlock, setting: Typography): boolean {
  return (
    open.kind === next.kind &&
    open.level === next.level &&
    isNear(open, next.lastLine, { ...setting, linePitch: Math.max(setting.linePitch, HEADING_PITCH) }) &&
    !NUMBERED_HEADING.test(next.parts[0]!) &&
    open.parts.join('').length + next.parts[0]!.length <= MAX_HEADING_LENGTH
  );
}

/**
 * True if `next` starts a paragraph: the previous line ends a sentence, and either `next` is indented or that line is
 * short.
 */
function isNewParagraph(open: OpenBlock, next: OpenBlock): boolean {
  const { lastLine: last } = open;
  if (!/[.!?]["'”’)]*$/.test(open.parts.at(-1)!.slice(-MAX_ENDING_LENGTH))) return false;
  if (open.kind === 'item') return next.x < open.x + 0.3 * last.size;
  const isIndented = next.x > open.x + 0.8 * last.size;
  return isIndented || last.pieces.at(-1)!.right - open.x < SHORT_LINE_SHARE * (open.right - open.x);
}

function continueBlock(
  open: OpenBlock,
  { parts: [text = ''], right, lastLine: last }: OpenBlock,
  { hyphenatedWords }: Typography,
): void {
  const line = open.parts.pop()!;
  const joinedText = joinTexts(line, text, hyphenatedWords);
  open.parts.push(joinedText.slice(0, joinedText.length - text.length), text);
  open.right = Math.max(open.right, right);
  open.lastLine = last;
}

/**
 * Joins a word that is hyphenated at the end of a line, but keeps the hyphen of a compound, and hyphen and space as in
 * "two- and three-day".
 */
export function joinTexts(first: string, second: string, hyphenatedWords: ReadonlySet<string>): string {
  if (first.endsWith('\u00ad')) return first.slice(0, -1) + second;
  const wordStart = /\p{L}+[-\u2010]$/u.exec(first.slice(-60))?.[0];
  const secondWordStart = /^\p{Ll}\p{L}*/u.exec(second.slice(0, 60))?.[0];
  if (!wordStart || !secondWordStart || /^(?:and|or|und|oder|bis|et|ou|y|o|e)$/.test(secondWordStart))
    return `${first} ${second}`;
  // Keep the hyphen in "e-mail" and "T-shirt".
  const isCompound =
    wordStart.length === 2 ||
    hyphenatedWords.has(`${wordStart.slice(0, -1)}-${secondWordStart}`.toLowerCase());
  return isCompound ? first + second : first.slice(0, -1) + second;
}
