/**
 * Reads the words of a page's recogniser. The recogniser sends each segment of speech repeatedly and completely,
 * and may correct it. Words that were already used are not returned again: of a growing segment, only the added
 * words are new. This module does no I/O.
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
 * Returns the part of `text` after `earlierWords`, which may have been corrected meanwhile. The text is split
 * where the fewest words differ. Of several such positions the last is used, so that no word is returned twice.
 */
export function textAfter(earlierWords: readonly string[], text: string): string {
  const words = wordsOf(text);
  if (words.length === 0) return '';
  if (earlierWords.length === 0) return text.trim();
  let distances = words.map((_, index) => index + 1);
  distances.unshift(0);
  for (const [index, earlierWord] of earlierWords.entries()) {
    const nextDistances = [index + 1];
    for (const [position, word] of words.entries()) {
      nextDistances.push(
        Math.min(
          distances[position]! + (earlierWord === word.word ? 0 : 1),
          distances[position + 1]! + 1,
          nextDistances[position]! + 1,
        ),
      );
    }
    distances = nextDistances;
  }
  const at = distances.lastIndexOf(Math.min(...distances));
  return (at === 0 ? text : text.slice(words[at - 1]!.end).replace(/^[^\p{L}\p{N}]+/u, '')).trim();
}

export class HeardWords {
  /** Number of the newest segment. */
  #segment = -1;
  #isComplete = true;
  #text = '';
  /** Words of this segment that a turn has already used. */
  #usedWords: readonly string[] = [];
  /** Words of earlier segments that no turn has used. */
  #unusedText = '';

  /** Adds the text of a segment; returns false if the segment is older than the newest one or is already complete. */
  add({ segment, speech, final }: { segment: number; speech: string; final: boolean }): boolean {
    if (segment < this.#segment || (segment === this.#segment && this.#isComplete)) return false;
    if (segment > this.#segment) this.#next(segment);
    this.#text = speech.trim();
    this.#isComplete = final;
    return true;
  }

  /** Ignores a segment. */
  skip(segment: number): void {
    if (segment < this.#segment) return;
    if (segment > this.#segment) this.#next(segment);
    this.#text = '';
    this.#isComplete = true;
  }

  /** True if the newest segment is complete. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The words that no turn has used. */
  get newWords(): string {
    return joinTexts(this.#unusedText, textAfter(this.#usedWords, this.#text));
  }

  /** Returns the unused words and marks them as used. */
  takeNewWords(): string {
    const { newWords } = this;
    this.#unusedText = '';
    this.#usedWords = wordsOf(this.#text).map(({ word }) => word);
    return newWords;
  }

  #next(segment: number): void {
    this.#unusedText = this.newWords;
    this.#segment = segment;
    this.#text = '';
    this.#usedWords = [];
  }
}

const joinTexts = (first: string, second: string): string =>
  first && second ? `${first} ${second}` : first || second;
