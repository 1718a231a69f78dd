/**
 * Asks an organisation's questions twice: in the minute after its website is `ready`, while a text call starts
 * every second, and again without calls. Prints each question whose two answers differ; none should. Each call
 * asks one question, whose answer is compared as well. Calls before `ready` do not count.
 *
 *   npm run build && node --import tsx bench/first-minute.ts [--only farm-park]
 *
 * The questions are set `t` (tuning) of `bench/organisations`, or set `m` if the organisation has no set `t`.
 */
import fs from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { createConversation, getConversation } from '../src/contract/conversations.ts';
import { createDocument, getDocument } from '../src/contract/documents.ts';
import { askPal, QUESTIONS_PER_MINUTE, type PalAnswer } from '../src/contract/pal-questions.ts';
import { createPal } from '../src/contract/pals.ts';
import { readRoom, writeRoom } from '../src/contract/rooms.ts';
import { SYSTEM_FACE } from '../src/service/seed/seed.ts';
import { serveFolder } from './folder-site.ts';
import { pause } from './game-day/visitors.ts';
import { KEY, openService, type OwnService } from './own-service.ts';
import { report } from './results.ts';

/** Milliseconds between calls. */
const CALL_EVERY = 1000;
const MINUTE = 60_000;
/** Milliseconds in which the last call may answer. */
const AFTER_LAST_CALL = 3000;
/** Limit of a question's p95 in milliseconds. */
const MAX_P95 = 250;

const { values } = parseArgs({ options: { only: { type: 'string', default: 'farm-park' } } });
const folder = `bench/organisations/${values.only}`;
const lines = fs.readFileSync(`${folder}/questions.txt`, 'utf8').split('\n');
const set = lines.some((line) => line.startsWith('t ')) ? 't ' : 'm ';
/** Follow-up questions are omitted, because the questions before them would have to be asked, too. */
const questions = lines
  .filter((line) => line.startsWith(set) && !line.includes(' > '))
  .map((line) => line.slice(set.length).split(' = ')[0]!)
  .slice(0, QUESTIONS_PER_MINUTE - 1);

async function begin({ client }: OwnService, host: string) {
  const document = { document_url: `http://${host}/`, crawl: { depth: 3, max_pages: 50 } };
  const { document_id } = (await client(createDocument, { credential: KEY, body: document })).result;
  const body = { system_prompt: 'x', default_face_id: SYSTEM_FACE.id, document_ids: [document_id] };
  return { document_id, pal_id: (await client(createPal, { credential: KEY, body })).result.pal_id };
}

async function waitUntilReady({ client }: OwnService, document_id: string): Promise<void> {
  for (;;) {
    const { result } = await client(getDocument, { credential: KEY, params: { document_id } });
    if (result.status === 'ready') return;
    if (result.status === 'error') throw new Error(`The site is not ready: ${result.error_message}`);
    await pause(50);
  }
}

/** Begins a call, joins it and asks a question. Returns the call's id without waiting for the answer. */
async function callOnce({ client }: OwnService, pal_id: string, text: string): Promise<string> {
  const { result } = await client(createConversation, { credential: KEY, body: { pal_id } });
  const params = { conversation_id: result.conversation_id };
  const room = { params, credential: result.meeting_token };
  await client(readRoom, room);
  const body = {
    message_type: 'conversation',
    event_type: 'conversation.respond',
    properties: { text },
  };
  await client(writeRoom, { ...room, body });
  return result.conversation_id;
}

/** Returns the answer that the visitor of a call received; null if there is none. */
async function answerInCall({ client }: OwnService, conversation_id: string): Promise<string | null> {
  const request = { credential: KEY, params: { conversation_id }, query: { verbose: 'true' } } as const;
  return (await client(getConversation, request)).result.traces?.[0]?.written.trim() ?? null;
}

/** Asks all questions, spread over a minute, because the service limits questions per minute. */
async function askAll({ client }: OwnService, pal_id: string): Promise<PalAnswer[]> {
  const answers = questions.map(async (question, index) => {
    await pause((index * MINUTE) / questions.length);
    return (await client(askPal, { credential: KEY, params: { pal_id }, body: { question } })).result;
  });
  return Promise.all(answers);
}

const p95 = (answers: readonly PalAnswer[]): number =>
  answers.map(({ took: duration }) => duration).sort((a, b) => a - b)[Math.floor(answers.length * 0.95)]!;

const site = await serveFolder(folder);
const service = await openService({ OUTBOUND_ALLOWED_HOSTS: site.host });
try {
  const { document_id, pal_id } = await begin(service, site.host);
  const calls: { question: number; id: Promise<string | null> }[] = [];
  const timer = setInterval(() => {
    const question = calls.length % questions.length;
    const id = callOnce(service, pal_id, questions[question]!).catch((error: unknown) => {
      report(`  a call failed: ${String(error)}\n`);
      return null;
    });
    calls.push({ question, id });
  }, CALL_EVERY).unref();
  await waitUntilReady(service, document_id);
  const earlyCount = calls.length;
  const busyAnswers = await askAll(service, pal_id);
  clearInterval(timer);
  await pause(AFTER_LAST_CALL);
  const quietAnswers = await askAll(service, pal_id);
  let differingCalls = 0;
  let failureCount = 0;
  for (const { question, id } of calls.slice(earlyCount)) {
    const call = await id;
    const answer = call && (await answerInCall(service, call));
    failureCount += Number(answer === null);
    if (answer === null || answer === quietAnswers[question]!.said) continue;
    differingCalls += 1;
    report(
      `  in a call: ${questions[question]}\n      ${answer}\n      quiet: ${quietAnswers[question]!.said}\n`,
    );
  }
  const differingQuestions = questions.filter((_, index) => {
    const [busyAnswer, quietAnswer] = [busyAnswers[index]!, quietAnswers[index]!];
    return busyAnswer.outcome !== quietAnswer.outcome || busyAnswer.said !== quietAnswer.said;
  });
  for (const question of differingQuestions) {
    const index = questions.indexOf(question);
    for (const answer of [busyAnswers[index]!, quietAnswers[index]!])
      report(`  ${question}\n      ${answer.outcome}: ${answer.said}\n`);
  }
  report(
    `${values.only}: ${questions.length} questions in the first minute, ${differingQuestions.length} answers ` +
      `differ from the quiet ones; ${calls.length - earlyCount} calls, ${failureCount} without an answer, ` +
      `${differingCalls} differ; p95 ${p95(busyAnswers).toFixed(0)} ms (bar ${MAX_P95}), ` +
      `quiet ${p95(quietAnswers).toFixed(0)} ms; load ${os.loadavg()[0]!.toFixed(1)}\n`,
  );
} finally {
  await service.close();
  site.close();
}
