/**
 * Measures how well websites are read and answered from: a folder of pages and files is served, crawled by a
 * separate service, and asked about in text calls. `bench/reading/NAME` contains a site, `NAME.json` its
 * questions. Questions of `tune` may be inspected; for `held` only the numbers are printed.
 *
 *   node --import tsx bench/reading.ts [--half tune|held] [--direct] [--verbose] [--busy]
 *     [--site FOLDER --questions FILE]
 *
 * `--direct` reads and answers in this process, without a service. `--busy` starts a call every second while the
 * site is crawled and asked about.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createConversation, getConversation } from '../src/contract/conversations.ts';
import { createDocument, getDocument } from '../src/contract/documents.ts';
import { createPal } from '../src/contract/pals.ts';
import { readRoom, writeRoom } from '../src/contract/rooms.ts';
import { Knowledge } from '../src/agent/knowledge/knowledge.ts';
import { agentSentences } from '../src/agent/replies/agent-sentences.ts';
import { DocumentResponder } from '../src/agent/replies/document-responder.ts';
import { extractFile, extractPage } from '../src/extraction/extract.ts';
import { factsText } from '../src/extraction/page-facts.ts';
import { readWebPage } from '../src/extraction/web-page.ts';
import { SentenceModel } from '../src/agent/language/sentence-model.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { SYSTEM_FACE } from '../src/service/seed/seed.ts';
import { serveFolder } from './folder-site.ts';
import { pause } from './game-day/visitors.ts';
import { KEY, openService, type OwnService } from './own-service.ts';
import { matches, type Question } from './question.ts';
import { report } from './results.ts';

const FOLDER = 'bench/reading';
/** Maximum number of characters of an answer that is easy to follow, and number of questions at the same time. */
const MAX_LENGTH = 320;
const AT_ONCE = 4;
const TRIES = 600;

const { values } = parseArgs({
  options: {
    half: { type: 'string', default: 'held' },
    direct: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    busy: { type: 'boolean', default: false },
    site: { type: 'string' },
    questions: { type: 'string' },
  },
});
const half = values.half === 'tune' ? 'tune' : 'held';

interface Site {
  name: string;
  folder: string;
  questions: Question[];
}
/** Asks a question after its earlier lines, and returns the answer. */
type Ask = (question: Question) => Promise<string>;

const questionsOf = (file: string): Question[] =>
  (JSON.parse(fs.readFileSync(file, 'utf8')) as Record<'tune' | 'held', Question[]>)[half];
const sites: Site[] = values.site
  ? [{ name: path.basename(values.site), folder: values.site, questions: questionsOf(values.questions!) }]
  : fs
      .readdirSync(FOLDER)
      .filter((file) => file.endsWith('.json'))
      .map((file) => path.join(FOLDER, file.slice(0, -'.json'.length)))
      .map((folder) => ({
        name: path.basename(folder),
        folder,
        questions: questionsOf(`${folder}.json`),
      }));

const { notSure, notFound } = agentSentences('en', { name: '', topics: [] });
const DOUBTS = [notSure, notFound].map((words) => words.split('.')[0]!);
const declines = (answer: string): boolean =>
  answer === '' || DOUBTS.some((doubt) => answer.startsWith(doubt));
const earlierQuestions = ({ before = [] }: Question): string[] => before.map(({ question }) => question);

interface Tally {
  right: number;
  overlong: number;
  wrong: number;
  answerable: number;
  unanswerable: number;
  asserted: number;
}

async function measureSite({ name, questions }: Site, ask: Ask): Promise<Tally> {
  const tally: Tally = {
    right: 0,
    overlong: 0,
    wrong: 0,
    answerable: 0,
    unanswerable: 0,
    asserted: 0,
  };
  for (let from = 0; from < questions.length; from += AT_ONCE) {
    const some = questions.slice(from, from + AT_ONCE);
    const answers = await Promise.all(some.map(ask));
    for (const [index, question] of some.entries()) count(tally, question, answers[index]!);
  }
  const { right, overlong, wrong, answerable, asserted, unanswerable } = tally;
  report(
    `${name}, ${half}: right and short ${right} of ${answerable}, too long ${overlong}, wrong ${wrong}, ` +
      `unanswerable asserted ${asserted} of ${unanswerable}\n`,
  );
  return tally;
}

/** Counts an answer as right, wrong or too long. If the site does not answer the question, declining it is right. */
function count(tally: Tally, question: Question, answer: string): void {
  const declined = declines(answer);
  const right = question.answerable ? !declined && matches(question, answer) : declined;
  const isTooLong = !declined && answer.length > MAX_LENGTH;
  tally.overlong += Number(isTooLong);
  if (question.answerable) {
    tally.answerable += 1;
    tally.right += Number(right && !isTooLong);
    tally.wrong += Number(!right && !declined);
  } else {
    tally.unanswerable += 1;
    tally.asserted += Number(!right);
  }
  // Never print single questions of the held-out half.
  if (values.verbose && half === 'tune')
    report(`  ${right ? ' ' : declined ? '?' : '!'} ${question.question}\n      ${answer}\n`);
}

