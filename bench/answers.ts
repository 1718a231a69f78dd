/**
 * Measures the answers of the documents' responder, as calls use it, to the questions of `bench/questions` about
 * six texts. `--half tune` selects the questions on which the weights were fitted, `--half held` the others.
 * `--fit` fits the weights instead and prints them.
 *
 *   node --import tsx bench/answers.ts [--half tune|held] [--verbose] [--fit]
 *
 * Prints these fractions, then the results for small talk and the time per question:
 *
 * - right answers;
 * - right answers, or the right topic among the first three that are offered;
 * - wrong answers without words of doubt;
 * - unanswerable questions that were declined without a quotation;
 * - right answers to follow-ups.
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { enabledComponents } from '../src/contract/skills.ts';
import { DocumentResponder } from '../src/agent/replies/document-responder.ts';
import { SentenceModel } from '../src/agent/language/sentence-model.ts';
import { Knowledge } from '../src/agent/knowledge/knowledge.ts';
import { smallTalk } from '../src/agent/knowledge/small-talk.ts';
import type { Exchange } from '../src/agent/replies/responder.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { fitWeights } from './fitting.ts';
import { matches, type Question } from './question.ts';
import { report } from './results.ts';
import { heldOutTexts } from './untaught-texts.ts';

const FOLDER = 'bench/questions';
const TEXTS = ['shop', 'museum', 'hotel', 'software', 'city-office', 'clinic'];
const { values } = parseArgs({
  options: {
    half: { type: 'string', default: 'held' },
    verbose: { type: 'boolean', default: false },
    fit: { type: 'boolean', default: false },
  },
});
const half = values.half === 'tune' ? 'tune' : 'held';
const read = <Of>(file: string) => JSON.parse(fs.readFileSync(`${FOLDER}/${file}`, 'utf8')) as Of[];

const model = new SentenceModel(systemClock);
const worlds = await Promise.all(
  TEXTS.map(async (text) => ({
    ...(await worldOf(text, `${FOLDER}/texts`)),
    questions: read<Question>(`${text}.${half}.json`),
  })),
);

async function worldOf(
  text: string,
  folder: string,
  content = fs.readFileSync(`${folder}/${text}.md`, 'utf8'),
) {
  const knowledge = new Knowledge([{ document_id: text, name: text, content }], model.embeddings());
  await knowledge.prepare();
  return { text, knowledge, responder: new DocumentResponder('Mira', knowledge) };
}

const canvas = { components: new Set(enabledComponents({})), schedulingUrl: null };

interface Outcome {
  text: string;
  /** True if the answer quotes the documents without words of doubt. */
  isPlain: boolean;
  offered: string[];
  took: number;
}

async function ask(responder: DocumentResponder, question: string, history: Exchange[]): Promise<Outcome> {
  const startedAt = performance.now();
  const outcome: Outcome = { text: '', isPlain: false, offered: [], took: 0 };
  for await (const chunk of responder.think(question, {
    history,
    canvas,
    signal: new AbortController().signal,
  })) {
    if ('text' in chunk) outcome.text += chunk.text;
    else if ('sources' in chunk) outcome.isPlain = true;
    else if ('canvas' in chunk && chunk.canvas.do === 'show')
      outcome.offered =
        (chunk.canvas.arguments as { options?: { label: string }[] }).options?.map(({ label }) => label) ??
        [];
  }
  return { ...outcome, took: performance.now() - startedAt };
}

if (values.fit) {
  const details = [
    ...(JSON.parse(fs.readFileSync('bench/more-questions.json', 'utf8')) as (Question & { text: string })[]),
    ...(JSON.parse(fs.readFileSync('bench/more/questions.json', 'utf8')) as (Question & { text: string })[]),
  ];
  const further = await Promise.all(
    fs.readdirSync('bench/more/texts').map((file) => worldOf(file.slice(0, -3), 'bench/more/texts')),
  );
  const questionSets = [...worlds, ...further].map(({ text, knowledge }) => ({
    knowledge,
    questions: [
      ...(worlds.find((world) => world.text === text)?.questions ?? []),
      ...details.filter((each) => each.text === text),
    ],
  }));
  for (const { text, content, questions } of heldOutTexts())
    questionSets.push({ knowledge: (await worldOf(text, '', content)).knowledge, questions });
  report(`${await fitWeights(questionSets.filter(({ questions }) => questions.length > 0))}\n`);
} else await measure();
model.close();

