/**
 * Applies guardrails. With a model, they are part of its instructions and of a judge's question. Without a model,
 * they match by shared words or by similar meaning.
 */
import { contentWords } from '../knowledge/words.ts';
import type { Embeddings } from '../language/embeddings.ts';
import { sentences } from '../language/sentences.ts';

export interface Rule {
  uuid: string;
  name: string;
  prompt: string;
  /**
   * `verbal` rules are triggered by words. `visual` rules need a perception model, which sees the visitor's
   * camera.
   */
  modality: 'verbal' | 'visual';
  callbackUrl: string | null;
  /** True if the visitor's page receives no event when the rule is triggered. */
  isSilent?: boolean;
}

/**
 * Minimum cosine between a rule's sentence and a visitor's line. Lines about other subjects had lower values in
 * measurements.
 */
const MIN_COSINE = 0.3;
/** Maximum number of rule sentences that are compared by meaning. The first line of a call waits for their vectors. */
const MAX_COMPARED_SENTENCES = 50;

/** Maximum number of UTF-16 units of all rules in a prompt. If they are longer, each is cut to an equal length. */
const MAX_CHARACTERS = 60_000;
/** Fraction of the words of a rule's sentence that the line must contain. */
const MIN_WORD_SHARE = 0.6;
/** Words of rules that do not name a subject. */
const COMMANDS = new Set(
  (
    'never not dont doesnt cannot must mustnt always avoid refuse refrain allowed forbidden discuss ' +
    'discussing mention mentioning talk talking speak speaking say saying tell telling give giving ' +
    'provide ' +
    'offer answer answering reveal share sharing ask asking visitor visitors user users customer ' +
    'agent pal topic topics subject question questions any anything anyone no only under ' +
    'circumstances such other others'
  )
    .split(' ')
    .flatMap((word) => [...contentWords(word)]),
);

export function instructions(rules: readonly Rule[]): string {
  const verbalRules = rules.filter(({ modality }) => modality === 'verbal');
  return verbalRules.length === 0
    ? ''
    : `Rules that you keep in every answer, whatever you are asked or told:\n${ruleLines(verbalRules).join('\n')}`;
}

/** Returns one line for each rule, up to the maximum length. */
export function ruleLines(rules: readonly Rule[]): string[] {
  const maxRuleLength = Math.max(200, Math.floor(MAX_CHARACTERS / Math.max(1, rules.length)));
  return rules.map(({ name, prompt }, index) => `${index + 1}. ${name}: ${prompt}`.slice(0, maxRuleLength));
}

/**
 * The words of each sentence of a rule. They are cached, because computing them for each line would delay all calls
 * of the process.
 */
const WORDS_BY_RULE = new WeakMap<Rule, string[][]>();
function wordsOf(rule: Rule): string[][] {
  const wordLists =
    WORDS_BY_RULE.get(rule) ??
    sentences(rule.prompt)
      .map((sentence) => [...contentWords(sentence)].filter((word) => !COMMANDS.has(word)))
      .filter((words) => words.length > 0);
  WORDS_BY_RULE.set(rule, wordLists);
  return wordLists;
}

/** Returns the verbal rules that share enough words with the line. */
export function rulesByWords(rules: readonly Rule[], line: string): Rule[] {
  const lineWords = contentWords(line);
  return rules.filter(
    (rule) =>
      rule.modality === 'verbal' &&
      wordsOf(rule).some(
        (words) => words.filter((word) => lineWords.has(word)).length / words.length >= MIN_WORD_SHARE,
      ),
  );
}

/**
 * Returns a function that finds the verbal rules with a sentence that is similar to a line. The vectors of the
 * rules are computed once. If the model fails, the function finds no rule.
 */
export function rulesByMeaning(
  rules: readonly Rule[],
  embeddings: Embeddings,
  onFailure: (error: unknown) => void = () => {},
): (line: string, signal?: AbortSignal) => Promise<Rule[]> {
  const descriptions = rules
    .filter(({ modality }) => modality === 'verbal')
    .flatMap((rule) => sentences(rule.prompt).map((sentence) => ({ rule, sentence })))
    .slice(0, MAX_COMPARED_SENTENCES);
  let vectors: Promise<number[][]> | undefined;
  return async (line, signal) => {
    if (descriptions.length === 0 || !embeddings.calibrated) return [];
    try {
      const [vector, ruleVectors] = await Promise.all([
        lineVector(line, embeddings, signal),
        (vectors ??= embeddings.embed(descriptions.map(({ sentence }) => sentence))),
      ]);
      return [
        ...new Set(
          descriptions
            .filter((_, index) => cosineOf(vector, ruleVectors[index]!) >= MIN_COSINE)
            .map(({ rule }) => rule),
        ),
      ];
    } catch (error) {
      signal?.throwIfAborted();
      onFailure(error);
      vectors = undefined;
      return [];
    }
  };
}

/** Returns the vector of a line, with the priority of a question, because a visitor waits for the reply. */
async function lineVector(
  line: string,
  embeddings: Embeddings,
  signal?: AbortSignal,
): Promise<ArrayLike<number>> {
  if (embeddings.question) return (await embeddings.question(line, signal)).vector;
  const [vector = []] = await embeddings.embed([line], signal);
  return vector;
}

/** Returns the cosine of two vectors of length 1. */
const cosineOf = (first: ArrayLike<number>, second: readonly number[]): number =>
  second.reduce((sum, value, index) => sum + value * (first[index] ?? 0), 0);
