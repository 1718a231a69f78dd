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

/** Minimum ratio of a gap to the usual gap that separates two paragraphs. */
const PARAGRAPH_GAP_RATIO = 1.2;
/** Minimum line pitch in a heading of several lines. */
const HEADING_PITCH = 1.3;
/** Maximum difference in size of the lines of a paragraph, as a fraction. */
const SAME_SIZE = 0.15;
/** Maximum fraction of the column's width that the last line of a paragraph fills. */
const SHORT_LINE_SHARE = 0.75;
const BULLET = /^[•◦▪‣·●○■□\uF0B7\uF0A7–—*-]\s+(?=\S)/u;
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
  last: Line;
}

export function blocksOfLines(lines: readonly Line[], setting: Typography): Block[] {
  const blocks: Block[] = [];
  let open: OpenBlock | null = null;
  const close = () => {
    const text = open?.parts.join('') ?? '';
    if (open?.kind === 'heading') blocks.push({ kind: 'heading', level: open.level, text });
    else if (open) blocks.push({ kind: open.kind, text });
    open = null;
  };
  let textUntil = 0;
  for (let at = 0; at < lines.length;) {
    const { table, count } = at < textUntil ? { table: null, count: 0 } : tableAt(lines, at);
    if (table) {
      close();
      blocks.push({ kind: 'table', table });
      at += count;
      continue;
    }
    // Lines that were examined together are not examined again individually, which would take quadratic time.
    textUntil = Math.max(textUntil, at + count);
    const line = lines[at]!;
    const block = beginBlock(lines, at, setting, open !== null && isNear(open, line, setting));
    if (open && isContinuation(open, block, setting)) continueBlock(open, block, setting);
    else {
      close();
      open = block;
    }
    at += 1;
  }
  close();
  return blocks;
}

/** Starts a block of the kind that this line indicates. */
function beginBlock(lines: readonly Line[], at: number, setting: Typography, near: boolean): OpenBlock {
  const line = lines[at]!;
  const raw = line.pieces.map(({ text }) => text).join(' ');
  const edges = { x: line.pieces[0]!.x, right: line.pieces.at(-1)!.right, last: line };
  const level = headingLevel(lines, at, raw, { setting, near });
  if (level > 0) return { kind: 'heading', level, parts: [raw.replace(BULLET, '')], ...edges };
  if (BULLET.test(raw)) return { kind: 'item', level: 0, parts: [raw.replace(BULLET, '')], ...edges };
  return { kind: NUMBERED_ITEM.test(raw) ? 'item' : 'paragraph', level: 0, parts: [raw], ...edges };
}

/** True if a line is as close to the previous one as in a paragraph. */
function isNear({ last }: OpenBlock, line: Line, { pitch }: Typography): boolean {
  const gap = line.y - last.y;
  return gap > 0 && gap <= PARAGRAPH_GAP_RATIO * pitch * Math.max(line.size, last.size);
}

function isContinuation(open: OpenBlock, next: OpenBlock, setting: Typography): boolean {
  if (open.kind === 'heading' || next.kind === 'heading') return continuesHeading(open, next, setting);
  const { last } = open;
  if (next.kind === 'item' || Math.abs(next.last.size - last.size) > SAME_SIZE * last.size) return false;
  // A paragraph may continue in the next column.
  if (next.last.y <= last.y) return /^\p{Ll}/u.test(next.parts[0]!) && !endsSentence(open.parts.at(-1)!);
  return isNear(open, next.last, setting) && !isNewParagraph(open, next);
}

function continuesHeading(open: OpenBlock, next: OpenBlock, setting: Typography): boolean {
  return (
    open.kind === next.kind &&
    open.level === next.level &&
    isNear(open, next.last, { ...setting, pitch: Math.max(setting.pitch, HEADING_PITCH) }) &&
    !NUMBERED_HEADING.test(next.parts[0]!) &&
    open.parts.join('').length + next.parts[0]!.length <= MAX_HEADING_LENGTH
  );
}

/**
 * True if `next` starts a paragraph: the previous line ends a sentence, and either `next` is indented or that line is
 * short.
 */
function isNewParagraph(open: OpenBlock, next: OpenBlock): boolean {
  const { last } = open;
  if (!/[.!?]["'”’)]*$/.test(open.parts.at(-1)!.slice(-MAX_ENDING_LENGTH))) return false;
  if (open.kind === 'item') return next.x < open.x + 0.3 * last.size;
  const indented = next.x > open.x + 0.8 * last.size;
  return indented || last.pieces.at(-1)!.right - open.x < SHORT_LINE_SHARE * (open.right - open.x);
}

function continueBlock(
  open: OpenBlock,
  { parts: [text = ''], right, last }: OpenBlock,
  { hyphenatedWords }: Typography,
): void {
  const line = open.parts.pop()!;
  const both = joinTexts(line, text, hyphenatedWords);
  open.parts.push(both.slice(0, both.length - text.length), text);
  open.right = Math.max(open.right, right);
  open.last = last;
}

/**
 * Joins a word that is hyphenated at the end of a line, but keeps the hyphen of a compound, and of a half word as in
 * "two- and three-day".
 */
export function joinTexts(one: string, other: string, hyphenatedWords: ReadonlySet<string>): string {
  if (one.endsWith('\u00ad')) return one.slice(0, -1) + other;
  const wordStart = /\p{L}+[-\u2010]$/u.exec(one.slice(-60))?.[0];
  const rest = /^\p{Ll}\p{L}*/u.exec(other.slice(0, 60))?.[0];
  if (!wordStart || !rest || /^(?:and|or|und|oder|bis|et|ou|y|o|e)$/.test(rest)) return `${one} ${other}`;
  // Keep the hyphen in "e-mail" and "T-shirt".
  const compound =
    wordStart.length === 2 || hyphenatedWords.has(`${wordStart.slice(0, -1)}-${rest}`.toLowerCase());
  return compound ? one + other : one.slice(0, -1) + other;
}
