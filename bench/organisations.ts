/**
 * Measures answers from realistic material: `bench/organisations` has websites, PDF, Word and Excel files of
 * organisations, with questions.
 *
 *   node --import tsx bench/organisations.ts [--half SET] [--only NAMES] [--verbose]
 *     [--conversations [--calls FILES]]
 *
 * - `--half tune` (set `t`): used for tuning. `--half held` (`h`, the default): not used for tuning.
 * - `--half more` (`m`): about five more organisations, for anyone to inspect.
 * - `--half fresh1` to `fresh5` (`f1` to `f5`): questions near to the material that it does not answer.
 * - `--only`: organisations, separated by commas.
 * - `--verbose`: prints every answer with its certainty.
 * - `--conversations`: prints calls as a visitor would hear them. `--calls` has the names of their files without
 *   `.txt`, separated by commas; the default is the first twenty calls.
 *
 * An answer is right if it matches every pattern and has at most 320 characters. "right in a quote" counts replies
 * that quote the right answer but say that the agent is not sure.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Knowledge } from '../src/agent/knowledge/knowledge.ts';
import { SentenceModel } from '../src/agent/language/sentence-model.ts';
import { agentSentences } from '../src/agent/replies/agent-sentences.ts';
import { DocumentResponder } from '../src/agent/replies/document-responder.ts';
import type { Exchange } from '../src/agent/replies/responder.ts';
import { extractFile, extractPage } from '../src/extraction/extract.ts';
import { factsText } from '../src/extraction/page-facts.ts';
import { readWebPage } from '../src/extraction/web-page.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { docxOf, pdfOf, xlsxOf } from './organisations/files.ts';
import { report } from './results.ts';

const FOLDER = 'bench/organisations';
/** Maximum number of characters of an answer; a longer one is hard to follow. */
const MAX_LENGTH = 320;
/** The date of all questions, a Wednesday. */
const TODAY = '2026-01-14';

const { values } = parseArgs({
  options: {
    half: { type: 'string', default: 'held' },
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    conversations: { type: 'boolean', default: false },
    calls: { type: 'string', default: 'conversations,more-conversations' },
  },
});
const only = values.only?.split(',');
const half =
  { tune: 't', more: 'm' }[values.half] ?? values.half.replace(/^held$/, 'h').replace(/^fresh/, 'f');

interface Task {
  lines: string[];
  /** Patterns that a right answer must all match; empty if the material does not answer the question. */
  expect: RegExp[];
}

function questionsOf(name: string): Task[] {
  const file = `${FOLDER}/${name}/questions.txt`;
  if (!fs.existsSync(file)) return [];
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${half} `))
    .map((line) => {
      const [lines = '', expected = ''] = line.slice(half.length + 1).split(' = ');
      return {
        lines: lines.split(' > '),
        expect: expected === '-' ? [] : expected.split(' & ').map((each) => new RegExp(each, 'i')),
      };
    });
}

/**
 * Returns the site's text in the order of a crawl: the start page, the facts of all pages, then the other pages.
 */
function siteText(folder: string): string {
  const files = fs.readdirSync(folder).filter((file) => file.endsWith('.html'));
  files.sort((a, b) => Number(b === 'index.html') - Number(a === 'index.html'));
  const webPages = files.flatMap((file) => {
    const page = extractPage(fs.readFileSync(path.join(folder, file)));
    return page ? [readWebPage(page, `http://site/${file}`)] : [];
  });
  const facts = factsText([...new Set(webPages.flatMap((page) => page.facts))]);
  const [first, ...rest] = webPages.map((page) => page.pieces.join('\n\n'));
  return [first, facts, ...rest].join('\n\n');
}

