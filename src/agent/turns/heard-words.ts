/**
 * Reads the words of a page's recogniser, which sends each segment of speech repeatedly, always complete, and may
 * correct it. Words that were already used are not returned again: of a growing segment only the rest is new. Pure.
 */

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

interface Word {
  /** The normalised word for comparisons. */
  word: string;
  /** Index of the word's end in the text, in UTF-16 units. */
  end: number;
}

/** Returns the words in any script, without punctuation. */
export function wordsOf(text: string): Word[] {
  return [...segmenter.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment, index }) => ({
      word: segment.toLowerCase().normalize('NFC'),
      end: index + segment.length,
    }));
}

/**
 * Returns the part of `text` after `earlier`, which may have been corrected in the meantime. The split is where the
 * fewest words differ; of several such positions the last is used, so that no word is returned twice.
 */
export function restAfter(earlier: readonly string[], text: string): string {
  const words = wordsOf(text);
  if (words.length === 0) return '';
  if (earlier.length === 0) return text.trim();
  let row = words.map((_, at) => at + 1);
  row.unshift(0);
  for (const [index, word] of earlier.entries()) {
    const next = [index + 1];
    for (const [at, other] of words.entries()) {
      next.push(Math.min(row[at]! + (word === other.word ? 0 : 1), row[at + 1]! + 1, next[at]! + 1));
    }
    row = next;
  }
  const at = row.lastIndexOf(Math.min(...row));
  return (at === 0 ? text : text.slice(words[at - 1]!.end).replace(/^[^\p{L}\p{N}]+/u, '')).trim();
}

export class HeardWords {
  /** Number of the newest segment. */
  #segment = -1;
  #complete = true;
  #text = '';
  /** Words of this segment that a turn has already used. */
  #earlier: readonly string[] = [];
  /** Words of earlier segments that no turn has used. */
  #before = '';

  /** Adds a text; returns false if it is late or follows the end of its segment. */
  add({ segment, speech, final }: { segment: number; speech: string; final: boolean }): boolean {
    if (segment < this.#segment || (segment === this.#segment && this.#complete)) return false;
    if (segment > this.#segment) this.#next(segment);
    this.#text = speech.trim();
    this.#complete = final;
    return true;
  }

  /** Ignores a segment. */
  skip(segment: number): void {
    if (segment < this.#segment) return;
    if (segment > this.#segment) this.#next(segment);
    this.#text = '';
    this.#complete = true;
  }

  /** True if the newest segment is complete. */
  get complete(): boolean {
    return this.#complete;
  }

  /** The words that no turn has used. */
  get fresh(): string {
    return joinTexts(this.#before, restAfter(this.#earlier, this.#text));
  }

  /** Returns the unused words and marks them as used. */
  take(): string {
    const { fresh } = this;
    this.#before = '';
    this.#earlier = wordsOf(this.#text).map(({ word }) => word);
    return fresh;
  }

  #next(segment: number): void {
    this.#before = this.fresh;
    this.#segment = segment;
    this.#text = '';
    this.#earlier = [];
  }
}

const joinTexts = (one: string, other: string): string => (one && other ? `${one} ${other}` : one || other);
