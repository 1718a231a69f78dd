/**
 * Recovers words by their sound. A recogniser with a fixed lexicon replaces unknown words with similar-sounding
 * ones ("who painted the sorry man"). The words are converted to phones and decoded again with a model of likely
 * questions: words of the agent's texts may replace uncertain ones if they sound alike and fit the context.
 */
import { languageModel, type LanguageModel } from './language-model.ts';
import type { Pronounce } from './reading/pronouncing-dictionary.ts';
import type { HeardWord } from './vosk.ts';

/** Weights chosen by `bench/recognition.ts` on its museum recordings and half of the human recordings. */
export const WEIGHTS = {
  /** Cost of a different phone if the recogniser was completely uncertain. */
  unsure: 1.8,
  /** Additional cost of a different phone if the recogniser was certain. */
  sure: 2.5,
  /** Weight of a word's probability relative to its sound. */
  expectation: 1,
  /**
   * Maximum cost of a recognised word if the recogniser was completely uncertain. Another word replaces it only if
   * it is more probable by this amount, in natural logarithms.
   */
  keepUnsure: 8,
  /** Maximum cost of a recognised word if the recogniser was certain. */
  keepSure: 4,
  /**
   * Confidence from which a word is accepted. Only a word that sounds the same may replace it ("post cards",
   * "postcards").
   */
  certain: 0.92,
};
/** Cost of a different phone in an accepted word. */
const ACCEPTED_WORD_COST = 100;
/** Maximum cost between words that sound alike. */
const MAX_COST = 9;

/** Maximum number of words of a line; a longer one is clear enough and is left unchanged. */
const MAX_WORDS = 40;
/** Number of partial lines that are kept at each position (the beam width). */
const BEAM = 12;
/**
 * Maximum difference between the phones of two words that sound alike: the sum of the costs of different, missing
 * and additional phones.
 */
const MAX_DIFFERENCE = 2.4;
/** Maximum difference for each phone of the words; the lower of the two limits applies. */
const MAX_DIFFERENCE_PER_PHONE = 0.45;
/** Maximum number of phones of a word that are compared. */
const MAX_WORD_LENGTH = 18;

const VOWELS = 'AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW'.split(' ');
const PHONES = [...VOWELS, ...'B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH'.split(' ')];
const PHONE_NUMBERS = new Map(PHONES.map((phone, index) => [phone, index]));
/** Groups of phones that recognisers confuse. */
const SIMILAR_PHONES = `P B|T D|K G|F V TH|S Z|SH ZH CH JH|DH TH V D|M N NG|L R W|T CH|D JH|HH F|L OW
|AH IH EH UH|AA AO AH|AE EH|IY IH|UW UH|ER R|EY EH|AY AH|OW AO|AW AA`
  .replaceAll('\n', '')
  .split('|')
  .map((group) => group.split(' '));
/** The distance of two phones, 0 to 1, at index `first * PHONES.length + second`. */
const DIFFERENCES = Float64Array.from(
  PHONES.flatMap((first) => PHONES.map((second) => difference(first, second))),
);
/** Cost of a missing or additional phone; lower for phones that are often not pronounced. */
const MISSING_PHONE_COSTS = Float64Array.from(PHONES, (phone) =>
  'HH AH T D R Z S'.split(' ').includes(phone) ? 0.5 : 0.7,
);

function difference(first: string, second: string): number {
  if (first === second) return 0;
  if (SIMILAR_PHONES.some((group) => group.includes(first) && group.includes(second))) return 0.4;
  if (VOWELS.includes(first) !== VOWELS.includes(second)) return 1;
  return VOWELS.includes(first) ? 0.6 : 0.85;
}

/** Returns the phones of a word as numbers; undefined for a word that cannot be pronounced. */
function phoneNumbers(phones: readonly string[] | undefined): number[] | undefined {
  const numbers = phones?.map((phone) => PHONE_NUMBERS.get(phone));
  return numbers?.every((number) => number !== undefined) ? numbers : undefined;
}