const source = (file: string): string => fs.readFileSync(`${FOLDER}/${file}`, 'utf8');
type Sheets = Record<string, (string | number)[][]>;
const TEXTS: Readonly<Record<string, () => Promise<string[]>>> = {
  'farm-park': async () => [siteText(`${FOLDER}/farm-park`)],
  'hair-studio': async () => [siteText(`${FOLDER}/hair-studio`)],
  'music-school': async () => [
    await extractFile(pdfOf(source('music-school/source.md'), 'Ferndale Music School')),
  ],
  'ski-hire': async () => [await extractFile(pdfOf(source('ski-hire/source.md'), 'Bergblick Ski Hire'))],
  nursery: async () => [
    await extractFile(docxOf(source('nursery/handbook.md'))),
    await extractFile(xlsxOf(JSON.parse(source('nursery/fees.json')) as Sheets)),
  ],
  dentist: async () => [siteText(`${FOLDER}/dentist`)],
  railway: async () => [await extractFile(xlsxOf(JSON.parse(source('railway/workbook.json')) as Sheets))],
  castle: async () => [await extractFile(pdfOf(source('castle/source.md'), 'The Dunmorven Trust'))],
  'village-hall': async () => [await extractFile(docxOf(source('village-hall/guide.md')))],
  physio: async () => [siteText(`${FOLDER}/physio`)],
  climbing: async () => [siteText(`${FOLDER}/climbing`)],
  campsite: async () => [await extractFile(pdfOf(source('campsite/source.md'), 'Saltmarsh Meadow'))],
  pottery: async () => [siteText(`${FOLDER}/pottery`)],
  'boat-hire': async () => [siteText(`${FOLDER}/boat-hire`)],
  library: async () => [await extractFile(pdfOf(source('library/source.md'), 'Pellingham Town Library'))],
  trampoline: async () => [siteText(`${FOLDER}/trampoline`)],
  'bike-shop': async () => [siteText(`${FOLDER}/bike-shop`)],
  hostel: async () => [await extractFile(docxOf(source('hostel/source.md')))],
  cinema: async () => [siteText(`${FOLDER}/cinema`)],
  kennels: async () => [await extractFile(pdfOf(source('kennels/source.md'), 'Larkhill Kennels'))],
  cottage: async () => [await extractFile(docxOf(source('cottage/guide.md')))],
  'night-school': async () => [
    await extractFile(Buffer.from(source('night-school/courses.csv'))),
    await extractFile(xlsxOf(JSON.parse(source('night-school/rules.json')) as Sheets)),
  ],
  ...Object.fromEntries(
    ['ferry', 'gym', 'vet', 'garden-centre', 'language-course'].map((name) => [
      name,
      async () => [fs.readFileSync(`bench/more/texts/${name}.md`, 'utf8')],
    ]),
  ),
};

const model = new SentenceModel(systemClock);
const { notSure, notFound } = agentSentences('en', { name: '', topics: [] });
const DOUBTS = [notSure, notFound].map((words) => words.split('.')[0]!);

/**
 * Returns the calls with an organisation, each as a list of lines. After ` = ` a line may have the patterns of a right
 * answer, `-` if the material does not answer it, or `.` for a statement.
 */
const callsWith = (name: string): string[][] =>
  values.calls
    .split(',')
    .flatMap((file) => source(`${file}.txt`).split('\n\n'))
    .map((call) => call.trim().split('\n'))
    .filter(([title]) => title === `# ${name}`)
    .map(([, ...lines]) => lines);

interface Reply {
  text: string;
  /** True if the reply is empty or begins with words of doubt; it may still quote a document. */
  declined: boolean;
  took: number;
}

/** Returns the replies to the lines of one call. */
async function converse(responder: DocumentResponder, lines: readonly string[]): Promise<Reply[]> {
  const history: Exchange[] = [];
  const replies: Reply[] = [];
  for (const line of lines) {
    const startedAt = performance.now();
    let text = '';
    const context = { history: [...history], canvas: null, signal: new AbortController().signal };
    for await (const chunk of responder.think(line, context)) if ('text' in chunk) text += chunk.text;
    const declined = text === '' || DOUBTS.some((doubt) => text.startsWith(doubt));
    replies.push({ text: text.trim(), declined, took: performance.now() - startedAt });
    history.push({ role: 'user', content: line }, { role: 'assistant', content: text });
  }
  return replies;
}

