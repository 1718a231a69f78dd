/** Finding words in the transcript. Pure. */
import type { Line } from './phases.ts';

/** Where a line holds the words: its id, and from which to which character. */
export interface Match {
  line: string;
  from: number;
  to: number;
}

/** Every place where the words stand, in order; upper and lower case are the same, any space is any other. */
export function search(lines: readonly Line[], words: string): Match[] {
  const wanted = words.trim();
  if (!wanted) return [];
  const pattern = new RegExp(
    wanted
      .split(/\s+/)
      .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
      .join('\\s+'),
    'giu',
  );
  const matches: Match[] = [];
  for (const line of lines)
    for (const found of line.text.matchAll(pattern))
      matches.push({ line: line.id, from: found.index, to: found.index + found[0].length });
  return matches;
}
