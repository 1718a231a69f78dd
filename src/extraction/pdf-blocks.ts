/** The lines of a PDF as blocks: headings by size, weight and number, paragraphs, items of lists, tables. */
import type { Line } from './pdf-lines.ts';
import { tableAt } from './pdf-tables.ts';
import {
  headingLevel,
  MAX_HEADING_LENGTH,
  NUMBERED_HEADING,
  NUMBERED_ITEM,
  type Setting,
} from './pdf-headings.ts';
import type { Table } from './tables.ts';

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph' | 'item'; text: string }
  | { kind: 'table'; table: Table };

/** Ratio to the usual gap from which a gap separates two paragraphs. */
const PARAGRAPH_GAP_RATIO = 1.2;
/** The least pitch of a heading of several lines. */
const HEADING_PITCH = 1.3;
/** Fraction of a size by which the lines of a paragraph may differ. */
const SAME_SIZE = 0.15;
/** The last line of a paragraph fills less than this share of the column's width. */
const SHORT_LINE_SHARE = 0.75;
const BULLET = /^[•◦▪‣·●○■□\uF0B7\uF0A7–—*-]\s+(?=\S)/u;
const ENDS_SENTENCE = /[.!?:;]["'”’)]*$/;
/** Characters of a text that decide about its end. */
const ENDING = 8;

export const endsSentence = (text: string): boolean => ENDS_SENTENCE.test(text.slice(-ENDING));

/** A block that continues over lines until another begins. */
interface Open {
  kind: 'heading' | 'paragraph' | 'item';
  level: number;
  /** Its lines and their separators; joined they are its text. */
  parts: string[];
  x: number;
  right: number;
  last: Line;
}

export function blocksOfLines(lines: readonly Line[], setting: Setting): Block[] {
  const blocks: Block[] = [];
  let open: Open | null = null;
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
    // Lines that were judged together are not judged again individually, which would take quadratic time.
    textUntil = Math.max(textUntil, at + count);
    const line = lines[at]!;
    const block = begin(lines, at, setting, open !== null && isNear(open, line, setting));
    if (open && isContinuation(open, block, setting)) goOn(open, block, setting);
    else {
      close();
      open = block;
    }
    at += 1;
  }
  close();
  return blocks;
}

/** The kind of block that begins with this line. */
function begin(lines: readonly Line[], at: number, setting: Setting, near: boolean): Open {
  const line = lines[at]!;
  const raw = line.pieces.map(({ text }) => text).join(' ');
  const edges = { x: line.pieces[0]!.x, right: line.pieces.at(-1)!.right, last: line };
  const level = headingLevel(lines, at, raw, { setting, near });
  if (level > 0) return { kind: 'heading', level, parts: [raw.replace(BULLET, '')], ...edges };
  if (BULLET.test(raw)) return { kind: 'item', level: 0, parts: [raw.replace(BULLET, '')], ...edges };
  return { kind: NUMBERED_ITEM.test(raw) ? 'item' : 'paragraph', level: 0, parts: [raw], ...edges };
}

/** True if a line follows the previous one as closely as in a paragraph. */
function isNear({ last }: Open, line: Line, { pitch }: Setting): boolean {
  const gap = line.y - last.y;
  return gap > 0 && gap <= PARAGRAPH_GAP_RATIO * pitch * Math.max(line.size, last.size);
}

function isContinuation(open: Open, next: Open, setting: Setting): boolean {
  if (open.kind === 'heading' || next.kind === 'heading') return headingGoesOn(open, next, setting);
  const { last } = open;
  if (next.kind === 'item' || Math.abs(next.last.size - last.size) > SAME_SIZE * last.size) return false;
  // A paragraph continues in the next column.
  if (next.last.y <= last.y) return /^\p{Ll}/u.test(next.parts[0]!) && !endsSentence(open.parts.at(-1)!);
  return isNear(open, next.last, setting) && !isNewParagraph(open, next);
}

function headingGoesOn(open: Open, next: Open, setting: Setting): boolean {
  return (
    open.kind === next.kind &&
    open.level === next.level &&
    isNear(open, next.last, { ...setting, pitch: Math.max(setting.pitch, HEADING_PITCH) }) &&
    !NUMBERED_HEADING.test(next.parts[0]!) &&
    open.parts.join('').length + next.parts[0]!.length <= MAX_HEADING_LENGTH
  );
}

/**
 * True if `next` begins a paragraph: the line before it ends a sentence, and either `next` is indented or that line
 * is short.
 */
function isNewParagraph(open: Open, next: Open): boolean {
  const { last } = open;
  if (!/[.!?]["'”’)]*$/.test(open.parts.at(-1)!.slice(-ENDING))) return false;
  if (open.kind === 'item') return next.x < open.x + 0.3 * last.size;
  const indented = next.x > open.x + 0.8 * last.size;
  return indented || last.pieces.at(-1)!.right - open.x < SHORT_LINE_SHARE * (open.right - open.x);
}

function goOn(open: Open, { parts: [text = ''], right, last }: Open, { hyphenated }: Setting): void {
  const line = open.parts.pop()!;
  const both = joinTexts(line, text, hyphenated);
  open.parts.push(both.slice(0, both.length - text.length), text);
  open.right = Math.max(open.right, right);
  open.last = last;
}

/**
 * Joins a word that is divided at the end of a line, but keeps the hyphen of a compound or of a half word as in "two-
 * and three-day".
 */
export function joinTexts(one: string, other: string, hyphenated: ReadonlySet<string>): string {
  if (one.endsWith('\u00ad')) return one.slice(0, -1) + other;
  const half = /\p{L}+[-\u2010]$/u.exec(one.slice(-60))?.[0];
  const rest = /^\p{Ll}\p{L}*/u.exec(other.slice(0, 60))?.[0];
  if (!half || !rest || /^(?:and|or|und|oder|bis|et|ou|y|o|e)$/.test(rest)) return `${one} ${other}`;
  // "e-mail", "T-shirt".
  const compound = half.length === 2 || hyphenated.has(`${half.slice(0, -1)}-${rest}`.toLowerCase());
  return compound ? one + other : one.slice(0, -1) + other;
}
