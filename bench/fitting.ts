/**
 * Fits the weights of `src/agent/knowledge/ranking.ts` with a softmax over all sentences of a text, and those of
 * `src/agent/knowledge/certainty.ts` with a logistic function of the features of `certaintyOf`.
 */
import { composeAnswer } from '../src/agent/knowledge/composing.ts';
import type { Knowledge } from '../src/agent/knowledge/knowledge.ts';
import { CERTAINTY, certaintyOf, type Certainty } from '../src/agent/knowledge/certainty.ts';
import {
  WEIGHTS,
  type Features,
  type RankedSentence,
  type ReadQuestion,
} from '../src/agent/knowledge/ranking.ts';
import { matches, type Question } from './question.ts';

interface QuestionSet {
  knowledge: Knowledge;
  questions: Question[];
}
interface Example {
  world: number;
  question: Question;
  parsedQuestion: ReadQuestion;
  ranked: RankedSentence[];
  right: Set<RankedSentence>;
}

const NAMES = Object.keys(WEIGHTS) as (keyof Features)[];
const CERTAINTY_FEATURES = Object.keys(CERTAINTY).filter(
  (name) => name !== 'constant',
) as (keyof Certainty)[];
/** Penalty on large weights. The values are scaled, so it is the same for all weights. */
const SMOOTH = 0.01;

export async function fitWeights(worlds: readonly QuestionSet[]): Promise<string> {
  const examples: Example[] = [];
  for (const [world, { knowledge, questions }] of worlds.entries()) {
    for (const question of questions.filter(({ before }) => !before?.length)) {
      const { ranked: rankedSentences, read } = await knowledge.explain(question.question);
      examples.push({
        world,
        question,
        parsedQuestion: read,
        ranked: rankedSentences,
        right: new Set(
          question.answerable
            ? rankedSentences.filter(({ sentence }) => matches(question, sentence.text))
            : [],
        ),
      });
    }
  }
  const weights = rankingWeights(examples);
  const lines = [`WEIGHTS ${show(NAMES, weights)}`];
  const certainty = (examples: readonly Example[], with_: readonly number[]) =>
    examples.map((example) => row(example, with_));
  const model = logistic(certainty(examples, weights));
  lines.push(`CERTAINTY ${show(['constant', ...CERTAINTY_FEATURES], model)}`);
  // Judge each text with weights that were fitted on the others.
  const judgedAnswers = worlds.flatMap((_, world) => {
    const otherExamples = examples.filter((example) => example.world !== world);
    const fittedWeights = rankingWeights(otherExamples);
    const judge = logistic(certainty(otherExamples, fittedWeights));
    return certainty(
      examples.filter((example) => example.world === world),
      fittedWeights,
    ).map((each) => ({ ...each, likely: likely(judge, each.features) }));
  });
  const answerable = judgedAnswers.filter((each) => each.answerable);
  for (const threshold of [0.2, 0.3, 0.4, 0.45, 0.5, 0.52, 0.55, 0.6, 0.7]) {
    const share = (part: typeof judgedAnswers, of: typeof judgedAnswers) =>
      (part.length / of.length).toFixed(2);
    const replies = answerable.filter((each) => each.likely >= threshold);
    const unanswerable = judgedAnswers.filter((each) => !each.answerable);
    lines.push(
      `  at ${threshold}: right ${share(
        replies.filter(({ right }) => right),
        answerable,
      )}, wrong ${share(
        replies.filter(({ right }) => !right),
        answerable,
      )}, declined ${share(
        unanswerable.filter((each) => each.likely < threshold),
        unanswerable,
      )}`,
    );
  }
  return lines.join('\n');
}

interface Row {
  features: number[];
  right: boolean;
  answerable: boolean;
}

