/**
 * A trigram language model of questions that a visitor may ask this agent: the sentences of its texts, general
 * questions, and general questions about subjects of the texts. This module does no I/O.
 */
import { PATTERNS } from '../language/question-patterns.ts';
import { spokenWords } from './reading/spoken-words.ts';

/**
 * Limits above which further texts and rarer words are omitted, because a recogniser's memory and errors grow with
 * them.
 */
export const MAX_CHARACTERS = 400_000;
const MAX_WORDS = 8_000;
const MAX_TOPICS = 400;

const FUNCTION_WORDS = new Set(
  `a about after all also an and any are as at be because been before being between both but by can
could did do does doing for from had has have having he her here him his how i if in into is it it's
its just may me more most must my no not of off on only or other our out over own she should so some
such than that the their them then there these they this those to too under until up us very via was
we were what when where which while who whom why will with within without would you your yours`.split(/\s+/),
);
const DETERMINERS = new Set('a an the our your my this these any'.split(' '));

/** Beginnings of questions that any topic may follow. */
const OPENINGS = (
  'what is|what is the|what are|what are the|what about|tell me about|tell me about the|' +
  'do you have|do you offer|is there|where is|where is the|how much is|can i get|i need'
)
  .split('|')
  .map((each) => each.split(' '));

export interface LanguageModel {
  /** All words of the model except the sentence markers. */
  words: string[];
  /**
   * Returns the probability of a word (or `</s>`) after one or two previous words; 0 for an unknown word. The first
   * of them may be `<s>`, the beginning of a sentence.
   */
  probability(previousWords: readonly string[], word: string): number;
}

/**
 * Builds a model of the texts. `isPronounceable` returns false for a word that cannot be recognised; such a word
 * splits its sentence in two.
 */
