/** Determines the typography of a PDF, and the lines that are headings: by size, weight and number. */
import type { Line } from './pdf-lines.ts';

/** The typography of the complete document. */
export interface Typography {
  /** The font size of most characters. */
  size: number;
  /** The distance between lines of a paragraph, as a multiple of their size. */
  linePitch: number;
  /** True if most of the text is bold, so that bold does not indicate headings. */
  bold: boolean;
  /** The sizes of headings, largest first. */
  headingSizes: readonly number[];
  /** Hyphenated words that occur within a line. */
  hyphenatedWords: ReadonlySet<string>;
}

const LARGER_RATIO = 1.12;
const SMALLER_RATIO = 0.9;
export const MAX_HEADING_LENGTH = 120;
const DEEPEST_HEADING = 6;
/** Default line pitch for a text that is too short to measure it. */
const USUAL_PITCH = 1.2;
/** Line pitch of text with a blank line after each line; lines that are further apart are paragraphs. */
const MAX_PITCH = 2;
export const NUMBERED_ITEM = /^\(?(?:\d{1,2}[.)]|[a-z]\))\s+(?=\S)/;
export const NUMBERED_HEADING = /^\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+\p{Lu}/u;
const HYPHENATED_WORD = /[\p{L}]{1,40}-[\p{L}]{2,40}/gu;

export function typographyOf(pages: readonly (readonly Line[])[]): Typography {
  const lettersBySize = new Map<number, number>();
  const pitches: number[] = [];
  const hyphenatedWords = new Set<string>();
  let bold = 0;
  let letterCount = 0;
  for (const lines of pages)
    for (const [index, line] of lines.entries()) {
      for (const { text, size, bold: isBold } of line.pieces) {
        lettersBySize.set(roundSize(size), (lettersBySize.get(roundSize(size)) ?? 0) + text.length);
        letterCount += text.length;
        if (isBold) bold += text.length;
        for (const [word] of text.matchAll(HYPHENATED_WORD)) hyphenatedWords.add(word.toLowerCase());
      }
      const nextLine = lines[index + 1];
      if (nextLine && nextLine.y > line.y && nextLine.size === line.size)
        pitches.push((nextLine.y - line.y) / line.size);
    }
  const size = [...lettersBySize].reduce(
    (largest, entry) => (entry[1] > largest[1] ? entry : largest),
    [0, 0],
  )[0];
  const sizes = [...lettersBySize.keys()].filter((one) => one > LARGER_RATIO * size);
  pitches.sort((first, second) => first - second);
  return {
    size,
    linePitch: Math.min(MAX_PITCH, pitches[Math.floor(pitches.length / 2)] ?? USUAL_PITCH),
    bold: bold > letterCount / 2,
    headingSizes: sizes.sort((a, b) => b - a),
    hyphenatedWords,
  };
}

const roundSize = (size: number): number => Math.round(size * 2) / 2;

/**
 * Returns a heading's level, 0 for other lines. `near` is true if the line is as close to the line above as
 * in a paragraph.
 */
export function headingLevel(
  lines: readonly Line[],
  at: number,
  text: string,
  { setting: typography, near: isNear }: { setting: Typography; near: boolean },
): number {
  const line = lines[at]!;
  if (text.length > MAX_HEADING_LENGTH || !/\p{L}/u.test(text)) return 0;
  const sizeIndex = typography.headingSizes.indexOf(roundSize(line.size));
  if (sizeIndex >= 0) return Math.min(DEEPEST_HEADING, sizeIndex + 1);
  if (/[.,;]$/.test(text) || line.size < SMALLER_RATIO * typography.size) return 0;
  return isMarked(lines, at, text, { setting: typography, near: isNear })
    ? Math.min(DEEPEST_HEADING, typography.headingSizes.length + 1 + depthOf(text))
    : 0;
}

/** True if weight or number marks a line of the usual size as a heading. */
function isMarked(
  lines: readonly Line[],
  at: number,
  text: string,
  { setting, near }: { setting: Typography; near: boolean },
): boolean {
  if (!setting.bold && isBold(lines[at])) return !near || isBold(lines[at - 1]);
  return NUMBERED_HEADING.test(text) && !near && !text.endsWith(':') && isSingleNumbered(lines, at);
}

const isBold = (line: Line | undefined): boolean => line?.pieces.every(({ bold }) => bold) ?? true;

/** Returns the depth of a number: "2.1" is one level below "2". */
const depthOf = (text: string): number =>
  NUMBERED_HEADING.test(text) ? (/^[\d.]+/.exec(text)![0].match(/\.\d/g)?.length ?? 0) : 0;

/** True for a numbered line whose neighbours are not numbered; several in a row are a list. */
function isSingleNumbered(lines: readonly Line[], at: number): boolean {
  const next = lines[at + 1];
  return next !== undefined && !isNumbered(lines[at - 1]) && !isNumbered(next);
}

function isNumbered(line: Line | undefined): boolean {
  const text = line?.pieces[0]!.text ?? '';
  return NUMBERED_ITEM.test(text) || NUMBERED_HEADING.test(text);
}
