/** What a caption shows: the agent's line while it is said and a moment longer, two short lines of it at once. Pure. */
import type { Line } from './phases.ts';

/** So long the last words stay; milliseconds. */
export const CAPTION_STAYS_MS = 1500;
/** A caption's line holds so many characters at most. */
export const CAPTION_LINE = 42;
/** The lines that are seen together. */
export const CAPTION_ROWS = 2;
/** A voice says some 16 characters a second: so long one of them is read; milliseconds. */
export const CAPTION_CHARACTER_MS = 60;

/**
 * The line to show after an event. One that was shown stays as it is when it is complete; whoever keeps the
 * time takes it away.
 */
export function captionOf(shown: Line | null, lines: readonly Line[]): Line | null {
  const last = lines.findLast(({ role }) => role === 'pal');
  if (last?.streaming) return last;
  return last && shown?.id === last.id ? last : null;
}

/**
 * A text in lines that fit, broken between words. What was broken stays broken the same way while the text
 * grows, so that only new lines come.
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

/** Words with what follows them up to the next; languages that write without spaces are cut by the browser. */
function wordsOf(text: string): string[] {
  const spaced = text.match(/\S+\s*/g) ?? [];
  if (typeof Intl.Segmenter !== 'function') return spaced;
  return spaced.flatMap((word) =>
    word.length <= CAPTION_LINE / 2
      ? [word]
      : attached([...segments.segment(word)].map((one) => one.segment)),
  );
}

const segments =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(undefined, { granularity: 'word' }) : null!;

/** A mark stays with the word before it. */
function attached(pieces: readonly string[]): string[] {
  const words: string[] = [];
  for (const piece of pieces) {
    if (words.length > 0 && !/[\p{L}\p{N}]/u.test(piece)) words[words.length - 1] += piece;
    else words.push(piece);
  }
  return words;
}
