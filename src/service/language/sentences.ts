/** Text cut into sentences. */
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** A full stop after these does not end a sentence. */
const ABBREVIATION =
  /(?:\b(?:mr|mrs|ms|dr|prof|st|no|vs|etc|e\.g|i\.e|approx|inc|ltd|co|a\.m|p\.m)\.|\b[A-Z]\.)\s*$/i;

export function sentences(text: string): string[] {
  const merged: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = merged.at(-1);
    if (last !== undefined && ABBREVIATION.test(last)) merged[merged.length - 1] = last + segment;
    else merged.push(segment);
  }
  return merged.map((sentence) => sentence.trim()).filter(Boolean);
}

/** A mark after which a voice may pause, with three words before it and something after it. */
const CLAUSE = /^\s*(?:\S+\s+){2,}?\S+?(?:[,;:](?=\s)|\s[–—](?=\s))/;
/** A sentence that is over: nothing that comes can belong to it. */
const OVER = /[^\s.][.!?]["'”’)]?\s+$/;

/** In a stream of pieces: what came is said, whatever follows. */
export const BREAK = Symbol('break');

/**
 * Whole sentences as they come out of a stream of pieces; the rest follows at the end. Of the first one,
 * which somebody waits for, the first clause comes by itself where the rest is not there yet.
 */
export async function* sentencesOf(pieces: AsyncIterable<string | typeof BREAK>): AsyncIterable<string> {
  let rest = '';
  let any = false;
  for await (const piece of pieces) {
    if (piece === BREAK) {
      any ||= rest.trim() !== '';
      yield* sentences(rest);
      rest = '';
      continue;
    }
    rest += piece;
    const ready = sentences(rest);
    // The last one may still grow.
    if (ready.length < 2) {
      if (any) continue;
      const first = OVER.test(rest) && !ABBREVIATION.test(rest) ? rest : CLAUSE.exec(rest)?.[0];
      if (first === undefined) continue;
      any = true;
      rest = rest.slice(first.length);
      yield first.trim();
      continue;
    }
    any = true;
    const last = ready.pop()!;
    rest = rest.slice(rest.lastIndexOf(last));
    yield* ready;
  }
  if (rest.trim()) yield rest.trim();
}