function row(
  { ranked: rankedSentences, parsedQuestion, question }: Example,
  weights: readonly number[],
): Row {
  const scores = rankedSentences
    .map((each) => ({
      ...each,
      score: NAMES.reduce((sum, name, index) => sum + weights[index]! * each.features[name], 0),
    }))
    .sort((a, b) => b.score - a.score);
  const certainty = certaintyOf(parsedQuestion, scores);
  return {
    features: CERTAINTY_FEATURES.map((name) => certainty[name]),
    right: question.answerable && matches(question, composeAnswer(scores, parsedQuestion).text),
    answerable: question.answerable,
  };
}

function rankingWeights(examples: readonly Example[]): number[] {
  const weights = NAMES.map(() => 0);
  const scaledExamples = examples
    .filter(({ right }) => right.size > 0)
    .map(({ ranked: rankedSentences, right }) =>
      rankedSentences.map((each) => ({
        values: NAMES.map((name) => each.features[name]),
        right: right.has(each),
      })),
    );
  for (let step = 0; step < 500; step += 1) {
    const slope = NAMES.map(() => 0);
    for (const candidates of scaledExamples) {
      const scores = candidates.map(({ values }) =>
        values.reduce((sum, value, index) => sum + weights[index]! * value, 0),
      );
      const most = Math.max(...scores);
      const probabilities = scores.map((score) => Math.exp(score - most));
      const total = probabilities.reduce((sum, share) => sum + share, 0);
      const rightTotal = probabilities.reduce(
        (sum, share, index) => (candidates[index]!.right ? sum + share : sum),
        0,
      );
      candidates.forEach(({ values, right }, index) => {
        const pull = (right ? probabilities[index]! / rightTotal : 0) - probabilities[index]! / total;
        values.forEach((value, name) => (slope[name]! += pull * value));
      });
    }
    weights.forEach(
      (weight, name) =>
        (weights[name] = weight + 0.9 * (slope[name]! / scaledExamples.length - 0.02 * weight)),
    );
  }
  return weights;
}

/**
 * Returns the fitted constant and weights, in this order. Values are scaled for the fit, and the weights are
 * converted back.
 */
function logistic(rows: readonly Row[]): number[] {
  const means = CERTAINTY_FEATURES.map(
    (_, index) => rows.reduce((sum, { features }) => sum + features[index]!, 0) / rows.length,
  );
  const spreads = CERTAINTY_FEATURES.map(
    (_, index) =>
      Math.sqrt(
        rows.reduce((sum, { features }) => sum + (features[index]! - means[index]!) ** 2, 0) / rows.length,
      ) || 1,
  );
  const scaledRows = rows.map(({ features, right }) => ({
    values: [1, ...features.map((value, index) => (value - means[index]!) / spreads[index]!)],
    right,
  }));
  const weights = [0, ...CERTAINTY_FEATURES.map(() => 0)];
  for (let step = 0; step < 3000; step += 1) {
    const slope = weights.map(() => 0);
    for (const { values, right } of scaledRows) {
      const error =
        (right ? 1 : 0) -
        1 / (1 + Math.exp(-values.reduce((sum, value, index) => sum + value * weights[index]!, 0)));
      values.forEach((value, index) => (slope[index]! += error * value));
    }
    weights.forEach(
      (weight, index) =>
        (weights[index] = weight + 0.5 * (slope[index]! / rows.length - (index === 0 ? 0 : SMOOTH * weight))),
    );
  }
  const scaledWeights = weights.slice(1).map((weight, index) => weight / spreads[index]!);
  return [
    weights[0]! - scaledWeights.reduce((sum, weight, index) => sum + weight * means[index]!, 0),
    ...scaledWeights,
  ];
}

const likely = (weights: readonly number[], features: readonly number[]) =>
  1 / (1 + Math.exp(-features.reduce((sum, value, index) => sum + value * weights[index + 1]!, weights[0]!)));
const show = (names: readonly string[], values: readonly number[]) =>
  names.map((name, index) => `${name}: ${values[index]!.toFixed(2)}`).join(', ');
