/** Searches the transcript. */
import type { Line } from './phases.ts';

/** A range of characters in a line. */
export interface Match {
  line: string;
  from: number;
  to: number;
}

/** Finds all matches in order, ignoring case and the kind of white space. */
export function search(lines: readonly Line[], words: string): Match[] {
  const query = words.trim();
  if (!query) return [];
  const pattern = new RegExp(
    query
      .split(/\s+/)
      .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
      .join('\\s+'),
    'giu',
  );
  const matches: Match[] = [];
  for (const line of lines)
    for (const match of line.text.matchAll(pattern))
      matches.push({ line: line.id, from: match.index, to: match.index + match[0].length });
  return matches;
}
