/**
 * Measures how well small talk is told from questions on the lines of `bench/small-talk/lines.txt`.
 *
 *   node --import tsx bench/small-talk.ts [--half tune|held] [--verbose]
 *
 * A line of small talk is right if its kind has the expected reply: "no" is answered like thanks, and "I don't
 * understand" like "say that again". `--verbose` prints each wrong line of the tuned half.
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { smallTalk, type SmallTalk } from '../src/agent/knowledge/small-talk.ts';
import { report } from './results.ts';

const { values } = parseArgs({
  options: { half: { type: 'string', default: 'held' }, verbose: { type: 'boolean', default: false } },
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

/** Kinds with the same reply have the same name. */
const replyOf = (kind: SmallTalk | null): SmallTalk | null =>
  kind === 'no' ? 'thanks' : kind === 'confused' ? 'repeat' : kind;

const found = lines.map((line) => ({ ...line, found: smallTalk(line.text) }));
const talk = found.filter(({ kind }) => kind !== null);
const questions = found.filter(({ kind }) => kind === null);
const right = talk.filter((line) => replyOf(line.found) === replyOf(line.kind));
const missed = talk.filter((line) => line.found === null);
const taken = questions.filter((line) => line.found !== null);
if (values.verbose && half === 't')
  for (const { text, kind, found: was } of [...talk.filter((line) => !right.includes(line)), ...taken])
    report(`  ${text}: ${was ?? 'a question'}, not ${kind ?? 'a question'}\n`);
report(
  `small talk, ${values.half}: right ${right.length} of ${talk.length}, taken for a question ${missed.length}, ` +
    `another reply ${talk.length - right.length - missed.length}; questions taken for small talk ` +
    `${taken.length} of ${questions.length}\n`,
);