/** A trie of the words of a vocabulary by their phones. */
interface SoundNode {
  /** The phone on the edge to this node. */
  phone: number;
  next: SoundNode[];
  words: string[];
}

interface PartialLine {
  cost: number;
  word: string;
  previous: PartialLine | null;
}

export class WordRecovery {
  readonly #model: LanguageModel;
  readonly #pronounce: Pronounce;
  readonly #soundTree: SoundNode = { phone: -1, next: [], words: [] };

  constructor(texts: readonly string[], pronounce: Pronounce) {
    this.#pronounce = pronounce;
    this.#model = languageModel(texts, (word) => phoneNumbers(pronounce(word)) !== undefined);
    for (const word of this.#model.words) {
      let node = this.#soundTree;
      for (const phone of phoneNumbers(pronounce(word))!) {
        let next = node.next.find((sounds) => sounds.phone === phone);
        if (!next) node.next.push((next = { phone, next: [], words: [] }));
        node = next;
      }
      node.words.push(word);
    }
  }

  /** Returns the most likely words, separated by single spaces. */
  recover(line: readonly HeardWord[]): string {
    const plainLine = line.map(({ word }) => word).join(' ');
    if (line.length === 0 || line.length > MAX_WORDS) return plainLine;
    const phones: number[] = [];
    const weights: number[] = [];
    /** Words that may stay unchanged, by the index of their first phone. */
    const paths = new Map<number, { word: string; until: number; cost: number }>();
    for (const { word, confidence } of line) {
      const wordPhones = phoneNumbers(this.#pronounce(word));
      if (!wordPhones) return plainLine;
      paths.set(phones.length, {
        word,
        until: phones.length + wordPhones.length,
        cost: WEIGHTS.keepUnsure + (WEIGHTS.keepSure - WEIGHTS.keepUnsure) * confidence,
      });
      for (const phone of wordPhones) {
        phones.push(phone);
        weights.push(
          confidence >= WEIGHTS.certain ? ACCEPTED_WORD_COST : WEIGHTS.unsure + WEIGHTS.sure * confidence,
        );
      }
    }
    const expectation = this.#expectations();
    const lines: PartialLine[][] = Array.from({ length: phones.length + 1 }, () => []);
    lines[0]!.push({ cost: 0, word: '<s>', previous: null });
    for (let index = 0; index < phones.length; index += 1) {
      const bestLines = bestOf(lines[index]!);
      if (bestLines.length === 0) continue;
      const unchangedWord = paths.get(index);
      const words = this.#wordsLike(phones, weights, index);
      for (const line of bestLines) {
        const costOf = expectation(line);
        if (unchangedWord)
          add(
            lines[unchangedWord.until]!,
            line,
            unchangedWord.word,
            Math.min(unchangedWord.cost, costOf(unchangedWord.word)),
          );
        for (const { word, until, cost } of words) add(lines[until]!, line, word, cost + costOf(word));
      }
    }
    const [bestLine] = lines
      .at(-1)!
      .map((line) => ({
        line,
        cost: line.cost + Math.min(WEIGHTS.keepSure, expectation(line)('</s>')),
      }))
      .sort((a, b) => a.cost - b.cost);
    if (!bestLine) return plainLine;
    const words: string[] = [];
    for (let line: PartialLine | null = bestLine.line; line?.previous; line = line.previous)
      words.unshift(line.word);
    return words.join(' ');
  }

  /** Returns the cost of a word after a line. It is the same for all lines with the same end, and cached. */
  #expectations(): (line: PartialLine) => (word: string) => number {
    const cache = new Map<string, Map<string, number>>();
    return (line) => {
      const before = line.previous ? [line.previous.word, line.word] : [line.word];
      const lastWords = before.join(' ');
      let costs = cache.get(lastWords);
      if (!costs) cache.set(lastWords, (costs = new Map<string, number>()));
      return (word) => {
        let cost = costs.get(word);
        if (cost === undefined) {
          cost = -WEIGHTS.expectation * Math.log(Math.max(1e-9, this.#model.probability(before, word)));
          costs.set(word, cost);
        }
        return cost;
      };
    };
  }

  /** Finds words that sound similar to the phones from `from` on, each with the index of its end. */
  #wordsLike(
    phones: readonly number[],
    weights: readonly number[],
    from: number,
  ): { word: string; until: number; cost: number }[] {
    const candidates: { word: string; until: number; cost: number }[] = [];
    const maxLength = Math.min(phones.length - from, MAX_WORD_LENGTH);
    // Costs of the recognised phones up to each position, compared with the first phones of a word. `rows` are
    // weighted, `unweightedRows` are unweighted. Each row is for one number of these phones.
    const rows: Float64Array[] = [];
    const unweightedRows: Float64Array[] = [];
    const rowAt = (length: number): void => {
      rows[length] ??= new Float64Array(MAX_WORD_LENGTH + 1);
      unweightedRows[length] ??= new Float64Array(MAX_WORD_LENGTH + 1);
    };
    const search = (sounds: SoundNode, length: number): void => {
      const [row, bare] = [rows[length]!, unweightedRows[length]!];
      for (const word of sounds.words) {
        for (let end = 1; end <= maxLength; end += 1) {
          const similarity =
            bare[end]! <= Math.min(MAX_DIFFERENCE, MAX_DIFFERENCE_PER_PHONE * length) &&
            row[end]! <= MAX_COST;
          if (similarity) candidates.push({ word, until: from + end, cost: row[end]! });
        }
      }
      if (length === MAX_WORD_LENGTH) return;
      rowAt(length + 1);
      const [nextRow, nextBareRow] = [rows[length + 1]!, unweightedRows[length + 1]!];
      for (const next of sounds.next) {
        const { phone } = next;
        const missingCost = MISSING_PHONE_COSTS[phone]!;
        nextRow[0] = row[0]! + missingCost * weights[from]!;
        nextBareRow[0] = bare[0]! + missingCost;
        let smallest = nextRow[0] <= MAX_COST ? nextBareRow[0] : Infinity;
        for (let end = 1; end <= maxLength; end += 1) {
          const linePhone = phones[from + end - 1]!;
          const scale = weights[from + end - 1]!;
          const other = DIFFERENCES[linePhone * PHONES.length + phone]!;
          const extra = MISSING_PHONE_COSTS[linePhone]!;
          nextRow[end] = Math.min(
            row[end - 1]! + other * scale,
            row[end]! + missingCost * scale,
            nextRow[end - 1]! + extra * scale,
          );
          nextBareRow[end] = Math.min(
            bare[end - 1]! + other,
            bare[end]! + missingCost,
            nextBareRow[end - 1]! + extra,
          );
          if (nextRow[end]! <= MAX_COST && nextBareRow[end]! < smallest) smallest = nextBareRow[end]!;
        }
        if (smallest <= MAX_DIFFERENCE) search(next, length + 1);
      }
    };
    rowAt(0);
    for (let end = 1; end <= maxLength; end += 1) {
      const extra = MISSING_PHONE_COSTS[phones[from + end - 1]!]!;
      rows[0]![end] = rows[0]![end - 1]! + extra * weights[from + end - 1]!;
      unweightedRows[0]![end] = unweightedRows[0]![end - 1]! + extra;
    }
    search(this.#soundTree, 0);
    return candidates;
  }
}

function add(lines: PartialLine[], previous: PartialLine, word: string, cost: number): void {
  lines.push({ cost: previous.cost + cost, word, previous });
}

function bestOf(lines: PartialLine[]): PartialLine[] {
  const keys = new Set<string>();
  const best: PartialLine[] = [];
  for (const line of lines.sort((a, b) => a.cost - b.cost)) {
    const key = `${line.previous?.word} ${line.word}`;
    if (keys.has(key)) continue;
    keys.add(key);
    if (best.push(line) === BEAM) break;
  }
  return best;
}