async function measureThroughService(site: Site): Promise<Tally> {
  const server = await serveFolder(site.folder);
  const service = await openService({ OUTBOUND_ALLOWED_HOSTS: server.host });
  const completion = new AbortController();
  try {
    const pal_id = await palOf(service, `http://${server.host}/`);
    const otherCalls = values.busy ? callEverySecond(service, pal_id, completion.signal) : null;
    const tally = await measureSite(site, (question) => askInCall(service, pal_id, question));
    completion.abort();
    await otherCalls;
    return tally;
  } finally {
    completion.abort();
    await service.close();
    server.close();
  }
}

/** Creates a PAL with the website; resolves when the website was read. */
async function palOf({ client }: OwnService, document_url: string): Promise<string> {
  const startedAt = performance.now();
  const body = { document_url, document_name: 'Website', crawl: { depth: 3, max_pages: 50 } };
  const { document_id } = (await client(createDocument, { credential: KEY, body })).result;
  const params = { document_id };
  for (let attempts = 0; ; attempts += 1) {
    const { status, crawled_urls } = (await client(getDocument, { credential: KEY, params })).result;
    if (status === 'ready') {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      report(`${crawled_urls?.length ?? 0} pages ready after ${seconds} s\n`);
      break;
    }
    if (status === 'error' || attempts > TRIES) throw new Error(`The site is not ready: ${status}.`);
    await pause(200);
  }
  const pal = { system_prompt: 'x', default_face_id: SYSTEM_FACE.id, document_ids: [document_id] };
  return (await client(createPal, { credential: KEY, body: pal })).result.pal_id;
}

async function callEverySecond({ client }: OwnService, pal_id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await client(createConversation, { credential: KEY, body: { pal_id } });
    await pause(1000);
  }
}

async function askInCall({ client }: OwnService, pal_id: string, question: Question): Promise<string> {
  const { result } = await client(createConversation, { credential: KEY, body: { pal_id } });
  const params = { conversation_id: result.conversation_id };
  const room = { params, credential: result.meeting_token };
  await client(readRoom, room);
  let answer = '';
  for (const [index, text] of [...earlierQuestions(question), question.question].entries()) {
    const body = {
      message_type: 'conversation',
      event_type: 'conversation.respond',
      properties: { text },
    };
    await client(writeRoom, { ...room, body });
    for (let attempts = 0; ; attempts += 1) {
      const response = await client(getConversation, {
        credential: KEY,
        params,
        query: { verbose: 'true' },
      });
      const trace = response.result.traces?.[index];
      if (trace) {
        answer = trace.written.trim();
        break;
      }
      if (attempts > TRIES) throw new Error(`No answer to ${text}`);
      await pause(100);
    }
  }
  return answer;
}

async function measureDirectly(site: Site, model: SentenceModel): Promise<Tally> {
  const files = fs.readdirSync(site.folder);
  const pages = files.filter((file) => file.endsWith('.html'));
  // Use the order of a crawl, with the start page first.
  pages.sort((a, b) => Number(b === 'index.html') - Number(a === 'index.html'));
  const webPages = pages.flatMap((file) => {
    const page = extractPage(fs.readFileSync(path.join(site.folder, file)));
    return page ? [readWebPage(page, `http://site/${file}`)] : [];
  });
  const facts = factsText([...new Set(webPages.flatMap((page) => page.facts))]);
  const [first, ...rest] = webPages.map((page) => page.pieces.join('\n\n'));
  const linkedFiles = files.filter((file) => !file.endsWith('.html'));
  const texts = await Promise.all(
    linkedFiles.map((file) => extractFile(fs.readFileSync(path.join(site.folder, file)))),
  );
  const content = [first, facts, ...rest, ...texts].join('\n\n');
  const knowledge = new Knowledge([{ document_id: 'd', name: 'Website', content }], model.embeddings());
  await knowledge.prepare();
  const responder = new DocumentResponder('Mira', knowledge);
  return measureSite(site, async (question) => {
    const history: { role: 'user' | 'assistant'; content: string }[] = [];
    let answer = '';
    for (const text of [...earlierQuestions(question), question.question]) {
      answer = '';
      const context = { history: [...history], canvas: null, signal: new AbortController().signal };
      for await (const chunk of responder.think(text, context)) if ('text' in chunk) answer += chunk.text;
      history.push({ role: 'user', content: text }, { role: 'assistant', content: answer });
    }
    return answer.trim();
  });
}

const model = values.direct ? new SentenceModel(systemClock) : null;
const tallies: Tally[] = [];
for (const site of sites)
  tallies.push(await (model ? measureDirectly(site, model) : measureThroughService(site)));
model?.close();
const sum = (name: keyof Tally): number => tallies.reduce((total, tally) => total + tally[name], 0);
report(
  `all, ${half}: right and short ${sum('right')} of ${sum('answerable')}, too long ${sum('overlong')}, ` +
    `wrong ${sum('wrong')}, unanswerable asserted ${sum('asserted')} of ${sum('unanswerable')}\n`,
);
