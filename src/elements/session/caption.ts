/**
 * Captions: the agent's and the visitor's current line, shown while they are spoken and shortly after, in at most
 * two short rows.
 */
import type { Line } from './phases.ts';
import { isTyped } from './transcript.ts';

/** Milliseconds for which the agent's last words remain. */
export const CAPTION_STAYS_MS = 1500;
/** Milliseconds for which the visitor's last words remain, so that the visitor can read and correct them. */
export const VISITOR_CAPTION_STAYS_MS = 2000;
/** Maximum number of characters in a row. */
export const CAPTION_LINE = 42;
/** Number of rows that are visible together. */
export const CAPTION_ROWS = 2;
/** Milliseconds to read a character; speech has about 16 characters a second. */
export const CAPTION_CHARACTER_MS = 60;

/**
 * Returns the agent's line to show after an event; null if there is none. A completed line stays until the caller's
 * timer removes it.
 */
export function captionOf(current: Line | null, lines: readonly Line[]): Line | null {
  const lastLine = lines.findLast(({ role }) => role === 'pal');
  if (lastLine?.streaming) return lastLine;
  return lastLine && current?.id === lastLine.id ? lastLine : null;
}

/**
 * Returns the visitor's line to show after an event; null if there is none or if it was typed. `previousLines` are
 * the lines before the event. A completed line stays until the caller's timer removes it. A recognised line may
 * also arrive complete.
 */
export function visitorCaptionOf(
  current: Line | null,
  previousLines: readonly Line[],
  lines: readonly Line[],
): Line | null {
  const lastLine = lines.findLast((line) => line.role === 'user');
  if (!lastLine || isTyped(lastLine)) return null;
  if (lastLine.streaming || current?.id === lastLine.id) return lastLine;
  return previousLines.some(({ id, streaming }) => id === lastLine.id && !streaming) ? null : lastLine;
}

/**
 * Breaks a text into rows at word boundaries. While the text grows, earlier breaks stay the same, so that only new
 * rows appear.
 */
export function captionLines(text: string, isFitting: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of wordsOf(text)) {
    const longer = line + word;
    if (line === '' || (longer.trim().length <= CAPTION_LINE && isFitting(longer.trim()))) line = longer;
    else {
      lines.push(line.trim());
      line = word;
    }
  }
  if (line.trim()) lines.push(line.trim());
  return lines;
}

/** Returns the words with the spaces that follow them. `Intl.Segmenter` splits languages without spaces. */
function wordsOf(text: string): string[] {
  const spacedWords = text.match(/\S+\s*/g) ?? [];
  if (!segmenter) return spacedWords;
  return spacedWords.flatMap((word) =>
    word.length <= CAPTION_LINE / 2
      ? [word]
      : joinPunctuation([...segmenter.segment(word)].map((part) => part.segment)),
  );
}

const segmenter =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(undefined, { granularity: 'word' }) : null;

/** Joins punctuation with the preceding word. */
function joinPunctuation(segments: readonly string[]): string[] {
  const wordList: string[] = [];
  for (const segment of segments) {
    if (wordList.length > 0 && !/[\p{L}\p{N}]/u.test(segment)) wordList[wordList.length - 1] += segment;
    else wordList.push(segment);
  }
  return wordList;
}