/** The answer to a question, and how right it is. */
interface Result extends Outcome {
  question: Question;
  /** True if an answer was given and matches the expected one. */
  isRight: boolean;
  /** True if the answer is right or its topic is among the offered ones. */
  isNear: boolean;
}

async function resultOf(responder: DocumentResponder, question: Question): Promise<Result> {
  const outcome = await ask(responder, question.question, historyOf(question));
  const { text, isPlain, offered } = outcome;
  const isRight = isPlain && question.answerable && matches(question, text);
  const topical = offered.slice(0, 3).some((label) => question.topics.includes(label));
  return { ...outcome, question, isRight, isNear: isRight || (!isPlain && topical) };
}

function historyOf({ before: previousExchanges = [] }: Question): Exchange[] {
  return previousExchanges.flatMap((line): Exchange[] => [
    { role: 'user', content: line.question },
    { role: 'assistant', content: line.answer },
  ]);
}

function isFollowUp({ question }: Result): boolean {
  return historyOf(question).length > 0;
}

/** True for a first question that the documents answer. */
function isFirst(result: Result): boolean {
  return !isFollowUp(result) && result.question.answerable;
}

function share<Of>(items: readonly Of[], holds: (each: Of) => boolean): string {
  const part = items.filter(holds).length;
  return `${((100 * part) / Math.max(1, items.length)).toFixed(0)} % (${part} of ${items.length})`;
}

/** Prints each wrong result. For the held-out half only totals are printed, so that nobody tunes on its questions. */
function printMisses(results: readonly Result[]): void {
  if (!values.verbose || half !== 'tune') return;
  for (const { question, isRight, isPlain, text, offered } of results) {
    if (isRight || (!question.answerable && !isPlain)) continue;
    report(
      `  ${question.id} ${question.question}\n    ${isPlain ? 'SAID' : 'unsure'} ${text.slice(0, 160)} ` +
        `[${offered.join(' | ')}]\n`,
    );
  }
}

async function measure(): Promise<void> {
  const results: Result[] = [];
  for (const { responder, questions, text } of worlds) {
    const resultsOfText: Result[] = [];
    for (const question of questions) resultsOfText.push(await resultOf(responder, question));
    printMisses(resultsOfText);
    const firstResults = resultsOfText.filter(isFirst);
    report(`  ${text}: ${firstResults.filter(({ isRight }) => isRight).length} of ${firstResults.length}\n`);
    results.push(...resultsOfText);
  }
  const first = results.filter(isFirst);
  const followUps = results.filter(isFollowUp);
  const unanswerable = results.filter((result) => !isFollowUp(result) && !result.question.answerable);
  const times = results.map(({ took: duration }) => duration).sort((a, b) => a - b);
  const quantile = (fraction: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * fraction))]!.toFixed(0);
  const longest = Math.max(
    0,
    ...results.map(({ isPlain, text }) => (isPlain ? text.split(/\s+/).length : 0)),
  );
  report(
    `${half}: right said ${share(first, ({ isRight }) => isRight)}, right or its topic offered ` +
      `${share(first, ({ isNear }) => isNear)}, wrong said plainly ` +
      `${share(first, ({ isPlain, isRight }) => isPlain && !isRight)}, ` +
      `unanswerable declined ${share(unanswerable, ({ isPlain }) => !isPlain)}, follow-ups right ` +
      `${share(followUps, ({ isRight }) => isRight)}\n` +
      `a question takes ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms; the longest answer has ${longest} words\n`,
  );
  const talk = read<{ question: string; half: string; expect: string }>('smalltalk.json').filter(
    (line) => line.half === half,
  );
  report(`small talk: ${share(talk, ({ question, expect }) => smallTalk(question) === expect)}\n`);
}