const labelled = { lines: 0, right: 0, inQuotes: 0 };

/** Returns the mark of a labelled line, "!" if its reply does not match; an uncertain reply may quote the answer. */
function markOf(label: string, { text, declined }: Reply): string {
  if (label === '') return ' ';
  const isRight =
    label === '.' ||
    (label === '-' ? declined : label.split(' & ').every((each) => new RegExp(each, 'i').test(text)));
  labelled.lines += 1;
  labelled.right += Number(isRight);
  labelled.inQuotes += Number(isRight && declined && label !== '-');
  return isRight ? ' ' : '!';
}

const total = { answerable: 0, right: 0, quoted: 0, wrong: 0, overlong: 0, unanswerable: 0, asserted: 0 };
type Tally = typeof total;
const times: number[] = [];

function count(tally: Tally, { expect }: Task, { text, declined }: Reply): string {
  const isTooLong = !declined && text.length > MAX_LENGTH;
  tally.overlong += Number(isTooLong);
  if (expect.length === 0) {
    tally.unanswerable += 1;
    tally.asserted += Number(!declined);
    return declined ? ' ' : '!';
  }
  const right = !declined && !isTooLong && expect.every((pattern) => pattern.test(text));
  tally.answerable += 1;
  tally.right += Number(right);
  tally.quoted += Number(declined && expect.every((pattern) => pattern.test(text)));
  tally.wrong += Number(!right && !declined);
  return right ? ' ' : declined ? '?' : '!';
}

const summary = ({ answerable, right, quoted, wrong, overlong, unanswerable, asserted }: Tally): string =>
  `right and short ${right} of ${answerable} (${((100 * right) / Math.max(1, answerable)).toFixed(0)} %), ` +
  `right in a quote ${quoted}, wrong ${wrong}, too long ${overlong}, ` +
  `unanswerable asserted ${asserted} of ${unanswerable}`;

for (const [name, texts] of Object.entries(TEXTS)) {
  const tasks = questionsOf(name);
  const calls = values.conversations ? callsWith(name) : [];
  if (only ? !only.includes(name) : tasks.length === 0 && calls.length === 0) continue;
  const contents = await texts();
  const knowledge = new Knowledge(
    contents.map((content, at) => ({ document_id: `${name}-${at}`, name, content })),
    model.embeddings(),
  );
  await knowledge.prepare();
  const responder = new DocumentResponder('Mira', knowledge, { today: () => TODAY });
  if (values.conversations) {
    for (const call of calls) {
      const [lines, labels] = [0, 1].map((part) => call.map((line) => line.split(' = ')[part] ?? ''));
      const replies = await converse(responder, lines!);
      for (const [at, line] of lines!.entries()) {
        const reply = replies[at]!;
        times.push(reply.took);
        const mark = markOf(labels![at]!, reply);
        report(`${at === 0 ? `\n${name}\n` : ''}${mark} ${line}\n      ${reply.text}\n`);
      }
    }
    continue;
  }
  const tally: Tally = Object.fromEntries(Object.keys(total).map((key) => [key, 0])) as Tally;
  for (const task of tasks) {
    const reply = (await converse(responder, task.lines)).at(-1)!;
    times.push(reply.took);
    const mark = count(tally, task, reply);
    if (!values.verbose) continue;
    const sureness = ((await knowledge.answer(task.lines.at(-1)!, { today: TODAY }))?.certainty ?? 0).toFixed(
      2,
    );
    report(`${mark} ${sureness} ${task.lines.join(' > ')}\n      ${reply.text}\n`);
  }
  report(`${name}, ${values.half}: ${summary(tally)}\n`);
  for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key];
}
model.close();
if (labelled.lines > 0)
  report(
    `labelled lines: ${labelled.right} of ${labelled.lines} right, ${labelled.inQuotes} of them in a quote\n`,
  );
times.sort((a, b) => a - b);
const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
report(`all, ${values.half}: ${summary(total)}; p95 ${p95.toFixed(0)} ms\n`);
