/**
 * How well the documents' responder answers: the questions of `bench/questions` about six texts, each through the
 * same responder that answers in calls. `--half tune` is what weights were fitted on; `--half held` was never
 * looked at while they were.
 *
 *   node --import tsx bench/answers.ts [--half tune|held] [--verbose] [--fit]
 *
 * Prints shares: right said, right or its topic among the at most three offered, wrong said plainly,
 * unanswerable declined (nothing of the documents asserted), follow-ups right, small talk, and the time of a
 * question.
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { enabledComponents } from '../src/contract/skills.ts';
import { DocumentResponder } from '../src/service/agent/replies/document-responder.ts';
import { SentenceModel } from '../src/service/language/sentence-model.ts';
import { Knowledge } from '../src/service/agent/knowledge/knowledge.ts';
import { smallTalk } from '../src/service/agent/knowledge/small-talk.ts';
import type { Exchange } from '../src/service/agent/replies/responder.ts';
import { systemClock } from '../src/service/platform/clock.ts';
import { fitted } from './fitting.ts';

export interface Question {
  id: string;
  question: string;
  before?: { question: string; answer: string }[];
  expect: string[];
  topics: string[];
  answerable: boolean;
}

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

async function worldOf(text: string, folder: string) {
  const knowledge = new Knowledge(
    [{ document_id: text, name: text, content: fs.readFileSync(`${folder}/${text}.md`, 'utf8') }],
    model.embeddings(),
  );
  await knowledge.prepare();
  return { text, knowledge, responder: new DocumentResponder('Mira', knowledge) };
}

const canvas = { components: new Set(enabledComponents({})), schedulingUrl: null };
const matches = (question: Question, said: string) =>
  question.expect.every((pattern) => new RegExp(pattern, 'i').test(said));

interface Outcome {
  said: string;
  /** The documents were quoted. */
  plainly: boolean;
  offered: string[];
  took: number;
}

async function ask(responder: DocumentResponder, question: string, history: Exchange[]): Promise<Outcome> {
  const began = performance.now();
  const outcome: Outcome = { said: '', plainly: false, offered: [], took: 0 };
  for await (const thought of responder.think(question, {
    history,
    canvas,
    signal: new AbortController().signal,
  })) {
    if ('text' in thought) outcome.said += thought.text;
    else if ('sources' in thought) outcome.plainly = true;
    else if ('canvas' in thought && thought.canvas.do === 'show')
      outcome.offered =
        (thought.canvas.arguments as { options?: { label: string }[] }).options?.map(({ label }) => label) ??
        [];
  }
  return { ...outcome, took: performance.now() - began };
}

if (values.fit) {
  const more = [
    ...(JSON.parse(fs.readFileSync('bench/more-questions.json', 'utf8')) as (Question & { text: string })[]),
    ...(JSON.parse(fs.readFileSync('bench/more/questions.json', 'utf8')) as (Question & { text: string })[]),
  ];
  const further = await Promise.all(
    fs.readdirSync('bench/more/texts').map((file) => worldOf(file.slice(0, -3), 'bench/more/texts')),
  );
  const asked = [...worlds, ...further].map(({ text, knowledge }) => ({
    knowledge,
    questions: [
      ...(worlds.find((world) => world.text === text)?.questions ?? []),
      ...more.filter((each) => each.text === text),
    ],
  }));
  process.stdout.write(
    `${await fitted(
      asked.filter(({ questions }) => questions.length > 0),
      matches,
    )}\n`,
  );
} else await measure();
model.close();

async function measure(): Promise<void> {
  const count = {
    asked: 0,
    right: 0,
    near: 0,
    wrong: 0,
    unanswerable: 0,
    declined: 0,
    followUps: 0,
    followed: 0,
  };
  const times: number[] = [];
  let longest = 0;
  for (const { responder, questions, text } of worlds) {
    const here = { asked: 0, right: 0 };
    for (const question of questions) {
      const history = (question.before ?? []).flatMap((line): Exchange[] => [
        { role: 'user', content: line.question },
        { role: 'assistant', content: line.answer },
      ]);
      const { said, plainly, offered, took } = await ask(responder, question.question, history);
      times.push(took);
      longest = Math.max(longest, plainly ? said.split(/\s+/).length : 0);
      const right = plainly && question.answerable && matches(question, said);
      const topic = offered.slice(0, 3).some((label) => question.topics.includes(label));
      if (values.verbose && half === 'tune' && !(right || (!question.answerable && !plainly))) {
        process.stdout.write(
          `  ${question.id} ${question.question}\n    ${plainly ? 'SAID' : 'unsure'} ${said.slice(0, 160)} ` +
            `[${offered.join(' | ')}]\n`,
        );
      }
      if (history.length > 0) {
        count.followUps += 1;
        if (right) count.followed += 1;
      } else if (question.answerable) {
        count.asked += 1;
        here.asked += 1;
        if (right) here.right += 1;
        if (right) count.right += 1;
        if (right || (!plainly && topic)) count.near += 1;
        if (plainly && !right) count.wrong += 1;
      } else {
        count.unanswerable += 1;
        if (!plainly) count.declined += 1;
      }
    }
    process.stdout.write(`  ${text}: ${here.right} of ${here.asked}\n`);
  }
  const share = (part: number, whole: number) =>
    `${((100 * part) / Math.max(1, whole)).toFixed(0)} % (${part} of ${whole})`;
  const at = (quantile: number) =>
    times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * quantile))]!.toFixed(0);
  process.stdout.write(
    `${half}: right said ${share(count.right, count.asked)}, right or its topic offered ` +
      `${share(count.near, count.asked)}, wrong said plainly ${share(count.wrong, count.asked)}, ` +
      `unanswerable declined ${share(count.declined, count.unanswerable)}, follow-ups right ` +
      `${share(count.followed, count.followUps)}\n` +
      `a question takes ${at(0.5)} ms, p95 ${at(0.95)} ms; the longest answer has ${longest} words\n`,
  );
  const talk = read<{ question: string; half: string; expect: string }>('smalltalk.json').filter(
    (line) => line.half === half,
  );
  process.stdout.write(
    `small talk: ${share(talk.filter((line) => smallTalk(line.question) === line.expect).length, talk.length)}\n`,
  );
}
