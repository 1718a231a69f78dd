/**
 * Measures how well small talk is distinguished from questions, on the lines of `bench/small-talk/lines.txt`.
 *
 *   node --import tsx bench/small-talk.ts [--half tune|held] [--patterns] [--verbose]
 *
 * A line is classified by patterns and examples, as in a call whose documents do not answer; `--patterns` uses the
 * patterns alone. A line of small talk is right if its detected kind has the same reply as the expected
 * kind (see `replyOf`). `--verbose` prints each wrong line of the tuned half.
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { vectorText } from '../src/agent/knowledge/ranking.ts';
import { classifyLine } from '../src/agent/knowledge/small-talk-classifier.ts';
import { smallTalk, type SmallTalk } from '../src/agent/knowledge/small-talk.ts';
import { SentenceModel } from '../src/agent/language/sentence-model.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { report } from './results.ts';

const { values } = parseArgs({
  options: {
    half: { type: 'string', default: 'held' },
    patterns: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const half = values.half === 'tune' ? 't' : 'h';

const lines = fs
  .readFileSync('bench/small-talk/lines.txt', 'utf8')
  .trimEnd()
  .split('\n')
  .filter((line) => line.startsWith(`${half} `))
  .map((line) => {
    const [kind = '', text = ''] = line.slice(2).split(' = ');
    return { text, kind: kind === '-' ? null : (kind as SmallTalk) };
  });

/** Returns one kind for all kinds that get the same reply. */
const replyOf = (kind: SmallTalk | null): SmallTalk | null =>
  kind === 'no' ? 'thanks' : kind === 'confused' ? 'repeat' : kind;

const model = new SentenceModel(systemClock);
const embeddings = model.embeddings();
async function classify(text: string): Promise<SmallTalk | null> {
  if (values.patterns) return smallTalk(text);
  return classifyLine(text, (await embeddings.question!(vectorText(text))).vector).kind;
}

const results: { text: string; kind: SmallTalk | null; detectedKind: SmallTalk | null }[] = [];
for (const line of lines) results.push({ ...line, detectedKind: await classify(line.text) });
model.close();
const talk = results.filter(({ kind }) => kind !== null);
const questions = results.filter(({ kind }) => kind === null);
const right = talk.filter((line) => replyOf(line.detectedKind) === replyOf(line.kind));
const missedLines = talk.filter((line) => line.detectedKind === null);
const mistakenQuestions = questions.filter((line) => line.detectedKind !== null);
if (values.verbose && half === 't')
  for (const { text, kind, detectedKind: was } of [
    ...talk.filter((line) => !right.includes(line)),
    ...mistakenQuestions,
  ])
    report(`  ${text}: ${was ?? 'a question'}, not ${kind ?? 'a question'}\n`);
report(
  `${values.half}: right ${right.length} of ${talk.length}, ` +
    `taken for a question ${missedLines.length}, ` +
    `another reply ${talk.length - right.length - missedLines.length}; questions taken for small talk ` +
    `${mistakenQuestions.length} of ${questions.length}\n`,
);