export function languageModel(
  texts: readonly string[],
  isPronounceable: (word: string) => boolean,
): LanguageModel {
  const counts = new Counts();
  const cache = new Map<string, boolean>();
  const isUsable = (word: string): boolean => {
    const answer = cache.get(word) ?? isPronounceable(word);
    cache.set(word, answer);
    return answer;
  };

  let remainingCharacters = MAX_CHARACTERS;
  const sentences: string[][] = [];
  for (const text of texts) {
    if (remainingCharacters <= 0) break;
    sentences.push(...spokenWords(text.slice(0, remainingCharacters)));
    remainingCharacters -= text.length;
  }
  const frequency = new Map<string, number>();
  for (const word of sentences.flat()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const frequentWords = new Set(
    [...frequency]
      .sort((a, b) => b[1] - a[1])
      .slice(0, MAX_WORDS)
      .map(([word]) => word),
  );
  const runs = sentences.flatMap((sentence) =>
    splitRuns(sentence, (word) => frequentWords.has(word) && isUsable(word)),
  );

  const topics = topicsOf(runs);
  // The general questions together have the same weight as the documents, however long these are.
  const length = runs.reduce((sum, run) => sum + run.length, 0);
  const questions = PATTERNS.map((line) => line.split(' ').filter((word) => word !== '…'));
  const weight = Math.max(1, length / questions.flat().length);
  for (const run of runs) counts.add(run, 1, true);
  for (const [i, line] of PATTERNS.entries())
    counts.add(questions[i]!.filter(isUsable), weight, !line.endsWith('…'));
  for (const opening of OPENINGS) {
    for (const [topic, times] of topics)
      counts.add(
        [...opening, ...topic.split(' ')].filter(isUsable),
        (weight * times) / Math.max(1, topics.size) / 2,
        true,
      );
  }
  return counts.model();
}

function splitRuns(words: readonly string[], shouldKeep: (word: string) => boolean): string[][] {
  const runs: string[][] = [[]];
  for (const word of words) {
    if (shouldKeep(word)) runs.at(-1)!.push(word);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/**
 * Finds the most frequent sequences of one to three words between function words, each with its determiner if it has
 * one.
 */
function topicsOf(sentences: readonly (readonly string[])[]): Map<string, number> {
  const topics = new Map<string, number>();
  for (const sentence of sentences) {
    let run: string[] = [];
    let determiner: string | undefined;
    for (const word of [...sentence, 'the']) {
      if (!FUNCTION_WORDS.has(word)) {
        run.push(word);
        continue;
      }
      if (run.length > 0 && run.length <= 3) {
        for (const topic of determiner ? [run, [determiner, ...run]] : [run])
          topics.set(topic.join(' '), (topics.get(topic.join(' ')) ?? 0) + 1);
      }
      run = [];
      determiner = DETERMINERS.has(word) ? word : undefined;
    }
  }
  return new Map(
    [...topics]
      .sort((a, b) => b[1] - a[1])
      .slice(0, MAX_TOPICS)
      .map(([topic, times]) => [topic, Math.log2(1 + times)]),
  );
}

/**
 * Weighted n-gram counts with Witten-Bell smoothing: the number of different words after a context determines the
 * probability of an unseen word.
 */
class Counts {
  readonly #grams = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ] as const;

  add(words: readonly string[], weight: number, isSentenceEnd: boolean): void {
    if (words.length === 0) return;
    const markedWords = isSentenceEnd ? ['<s>', ...words, '</s>'] : ['<s>', ...words];
    for (let i = 1; i < markedWords.length; i += 1) {
      for (let order = 0; order < 3 && order <= i; order += 1) {
        const gram = markedWords.slice(i - order, i + 1).join(' ');
        const grams = this.#grams[order]!;
        grams.set(gram, (grams.get(gram) ?? 0) + weight);
      }
    }
  }

  model(): LanguageModel {
    const words = [...this.#grams[0].keys()].filter((word) => word !== '</s>');
    const size = words.length + 1;
    const wordCount = sum(this.#grams[0].values());
    const unigram = new Map(
      [...this.#grams[0]].map(([word, count]) => [word, (count + 0.5) / (wordCount + 0.5 * size)]),
    );
    const bigrams = conditionalProbabilities(this.#grams[1], (gram) => unigram.get(gram)!);
    const trigrams = conditionalProbabilities(
      this.#grams[2],
      (gram) =>
        bigrams.probability.get(gram) ??
        (bigrams.backOff.get(gram.split(' ')[0]!) ?? 1) * unigram.get(gram.split(' ')[1]!)!,
    );
    const probability = (previousWords: readonly string[], word: string): number => {
      const [secondLastWord, lastWord] =
        previousWords.length > 1 ? previousWords.slice(-2) : [undefined, previousWords[0]];
      if (lastWord === undefined) return unigram.get(word) ?? 0;
      const context = `${secondLastWord} ${lastWord}`;
      if (secondLastWord !== undefined) {
        const trigramProbability = trigrams.probability.get(`${context} ${word}`);
        if (trigramProbability !== undefined) return trigramProbability;
      }
      const backOffWeight = secondLastWord === undefined ? 1 : (trigrams.backOff.get(context) ?? 1);
      return (
        backOffWeight *
        (bigrams.probability.get(`${lastWord} ${word}`) ??
          (bigrams.backOff.get(lastWord) ?? 1) * (unigram.get(word) ?? 0))
      );
    };
    return { words, probability };
  }
}

interface ConditionalProbabilities {
  probability: Map<string, number>;
  backOff: Map<string, number>;
}

/**
 * Computes conditional probabilities. `shorterProbability` returns the probability of an n-gram without its
 * first word.
 */
function conditionalProbabilities(
  grams: ReadonlyMap<string, number>,
  shorterProbability: (gram: string) => number,
): ConditionalProbabilities {
  const contexts = new Map<string, { mass: number; kinds: number; least: number }>();
  for (const [gram, count] of grams) {
    const context = gram.slice(0, gram.lastIndexOf(' '));
    const entry = contexts.get(context) ?? { mass: 0, kinds: 0, least: Infinity };
    contexts.set(context, {
      mass: entry.mass + count,
      kinds: entry.kinds + 1,
      least: Math.min(entry.least, count),
    });
  }
  // The number of different words is multiplied by the smallest count. Without this, multiplying all counts of
  // a corpus by a factor would change its model.
  const backOff = new Map(
    [...contexts].map(([context, { mass, kinds, least }]) => [
      context,
      (kinds * least) / (mass + kinds * least),
    ]),
  );
  const probability = new Map(
    [...grams].map(([gram, count]) => {
      const context = gram.slice(0, gram.lastIndexOf(' '));
      const backOffMass = backOff.get(context)!;
      return [
        gram,
        (1 - backOffMass) * (count / contexts.get(context)!.mass) +
          backOffMass * shorterProbability(gram.slice(gram.indexOf(' ') + 1)),
      ];
    }),
  );
  return { probability, backOff };
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
