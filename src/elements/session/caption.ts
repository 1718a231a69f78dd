/**
 * The captions: the agent's line and the visitor's, each while it is spoken and a moment longer, in at most
 * two short rows. Pure.
 */
import type { Line } from './phases.ts';
import { isTyped } from './transcript.ts';

/** Milliseconds for which the last words stay. */
export const CAPTION_STAYS_MS = 1500;
/** Milliseconds for which the visitor's last words stay, so that they can be read and corrected. */
export const VISITOR_CAPTION_STAYS_MS = 2000;
/** Maximum number of characters in a row. */
export const CAPTION_LINE = 42;
/** Number of rows that are visible together. */
export const CAPTION_ROWS = 2;
/** Milliseconds per character; speech has about 16 characters a second. */
export const CAPTION_CHARACTER_MS = 60;

/** The line to show after an event. A completed line stays until the caller's timer removes it. */
export function captionOf(current: Line | null, lines: readonly Line[]): Line | null {
  const last = lines.findLast(({ role }) => role === 'pal');
  if (last?.streaming) return last;
  return last && current?.id === last.id ? last : null;
}

/**
 * The visitor's line to show after an event that changed the lines from `before`. Typed lines are not shown. A
 * completed line stays until the caller's timer removes it; recognition may also bring a line in one piece.
 */
export function visitorCaptionOf(
  current: Line | null,
  before: readonly Line[],
  lines: readonly Line[],
): Line | null {
  const last = lines.findLast((line) => line.role === 'user');
  if (!last || isTyped(last)) return null;
  if (last.streaming || current?.id === last.id) return last;
  return before.some(({ id, streaming }) => id === last.id && !streaming) ? null : last;
}

/**
 * Breaks a text into rows between words. Earlier breaks stay the same while the text grows, so that only new
 * rows appear.
 */
export function captionLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of wordsOf(text)) {
    const longer = line + word;
    if (line === '' || (longer.trim().length <= CAPTION_LINE && fits(longer.trim()))) line = longer;
    else {
      lines.push(line.trim());
      line = word;
    }
  }
  if (line.trim()) lines.push(line.trim());
  return lines;
}

/** Words, each with the spaces after it; `Intl.Segmenter` cuts languages that are written without spaces. */
function wordsOf(text: string): string[] {
  const spaced = text.match(/\S+\s*/g) ?? [];
  if (!segmenter) return spaced;
  return spaced.flatMap((word) =>
    word.length <= CAPTION_LINE / 2
      ? [word]
      : joinPunctuation([...segmenter.segment(word)].map((one) => one.segment)),
  );
}

const segmenter =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(undefined, { granularity: 'word' }) : null;

/** Joins punctuation to the word before it. */
function joinPunctuation(pieces: readonly string[]): string[] {
  const words: string[] = [];
  for (const piece of pieces) {
    if (words.length > 0 && !/[\p{L}\p{N}]/u.test(piece)) words[words.length - 1] += piece;
    else words.push(piece);
  }
  return words;
}
